/** What a question is about: categories by their names, words that a record must contain, and what is left out. */
import type { QuestionInput, QuestionSubject } from "../kernel/question.ts";
import { type AskPiece, does, type Role } from "./asking.ts";
import { categoryNamed } from "./category-names.ts";
import asking from "./data/asking.json" with { type: "json" };
import intents from "./data/intents.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import { has, type Piece } from "./pieces.ts";

/** Words that belong to the asking. */
export const ACCOUNTED: readonly Tag[] = [
  "totalAsk",
  "listAsk",
  "countAsk",
  "averageAsk",
  "biggestAsk",
  "compareAsk",
  "netAsk",
  "paidAsk",
  "searchAsk",
  "leftAsk",
  "capsAsk",
  "dueAsk",
  "reminderNoun",
  "ask",
  "askWords",
  "incomeAsk",
  "particle",
  "article",
  "pronoun",
  "link",
  "place",
  "who",
  "cap",
  "and",
  "method",
  "thingWord",
];
const NOISE = new Set(asking.noise);
const THINGS = new Set(intents.thingWord);
/** More subjects than these are no longer one question. */
const MOST_SUBJECTS = 4;
/** Words that stand between the sides of a comparison, as well as commas. */
const SIDES: readonly Tag[] = ["and", "compareAsk"];

export interface Abouts {
  /** At least one; an empty one is about everything. */
  readonly abouts: readonly QuestionSubject[];
  readonly except: readonly QuestionSubject[];
}

function isNamed({ category, words }: QuestionSubject): boolean {
  return category !== undefined || (words?.length ?? 0) > 0;
}

/** What is left out ends at the days, at the asking, and at a preposition behind a name. */
function endsExcept(piece: AskPiece, named: boolean): boolean {
  if (piece.kind === "date" || piece.kind === "amount" || piece.kind === "break") return true;
  if (has(piece, "totalAsk") || has(piece, "countAsk") || has(piece, "listAsk")) return true;
  if (piece.kind === "mark" && piece.lower !== ",") return true;
  return named && (has(piece, "link") || has(piece, "place")) && piece.senses === undefined;
}

/** The pieces that are asked about, and those that are left out. */
function withoutExcept(pieces: readonly AskPiece[]): { kept: AskPiece[]; left: AskPiece[] } {
  const kept: AskPiece[] = [];
  const left: AskPiece[] = [];
  let leaving = false;
  for (const piece of pieces) {
    if (does(piece, "except")) leaving = true;
    else if (leaving && endsExcept(piece, left.some(namesRecords))) leaving = false;
    if (!does(piece, "except")) (leaving ? left : kept).push(piece);
  }
  return { kept, left };
}

/** "food and transport", "grab, petrol": what stands on either side is asked about by itself. */
function partsOf(pieces: readonly AskPiece[], ask: QuestionInput["ask"]): AskPiece[][] {
  const parts: AskPiece[][] = [[]];
  for (const piece of pieces) {
    const side = ask === "compare" && does(piece, "versus");
    const parting = SIDES.some((tag) => has(piece, tag)) || piece.lower === "," || side;
    if (parting && piece.senses === undefined) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

/**
 * The subjects of a question.
 * @param own the user's own categories, lower case
 */
export function aboutsOf(
  pieces: readonly AskPiece[],
  ask: QuestionInput["ask"],
  own: readonly string[],
): Abouts {
  // "profit minus petrol" says what was spent, and not what to leave out.
  const { kept, left } = ask === "net" ? { kept: [...pieces], left: [] } : withoutExcept(pieces);
  const named = partsOf(kept, ask)
    .map((part) => aboutOf(part, own))
    .filter(isNamed);
  const except = partsOf(left, ask)
    .map((part) => aboutOf(part, own))
    .filter(isNamed);
  return { abouts: named.length === 0 ? [{}] : named.slice(0, MOST_SUBJECTS), except };
}

function categoryOf(
  { lower, senses }: AskPiece,
  core: readonly string[],
  own: readonly string[],
): string | undefined {
  if (senses === undefined && !own.includes(lower) && lower !== "bil") return undefined;
  return categoryNamed(lower, own) ?? categoryNamed(core.join(" "), own);
}

function aboutOf(pieces: readonly AskPiece[], own: readonly string[]): QuestionSubject {
  let category: string | undefined;
  const words: string[] = [];
  const things: string[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "word" && piece.kind !== "mask") continue;
    const core = withoutNoise(piece);
    const named = categoryOf(piece, core, own);
    if (named !== undefined) category ??= named;
    else if (namesRecords(piece)) {
      // "grab rides" is one phrase of the lexicon; its record says Grab.
      for (const word of core) (THINGS.has(word) ? things : words).push(word);
    }
  }
  // "grab rides" are Grab's; "my trip" alone is the trip.
  const alone = category === undefined && words.length === 0;
  const said = alone ? things : words;
  return { category, words: said.length === 0 ? undefined : said };
}

/** "baby expenses" and "shopee income" are phrases of the lexicon; their records say Shopee. */
function withoutNoise({ lower }: AskPiece): readonly string[] {
  const words = lower.split(" ");
  const core = words.filter((word) => !NOISE.has(word));
  return core.length > 0 ? core : words;
}

/** Roles that a word can have and still be the name of something: "min", "or". */
const WEAK: readonly Role[] = ["filler", "arrives", "done", "whether", "paidVerbs"];

function namesRecords(piece: AskPiece): boolean {
  if (piece.roles.some((role) => !WEAK.includes(role))) return false;
  return (
    (piece.senses !== undefined && !has(piece, "incomeAsk") && !has(piece, "cap") && !has(piece, "netAsk")) ||
    has(piece, "names") ||
    has(piece, "family") ||
    (!isAskingWord(piece) && piece.tags.length === 0 && piece.roles.length === 0)
  );
}

function isAskingWord(piece: Piece): boolean {
  return ACCOUNTED.some((tag) => has(piece, tag));
}

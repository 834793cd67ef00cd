/** Which record a correction or a deletion is about (SPEC S4): its words, kind, day and amount. */
import type { Target } from "../kernel/reading.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { resolveWhen } from "./when.ts";

/** Words that point at a record without naming it. */
const POINTING: readonly Tag[] = [
  "editLink",
  "lastOne",
  "particle",
  "article",
  "pronoun",
  "link",
  "actually",
  "edit",
  "delete",
  "undoFiller",
  "remind",
  "reminderNoun",
  "cap",
  "spend",
  "listAsk",
  "who",
  "and",
  "capVerb",
  "negation",
  "ask",
];
const KINDS: readonly (readonly [Tag, NonNullable<Target["kind"]>])[] = [
  ["kindReminder", "reminder"],
  ["kindCap", "cap"],
  ["kindIncome", "income"],
  ["kindExpense", "expense"],
];

/** "Delete all coffee": how many are meant is asked when there are several. */
const ALL = new Set(overrides.allWords);

/** Whether all of something is meant, or everything. */
export function saysAll(pieces: readonly Piece[]): boolean {
  return pieces.some(
    ({ lower, date }) => date === undefined && lower.split(" ").some((word) => ALL.has(word)),
  );
}

/** Whether the piece names what is meant, rather than pointing at it. */
export function isNaming(piece: Piece): boolean {
  if (piece.kind === "mask") return true;
  if (piece.kind !== "word") return false;
  if (KINDS.some(([tag]) => has(piece, tag))) return false;
  if (piece.senses !== undefined && !has(piece, "editLink")) return true;
  return !POINTING.some((tag) => has(piece, tag));
}

/** "The lunch I had": a verb there; "had makan" is a limit. */
function isPast({ lower }: Piece, at: number): boolean {
  return lower === "had" && at > 0;
}

/** What the pieces say about the row that is meant. `old` is an amount that it has now. */
export function targetOf(pieces: readonly Piece[], message: Message, old?: Piece): Target {
  const words = pieces
    .filter(isNaming)
    .flatMap((piece) => piece.lower.split(" "))
    .filter((word) => /[\p{L}\d]/u.test(word) && !ALL.has(word));
  const kind = KINDS.find(([tag]) => pieces.some((piece, at) => has(piece, tag) && !isPast(piece, at)))?.[1];
  const when = pieces.find((piece) => piece.date?.when !== undefined && !has(piece, "justNow"))?.date?.when;
  const date = when && resolveWhen(when, message.today, "past")?.date;
  const amount = old?.amount;
  // "7 not 6" of a coffee in Singapore is S$6: a number without a currency is of whatever the row is in.
  const currency = amount?.explicit === true ? amount.currency : undefined;
  return { words, kind, date, amountMinor: amount?.amountMinor, currency };
}

/** Words and signs that nobody knows make a target a guess. */
export function hasUnknownWords(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => {
    if (piece.kind === "mark") return !/^[.,!:'"?-]$/.test(piece.lower);
    const nameless = piece.kind === "word" && piece.tags.length === 0 && piece.senses === undefined;
    return nameless || piece.kind === "bad" || piece.fuzzy === true;
  });
}

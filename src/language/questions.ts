/** Questions about money (SPEC S7): what is asked, about what, and for which days. Answered by a query, elsewhere. */
import type { Doubt, QuestionInput, Reading } from "../kernel/reading.ts";
import { categoryNamed } from "./category-names.ts";
import intents from "./data/intents.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { stretchOf } from "./question-days.ts";
import { readingOf } from "./reading-of.ts";

type Ask = QuestionInput["ask"];

const ACCOUNTED: readonly Tag[] = [
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
const THINGS = new Set(intents.thingWord);
const TOTALS = new Set(["total", "jumlah", "totalling", "totaling"]);
const PLAIN_MARKS = new Set(["?", ".", ",", "!", ":", "-", "'", '"']);

/** Tags that make a question, in the order in which they decide what is asked. */
const ASKS: readonly (readonly [Tag, Ask])[] = [
  ["paidAsk", "paid_already"],
  ["compareAsk", "compare"],
  ["averageAsk", "average"],
  ["biggestAsk", "biggest"],
  ["countAsk", "count"],
  ["searchAsk", "search"],
  ["netAsk", "net"],
];

function isHowMuch(piece: Piece): boolean {
  return has(piece, "totalAsk") && piece.senses === undefined && !has(piece, "spendingWord");
}

function askOf(message: Message): Ask | undefined {
  return listedAsk(message) ?? owedAsk(message) ?? namedAsk(message) ?? plainAsk(message);
}

/** Reminders and caps, which are asked about by their names. */
function listedAsk({ pieces, tags }: Message): Ask | undefined {
  const asks = tags.has("ask") || tags.has("listAsk");
  const short = pieces.length <= 3;
  if (tags.has("reminderNoun") && (asks || short)) return "reminders";
  const limit = tags.has("cap") || tags.has("capsAsk");
  const about = pieces.some((piece) => piece.senses?.expense !== undefined);
  const howMuch =
    !tags.has("compareAsk") && pieces.some((piece) => has(piece, "leftAsk") && piece.lower.includes(" "));
  if (about && tags.has("leftAsk") && (limit || howMuch || tags.has("totalAsk") || asks)) return "cap_left";
  if (howMuch && !limit) return "net";
  const capsPhrase = pieces.some((piece) => has(piece, "capsAsk") && piece.lower.includes(" "));
  if (tags.has("capsAsk") && (asks || capsPhrase || tags.has("leftAsk") || short)) return "caps";
  return limit && (asks || tags.has("totalAsk")) ? "caps" : undefined;
}

/** Who owes whom, and which bills are coming. */
function owedAsk({ pieces, tags }: Message): Ask | undefined {
  const asks = tags.has("ask") || tags.has("listAsk");
  if (tags.has("borrow") && (asks || tags.has("totalAsk"))) return "search";
  const phrase = pieces.some((piece) => has(piece, "dueAsk") && piece.lower.includes(" "));
  return tags.has("dueAsk") && (asks || phrase) ? "due" : undefined;
}

/** "dah bayar sewa ke?", "paid rent already?": a statement with a question behind it, and no amount. */
function asksPaid({ pieces, tags }: Message): boolean {
  if (!tags.has("spend") || pieces.some((piece) => piece.kind === "amount")) return false;
  const done = pieces.some((piece) => has(piece, "doneWord"));
  return done && pieces.some((piece) => piece.lower === "?" || has(piece, "whetherWord"));
}

function namedAsk(message: Message): Ask | undefined {
  const { pieces } = message;
  if (asksPaid(message)) return "paid_already";
  const named = ASKS.find(([tag]) => pieces.some((piece) => has(piece, tag)))?.[1];
  const about = pieces.some((piece) => piece.senses?.expense !== undefined);
  return named === "net" && about ? "total" : named;
}

function plainAsk({ pieces, tags }: Message): Ask | undefined {
  const first = pieces.find((piece) => isHowMuch(piece) || has(piece, "listAsk"));
  if (first !== undefined) return isHowMuch(first) && !has(first, "listAsk") ? "total" : "list";
  if (tags.has("leftAsk") && tags.has("ask")) return "net";
  const dated = pieces.some((piece) => piece.date !== undefined);
  if (tags.has("ask") && tags.has("spend") && dated) return "total";
  return tags.has("totalAsk") && (dated || tags.has("ask")) ? "total" : undefined;
}

/** What a question is about: a category by its name, or words that a record must contain; or everything. */
interface About {
  readonly category?: string | undefined;
  readonly words: readonly string[];
}

/** More subjects than these are no longer one question. */
const MOST_SUBJECTS = 4;

/** "food and transport", "grab, petrol": what stands on either side is asked about by itself. */
function aboutsOf({ pieces, context }: Message): readonly About[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if (has(piece, "and") || piece.lower === ",") parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  const abouts = parts.map((part) => aboutOf(part, context.ownCategories));
  const named = abouts.filter(({ category, words }) => category !== undefined || words.length > 0);
  return named.length === 0 ? [{ words: [] }] : named.slice(0, MOST_SUBJECTS);
}

function aboutOf(pieces: readonly Piece[], own: readonly string[]): About {
  let category: string | undefined;
  const words: string[] = [];
  const things: string[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "word" && piece.kind !== "mask") continue;
    const named = categoryNamed(piece.lower, own);
    if (
      named !== undefined &&
      (piece.senses !== undefined || own.includes(piece.lower) || piece.lower === "bil")
    )
      category ??= named;
    else if (namesRecords(piece)) {
      // "grab rides" is one phrase of the lexicon; its record says Grab.
      for (const word of piece.lower.split(" ")) (THINGS.has(word) ? things : words).push(word);
    }
  }
  // "grab rides" are Grab's; "my trip" alone is the trip.
  const alone = category === undefined && words.length === 0;
  return { category, words: alone ? things : words };
}

function namesRecords(piece: Piece): boolean {
  const asking = ACCOUNTED.some((tag) => has(piece, tag));
  return (
    (piece.senses !== undefined && !has(piece, "incomeAsk") && !has(piece, "cap")) ||
    has(piece, "names") ||
    has(piece, "family") ||
    (!asking && piece.tags.length === 0)
  );
}

/** "over 20", "bawah RM50", "last 3": a number without a currency is of the user's own. */
function bounds({ pieces }: Message): Pick<QuestionInput, "limit" | "minMinor" | "maxMinor" | "currency"> {
  const index = pieces.findIndex((piece) => piece.kind === "amount");
  const amount = pieces[index]?.amount;
  if (amount === undefined) return {};
  const before = pieces
    .slice(Math.max(0, index - 2), index)
    .map((piece) => piece.lower)
    .join(" ");
  if (
    /(over|above|more than|lebih|melebihi|atas|exceed|>|at least)$/.test(before) ||
    /lebih dari|more than/.test(before)
  )
    return { minMinor: amount.amountMinor, currency: amount.currency };
  if (/(under|below|less than|bawah|kurang)/.test(before))
    return { maxMinor: amount.amountMinor, currency: amount.currency };
  return amount.bare !== undefined && amount.bare <= 100 ? { limit: amount.bare } : {};
}

function perOf(message: Message): QuestionInput["per"] {
  const rate = message.pieces.find(
    (piece) => piece.date?.rate !== undefined || piece.date?.rhythm !== undefined,
  )?.date;
  const unit = rate?.rate ?? rate?.rhythm?.rate;
  return unit === undefined || unit === "year" ? undefined : unit;
}

function isAccounted(piece: Piece): boolean {
  if (piece.kind === "date" || piece.kind === "emoji" || piece.kind === "break") return true;
  if (piece.kind === "mark") return PLAIN_MARKS.has(piece.lower);
  if (piece.kind === "amount") return piece.amount?.soft === undefined;
  if (piece.kind !== "word") return piece.kind === "mask" && piece.doubt === undefined;
  if (piece.senses !== undefined) return piece.fuzzy !== true;
  return has(piece, "names") || has(piece, "family") || ACCOUNTED.some((tag) => has(piece, tag));
}

function kindOf({ tags, pieces }: Message, ask: Ask): QuestionInput["kind"] {
  if (ask === "net") return "both";
  const spending =
    pieces.some((piece) => has(piece, "spend") && !has(piece, "receive")) ||
    pieces.some((piece) => has(piece, "spendingWord"));
  return tags.has("incomeAsk") && !spending ? "income" : "expense";
}

/** "inner tubes x2 for 38 total": the sum that was paid, and no question for one. */
function isPaidTotal({ pieces }: Message): boolean {
  const total = pieces.some(
    (piece, at) =>
      piece.kind === "amount" &&
      [pieces[at - 1], pieces[at + 1]].some((beside) => TOTALS.has(beside?.lower ?? "")),
  );
  return total && pieces.some(isThing);
}

function isThing({ kind, senses, tags, lower }: Piece): boolean {
  return kind === "word" && (senses !== undefined || tags.length === 0) && !TOTALS.has(lower);
}

/**
 * The message as a question, or undefined.
 * @param ask what is asked, when the words do not say it
 */
export function readQuestion(message: Message, ask: Ask | undefined = askOf(message)): Reading | undefined {
  if (ask === undefined) return undefined;
  const limits = bounds(message);
  const priced = message.pieces.some((piece) => piece.kind === "amount") && Object.keys(limits).length === 0;
  const asks = message.tags.has("ask") || message.pieces.some((piece) => piece.lower === "?");
  if (priced && !asks) return undefined;
  if (!asks && isPaidTotal(message)) return undefined;
  const abouts = aboutsOf(message);
  const stretch = stretchOf(message, ask);
  const doubts: Doubt[] = [...stretch.doubts];
  if (!message.pieces.every(isAccounted)) doubts.push("unknown_words");
  const items = abouts.map((about) => {
    const words = ask === "reminders" || ask === "caps" ? [] : about.words;
    const input: QuestionInput = {
      ask,
      kind: kindOf(message, ask),
      category: about.category,
      words: words.length === 0 ? undefined : words,
      period: stretch.period,
      against: stretch.against,
      ...limits,
      per: ask === "average" ? (perOf(message) ?? "day") : undefined,
    };
    return { tool: "question" as const, input };
  });
  return readingOf("question", items, { language: message.language, doubts });
}

/** Spending caps (SPEC S6): "set food budget 500", "had makan RM20 sehari", "don't let me spend more than 100 a week on coffee". */
import type { CapInput, Doubt, Reading } from "../kernel/reading.ts";
import { chooseCategory } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { partsOf } from "./several.ts";

const ALLOWED: readonly Tag[] = [
  "totalAsk",
  "negation",
  "cap",
  "capVerb",
  "particle",
  "article",
  "pronoun",
  "link",
  "who",
  "and",
];
/** Words around the amount: "cap food at 400", "jangan bagi aku guna lebih 200". */
const FRAME = new Set(overrides.capFrame);
/** "hold household bills to RM450 a month". */
const HOLD = new Set(["hold", "keep", "restrict", "simpan", "kekalkan"]);
const CHANGES = new Set(overrides.capChanges);
const HELD_TO = new Set(["to", "at", "around", "within", "ke"]);
const PAST = new Set(["was", "were", "used to", "dulu"]);
const SOFT = new Set(overrides.softCap);
const PERIODS: Readonly<Record<string, CapInput["period"]>> = {
  this_week: "week",
  next_week: "week",
  this_month: "month",
  next_month: "month",
};

function periodOf(pieces: readonly Piece[]): CapInput["period"] | "unknown" | undefined {
  for (const { date } of pieces) {
    // "overall" says what is capped, not for how long.
    if (date === undefined || date.period === "all") continue;
    const rate = date.rate ?? (date.rhythm?.every === 1 ? date.rhythm.rate : undefined);
    if (rate !== undefined) return rate === "year" ? "unknown" : rate;
    if (date.period !== undefined) return PERIODS[date.period] ?? "unknown";
    if (date.when?.type === "offset" && date.when.days === 0) return "day";
    return "unknown";
  }
  return undefined;
}

/** "budu cap ketereh 7.50": Malay for a brand, whose name comes next. */
function isMalayBrand(pieces: readonly Piece[], index: number): boolean {
  const next = pieces[index + 1];
  const after = pieces[index - 1]?.senses !== undefined;
  return pieces[index]?.lower === "cap" && after && next?.kind === "word" && next.tags.length === 0;
}

/** "i want eat only 15 ringgit one day", "gaming 100 je sebulan tahan aku": a rate and a wish for no more. */
function isSoftCap({ pieces, tags }: Message): boolean {
  const rated = pieces.some(({ date }) => date?.rate !== undefined);
  const only = pieces.some((piece) => SOFT.has(piece.lower));
  const held = pieces.findIndex((piece) => HOLD.has(piece.lower));
  const to = pieces.findIndex((piece) => piece.kind === "amount");
  if (rated && held >= 0 && held < to && HELD_TO.has(pieces[to - 1]?.lower ?? "")) return true;
  return rated && only && (tags.has("desire") || tags.has("cap") || tags.has("capAct"));
}

/** Whether the words speak of a limit at all; "had lunch 15" does not. */
function isCap(message: Message): boolean {
  const { pieces } = message;
  if (pieces.some((piece, index) => has(piece, "capStrong") && !isMalayBrand(pieces, index))) return true;
  const word = pieces.findIndex((piece, index) => has(piece, "cap") && !isMalayBrand(pieces, index));
  if (word < 0) return false;
  const rated = pieces.some((piece) => piece.date?.rate !== undefined || piece.date?.period !== undefined);
  if (pieces[word]?.lower === "had") return rated || has(pieces[word - 1], "capVerb");
  const verb = pieces.some((piece) => has(piece, "capAct"));
  return verb || rated || has(pieces[word], "negation");
}

/**
 * The message as a cap, or undefined.
 * @param told whether it is one, when the words do not say it
 */
export function readCap(message: Message, told: boolean = isCap(message)): Reading | undefined {
  return (told ? (severalCaps(message) ?? impossibleCap(message)) : undefined) ?? oneCap(message, told);
}

/** "Food cap 0", "set budget -50": about a cap, with an amount that none can have. */
function impossibleCap(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const outside = pieces.some(({ doubt }) => doubt === "amount_out_of_range" || doubt === "negative_amount");
  if (!outside || pieces.some(({ kind }) => kind === "amount") || asksInstead(message)) return undefined;
  return readingOf("cap", [], { language, doubts: ["amount_out_of_range"] });
}

function oneCap(message: Message, told: boolean): Reading | undefined {
  const { pieces, language, tags } = message;
  const soft = !told && isSoftCap(message);
  if (!told && !soft) return undefined;
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  if (amounts.length === 0 || asksInstead(message) || (tags.has("advice") && !POLITE.test(wordsOf(pieces))))
    return undefined;
  const doubts: Doubt[] = soft ? ["hedge"] : [];
  if (amounts.length > 1) doubts.push("two_amounts");
  const target = amounts.length > 1 ? amounts.at(-1)?.amount : amounts[0]?.amount;
  if (target === undefined) return undefined;
  const choice = chooseCategory(
    pieces.filter((piece) => !has(piece, "cap")),
    "expense",
  );
  const named = choice?.category ?? categoryOfWords(message);
  const own = pieces.find(
    (piece) => piece.kind === "word" && message.context.ownCategories.includes(piece.lower),
  )?.lower;
  if (isNotSet(pieces)) doubts.push("negated");
  const period = periodOf(pieces);
  if (period === "unknown") doubts.push("bad_date");
  if (choice?.sure === false) doubts.push("unknown_words");
  if (pieces.some((piece) => !isAccounted(piece) && piece.lower !== own)) doubts.push("unknown_words");
  if (target.soft !== undefined) doubts.push(target.soft);
  const input: CapInput = {
    category: own ?? named,
    amountMinor: target.amountMinor,
    currency: target.currency,
    ...spanIn(period),
    unnamed: (own ?? named) === undefined && changes(pieces) ? true : undefined,
  };
  return readingOf("cap", [{ tool: "cap", input }], { language, doubts });
}

/** "Cap transport 100 and shopping 200": each part names its own category and amount; all of them, or one cap. */
function severalCaps(message: Message): Reading | undefined {
  const parts = partsOf(message);
  const priced = parts.every(
    ({ pieces }) => pieces.filter(({ kind }) => kind === "amount" || kind === "bad").length === 1,
  );
  if (parts.length < 2 || !priced || isNotSet(message.pieces) || asksInstead(message)) return undefined;
  const spans = parts.flatMap(({ pieces }) => pieces.filter(({ date }) => date !== undefined));
  // "… a week" behind the last is of all of them.
  const shared = spans.length === 1 ? spans : [];
  const readings = parts.map((part) =>
    oneCap({ ...part, pieces: [...part.pieces.filter((piece) => !shared.includes(piece)), ...shared] }, true),
  );
  const items = readings.flatMap((reading) => reading?.items ?? []);
  const categories = items.map((item) => (item.tool === "cap" ? item.input.category : undefined));
  const distinct =
    new Set(categories).size === parts.length && categories.every((name) => name !== undefined);
  if (!distinct) return undefined;
  const doubts = readings.flatMap((reading) => reading?.doubts ?? []);
  return readingOf("cap", items, { language: message.language, doubts });
}

/** A month where no period was said, which one that is there may know better. */
function spanIn(period: ReturnType<typeof periodOf>): Pick<CapInput, "period" | "assumed"> {
  if (period === undefined) return { period: "month", assumed: true };
  return { period: period === "unknown" ? "month" : period };
}

/** "change the cap to 600", "naikkan bajet ke 700": about one that is there. */
function changes(pieces: readonly Piece[]): boolean {
  return pieces.some(({ lower }) => CHANGES.has(lower)) && pieces.every(({ date }) => date?.period !== "all");
}

/** "don't set budget 500", "my budget was 500", "food budget next month": not a limit from now on. */
function isNotSet(pieces: readonly Piece[]): boolean {
  const cap = pieces.findIndex((piece) => has(piece, "capStrong"));
  const before = pieces
    .slice(0, Math.max(0, cap))
    .some((piece) => has(piece, "negation") && !has(piece, "cap"));
  const past = pieces.some((piece, at) => PAST.has(piece.lower) && (at > cap || piece.lower !== "had"));
  const later = pieces.some(({ date }) => date?.period?.startsWith("next") === true);
  const oneThing =
    pieces.every(({ date }) => date === undefined) &&
    pieces[cap]?.lower === "cap" &&
    cap > 0 &&
    !pieces.slice(0, cap).some((piece) => has(piece, "capAct")) &&
    pieces[cap + 1]?.kind === "amount";
  return before || past || later || oneThing;
}

/** "how much of my food budget is left?": about a cap, and not to set one. */
function asksInstead({ pieces, tags }: Message): boolean {
  return (
    (pieces.some((piece) => piece.lower === "?") && !isPolite(pieces)) ||
    (tags.has("totalAsk") && pieces.some((piece) => has(piece, "howMuch"))) ||
    (tags.has("leftAsk") && !tags.has("capVerb"))
  );
}

/** "could you cap food at 400?", "transport cap 1000 can?": asked for, and not asked about. */
const POLITE =
  /^(mama )?(can|could|would|will|boleh|bleh) (you|u|we|mama|tolong)\b|\b(can|can or not|boleh|bole|ok) \?$|^i should not\b/;

function wordsOf(pieces: readonly Piece[]): string {
  return pieces.map(({ lower }) => lower).join(" ");
}

function isPolite(pieces: readonly Piece[]): boolean {
  return POLITE.test(wordsOf(pieces));
}

/** "dining budget", "budget for the grandchildren": the name of a category, or the people it is for. */
function categoryOfWords({ pieces, context }: Message): string | undefined {
  const words = pieces.filter((piece) => piece.kind === "word" && !has(piece, "cap"));
  for (const { lower } of words) {
    const category = categoryNamed(lower, context.ownCategories);
    if (category !== undefined) return category;
  }
  return words.some((piece) => has(piece, "family")) ? "family" : undefined;
}

function isAccounted(piece: Piece): boolean {
  if (piece.kind === "amount" || piece.kind === "date" || piece.kind === "emoji" || piece.kind === "break")
    return true;
  if (piece.kind === "mark") return piece.lower !== "?";
  if (piece.kind !== "word") return false;
  if (piece.senses?.expense !== undefined) return piece.fuzzy !== true;
  return FRAME.has(piece.lower) || ALLOWED.some((tag) => has(piece, tag));
}

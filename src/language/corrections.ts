/** Corrections (SPEC S4): what was said about a record, and what it should be. Which row is meant is resolved elsewhere. */
import type { Change, Doubt, ReadItem, Reading } from "../kernel/reading.ts";
import { chooseCategory } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import { currencyNamed } from "./currency-names.ts";
import data from "./data/edits.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import { describe } from "./describe.ts";
import { firstSaid } from "./edits.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { partsOf } from "./several.ts";
import { hasUnknownWords, isNaming, targetOf } from "./targets.ts";
import { resolveWhen } from "./when.ts";

const MOST_WORDS = 24;
const PUT = new Set(["put", "letak", "mark", "set"]);
const REPLACE = new Set(overrides.replaceVerbs);
const RENAME = new Set(data.rename);
const CATEGORY_LEADS = new Set(data.categoryLeads);
const CATEGORY_VERBS = new Set(data.categoryVerbs);
const WAS = new Set(data.was);
const DAY_LEADS = new Set(["it", "on", "pada", "make"]);

interface Corrected {
  readonly change: Change;
  /** Pieces that say the new value, and are no part of what is corrected. */
  readonly used: ReadonlySet<Piece>;
  readonly old?: Piece | undefined;
  readonly doubts: readonly Doubt[];
}

/** The word right before a piece, articles and signs skipped. */
function leadOf(pieces: readonly Piece[], index: number): Piece | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const piece = pieces[at];
    if (piece === undefined || piece.kind === "mark") continue;
    if (!has(piece, "article") || has(piece, "newLead")) return piece;
  }
  return undefined;
}

function newAmount(pieces: readonly Piece[]): {
  fresh?: Piece | undefined;
  old?: Piece | undefined;
  doubts: Doubt[];
} {
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const olds = amounts.filter((piece) => has(leadOf(pieces, pieces.indexOf(piece)), "oldLead"));
  const fresh = amounts.filter((piece) => !olds.includes(piece));
  const led = fresh.filter((piece) => has(leadOf(pieces, pieces.indexOf(piece)), "newLead"));
  const chosen = fresh.length > 1 ? (led.at(-1) ?? fresh.at(-1)) : fresh[0];
  const spare = fresh.find((piece) => piece !== chosen);
  const doubts: Doubt[] = fresh.length > 1 && led.length !== 1 ? ["two_amounts"] : [];
  if (chosen?.amount?.soft !== undefined) doubts.push(chosen.amount.soft);
  return { fresh: chosen, old: olds[0] ?? spare, doubts };
}

function correctionOf(message: Message): Corrected | undefined {
  const { pieces } = message;
  const { fresh, old, doubts } = newAmount(pieces);
  if (fresh?.amount !== undefined) {
    const { amountMinor, currency, explicit } = fresh.amount;
    return {
      change: explicit ? { amountMinor, currency } : { amountMinor },
      used: new Set([fresh]),
      old,
      doubts,
    };
  }
  return (
    currencyChange(message) ??
    dateChange(message) ??
    kindChange(message) ??
    wordChange(message) ??
    namedCategory(message)
  );
}

/** "It was usd", "make it sgd": the same number of another money. */
function currencyChange({ pieces, tokens }: Message): Corrected | undefined {
  for (const piece of pieces) {
    if (piece.kind !== "bad" && piece.kind !== "word") continue;
    const hit = currencyNamed(tokens, piece.from);
    if (hit?.length !== piece.to - piece.from) continue;
    return { change: { currency: hit.currency }, used: new Set([piece]), doubts: [] };
  }
  return undefined;
}

/** "Actually it was income": nothing else is named. */
function kindChange({ pieces }: Message): Corrected | undefined {
  const kind = pieces.find((piece) => has(piece, "kindIncome") || has(piece, "kindExpense"));
  if (kind === undefined || pieces.some((piece) => piece !== kind && isNaming(piece))) return undefined;
  if (!has(leadOf(pieces, pieces.indexOf(kind)), "newLead")) return undefined;
  const change: Change = { kind: has(kind, "kindIncome") ? "income" : "expense" };
  return { change, used: new Set([kind]), doubts: [] };
}

/** "Sorry, transport", "bukan food, shopping": the name of a category and nothing else that says what to change. */
function namedCategory({ pieces, context }: Message): Corrected | undefined {
  const named = pieces.filter((piece) => categoryNamed(piece.lower, context.ownCategories) !== undefined);
  const fresh = named.filter((piece) => !has(leadOf(pieces, pieces.indexOf(piece)), "negation"));
  const [only] = fresh;
  const others = pieces.some((piece) => !named.includes(piece) && isNaming(piece));
  if (only === undefined || fresh.length > 1 || others) return undefined;
  const category = categoryNamed(only.lower, context.ownCategories);
  return { change: { category }, used: new Set(named), doubts: [] };
}

function dateChange(message: Message): Corrected | undefined {
  const index = message.pieces.findLastIndex(
    (piece, at) => piece.date?.when !== undefined && !has(message.pieces[at - 1], "negation"),
  );
  const piece = message.pieces[index];
  if (piece?.date?.when === undefined || has(piece, "justNow")) return undefined;
  const lead = leadOf(message.pieces, index);
  const led =
    has(lead, "newLead") ||
    message.tags.has("actually") ||
    (lead !== undefined && (DAY_LEADS.has(lead.lower) || WAS.has(lead.lower)));
  const toward = message.pieces.some((other) => has(other, "reminderNoun")) ? "future" : "past";
  const day = resolveWhen(piece.date.when, message.today, toward);
  if (!led || day === null) return undefined;
  return { change: { date: day.date }, used: new Set([piece]), doubts: day.sure ? [] : ["bad_date"] };
}

/**
 * The last noun or unknown words behind "to", "under", "was": a category when it is the name of one or stands behind
 * "under", else another description. That takes its category with it when it can have no other.
 */
function wordChange(message: Message): Corrected | undefined {
  const { pieces, context } = message;
  for (let index = pieces.length - 1; index > 0; index -= 1) {
    const piece = pieces[index];
    const lead = leadOf(pieces, index);
    if (piece === undefined || !has(lead, "newLead")) continue;
    const named = categoryNamed(piece.lower, context.ownCategories);
    if (named === undefined && !isNaming(piece)) continue;
    const renames = pieces.some(({ lower }) => RENAME.has(lower));
    if (named !== undefined && !renames) {
      return { change: { category: named }, used: new Set([piece]), doubts: [] };
    }
    if (lead !== undefined && isAboutCategory(lead, message)) {
      const category = chooseCategory([piece], "expense")?.category ?? piece.lower;
      return { change: { category }, used: new Set([piece]), doubts: ["unknown_words"] };
    }
    return descriptionChange(piece, renames, message);
  }
  return undefined;
}

/** "Under petrol", "move it to work": where it is kept, not what it was. */
function isAboutCategory(lead: Piece, { pieces }: Message): boolean {
  const start = pieces[firstSaid(pieces)];
  return (
    CATEGORY_LEADS.has(lead.lower) ||
    (start !== undefined && CATEGORY_VERBS.has(start.lower)) ||
    pieces.some(({ lower }) => lower === "category" || lower === "kategori")
  );
}

/** From the first word behind the lead to the end: "zus coffee", "nasi lemak ayam". */
function descriptionChange(first: Piece, renames: boolean, message: Message): Corrected | undefined {
  const { pieces, tokens } = message;
  const end = pieces.findIndex(
    (piece, at) => at > pieces.indexOf(first) && (has(piece, "oldLead") || piece.kind === "mark"),
  );
  const said = pieces.slice(pieces.indexOf(first), end < 0 ? undefined : end);
  const description = describe(said, tokens, true);
  if (description === "") return undefined;
  const choice = chooseCategory(said, "expense");
  const known = said.every((piece) => piece.senses !== undefined && piece.fuzzy !== true);
  const category = choice?.sure && known ? choice.category : undefined;
  return {
    change: { description, category },
    used: new Set(said),
    doubts: known || renames ? [] : ["unknown_words"],
  };
}

function after(pieces: readonly Piece[], piece: Piece): Piece | undefined {
  return pieces[pieces.indexOf(piece) + 1];
}

/**
 * "put 50 in the offering" is no correction, "put the grab under transport" is; "tukar engine oil 128" is a new
 * one that was bought, "change the grab to 14" a correction.
 */
function isPurchase(
  start: Piece,
  { pieces, led, priced }: { pieces: readonly Piece[]; led: boolean; priced: boolean },
): boolean {
  if (PUT.has(start.lower)) return priced;
  return REPLACE.has(start.lower) && !led && !has(after(pieces, start), "article");
}

/** Whether the words speak of a correction at all. */
function corrects(message: Message): boolean {
  if (onlyAsks(message)) return false;
  return saysAnotherDay(message.pieces) || onlyAnotherCategory(message) || speaksOfChange(message);
}

/** "it is very hot today, is it not?" */
function onlyAsks({ pieces }: Message): boolean {
  const asks = pieces.some((piece) => piece.lower === "?");
  return asks && pieces.every((piece) => piece.kind !== "amount");
}

function speaksOfChange({ pieces, tags }: Message): boolean {
  const start = pieces[firstSaid(pieces)];
  if (tags.has("biggestAsk") || tags.has("countAsk")) return false;
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const swapped =
    amounts.length === 2 && pieces.some((piece) => has(piece, "negation") && has(piece, "oldLead"));
  if (swapped) return true;
  const led = pieces.some((piece) => has(piece, "newLead"));
  if (start !== undefined && isPurchase(start, { pieces, led, priced: amounts.length > 0 })) return false;
  if (start !== undefined && has(start, "editStrong")) return led || amounts.length > 0;
  const pointing = start !== undefined && (has(start, "pointing") || has(start, "lastOne"));
  const strong = pieces.some((piece) => has(piece, "actually") && !has(piece, "negation"));
  if (strong) return !tags.has("advice") || amounts.length > 0;
  const noun = pieces.some((piece) => piece.senses !== undefined && piece.kind === "word");
  if (pointing && amounts.length > 0)
    return (led && !noun) || has(start, "edit") || (led && has(start, "lastOne"));
  return pointing && led && !tags.has("spend");
}

/** "Make it 5 march", "kopi was on 5/3": a thing that is known, or what was meant, and its day; no amount. */
function saysAnotherDay(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex((piece) => piece.date?.when !== undefined && !has(piece, "justNow"));
  const plain = pieces.every(({ kind }) => kind !== "amount" && kind !== "bad");
  if (at < 1 || !plain) return false;
  const before = pieces.slice(0, at).filter((piece) => !has(piece, "particle") && piece.kind === "word");
  const [first, second] = before;
  if (first !== undefined && has(first, "edit") && second !== undefined && has(second, "pointing"))
    return true;
  const known = before.some((piece) => piece.senses !== undefined);
  const rest = before.filter((piece) => piece.senses === undefined);
  const was = rest.some(({ lower }) => WAS.has(lower));
  return (
    known &&
    was &&
    rest.every((piece) => WAS.has(piece.lower) || DAY_LEADS.has(piece.lower) || has(piece, "article"))
  );
}

/** "Sorry, transport", "bukan food, shopping", "shopping not food": names of categories, said to put one right. */
function onlyAnotherCategory({ pieces, context, tags }: Message): boolean {
  const words = pieces.filter(({ kind }) => kind !== "mark" && kind !== "break" && kind !== "emoji");
  const named = words.filter((piece) => categoryNamed(piece.lower, context.ownCategories) !== undefined);
  const rest = words.filter((piece) => !named.includes(piece));
  const put = tags.has("actually") || rest.some((piece) => has(piece, "negation"));
  const plain = rest.every((piece) =>
    ["actually", "negation", "undoFiller", "particle", "editLink", "pointing"].some((tag) =>
      has(piece, tag as Tag),
    ),
  );
  const fresh = named.filter((piece) => !has(leadOf(pieces, pieces.indexOf(piece)), "negation"));
  return named.length > 0 && fresh.length === 1 && put && plain;
}

/** "Last 5": so many of the latest, and no new amount. */
function onlyCounts(pieces: readonly Piece[]): boolean {
  const said = pieces.filter((piece) => piece.kind === "word" || piece.kind === "amount");
  const [first, second] = said;
  return said.length === 2 && has(first, "lastOne") && (second?.amount?.bare ?? 99) <= 20;
}

/** "Change grab to 14 and kopi to 5": each part names its record and its value; all of them or one correction. */
function severalCorrections(message: Message, told: boolean): Reading | undefined {
  const [first, ...others] = told ? partsOf(message) : [];
  if (first === undefined || others.length === 0) return undefined;
  const readings = [
    oneCorrection(first),
    ...others.map((part) => (led(part) ? oneCorrection(part) : undefined)),
  ];
  const items: ReadItem[] = [];
  for (const reading of readings) {
    const [item] = reading?.items ?? [];
    if (item?.tool !== "correct" || item.input.target.words.length === 0) return undefined;
    items.push(item);
  }
  const doubts = readings.flatMap((reading) => reading?.doubts ?? []);
  return readingOf("edit", items, { language: message.language, doubts });
}

function led({ pieces }: Message): boolean {
  return pieces.some((piece) => has(piece, "newLead") || has(piece, "edit"));
}

/**
 * "change lunch to 18", "actually the grab was 14 not 12", "that was groceries", "it was yesterday".
 * @param told whether it is one, when the words do not say it
 */
export function readCorrection(message: Message, told: boolean = corrects(message)): Reading | undefined {
  const { pieces } = message;
  if (pieces.length > MOST_WORDS || !told || onlyCounts(pieces)) return undefined;
  return severalCorrections(message, told) ?? oneCorrection(message);
}

function oneCorrection(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const corrected = correctionOf(message);
  if (corrected === undefined) {
    const plain = pieces[firstSaid(pieces)];
    return plain !== undefined && has(plain, "editStrong") && pieces.length <= 8
      ? readingOf("edit", [], { language, doubts: ["no_amount"] })
      : undefined;
  }
  const rest = pieces.filter(
    (piece) =>
      !corrected.used.has(piece) &&
      piece !== corrected.old &&
      !(corrected.change.category !== undefined && has(leadOf(pieces, pieces.indexOf(piece)), "oldLead")),
  );
  const target = targetOf(
    corrected.change.date === undefined ? rest : rest.filter((piece) => piece.date === undefined),
    message,
    corrected.old,
  );
  const doubts: Doubt[] = [...corrected.doubts];
  if (hasUnknownWords(rest) || pieces.some((piece) => piece.lower === "?")) doubts.push("unknown_words");
  return readingOf("edit", [{ tool: "correct", input: { target, change: corrected.change } }], {
    language,
    doubts,
  });
}

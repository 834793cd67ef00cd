/** What a correction says a record should be: an amount, a currency, a day, a category, a name, or the other kind. */
import type { Change, Doubt } from "../kernel/reading.ts";
import { chooseCategory } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import { currencyNamed } from "./currency-names.ts";
import data from "./data/edits.json" with { type: "json" };
import { describe } from "./describe.ts";
import { firstSaid } from "./edits.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { isNaming } from "./targets.ts";
import { resolveWhen } from "./when.ts";

const RENAME = new Set(data.rename);
const CATEGORY_LEADS = new Set(data.categoryLeads);
const CATEGORY_VERBS = new Set(data.categoryVerbs);
const WAS = new Set(data.was);
/** What is moved to a day is a bill more often than a record. */
const MOVES = new Set(["to", "ke", "kepada"]);
const DAY_LEADS = new Set(["it", "on", "pada", "make"]);

export interface Corrected {
  readonly change: Change;
  /** Pieces that say the new value, and are no part of what is corrected. */
  readonly used: ReadonlySet<Piece>;
  readonly old?: Piece | undefined;
  readonly doubts: readonly Doubt[];
  /** The same of a bill, which is moved to a day to come. */
  readonly ifReminder?: Change | undefined;
}

/** The word right before a piece, articles and signs skipped. */
export function leadOf(pieces: readonly Piece[], index: number): Piece | undefined {
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

export function correctionOf(message: Message): Corrected | undefined {
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
    (WAS.has(message.pieces[index - 1]?.lower ?? "") && index === message.pieces.length - 1) ||
    (lead !== undefined && (DAY_LEADS.has(lead.lower) || WAS.has(lead.lower)));
  const toward = message.pieces.some((other) => has(other, "reminderNoun")) ? "future" : "past";
  const day = resolveWhen(piece.date.when, message.today, toward);
  if (!led || day === null) return undefined;
  const coming =
    lead !== undefined && MOVES.has(lead.lower) && resolveWhen(piece.date.when, message.today, "future");
  return {
    change: { date: day.date },
    used: new Set([piece]),
    doubts: day.sure ? [] : ["bad_date"],
    ifReminder: coming ? { date: coming.date } : undefined,
  };
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

/**
 * Expenses and incomes (SPEC S4): each item of a message as the input of its tool, with every doubt about it.
 *
 *   pieces ─ segments ─ roles ─ direction ─ category ─→ item + doubts
 */
import type { Doubt, RecordInput } from "../kernel/reading.ts";
import type { EntryKind } from "../kernel/types.ts";
import type { Amount } from "./amounts.ts";
import { isPerson, isTooMuch } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import { describe } from "./describe.ts";
import { directionOf } from "./direction.ts";
import { countForEach } from "./each.ts";
import { expenseCategory } from "./expense-category.ts";
import { incomeCategory } from "./income.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { isUnknown, type Roles, rolesOf } from "./roles.ts";
import { taughtCategory } from "./rules.ts";
import { segmentsOf } from "./segments.ts";
import { type Day, daysOf, isMonthly } from "./spending-days.ts";
import { suspicionsOf } from "./suspicions.ts";

export interface ReadRecord {
  readonly kind: EntryKind;
  readonly input?: RecordInput | undefined;
  readonly doubts: readonly Doubt[];
}

const AT_IT = new Set(["tu", "itu", "that"]);
const VERBS: readonly Tag[] = ["spend", "give", "receive", "sell", "treat", "lend", "repay", "eat"];

/** All items of the message, in order. */
export function recordsOf(message: Message): readonly ReadRecord[] {
  const segments = segmentsOf(message.pieces);
  const records: ReadRecord[] = [];
  const days = daysOf(segments, message);
  let before: readonly Piece[] = [];
  for (const [index, segment] of segments.entries()) {
    const pieces = borrowed(segment, before);
    records.push(recordOf(pieces, days[index] ?? { date: message.today, doubts: [] }, message));
    before = pieces;
  }
  return records;
}

/** "grab pergi 13 balik 15": a way without its own noun goes on with the last one, a person with the last verb. */
function borrowed(segment: readonly Piece[], before: readonly Piece[]): readonly Piece[] {
  const verb = before.find((piece) => has(piece, "give"));
  const person = segment.some((piece) => has(piece, "family"));
  const alone = !segment.some(
    (piece) => (piece.senses !== undefined && !isPerson(piece)) || VERBS.some((tag) => has(piece, tag)),
  );
  if (verb !== undefined && person && alone) return [verb, ...segment];
  const noun = before.find((piece) => piece.senses?.expense !== undefined);
  const own = segment.some(
    (piece) => piece.senses !== undefined || (piece.kind === "word" && piece.tags.length === 0),
  );
  if (noun === undefined || own || !segment.some((piece) => has(piece, "direction"))) return segment;
  return [noun, ...segment];
}

function recordOf(segment: readonly Piece[], day: Day, message: Message): ReadRecord {
  const pieces = withoutCompany(segment).map((piece) =>
    isPaidMonth(piece, segment) ? asMask(piece) : piece,
  );
  const roles = rolesOf(pieces);
  const direction = directionOf(pieces);
  const doubts: Doubt[] = [
    ...wishesPast(roles.doubts, day.date < message.today),
    ...day.doubts,
    ...suspicionsOf(pieces, message),
  ];
  if (direction.notMine === true) doubts.push("someone_else");
  const amount = amountOf(roles, pieces, doubts);
  if (amount === undefined) return { kind: direction.kind, doubts };
  const own = pieces.some((piece) => message.context.ownCategories.includes(piece.lower));
  if (!own && !namesSomething(roles, pieces, message)) doubts.push("no_subject");
  const description = describe(pieces, message.tokens);
  const merchant = merchantOf(pieces, message);
  const choice =
    direction.kind === "income" ? incomeCategory(pieces) : expenseCategory(pieces, roles, message);
  const things = pieces.filter((piece) => piece.senses?.expense !== undefined && !isPerson(piece));
  const said = { description, merchant, things: things.map(({ lower }) => lower) };
  if (!direction.sure || pointsAt(pieces) || isMalayLimit(pieces, message)) doubts.push("hedge");
  const taught = direction.kind === "expense" ? taughtCategory(message.context.rules, said) : undefined;
  if (taught !== undefined) {
    const { amountMinor, currency } = amount;
    const input = { amountMinor, currency, category: taught, description, date: day.date, merchant };
    const whole = Object.hasOwn(message.context.rules ?? {}, description.toLowerCase());
    return taughtRecord(input, doubts, whole);
  }
  if (direction.kind === "income" && roles.modifiers.length > 0) doubts.push("unknown_words");
  if (!choice.sure) doubts.push("unknown_words");
  const money = { amountMinor: amount.amountMinor, currency: amount.currency, category: choice.category };
  if (isTooMuch(money, description)) doubts.push("over_sanity_cap");
  const input = {
    ...money,
    description: description || choice.category,
    date: day.date,
    merchant,
  };
  return { kind: direction.kind, input, doubts };
}

/**
 * What the person taught is known, when it is all that was said. Beside other words it decides the category and
 * nothing else: "change the grab to 14" is no ride.
 */
function taughtRecord(input: RecordInput, doubts: readonly Doubt[], whole: boolean): ReadRecord {
  const rest = doubts.filter((doubt) => !whole || (doubt !== "unknown_words" && doubt !== "no_subject"));
  const tooMuch = isTooMuch(input, input.description);
  return { kind: "expense", input, doubts: tooMuch ? [...rest, "over_sanity_cap"] : rest };
}

/** "Semalam budak nak kfc, 67.40": what was wanted yesterday was bought, or is worth a question. */
function wishesPast(doubts: readonly Doubt[], past: boolean): readonly Doubt[] {
  if (!past) return doubts;
  return doubts.map((doubt) => (doubt === "future" || doubt === "hypothetical" ? "hedge" : doubt));
}

/** A thing, or something that was done; "Ali 50" and "Raju 40" alone could be anything. */
function namesSomething({ subject }: Roles, pieces: readonly Piece[], message: Message): boolean {
  const acts = pieces.some((piece) => VERBS.some((tag) => has(piece, tag)));
  if (acts && (subject.length > 0 || pieces.some((piece) => has(piece, "eat")))) return true;
  return subject.some((piece) => {
    if (isPerson(piece)) return false;
    const [token] = message.tokens.slice(piece.from);
    const named = isUnknown(piece) && subject.length === 1 && /^\p{Lu}\p{Ll}+$/u.test(token?.text ?? "");
    return piece.senses !== undefined || (!named && !has(piece, "place_names") && !has(piece, "direction"));
  });
}

/** The one amount, shared when it was split. */
function amountOf(roles: Roles, pieces: readonly Piece[], doubts: Doubt[]): Amount | undefined {
  const { amounts } = roles;
  if (amounts.length !== 1) {
    doubts.unshift(amounts.length === 0 ? "no_amount" : "two_amounts");
    return undefined;
  }
  const amount = amounts[0]?.amount;
  if (amount === undefined) return undefined;
  if (isHour(amounts[0], pieces)) doubts.push("bad_amount");
  const count = countForEach(pieces);
  if (count > 1) return { ...amount, amountMinor: amount.amountMinor * count, bare: undefined };
  const ways = roles.splits.reduce((product, piece) => product * (piece.split?.ways ?? 1), 1);
  if (ways === 1) return amount;
  const share = Math.round(amount.amountMinor / ways);
  if (share * ways !== amount.amountMinor) doubts.push("bad_amount");
  return share > 0 ? { ...amount, amountMinor: share } : undefined;
}

/** "had makan 500": Malay for a limit, on a category called by its name, where English has "had lunch". */
function isMalayLimit(pieces: readonly Piece[], { context }: Message): boolean {
  const index = pieces.findIndex((piece) => piece.lower === "had");
  const next = pieces[index + 1];
  return index >= 0 && next !== undefined && categoryNamed(next.lower, context.ownCategories) !== undefined;
}

/** "lunch at 12", "movie at 9.30": an hour as likely as an amount. */
function isHour(piece: Piece | undefined, pieces: readonly Piece[]): boolean {
  if (piece === undefined || piece.amount?.explicit !== false) return false;
  const clock = /^([01]?\d|2[0-4])([.:]?[0-5]\d)?$/.test(piece.lower);
  return clock && has(pieces[pieces.indexOf(piece) - 1], "hourLead");
}

/** "dinner for 2 - 96.80": a count of people is no second amount. */
function withoutCompany(segment: readonly Piece[]): readonly Piece[] {
  if (segment.filter((piece) => piece.kind === "amount").length < 2) return segment;
  return segment.map((piece) => (isCompany(piece, segment) ? { ...piece, kind: "mask" } : piece));
}

/** "sewa bilik bln ni 450". */
function isPaidMonth({ date }: Piece, pieces: readonly Piece[]): boolean {
  if (date?.period !== "this_month") return false;
  return pieces.some(
    ({ senses }) => isMonthly(senses?.expense?.category) || isMonthly(senses?.income?.category),
  );
}

function asMask(piece: Piece): Piece {
  return { ...piece, kind: "mask", date: undefined };
}

/** "for 2", "untuk 4". */
function isCompany(piece: Piece, pieces: readonly Piece[]): boolean {
  const bare = piece.amount?.bare;
  return bare !== undefined && bare <= 20 && has(pieces[pieces.indexOf(piece) - 1], "companyLead");
}

/** "cili tu 11": that thing there was 11, which may be news or a correction. */
function pointsAt(pieces: readonly Piece[]): boolean {
  const told = pieces.some((piece) => VERBS.some((tag) => has(piece, tag)));
  return !told && pieces.some((piece, at) => AT_IT.has(piece.lower) && pieces[at - 1]?.senses !== undefined);
}

/** The first shop or product name, as the person wrote it, in lower case. */
function merchantOf(pieces: readonly Piece[], message: Message): string | undefined {
  const brand = pieces.find((piece) => piece.senses?.expense?.brand === true && piece.fuzzy !== true);
  return brand && describe([brand], message.tokens);
}

/**
 * Expenses and incomes (SPEC S4): each item of a message as the input of its tool, with every doubt about it.
 *
 *   pieces ─ segments ─ roles ─ direction ─ category ─→ item + doubts
 */
import { addDays, daysBetween } from "../kernel/calendar.ts";
import type { Doubt, RecordInput } from "../kernel/reading.ts";
import type { EntryKind, IsoDate } from "../kernel/types.ts";
import type { Amount } from "./amounts.ts";
import { type CategoryChoice, chooseCategory, isPerson, isTooMuch } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import { likelyCategory } from "./components.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import { describe } from "./describe.ts";
import { directionOf } from "./direction.ts";
import { countForEach } from "./each.ts";
import { incomeCategory } from "./income.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { isUnknown, type Roles, rolesOf } from "./roles.ts";
import { taughtCategory } from "./rules.ts";
import { segmentsOf } from "./segments.ts";
import { resolveWhen } from "./when.ts";

export interface ReadRecord {
  readonly kind: EntryKind;
  readonly input?: RecordInput | undefined;
  readonly doubts: readonly Doubt[];
}

/** Days back from which a day of spending is worth a question. */
const OLD_DAYS = 180;

const BILLS_WHEN_PAID = new Set(overrides.billsWhenPaid);
const DONATIONS = new Set(overrides.donations);
const PAY_VERBS = new Set(overrides.payVerbs);
const VERBS: readonly Tag[] = ["spend", "give", "receive", "sell", "treat", "lend", "repay", "eat"];

interface Day {
  readonly date: IsoDate;
  readonly doubts: readonly Doubt[];
}

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

/** The day of each segment: its own, else the one said before, else the one said for all at the end. */
function daysOf(segments: readonly (readonly Piece[])[], message: Message): readonly Day[] {
  const own = segments.map((segment) => dayOfSegment(segment, message));
  const last = own.at(-1);
  const onlyLast = own.length > 1 && own.slice(0, -1).every((day) => day === undefined) && last !== undefined;
  if (onlyLast) {
    const unsure: readonly Doubt[] = last.date === message.today ? [] : ["bad_date"];
    return own.map(() => ({ date: last.date, doubts: [...last.doubts, ...unsure] }));
  }
  const days: Day[] = [];
  for (const day of own) days.push(day ?? { date: days.at(-1)?.date ?? message.today, doubts: [] });
  return days;
}

function dayOfSegment(segment: readonly Piece[], { today }: Message): Day | undefined {
  const whens = segment.flatMap((piece) => piece.date?.when ?? []);
  if (whens.length === 0) return undefined;
  const resolved = whens.map((when) => resolveWhen(when, today, "past"));
  const dates = new Set(resolved.map((day) => day?.date));
  const spoken = resolved.find((day) => day !== null && day.date !== today) ?? resolved[0];
  if (spoken === null || spoken === undefined) return { date: today, doubts: ["no_such_date"] };
  const doubts: Doubt[] = [];
  if (dates.size > 1 && !dates.has(today)) doubts.push("bad_date");
  if (!spoken.sure || segment.some(isFraction)) doubts.push("bad_date");
  if (spoken.date > today) doubts.push("future");
  if (daysBetween(spoken.date, today) > OLD_DAYS) doubts.push("bad_date");
  return { date: eveningBefore(segment, spoken.date, today), doubts: [...doubts, ...eveningDoubt(segment)] };
}

/** "1/2 chicken" is half of one; "1/2" alone is a day in February. */
function isFraction(piece: Piece): boolean {
  return piece.date?.led !== true && /^(1\/2|1\/4|3\/4|1\/3)$/.test(piece.lower);
}

/** "makan malam tadi" is last night's dinner or dinner just now. */
function eveningDoubt(segment: readonly Piece[]): readonly Doubt[] {
  return isEveningJustNow(segment) ? ["bad_date"] : [];
}

function isEveningJustNow(segment: readonly Piece[]): boolean {
  return segment.some(
    (piece, index) => piece.lower.endsWith("malam") && /^tad(i|ik)$/.test(segment[index + 1]?.lower ?? ""),
  );
}

function eveningBefore(segment: readonly Piece[], date: IsoDate, today: IsoDate): IsoDate {
  return isEveningJustNow(segment) && date === today ? addDays(today, -1) : date;
}

function recordOf(segment: readonly Piece[], day: Day, message: Message): ReadRecord {
  const pieces = withoutCompany(segment).map((piece) =>
    isPaidMonth(piece, segment) ? asMask(piece) : piece,
  );
  const roles = rolesOf(pieces);
  const direction = directionOf(pieces);
  const doubts: Doubt[] = [...wishesPast(roles.doubts, day.date < message.today), ...day.doubts];
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
  const taught = direction.kind === "expense" ? taughtCategory(message.context.rules, said) : undefined;
  if (taught !== undefined) {
    const { amountMinor, currency } = amount;
    const input = { amountMinor, currency, category: taught, description, date: day.date, merchant };
    const whole = Object.hasOwn(message.context.rules ?? {}, description.toLowerCase());
    return taughtRecord(input, doubts, whole);
  }
  if (direction.kind === "income" && roles.modifiers.length > 0) doubts.push("unknown_words");
  if (!choice.sure || !direction.sure || isMalayLimit(pieces, message)) doubts.push("unknown_words");
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
  const clock = /^([01]?\d|2[0-4])([.:][0-5]\d)?$/.test(piece.lower);
  return clock && has(pieces[pieces.indexOf(piece) - 1], "hourLead");
}

/** "dinner for 2 - 96.80": a count of people is no second amount. */
function withoutCompany(segment: readonly Piece[]): readonly Piece[] {
  if (segment.filter((piece) => piece.kind === "amount").length < 2) return segment;
  return segment.map((piece) => (isCompany(piece, segment) ? { ...piece, kind: "mask" } : piece));
}

/** What is paid or earned by the month: there "this month" says for which, not when. */
const MONTHLY = new Set(["housing", "bills", "debt", "salary"]);

/** "sewa bilik bln ni 450". */
function isPaidMonth({ date }: Piece, pieces: readonly Piece[]): boolean {
  if (date?.period !== "this_month") return false;
  return pieces.some(
    ({ senses }) =>
      MONTHLY.has(senses?.expense?.category ?? "") || MONTHLY.has(senses?.income?.category ?? ""),
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

/** "bayar api 120 air 25": water is a bill there, and a drink elsewhere. */
function isBill(pieces: readonly Piece[], message: Message): boolean {
  const named = pieces.filter((piece) => piece.senses !== undefined);
  if (named.length === 0 || !named.every((piece) => BILLS_WHEN_PAID.has(piece.lower))) return false;
  return message.pieces.some(
    (piece) => PAY_VERBS.has(piece.lower) || piece.senses?.expense?.category === "bills",
  );
}

function expenseCategory(pieces: readonly Piece[], roles: Roles, message: Message): CategoryChoice {
  const own = message.context.ownCategories;
  if (isBill(pieces, message)) return { category: "bills", sure: true };
  const named = pieces.find((piece) => piece.kind === "word" && own.includes(piece.lower));
  if (named !== undefined)
    return { category: named.lower, sure: named.senses !== undefined || named.tags.length === 0 };
  if (pieces.some((piece) => has(piece, "lend"))) return { category: "debt", sure: true };
  const things = pieces.filter((piece) => !isPerson(piece));
  const choice = chooseCategory(things, "expense");
  const given = givenTo(pieces);
  const clear = choice !== undefined && things.some((piece) => piece.senses?.expense && !piece.fuzzy);
  if (given !== undefined && !clear) return given;
  if (choice !== undefined) return choice;
  // A word that is listed only inside longer nouns is still a hint.
  const [hint] = roles.unknown.flatMap(({ lower }) => likelyCategory(lower) ?? []);
  const family = pieces.some((piece) => has(piece, "family"));
  if (!family && hint !== undefined) return { category: hint, sure: false };
  if (family) return { category: "family", sure: false };
  if (pieces.some((piece) => has(piece, "eat") || has(piece, "treat")))
    return { category: "food", sure: false };
  return { category: "other", sure: false };
}

/** "donated 50 to the shelter", "bagi mak angkat 150": what the verb says when no thing does. */
function givenTo(pieces: readonly Piece[]): CategoryChoice | undefined {
  if (pieces.some((piece) => DONATIONS.has(piece.lower))) return { category: "giving", sure: false };
  const gave = pieces.some((piece) => has(piece, "give")) && pieces.some((piece) => has(piece, "family"));
  return gave ? { category: "family", sure: true } : undefined;
}

/** The first shop or product name, as the person wrote it, in lower case. */
function merchantOf(pieces: readonly Piece[], message: Message): string | undefined {
  const brand = pieces.find((piece) => piece.senses?.expense?.brand === true && piece.fuzzy !== true);
  return brand && describe([brand], message.tokens);
}

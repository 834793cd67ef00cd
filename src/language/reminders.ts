/** Reminders (SPEC S5): title, amount, and when; "remind me to pay rent every 1st", "unifi RM149 every 15hb". */
import { DateTime } from "luxon";
import { addDays, addMonths, isZone, weekdayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Doubt, Reading, ReminderInput } from "../kernel/reading.ts";
import type { IsoDate } from "../kernel/types.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Lead } from "./date-words.ts";
import { describe, gapBefore } from "./describe.ts";
import { eachReminder } from "./each-reminder.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { notMine, readingOf } from "./reading-of.ts";
import { isWithinDay, type Rhythm, writeRecurrence } from "./recurrences.ts";
import { rolesOf } from "./roles.ts";
import { timeIn } from "./wall-time.ts";
import { resolveWhen, type When } from "./when.ts";

const MOST_TITLE_WORDS = 14;
const FRAME: readonly Tag[] = ["remind", "recordItself", "reminderNoun"];
/** A rhythm that was not understood must not become a single day. */
const EVERY = /^(every|tiap|setiap|each|selang)\b/;
const FORGOT = new Set(overrides.forgotWords);
const END = new Set(overrides.endWords);
const MAYBE = new Set(overrides.maybeWords);
const ASK_LEADS = new Set(overrides.askLeads);
const FUTURE_PAY = new Set(overrides.futurePay);
const UNSURE: readonly Tag[] = ["hypothetical", "whyAsk"];

interface Schedule {
  readonly date?: IsoDate | undefined;
  readonly time?: string | undefined;
  readonly recurrence?: string | undefined;
  /** The time had passed today, so it is the next day, or that day of the next month. */
  readonly moved?: boolean | undefined;
  readonly doubts: readonly Doubt[];
}

function rhythmOf(pieces: readonly Piece[]): Rhythm | undefined {
  const rhythm = pieces.find((piece) => piece.date?.rhythm !== undefined)?.date?.rhythm;
  if (rhythm !== undefined) return rhythm;
  const rate = pieces.find((piece) => piece.date?.rate !== undefined)?.date?.rate;
  return rate && { rate, every: 1 };
}

function recurring(
  rhythm: Rhythm,
  whens: readonly When[],
  { today, time }: { today: IsoDate; time: string | undefined },
): Schedule {
  const day = { weekday: weekdayOf(today), day: Number(today.slice(8)), month: Number(today.slice(5, 7)) };
  const written = writeRecurrence(rhythm, whens[0], day);
  if (written === null) return { time, doubts: ["bad_date"] };
  return {
    time,
    recurrence: written.recurrence,
    doubts: written.sure && whens.length <= 1 ? [] : ["bad_date"],
  };
}

/** "At 9pm": today, or tomorrow when that has passed. */
function atTime(time: string | undefined, now: DateTime): Schedule {
  if (time === undefined) return { doubts: ["bad_date"] };
  const moved = time <= now.toFormat("HH:mm") ? true : undefined;
  const date = moved ? now.plus({ days: 1 }) : now;
  return { date: date.toFormat("yyyy-MM-dd"), time, moved, doubts: [] };
}

function oneTime(whens: readonly When[], message: Message, time: string | undefined): Schedule {
  const now = DateTime.fromMillis(message.context.nowMs, { zone: message.context.settings.zone });
  const [when] = whens;
  if (when === undefined) return atTime(time, now);
  if (when.type === "ahead" && (when.unit === "hour" || when.unit === "minute")) {
    const then = now.plus(when.unit === "hour" ? { hours: when.count } : { minutes: when.count });
    return { date: then.toFormat("yyyy-MM-dd"), time: then.toFormat("HH:mm"), doubts: [] };
  }
  const days = whens.map((each) => resolveWhen(each, message.today, "future"));
  const day = days[0];
  if (day === null || day === undefined)
    return { time, doubts: [when.type === "offset" ? "bad_date" : "no_such_date"] };
  const passed = day.date === message.today && (time ?? limits.reminderTime) <= now.toFormat("HH:mm");
  // A time that was named moves to the next day, and the reply says so; the default one is asked about.
  const asked: Doubt[] = day.date < message.today || (passed && time === undefined) ? ["past_date"] : [];
  // "The 1st", said on a 1st when its time has passed, is that of the next month, and not the 2nd.
  const next = passed && when.type === "monthDay" && resolveWhen(when, addDays(day.date, 1), "future");
  if (next) return { date: next.date, time, moved: true, doubts: asked };
  const doubts: Doubt[] = !day.sure || days.some((other) => other?.date !== day.date) ? ["bad_date"] : [];
  doubts.push(...asked);
  return { date: day.date, time, doubts };
}

/** "Appointment on 24 March, remind me a day before": the day before it, when that is still to come. */
function early(schedule: Schedule, { count, unit }: Lead, message: Message): Schedule {
  if (schedule.date === undefined) return { ...schedule, doubts: [...schedule.doubts, "bad_date"] };
  const days = unit === "day" ? count : unit === "week" ? 7 * count : undefined;
  const date =
    days !== undefined
      ? addDays(schedule.date, -days)
      : addMonths(schedule.date, unit === "month" ? -count : 0);
  const doubts: Doubt[] = [...schedule.doubts];
  if (date <= message.today) doubts.push("past_date");
  if (days === undefined && unit !== "month") doubts.push("bad_date");
  return { ...schedule, date, doubts };
}

/** The days that are named; "road tax expires 22/3, remind esok" says behind the asking which one is meant. */
function whensOf(pieces: readonly Piece[]): readonly When[] {
  const asked = pieces.findIndex((piece) => has(piece, "remind"));
  const behind = pieces.slice(asked + 1).flatMap((piece) => piece.date?.when ?? []);
  const all = pieces.flatMap((piece) => piece.date?.when ?? []);
  const named = asked > 0 && behind.length === 1 && all.length > 1 ? behind : all;
  // "Good Friday, 3 April", "on Friday 13 March": the date says it exactly.
  const calendar = named.filter(({ type }) => type === "calendar");
  return calendar.length === 1 ? calendar : named;
}

function scheduleOf(message: Message): Schedule {
  const { pieces, today } = message;
  const whens = whensOf(pieces);
  const time = timeIn(pieces);
  const rhythm = rhythmOf(pieces);
  const lead = pieces.find(({ date }) => date?.lead !== undefined)?.date?.lead;
  if (rhythm !== undefined) {
    const schedule = recurring(rhythm, whens, { today, time });
    return lead === undefined ? schedule : { ...schedule, doubts: [...schedule.doubts, "bad_date"] };
  }
  const said = pieces.filter(({ date }) => date?.when !== undefined).length;
  if (lead !== undefined && said === 1) return early(oneTime(whens, message, time), lead, message);
  const ahead = pieces.find((piece) => piece.date?.period !== undefined)?.date?.period;
  const unit = ahead === "next_week" ? "week" : ahead === "next_month" ? "month" : undefined;
  const stretch: When | undefined = unit && { type: "ahead", count: 1, unit };
  const schedule = oneTime(whens.length === 0 && stretch ? [stretch] : whens, message, time);
  return ahead === undefined ? schedule : { ...schedule, doubts: [...schedule.doubts, "bad_date"] };
}

/** "gta 6 opens on the 27th": a small number behind a word that nobody knows, with more words behind it. */
function isNumberOfName(amount: Piece, pieces: readonly Piece[]): boolean {
  const at = pieces.indexOf(amount);
  const [before, after] = [pieces[at - 1], pieces[at + 1]];
  const small = amount.amount?.bare !== undefined && amount.amount.bare <= 20;
  const unknown = before?.kind === "word" && before.senses === undefined && before.tags.length === 0;
  return small && unknown && after?.kind === "word" && !has(after, "particle");
}

/** "don't remind me to …", "my wife will remind me": before the asking stands what takes it back, or who else does it. */
function isNotAsked(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex((piece) => has(piece, "remind"));
  const before = pieces.slice(0, Math.max(0, at));
  const taken = before.some(
    (piece) =>
      (has(piece, "negation") && !has(piece, "remind")) || has(piece, "doneWord") || FORGOT.has(piece.lower),
  );
  // "Boss, can remind me": who is called, and not who does it.
  const others = has(before[0], "particle") ? before.slice(1) : before;
  // "I owe Ali 50, remind me": money before the asking is what it is about, and so are those it names.
  const told = others.some(({ kind }) => kind === "amount");
  const byOther =
    !told && others.some((piece) => has(piece, "family") || has(piece, "person") || has(piece, "names"));
  const unsure = pieces.some(
    (piece) => piece.senses === undefined && has(piece, "hedge") && MAYBE.has(piece.lower),
  );
  return taken || byOther || unsure;
}

const ZONE_WORDS = /\b(time ?zone|zon waktu|utc|gmt)\b|\w+\/\w+ (time|zone|waktu)\b/i;

/** "9am Mars/Olympus time", "Europe/London": reminders go by the person's own zone. */
function namesZone({ tokens }: Message): boolean {
  const text = tokens.map((token) => gapBefore(token) + token.text).join("");
  return ZONE_WORDS.test(text) || text.split(/\s+/).some((word) => word.includes("/") && isZone(word));
}

/** The title: what is left without the asking, the time and the money. */
function titleOf(pieces: readonly Piece[], message: Message): string {
  const frame = pieces.findIndex((piece) => has(piece, "remind"));
  const kept = pieces.filter((piece, index) => {
    if (FRAME.some((tag) => has(piece, tag)) && piece.senses === undefined) return false;
    if (piece.date !== undefined || piece.kind === "bad") return false;
    const leads = has(piece, "ask") || has(piece, "future") || ASK_LEADS.has(piece.lower);
    return !(index < frame && leads && piece.senses === undefined);
  });
  // "To log my expenses": what comes behind "to" is the act, whatever the word is elsewhere.
  const acts = kept.map((piece, index) =>
    kept[index - 1]?.lower === "to" && has(piece, "particle") ? { ...piece, tags: [] } : piece,
  );
  return describe(acts, message.tokens, true);
}

/**
 * The message as new reminders, one or several.
 * @param asked says of each whether it is asked for, or only sounds like it ("rent due on the 1st")
 */
export function reminderFrom(message: Message, asked: (one: Message) => boolean): Reading | undefined {
  const { language } = message;
  const each = eachReminder(message).map((one) => oneReminder(one, asked(one)));
  if (each.length > limits.maxItemsPerMessage) return notMine("reminder", language, ["too_long"]);
  return readingOf(
    "reminder",
    each.map(({ input }) => ({ tool: "reminder", input })),
    { language, doubts: each.flatMap(({ doubts }) => doubts) },
  );
}

function oneReminder(message: Message, asked: boolean): { input: ReminderInput; doubts: Doubt[] } {
  const { pieces } = message;
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const schedule = scheduleOf(message);
  const title = titleOf(pieces, message);
  const doubts: Doubt[] = [...schedule.doubts];
  if (title === "" || title.split(" ").length > MOST_TITLE_WORDS) doubts.push("no_subject");
  if (amounts.length > 1) doubts.push("two_amounts");
  for (const piece of pieces) if (piece.kind === "bad" && piece.doubt !== undefined) doubts.push(piece.doubt);
  if (amounts[0]?.amount?.soft !== undefined) doubts.push(amounts[0].amount.soft);
  if (pieces.some((piece) => piece.kind === "word" && EVERY.test(piece.lower))) doubts.push("bad_date");
  if (amounts.some((piece) => isNumberOfName(piece, pieces))) doubts.push("bad_amount");
  if (UNSURE.some((tag) => message.tags.has(tag))) doubts.push("hypothetical");
  if (isNotAsked(pieces)) doubts.push("negated");
  if (namesZone(message)) doubts.push("unknown_setting");
  if (isWithinDay(message.tokens)) doubts.push("too_often");
  // "Every 1st until december": it would not end by itself.
  if (schedule.recurrence !== undefined && pieces.some(({ lower }) => END.has(lower)))
    doubts.push("unknown_words");
  if (!asked) doubts.push("future");
  const amount = amounts.length === 1 ? amounts[0]?.amount : undefined;
  const input: ReminderInput = {
    title: title || "bill",
    amountMinor: amount?.amountMinor,
    currency: amount?.currency,
    date: schedule.date,
    time: schedule.time,
    recurrence: schedule.recurrence,
    moved: schedule.moved,
    recordsItself: pieces.some((piece) => has(piece, "recordItself")) ? true : undefined,
  };
  return { input, doubts };
}

const ASKED = (): boolean => true;
const NOT_ASKED = (): boolean => false;

/** "remind me …": the message asks for a reminder in so many words. */
export function readReminder(message: Message): Reading | undefined {
  const { pieces, tags } = message;
  if (!tags.has("remind")) return undefined;
  const only = pieces.filter((piece) => has(piece, "remind"));
  const listing =
    only.every((piece) => has(piece, "reminderNoun")) &&
    (tags.has("listAsk") || pieces.some((piece) => has(piece, "ask") && has(piece, "whichWord")));
  if (listing || (tags.has("delete") && has(pieces[0], "delete")) || tags.has("editStrong")) return undefined;
  return reminderFrom(message, ASKED);
}

/** Nothing speaks against the bill: no "not", "used to", "maybe", and no word that nobody knows. */
function isPlainBill(pieces: readonly Piece[]): boolean {
  const said = pieces.filter((piece) => piece.date === undefined && !has(piece, "recordItself"));
  const { doubts } = rolesOf(said);
  return doubts.length === 0 && !pieces.some((piece) => has(piece, "eat"));
}

/** "unifi RM149 every 15hb", "netflix 54.90 every month, record it": a rhythm and a thing, without asking. */
export function readImpliedReminder(message: Message): Reading | undefined {
  const { pieces, tags, today } = message;
  if (tags.has("pronoun") && tags.has("spend") && !tags.has("due")) return undefined;
  const noun = pieces.some(
    (piece) => piece.kind === "word" && (piece.senses !== undefined || piece.tags.length === 0),
  );
  if (!noun) return undefined;
  const rhythm = pieces.some((piece) => piece.date?.rhythm !== undefined);
  const amount = pieces.some((piece) => piece.kind === "amount");
  // "Gym 129 monthly, just paid": what was paid is to be recorded, however often it comes.
  const paid = pieces.some((piece) => has(piece, "doneWord") && piece.lower !== "ada");
  if (amount && paid && !tags.has("recordItself")) return undefined;
  if (rhythm) {
    const told = amount && !tags.has("whyAsk");
    return reminderFrom(message, (one) => told && isPlainBill(one.pieces));
  }
  if (pieces.filter((piece) => piece.kind === "amount").length > 1) return undefined;
  const money = pieces.findIndex((piece) => piece.kind === "amount");
  // "weekly groceries 120" is a purchase; "gym 120 monthly" comes again.
  const rated = pieces.some((piece, index) => piece.date?.rate !== undefined && index > money);
  if (rated && amount) return reminderFrom(message, tags.has("recordItself") ? ASKED : NOT_ASKED);
  // "bought a book on monday" is done; "pay rent on friday" is to come.
  const toBePaid = pieces.some((piece) => FUTURE_PAY.has(piece.lower));
  const ahead = pieces.some((piece) => {
    const day = piece.date?.when && resolveWhen(piece.date.when, today, "future");
    return (
      day !== undefined &&
      day !== null &&
      day.date > today &&
      !(piece.date?.when?.type === "monthDay" && piece.date.when.day <= Number(today.slice(8))) &&
      (tags.has("due") || toBePaid || piece.date?.when?.type === "offset")
    );
  });
  return ahead && !tags.has("desire") ? reminderFrom(message, NOT_ASKED) : undefined;
}

/** On which day each item of a message was spent (SPEC S4): its own, one said for all, or today. */
import { addDays, daysBetween } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import type { Doubt } from "../kernel/reading.ts";
import type { IsoDate } from "../kernel/types.ts";
import dates from "./data/dates.json" with { type: "json" };
import type { Message } from "./message.ts";
import { periodOf } from "./periods.ts";
import { has, type Piece } from "./pieces.ts";
import { resolveWhen } from "./when.ts";

/** Days back from which a day of spending is worth a question. */
const OLD_DAYS = 180;

/** What is paid or earned by the month: there "this month" says for which, not when. */
const MONTHLY = new Set(["housing", "bills", "debt", "salary"]);

export function isMonthly(category: string | undefined): boolean {
  return category !== undefined && MONTHLY.has(category);
}

export interface Day {
  /** Somewhere in a longer stretch that was named. */
  readonly guessed?: boolean;
  readonly date: IsoDate;
  readonly doubts: readonly Doubt[];
}

/** The day of each segment: its own, else the one said before, else the one said for all at the end. */
export function daysOf(segments: readonly (readonly Piece[])[], message: Message): readonly Day[] {
  const own = segments.map((segment) => dayOfSegment(segment, message));
  const last = own.at(-1);
  const onlyLast = own.length > 1 && own.slice(0, -1).every((day) => day === undefined) && last !== undefined;
  if (onlyLast) {
    const unsure: readonly Doubt[] = last.date === message.today ? [] : ["bad_date"];
    return own.map(() => ({ date: last.date, doubts: [...last.doubts, ...unsure] }));
  }
  const between =
    own.some((day, at) => day !== undefined && day.date !== message.today && at + 1 < own.length) &&
    !startsWithDay(segments[0]) &&
    segments.some((segment, at) => at + 1 < segments.length && endsWithDay(segment));
  const days: Day[] = [];
  for (const day of own) days.push(day ?? { date: lastDay(days) ?? message.today, doubts: [] });
  // "lunch 12 yesterday dinner 15": the day of the one before it, of the one behind it, or of both.
  return between ? days.map((day) => ({ ...day, doubts: [...day.doubts, "bad_date"] })) : days;
}

/** The day that goes on for the items behind it: of "grab 20 last month and lunch 15", lunch is of today. */
function lastDay(days: readonly Day[]): IsoDate | undefined {
  const last = days.at(-1);
  return last?.guessed ? undefined : last?.date;
}

function startsWithDay(segment: readonly Piece[] | undefined): boolean {
  return segment?.[0]?.date?.when !== undefined;
}

function endsWithDay(segment: readonly Piece[]): boolean {
  return segment.at(-1)?.date?.when !== undefined;
}

function dayOfSegment(segment: readonly Piece[], message: Message): Day | undefined {
  const { today } = message;
  const whens = segment.flatMap((piece) => piece.date?.when ?? []);
  if (whens.length === 0) return endOfPast(segment, message);
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

const MONTHS = dictionary<number>(dates.months);
const MONTH_LEADS = new Set(dates.monthLeads);

/**
 * "beli baju minggu lepas 80", "sofa 900 in january": of a stretch that is over, its last day is asked about; today is not
 * in it. What comes by the month, and income, may be for that stretch and have come today: "sewa bulan lepas".
 */
function endOfPast(segment: readonly Piece[], { today, context }: Message): Day | undefined {
  if (segment.some(({ senses }) => senses?.income || isMonthly(senses?.expense?.category))) return undefined;
  const setting = { today, weekStart: context.settings.weekStart };
  const ahead = segment.some((piece) => has(piece, "future"));
  const [period] = segment.flatMap((piece, at) => {
    const month = ahead ? undefined : monthNamed(piece, segment[at - 1]);
    const other = month !== undefined && month !== Number(today.slice(5, 7));
    const meant = other ? { open: { type: "month", month, since: false } as const } : piece.date;
    return (meant && periodOf(meant, setting)) ?? [];
  });
  return period && period.to < today ? { date: period.to, doubts: ["bad_date"], guessed: true } : undefined;
}

/** "in january", "pada januari", "bulan januari". */
function monthNamed(piece: Piece, before: Piece | undefined): number | undefined {
  const words = piece.lower.split(" ");
  const led = MONTH_LEADS.has(words.length > 1 ? (words[0] ?? "") : (before?.lower ?? ""));
  return led ? MONTHS[words.at(-1) ?? ""] : undefined;
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

/**
 * A day as a person names it, before it is known whether they look back (spending) or ahead (reminders), and
 * the one place where it becomes a date of the user's calendar (SPEC S4).
 */
import { addDays, addMonths, daysBetween, isDate, spanOf, weekdayOf } from "../kernel/calendar.ts";
import type { IsoDate, Weekday } from "../kernel/types.ts";

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

export type When =
  /** `null` days: "the other day", which is no date. */
  | { readonly type: "offset"; readonly days: number | null; readonly unsure: boolean }
  | { readonly type: "weekday"; readonly day: Weekday; readonly which: "bare" | "last" | "this" | "next" }
  | {
      readonly type: "calendar";
      readonly day: number;
      readonly month: number;
      readonly year?: number | undefined;
    }
  | { readonly type: "monthDay"; readonly day: number }
  | { readonly type: "monthEnd" }
  | { readonly type: "ago" | "ahead"; readonly count: number; readonly unit: Unit };

/** The day, and whether it can only mean that day; or null when there is no such day. */
type Resolved = { readonly date: IsoDate; readonly sure: boolean } | null;

type Toward = "past" | "future";

const JUST_PASSED_DAYS = 60;

/** The date of `when`, seen from `today` (both days in the user's zone). */
export function resolveWhen(when: When, today: IsoDate, toward: Toward): Resolved {
  if (when.type === "offset") {
    return when.days === null ? null : { date: addDays(today, when.days), sure: !when.unsure };
  }
  if (when.type === "weekday") return weekday(when.day, when.which, { today, toward });
  if (when.type === "calendar") return calendarDay(when, today, toward);
  if (when.type === "monthDay") return monthDay(when.day, today, toward);
  if (when.type === "monthEnd") {
    const end = spanOf("month", today).to;
    if (toward === "future" || end === today) return { date: end, sure: true };
    return { date: spanOf("month", addMonths(today, -1)).to, sure: false };
  }
  return { date: step(today, when.type === "ago" ? -when.count : when.count, when.unit), sure: true };
}

function step(today: IsoDate, count: number, unit: Unit): IsoDate {
  if (unit === "week") return addDays(today, count * 7);
  if (unit === "month") return addMonths(today, count);
  if (unit === "year") return addMonths(today, count * 12);
  return unit === "day" ? addDays(today, count) : today;
}

function weekday(
  day: Weekday,
  which: "bare" | "last" | "this" | "next",
  { today, toward }: { readonly today: IsoDate; readonly toward: Toward },
): Resolved {
  const current = weekdayOf(today);
  const back = (current - day + 7) % 7 || 7;
  const ahead = (day - current + 7) % 7 || 7;
  if (which === "last") return { date: addDays(today, -back), sure: true };
  if (which === "this") return { date: addDays(today, day - current), sure: day !== current };
  if (which === "next") {
    // "Next Friday" on a Wednesday is the one of next week for most people, and this week's for some.
    return { date: addDays(today, 7 - current + day), sure: day <= current };
  }
  return { date: addDays(today, toward === "past" ? -back : ahead), sure: day !== current };
}

function calendarDay(when: When & { type: "calendar" }, today: IsoDate, toward: Toward): Resolved {
  const inYear = (year: number): IsoDate =>
    `${String(year).padStart(4, "0")}-${String(when.month).padStart(2, "0")}-${String(when.day).padStart(2, "0")}`;
  const thisYear = Number(today.slice(0, 4));
  if (when.year !== undefined)
    return isDate(inYear(when.year)) ? { date: inYear(when.year), sure: true } : null;
  const step = toward === "past" ? -1 : 1;
  const first = inYear(thisYear);
  const wrongWay = toward === "past" ? first > today : first < today;
  if (isDate(first) && !wrongWay) return { date: first, sure: true };
  const other = inYear(thisYear + step);
  if (!isDate(other)) return null;
  // A day of spending that lies ahead this year is more often a slip or a plan than a year ago; and a reminder for a day
  // that has just passed is hardly for a year from now.
  const justPassed = isDate(first) && daysBetween(first, today) <= JUST_PASSED_DAYS;
  return { date: other, sure: toward === "future" && !justPassed };
}

function monthDay(day: number, today: IsoDate, toward: Toward): Resolved {
  const direction = toward === "past" ? -1 : 1;
  for (let months = 0; months < 4; months += 1) {
    const month = addMonths(`${today.slice(0, 8)}01`, months * direction).slice(0, 8);
    const date = `${month}${String(day).padStart(2, "0")}`;
    const reached = toward === "past" ? date <= today : date > today || (months === 0 && date === today);
    if (isDate(date) && reached) return { date, sure: toward === "past" || date !== today };
  }
  return null;
}

/** The stretch of days that a question is about (SPEC S7), in the user's zone and from their first day of the week. */
import { addDays, addMonths, spanOf } from "../kernel/calendar.ts";
import type { Period } from "../kernel/reading.ts";
import type { IsoDate, Weekday } from "../kernel/types.ts";
import type { DateMeaning } from "./date-pieces.ts";
import type { OpenPeriod } from "./period-words.ts";
import { resolveWhen } from "./when.ts";

interface PeriodSetting {
  readonly today: IsoDate;
  readonly weekStart: Weekday;
}

/** Before any record. */
const EARLIEST = "2000-01-01";
const LATEST_DAYS = 366;

/** The named stretches that a Period has a name for; the rest come out as ranges. */
export function namedPeriod(name: string, { today, weekStart }: PeriodSetting): Period | undefined {
  const span = (unit: "week" | "month" | "year", date: IsoDate) => spanOf(unit, date, weekStart);
  if (name === "today") return { name, from: today, to: today };
  if (name === "this_week") return { name, ...span("week", today) };
  if (name === "last_week") return { name, ...span("week", addDays(today, -7)) };
  if (name === "next_week") return { name: "range", ...span("week", addDays(today, 7)) };
  if (name === "this_month") return { name, ...span("month", today) };
  if (name === "last_month") return { name, ...span("month", addMonths(today, -1)) };
  if (name === "next_month") return { name: "range", ...span("month", addMonths(today, 1)) };
  if (name === "this_year") return { name, ...span("year", today) };
  if (name === "last_year") return { name, ...span("year", addMonths(today, -12)) };
  if (name === "next_year") return { name: "range", ...span("year", addMonths(today, 12)) };
  if (name === "all") return { name, from: EARLIEST, to: addDays(today, LATEST_DAYS) };
  const saturday = addDays(spanOf("week", today, 1).from, name === "last_weekend" ? -2 : 5);
  return name.endsWith("weekend") ? { name: "range", from: saturday, to: addDays(saturday, 1) } : undefined;
}

function openPeriod(open: OpenPeriod, { today }: PeriodSetting): Period {
  if (open.type === "lastN") {
    const days = { day: open.count, week: open.count * 7, month: 0, year: 0, hour: 1, minute: 1 }[open.unit];
    const from =
      days > 0 ? addDays(today, 1 - days) : addMonths(today, -open.count * (open.unit === "year" ? 12 : 1));
    return { name: "range", from, to: today };
  }
  if (open.type === "year") {
    const span = spanOf("year", `${open.year}-01-01`);
    return open.since ? { name: "range", from: span.from, to: today } : { name: "year", ...span };
  }
  const thisYear = Number(today.slice(0, 4));
  const month = String(open.month).padStart(2, "0");
  const year = open.year ?? (`${thisYear}-${month}` > today.slice(0, 7) ? thisYear - 1 : thisYear);
  const span = spanOf("month", `${year}-${month}-01`);
  return open.since ? { name: "range", from: span.from, to: today } : { name: "month", ...span };
}

/** The stretch that one time expression names; undefined when it names none. */
export function periodOf(date: DateMeaning, setting: PeriodSetting): Period | undefined {
  if (date.period !== undefined) return namedPeriod(date.period, setting);
  if (date.open !== undefined) return openPeriod(date.open, setting);
  if (date.when === undefined) return undefined;
  if (date.when.type === "ago" && date.when.unit !== "day") return undefined;
  const day = resolveWhen(date.when, setting.today, "past")?.date;
  if (day === undefined) return undefined;
  if (day === setting.today) return { name: "today", from: day, to: day };
  return { name: day === addDays(setting.today, -1) ? "yesterday" : "day", from: day, to: day };
}

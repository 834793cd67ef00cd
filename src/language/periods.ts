/** The stretch of days that a question is about (SPEC S7), in the user's zone and from their first day of the week. */
import { addDays, addMonths, spanOf } from "../kernel/calendar.ts";
import type { Period } from "../kernel/question.ts";
import type { IsoDate, Weekday } from "../kernel/types.ts";
import type { DateMeaning } from "./date-pieces.ts";
import type { OpenPeriod } from "./period-words.ts";
import { type Span, spanDays } from "./spans.ts";
import { resolveWhen } from "./when.ts";

interface PeriodSetting {
  readonly today: IsoDate;
  readonly weekStart: Weekday;
}

/** Before any record. */
const EARLIEST = "2000-01-01";
const LATEST_DAYS = 366;

type Stretch = (setting: PeriodSetting) => Period;

function dayThat(name: "today" | "yesterday", days: number): Stretch {
  return ({ today }) => ({ name, from: addDays(today, days), to: addDays(today, days) });
}

/** The week, month or year that is `steps` away from the one of today. */
function spanThat(name: Period["name"], unit: "week" | "month" | "year", steps: number): Stretch {
  return ({ today, weekStart }) => {
    const inIt =
      unit === "week" ? addDays(today, 7 * steps) : addMonths(today, unit === "year" ? 12 * steps : steps);
    return { name, ...spanOf(unit, inIt, weekStart) };
  };
}

/** The three months that are `steps` away from those of today. */
function quarterThat(steps: number): Stretch {
  return ({ today }) => {
    const month = Number(today.slice(5, 7));
    const first = addMonths(`${today.slice(0, 8)}01`, -((month - 1) % 3) + 3 * steps);
    return { name: "range", from: first, to: addDays(addMonths(first, 3), -1) };
  };
}

/** The weekend of this week (from Monday), or of the one before. */
function weekend(days: number): Stretch {
  return ({ today }) => {
    const saturday = addDays(spanOf("week", today, 1).from, days);
    return { name: "range", from: saturday, to: addDays(saturday, 1) };
  };
}

/** The stretches that have a name; those that a Period has no name for come out as ranges. */
const NAMED = {
  today: dayThat("today", 0),
  yesterday: dayThat("yesterday", -1),
  this_week: spanThat("this_week", "week", 0),
  last_week: spanThat("last_week", "week", -1),
  next_week: spanThat("range", "week", 1),
  this_month: spanThat("this_month", "month", 0),
  last_month: spanThat("last_month", "month", -1),
  next_month: spanThat("range", "month", 1),
  this_quarter: quarterThat(0),
  last_quarter: quarterThat(-1),
  this_year: spanThat("this_year", "year", 0),
  last_year: spanThat("last_year", "year", -1),
  next_year: spanThat("range", "year", 1),
  last_weekend: weekend(-2),
  weekend: weekend(5),
  all: ({ today }) => ({ name: "all", from: EARLIEST, to: addDays(today, LATEST_DAYS) }),
} as const satisfies Readonly<Record<string, Stretch>>;

type Named = keyof typeof NAMED;

export function namedPeriod(name: Named, setting: PeriodSetting): Period {
  return NAMED[name](setting);
}

function isNamed(name: string): name is Named {
  return Object.hasOwn(NAMED, name);
}

function spanPeriod({ from, to }: Span, setting: PeriodSetting): Period | undefined {
  const { today } = setting;
  if (from.type === "period") {
    const first = isNamed(from.period) ? namedPeriod(from.period, setting).from : today;
    return first > today ? undefined : { name: "range", from: first, to: today };
  }
  const days = spanDays(from, to, today);
  return days && { name: "range", ...days };
}

/** Of the year that is named, else the latest one that has begun. */
function quarterPeriod(quarter: number, year: number | undefined, today: string): Period {
  const month = String(quarter * 3 - 2).padStart(2, "0");
  const thisYear = Number(today.slice(0, 4));
  const begun = `${thisYear}-${month}-01` <= today ? thisYear : thisYear - 1;
  const from = `${year ?? begun}-${month}-01`;
  return { name: "range", from, to: addDays(addMonths(from, 3), -1) };
}

function openPeriod(open: OpenPeriod, setting: PeriodSetting): Period | undefined {
  const { today } = setting;
  if (open.type === "span") return spanPeriod(open, setting);
  if (open.type === "quarter") return quarterPeriod(open.quarter, open.year, today);
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
  if (date.period !== undefined) return isNamed(date.period) ? namedPeriod(date.period, setting) : undefined;
  if (date.open !== undefined) return openPeriod(date.open, setting);
  if (date.when === undefined) return undefined;
  if (date.when.type === "ago" && date.when.unit !== "day") return undefined;
  const day = resolveWhen(date.when, setting.today, "past")?.date;
  if (day === undefined) return undefined;
  if (day === setting.today) return { name: "today", from: day, to: day };
  return { name: day === addDays(setting.today, -1) ? "yesterday" : "day", from: day, to: day };
}

/** English names: of days, periods and categories. */
import { DateTime } from "luxon";
import { addDays } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import type { Period } from "../kernel/question.ts";
import type { IsoDate } from "../kernel/types.ts";

export const WEEKDAYS = [
  "",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const CATEGORIES = dictionary<string>({
  side_income: "side income",
  other_income: "other income",
});

export function date(day: IsoDate, today: IsoDate): string {
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  return DateTime.fromISO(day)
    .setLocale("en-GB")
    .toFormat(sameYear ? "ccc d LLL" : "ccc d LLL yyyy");
}

export function day(of: IsoDate, today: IsoDate): string {
  if (of === today) return "today";
  return of === addDays(today, -1) ? "yesterday" : date(of, today);
}

export function period({ name, from, to }: Period, today: IsoDate): string {
  const month = DateTime.fromISO(from).setLocale("en-GB");
  switch (name) {
    // As it was meant when it was asked, which may be a day ago.
    case "today":
    case "yesterday":
    case "day":
      return day(from, today);
    case "this_week":
      return "this week";
    case "last_week":
      return "last week";
    case "this_month":
      return "this month";
    case "last_month":
      return "last month";
    case "month":
      return month.toFormat("LLLL yyyy");
    case "this_year":
      return "this year";
    case "last_year":
      return "last year";
    case "year":
      return month.toFormat("yyyy");
    case "range":
      return from === to ? day(from, today) : `${date(from, today)} to ${date(to, today)}`;
    case "all":
      return "so far";
  }
}

/** Names of periods that are a day, or can be one. */
const ONE_DAY: ReadonlySet<Period["name"]> = new Set(["today", "yesterday", "day", "range"]);

/** The period in a sentence. */
export function during(of: Period, today: IsoDate): string {
  const name = period(of, today);
  if (of.name === "month" || of.name === "year") return `in ${name}`;
  if (of.name === "range" && of.from !== of.to) return `from ${name}`;
  if (ONE_DAY.has(of.name) && !/^(today|yesterday)$/.test(name)) return `on ${name}`;
  return name;
}

/**
 * Days in the user's zone. A date of spending is a DATE there, never a UTC midnight (SPEC S4), so this is the
 * one place where instants become days and days become periods.
 */
import { DateTime, IANAZone } from "luxon";
import type { IsoDate, Weekday } from "./types.ts";

const DAY_MS = 24 * 3_600_000;

/** Whether `zone` is an IANA zone that this machine knows. */
export function isZone(zone: string): boolean {
  return IANAZone.isValidZone(zone);
}

/** A day of a zone, from its first instant (ms) to that of the next. */
interface Day {
  readonly date: IsoDate;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The latest day that each zone was asked about: every message asks for its today, and a zone's rules take long to
 * look up. A name of a zone may come in any letter case, so there is an end to them.
 */
const latest = new Map<string, Day>();
const MOST_ZONES = 1_000;

/** The calendar day of an instant (ms) in an IANA zone. */
export function dayOf(instantMs: number, zone: string): IsoDate {
  const known = latest.get(zone);
  if (known && instantMs >= known.fromMs && instantMs < known.toMs) return known.date;
  const date = iso(DateTime.fromMillis(instantMs, { zone }));
  const [fromMs, toMs] = [firstInstant(date, zone), firstInstant(addDays(date, 1), zone)];
  // What is no day, of a time or a zone that does not exist, is answered and not remembered.
  if (instantMs >= fromMs && instantMs < toMs) {
    if (latest.size >= MOST_ZONES) latest.clear();
    latest.set(zone, { date, fromMs, toMs });
  }
  return date;
}

/** The first instant (ms) of a day in an IANA zone; where a clock change swallows midnight, the first one after it. */
export function startOfDay(date: IsoDate, zone: string): number {
  const known = latest.get(zone);
  return known?.date === date ? known.fromMs : firstInstant(date, zone);
}

function firstInstant(date: IsoDate, zone: string): number {
  return DateTime.fromISO(date, { zone }).startOf("day").toMillis();
}

/** Days are calculated in UTC, where each has 24 hours. */
function utc(date: IsoDate): DateTime {
  return DateTime.fromISO(date, { zone: "utc" });
}

/** The free format takes twenty times as long, and days are reckoned with everywhere. */
function iso(moment: DateTime): IsoDate {
  return moment.toISODate() ?? String(moment);
}

/** Whether the text is a calendar day that exists: not 2026-02-30. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && utc(text).isValid;
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return iso(utc(date).plus({ days }));
}

/** Adds months and keeps to the last day where the month is shorter: Jan 31 + 1 = Feb 28. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  return iso(utc(date).plus({ months }));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((utc(to).toMillis() - utc(from).toMillis()) / DAY_MS);
}

/** 1 = Monday … 7 = Sunday. */
export function weekdayOf(date: IsoDate): Weekday {
  return utc(date).weekday as Weekday;
}

/** First and last day of the user's week, month or year around `date`. */
export function spanOf(
  unit: "day" | "week" | "month" | "year",
  date: IsoDate,
  weekStart: Weekday = 1,
): { from: IsoDate; to: IsoDate } {
  if (unit === "day") return { from: date, to: date };
  if (unit === "week") {
    const from = addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
    return { from, to: addDays(from, 6) };
  }
  return { from: iso(utc(date).startOf(unit)), to: iso(utc(date).endOf(unit)) };
}

/**
 * When what comes again comes next (SPEC S5): worked out from the anchor day, the wall time and the zone, never by adding
 * hours. So the 31st stays the 31st behind a short month, and a clock change neither loses nor doubles a moment.
 *
 *   daily · weekly:MO · monthly:31 · yearly:02-29, each with /N for every N (SPEC S15); null comes once
 */
import { DateTime } from "luxon";
import { addDays, addMonths, dayOf, daysBetween, weekdayOf } from "./calendar.ts";
import type { Recurrence } from "./reading.ts";
import type { IsoDate, Weekday } from "./types.ts";

export interface Schedule {
  /** Null: once, on `anchorOn`. */
  readonly recurrence: Recurrence | null;
  /** The day that comes once, or the first day that may be one. */
  readonly anchorOn: IsoDate;
  /** `HH:MM` on the clock of `zone`. */
  readonly wallTime: string;
  /** IANA zone. */
  readonly zone: string;
}

/** A due moment: its day, and its instant in ms. */
export interface Occurrence {
  readonly on: IsoDate;
  readonly atMs: number;
}

/** A recurrence, taken apart. */
export type Rule =
  | { readonly unit: "day"; readonly every: number }
  | { readonly unit: "week"; readonly every: number; readonly weekday: Weekday }
  | { readonly unit: "month"; readonly every: number; readonly day: number }
  | { readonly unit: "year"; readonly every: number; readonly month: number; readonly day: number };

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** @returns null when it is not written as in SPEC S15 */
export function parseRecurrence(recurrence: Recurrence): Rule | null {
  const match =
    /^(daily|weekly:(MO|TU|WE|TH|FR|SA|SU)|monthly:(\d{1,2})|yearly:(\d{2})-(\d{2}))(?:\/(\d{1,3}))?$/.exec(
      recurrence,
    );
  const every = Number(match?.[6] ?? 1);
  if (!match || every < 1) return null;
  if (match[2] !== undefined)
    return { unit: "week", every, weekday: (WEEKDAYS.indexOf(match[2]) + 1) as Weekday };
  if (match[3] !== undefined) {
    const day = Number(match[3]);
    return day >= 1 && day <= 31 ? { unit: "month", every, day } : null;
  }
  if (match[4] === undefined) return { unit: "day", every };
  const [month, day] = [Number(match[4]), Number(match[5])];
  // 2024 is a leap year: 29 February is a day of some years.
  return DateTime.utc(2024, month, day).isValid ? { unit: "year", every, month, day } : null;
}

/** The instant (ms) of a wall time on a day; where a clock change skips it, as much later; where it comes twice, the first. */
export function instantOf(on: IsoDate, wallTime: string, zone: string): number {
  return DateTime.fromISO(`${on}T${wallTime}`, { zone }).toMillis();
}

/** The `index`th day of the rule, counted from the anchor; the first may lie before it. */
function dayAt(rule: Rule, anchorOn: IsoDate, index: number): IsoDate {
  const steps = index * rule.every;
  switch (rule.unit) {
    case "day":
      return addDays(anchorOn, steps);
    case "week":
      return addDays(anchorOn, ((rule.weekday - weekdayOf(anchorOn) + 7) % 7) + 7 * steps);
    case "month":
      return dayOfMonth(addMonths(`${anchorOn.slice(0, 7)}-01`, steps), rule.day);
    case "year":
      return dayOfMonth(
        `${String(Number(anchorOn.slice(0, 4)) + steps).padStart(4, "0")}-${String(rule.month).padStart(2, "0")}-01`,
        rule.day,
      );
  }
}

/** The day of the month, or the last where the month is shorter. */
function dayOfMonth(firstOfMonth: IsoDate, day: number): IsoDate {
  const last = daysBetween(firstOfMonth, addMonths(firstOfMonth, 1));
  return `${firstOfMonth.slice(0, 8)}${String(Math.min(day, last)).padStart(2, "0")}`;
}

const DAYS_IN = { day: 1, week: 7, month: 31, year: 366 } as const;

/**
 * The first due moment after an instant.
 * @param afterMs excluded
 * @returns null when there is none: it comes once and has been, or its schedule cannot be read
 */
export function nextOccurrence(schedule: Schedule, afterMs: number): Occurrence | null {
  const { recurrence, anchorOn, wallTime, zone } = schedule;
  const occurrence = (on: IsoDate): Occurrence => ({ on, atMs: instantOf(on, wallTime, zone) });
  if (recurrence === null) {
    const once = occurrence(anchorOn);
    return once.atMs > afterMs ? once : null;
  }
  const rule = parseRecurrence(recurrence);
  if (rule === null || Number.isNaN(instantOf(anchorOn, wallTime, zone))) return null;
  const today = dayOf(afterMs, zone);
  // A safe way short of it: no step is longer than this.
  let index = Math.max(
    0,
    Math.floor((daysBetween(anchorOn, today) - 1) / (DAYS_IN[rule.unit] * rule.every)) - 1,
  );
  for (;;) {
    const next = occurrence(dayAt(rule, anchorOn, index));
    if (next.on >= anchorOn && next.atMs > afterMs) return next;
    index += 1;
  }
}

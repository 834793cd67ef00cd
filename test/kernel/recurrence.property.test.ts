/**
 * What comes again comes on each of its days, once, at its wall time, in zones with clock changes and without
 * (SPEC S5). The days are counted here one by one, which the code never does.
 */
import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween, weekdayOf } from "../../src/kernel/calendar.ts";
import { nextOccurrence, type Occurrence, type Schedule } from "../../src/kernel/recurrence.ts";
import { runs } from "../support/runs.ts";

const ZONES = [
  "Asia/Kuala_Lumpur",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "UTC",
];
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const YEARS = 5;

const lastDay = (day: string): number => DateTime.fromISO(day).daysInMonth ?? 0;
const dayIn = (day: string): number => Number(day.slice(8));
const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Whether the rule, counted from the anchor, has this day; said anew, in the plainest way. */
function hasDay(recurrence: string, anchorOn: string, day: string): boolean {
  if (day < anchorOn) return false;
  const [rule = "", every = "1"] = recurrence.split("/");
  const [unit, detail = ""] = rule.split(":");
  const n = Number(every);
  switch (unit) {
    case "daily":
      return daysBetween(anchorOn, day) % n === 0;
    case "weekly": {
      let first = anchorOn;
      while (WEEKDAYS[weekdayOf(first) - 1] !== detail) first = addDays(first, 1);
      return day >= first && daysBetween(first, day) % (7 * n) === 0;
    }
    case "monthly":
      return (
        dayIn(day) === Math.min(Number(detail), lastDay(day)) &&
        (monthsOf(day) - monthsOf(anchorOn)) % n === 0
      );
    default: {
      const [month = "", of = ""] = detail.split("-");
      const years = Number(day.slice(0, 4)) - Number(anchorOn.slice(0, 4));
      return (
        day.slice(5, 7) === month && dayIn(day) === Math.min(Number(of), lastDay(day)) && years % n === 0
      );
    }
  }
}

const every = fc.constantFrom("", "/2", "/3", "/5");
const anyRecurrence = fc.oneof(
  every.map((n) => `daily${n}`),
  fc.tuple(fc.constantFrom(...WEEKDAYS), every).map(([day, n]) => `weekly:${day}${n}`),
  fc.tuple(fc.constantFrom(1, 15, 28, 29, 30, 31), every).map(([day, n]) => `monthly:${day}${n}`),
  fc
    .tuple(fc.constantFrom("02-29", "02-28", "12-31", "03-08"), fc.constantFrom("", "/2"))
    .map(([day, n]) => `yearly:${day}${n}`),
);
const anyWallTime = fc.oneof(
  fc.constantFrom("00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "09:00", "23:59"),
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`),
);
const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  recurrence: anyRecurrence,
  anchorOn: fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2023-01-01", days)),
  wallTime: anyWallTime,
  zone: fc.constantFrom(...ZONES),
});

/** Every moment of a schedule, each asked for from the one before. */
function moments(schedule: Schedule, untilDay: string): Occurrence[] {
  const found: Occurrence[] = [];
  let next = nextOccurrence(schedule, Date.parse(`${schedule.anchorOn}T00:00:00Z`) - 2 * 86_400_000);
  while (next && next.on < untilDay) {
    found.push(next);
    next = nextOccurrence(schedule, next.atMs);
  }
  return found;
}

describe("over five years", () => {
  test("none is lost, none is doubled, and each is at its wall time", () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const { anchorOn, recurrence, wallTime, zone } = schedule;
        const until = addDays(anchorOn, YEARS * 365);
        const wanted: string[] = [];
        for (let day = anchorOn; day < until; day = addDays(day, 1))
          if (hasDay(recurrence ?? "", anchorOn, day)) wanted.push(day);
        const found = moments(schedule, until);
        expect(found.map(({ on }) => on)).toEqual(wanted);
        for (const [position, { on, atMs }] of found.entries()) {
          expect(atMs).toBeGreaterThan(found[position - 1]?.atMs ?? 0);
          const there = DateTime.fromMillis(atMs, { zone });
          const shown = there.toFormat("yyyy-MM-dd HH:mm");
          if (shown === `${on} ${wallTime}`) continue;
          // Only where a clock change skips the wall time: then it is as much later, within the hour or so.
          expect(DateTime.fromISO(`${on}T${wallTime}`, { zone }).toFormat("HH:mm")).not.toBe(wallTime);
          expect(there.offset).not.toBe(DateTime.fromMillis(atMs - 3 * 3_600_000, { zone }).offset);
        }
      }),
      { numRuns: runs(25) },
    );
  }, 60_000);

  test("whatever moment it is asked at, the answer is the first one after it", () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: YEARS * 365 * 24 * 60 }), (schedule, minutes) => {
        const asked = Date.parse(`${schedule.anchorOn}T00:00:00Z`) + minutes * 60_000;
        const next = nextOccurrence(schedule, asked);
        const before = next && nextOccurrence(schedule, next.atMs - 1);
        expect(before).toEqual(next);
        expect(next?.atMs).toBeGreaterThan(asked);
        // In between there is none.
        const wait = (next?.atMs ?? 0) - asked;
        for (const part of [0.25, 0.5, 0.75])
          expect(nextOccurrence(schedule, asked + Math.floor(wait * part))).toEqual(next);
      }),
      { numRuns: runs(300) },
    );
  }, 60_000);
});

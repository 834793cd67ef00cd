/**
 * Days belong to the user's zone (SPEC S4): the day of an instant, and the weeks and months around a day, must be
 * right on the days when clocks change and months end.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  isDate,
  isZone,
  spanOf,
  startOfDay,
  weekdayOf,
} from "../../src/kernel/calendar.ts";
import type { Weekday } from "../../src/kernel/types.ts";

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays("1990-01-01", days));
const anyStart = fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7);

test("the same instant is another day in another zone", () => {
  const lateEvening = Date.parse("2026-03-11T23:30:00+08:00");
  expect(dayOf(lateEvening, "Asia/Kuala_Lumpur")).toBe("2026-03-11");
  expect(dayOf(lateEvening + 30 * 60_000, "Asia/Kuala_Lumpur")).toBe("2026-03-12");
  expect(dayOf(lateEvening, "Pacific/Auckland")).toBe("2026-03-12");
  expect(dayOf(lateEvening, "America/New_York")).toBe("2026-03-11");
});

test("the day is right on both sides of a clock change", () => {
  expect(dayOf(Date.parse("2026-03-29T00:59:59Z"), "Europe/London")).toBe("2026-03-29");
  expect(dayOf(Date.parse("2026-03-29T22:59:59Z"), "Europe/London")).toBe("2026-03-29");
  expect(dayOf(Date.parse("2026-03-29T23:00:00Z"), "Europe/London")).toBe("2026-03-30");
  expect(dayOf(Date.parse("2026-10-25T23:59:59Z"), "Europe/London")).toBe("2026-10-25");
});

test("asked in any order, each instant has the day that the machine's own calendar gives it", () => {
  const zones = ["Asia/Kuala_Lumpur", "Europe/London", "America/Havana", "America/Santiago", "Pacific/Apia"];
  const asked = fc.record({
    zone: fc.constantFrom(...zones),
    // Hours around clock changes, around the day that Samoa left out, and anywhere.
    atMs: fc.oneof(
      fc.integer({ min: 0, max: 48 }).map((hours) => Date.parse("2026-10-24T12:00:00Z") + hours * 3_600_000),
      fc.integer({ min: 0, max: 48 }).map((hours) => Date.parse("2011-12-29T12:00:00Z") + hours * 3_600_000),
      fc.integer({ min: Date.parse("1995-01-01"), max: Date.parse("2037-01-01") }),
    ),
  });
  const calendars = new Map(
    zones.map((zone) => [zone, new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" })]),
  );
  const own = ({ zone, atMs }: { zone: string; atMs: number }): string | undefined =>
    calendars.get(zone)?.format(atMs);
  fc.assert(
    fc.property(fc.array(asked, { minLength: 2, maxLength: 10 }), (all) => {
      for (const one of all) expect(dayOf(one.atMs, one.zone)).toBe(own(one));
      for (const { atMs, zone } of all) {
        const start = startOfDay(dayOf(atMs, zone), zone);
        expect(start).toBeLessThanOrEqual(atMs);
        expect(dayOf(start, zone)).toBe(dayOf(atMs, zone));
        expect(dayOf(start - 1, zone)).not.toBe(dayOf(atMs, zone));
      }
    }),
  );
});

test("a month later keeps to the last day where the month is shorter", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2028-01-31", 1)).toBe("2028-02-29");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
});

test("only days that exist are days", () => {
  expect(["2026-02-28", "2028-02-29", "2026-12-31"].every(isDate)).toBe(true);
  const wrong = [
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "26-03-11",
    "2026-3-1",
    "2026-03-11T00:00",
    "",
  ];
  expect(wrong.filter(isDate)).toEqual([]);
});

test("only zones that the machine knows are zones", () => {
  expect(["Asia/Kuala_Lumpur", "Europe/London", "UTC"].every(isZone)).toBe(true);
  expect(["Asia/Nowhere", "", "KL", "../etc/passwd"].filter(isZone)).toEqual([]);
});

test("so many days on and back is the same day, and counts as so many days", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (day, days) => {
      const other = addDays(day, days);
      expect(addDays(other, -days)).toBe(day);
      expect(daysBetween(day, other)).toBe(days);
      expect(isDate(other)).toBe(true);
    }),
  );
});

test("a week has seven days, begins on the user's first day and holds the day it was asked for", () => {
  fc.assert(
    fc.property(anyDay, anyStart, (day, start) => {
      const { from, to } = spanOf("week", day, start);
      expect(weekdayOf(from)).toBe(start);
      expect(daysBetween(from, to)).toBe(6);
      expect(from <= day && day <= to).toBe(true);
    }),
  );
});

test("months and years meet without a gap", () => {
  expect(spanOf("month", "2028-02-10")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(spanOf("year", "2026-06-15")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
  expect(spanOf("day", "2026-06-15")).toEqual({ from: "2026-06-15", to: "2026-06-15" });
  fc.assert(
    fc.property(anyDay, fc.constantFrom("month", "year"), (day, unit) => {
      const { from, to } = spanOf(unit, day);
      expect(spanOf(unit, addDays(to, 1)).from).toBe(addDays(to, 1));
      expect(spanOf(unit, addDays(from, -1)).to).toBe(addDays(from, -1));
    }),
  );
});

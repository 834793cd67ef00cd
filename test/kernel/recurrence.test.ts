/** What comes again in the small: broken rules, and quiet hours (SPEC S5). recurrence.property.test.ts counts the days. */
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { afterQuietHours } from "../../src/kernel/quiet-hours.ts";
import { nextOccurrence } from "../../src/kernel/recurrence.ts";

test("what cannot be read comes never, and nothing hangs", () => {
  const schedule = { recurrence: "daily", anchorOn: "2026-03-11", wallTime: "09:00", zone: "UTC" };
  for (const broken of [{ zone: "Mars/Olympus" }, { wallTime: "29:00" }, { recurrence: "sometimes" }])
    expect(nextOccurrence({ ...schedule, ...broken }, 0)).toBeNull();
});

describe("quiet hours", () => {
  const at = (wall: string, zone = "Asia/Kuala_Lumpur"): number =>
    DateTime.fromISO(wall, { zone }).toMillis();
  const night = { from: "22:00", to: "07:00" };

  test("hold until they end, on the same day or the next", () => {
    const held = (wall: string): number => afterQuietHours(at(wall), night, "Asia/Kuala_Lumpur");
    expect(held("2026-03-11T21:59")).toBe(at("2026-03-11T21:59"));
    expect(held("2026-03-11T22:00")).toBe(at("2026-03-12T07:00"));
    expect(held("2026-03-12T06:59")).toBe(at("2026-03-12T07:00"));
    expect(held("2026-03-12T07:00")).toBe(at("2026-03-12T07:00"));
  });

  test("end at their wall time in a night whose clock changes", () => {
    const zone = "America/New_York";
    expect(afterQuietHours(at("2026-03-07T23:00", zone), night, zone)).toBe(at("2026-03-08T07:00", zone));
  });

  test("that are none, or empty, hold nothing", () => {
    expect(afterQuietHours(5, null, "UTC")).toBe(5);
    expect(afterQuietHours(5, { from: "08:00", to: "08:00" }, "UTC")).toBe(5);
  });
});

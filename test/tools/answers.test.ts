/** The arithmetic of answers: whole minor units, and periods that can be compared. */
import { describe, expect, test } from "vitest";
import type { Period } from "../../src/kernel/question.ts";
import { messagesIn } from "../../src/messages/index.ts";
import { partOf } from "../../src/tools/answers.ts";
import { comparable } from "../../src/tools/comparisons.ts";

const [en, ms] = [messagesIn("en"), messagesIn("ms")];
const TODAY = "2026-03-11";
const march: Period = { name: "this_month", from: "2026-03-01", to: "2026-03-31" };
const february: Period = { name: "last_month", from: "2026-02-01", to: "2026-02-28" };
const january: Period = { name: "month", from: "2026-01-01", to: "2026-01-31" };

describe("a part of an amount", () => {
  test.each([
    [100, 1, 3, 33],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [100, 7, 8, 88],
    [-100, 7, 8, -88],
    [9_007_199_254_740_991, 30, 30, 9_007_199_254_740_991],
    [9_007_199_254_740_991, 7, 9, 7_005_599_420_354_104],
  ])("%i × %i / %i = %i", (amountMinor, times, by, part) => {
    expect(partOf({ amountMinor, currency: "MYR" }, times, by)).toEqual({
      amountMinor: part,
      currency: "MYR",
    });
  });
});

describe("what is compared covers as many days", () => {
  const eleven: Period = { name: "range", from: "2026-02-01", to: "2026-02-11" };

  test("whichever side is still open", () => {
    expect(comparable(march, february, TODAY)).toEqual([march, eleven]);
    expect(comparable(february, march, TODAY)).toEqual([eleven, march]);
  });

  test("two that are over, or as far as each other, stay whole", () => {
    expect(comparable(january, february, TODAY)).toEqual([january, february]);
    expect(comparable(february, march, "2026-03-31")).toEqual([february, march]);
    expect(comparable(february, march, "2026-03-30")).toEqual([february, march]);
  });
});

test("a stretch of one day is called by that day", () => {
  const range = (day: string): Period => ({ name: "range", from: day, to: day });
  expect(en.period(range("2026-03-10"), TODAY)).toBe("yesterday");
  expect(ms.period(range("2026-03-11"), TODAY)).toBe("hari ini");
  expect(en.period(range("2026-03-03"), TODAY)).toBe("Tue 3 Mar");
});

test("lists of both kinds, of one and of many, say when they are cut", () => {
  const both = { kind: "both" } as const;
  expect(en.list(both, "today", ["a"], 1)).toBe("1 entry today:\n• a");
  expect(en.list(both, "today", ["a"], 2)).toBe("2 entries today, showing 1 of 2:\n• a");
  expect(ms.list(both, "hari ini", ["a"], 2)).toBe("2 rekod hari ini, tunjuk 1 daripada 2:\n• a");
  const income = { kind: "income", words: ["ali"] } as const;
  expect(en.list(income, "today", ["a"], 2)).toBe("2 entries of income from ali today, showing 1 of 2:\n• a");
  expect(ms.list(income, "hari ini", ["a"], 1)).toBe("1 rekod pendapatan daripada ali hari ini:\n• a");
});

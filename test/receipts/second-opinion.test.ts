/** Two looks at one picture: where they agree, where they do not, and when a second one is asked for (SPEC S8). */
import { describe, expect, test } from "vitest";
import { extract } from "../../src/receipts/extract.ts";
import type { ReceiptReading } from "../../src/receipts/reading.ts";
import { compared, isDoubtful } from "../../src/receipts/second-opinion.ts";
import { LUNCH, type Printed, readAs } from "../support/receipts.ts";

function reading(rows: readonly Printed[]): ReceiptReading {
  const read = extract(readAs(rows));
  if (read === null) throw new Error("not a receipt");
  return read;
}

const clear = reading(LUNCH);
/** Nothing but a label says what the total is. */
const bare = reading([
  ["Date: 18/01/2026", "12:47"],
  ["Nasi", "20.10"],
  ["TOTAL", "26.60"],
  "PAID WITH THANKS",
]);
const other = reading([
  ["Date: 18/01/2026", "12:47"],
  ["SUBTOTAL", "26.80"],
  ["TOTAL", "26.80"],
  ["CASH", "26.80"],
]);

test("only what the first engine doubts is looked at again", () => {
  expect(isDoubtful(clear)).toBe(false);
  expect(isDoubtful({ ...clear, sure: false, total: null })).toBe(true);
  expect(isDoubtful({ ...clear, sure: false, date: null })).toBe(true);
});

describe("two readings of one picture", () => {
  test("that agree are believed, and recorded when the other was sure by itself", () => {
    expect(bare.sure).toBe(false);
    const both = compared(bare, clear);
    expect(both).toMatchObject({ total: { value: 2660 }, otherTotalMinor: null, sure: true });
    expect(both.total?.confidence).toBeGreaterThan(bare.total?.confidence ?? 1);
  });

  test("that differ are both shown, and never recorded unseen", () => {
    const both = compared(bare, other);
    expect([both.total?.value, both.otherTotalMinor].sort()).toEqual([2660, 2680]);
    expect(both.sure).toBe(false);
  });

  test("that differ by the rounding alone are one total: the rounded one", () => {
    const exact = reading([
      ["Date: 18/01/2026", "12:47"],
      ["SUBTOTAL", "26.58"],
      ["TOTAL", "26.58"],
      ["CASH", "30.00"],
    ]);
    for (const both of [compared(bare, exact), compared(exact, bare)])
      expect(both).toMatchObject({ total: { value: 2660 }, otherTotalMinor: null, sure: false });
  });

  test("fill each other's gaps, with less trust", () => {
    const filled = compared({ ...bare, total: null, date: null }, clear);
    expect(filled).toMatchObject({ total: { value: 2660 }, date: { value: "2026-01-18" }, sure: false });
    expect(filled.total?.confidence).toBeLessThan(clear.total?.confidence ?? 0);
  });

  test("are one where the other saw no receipt", () => {
    expect(compared(bare, null)).toEqual({ ...bare, sure: false });
  });
});

/** Amounts as receipts print them, and as OCR garbles them (SPEC S8). */
import { expect, test } from "vitest";
import { amountsIn, pointlessIn } from "../../src/receipts/fields/amounts.ts";

const values = (text: string): number[] => amountsIn(text).map(({ minor }) => minor);

test.each([
  ["TOTAL 26.60", [2660]],
  ["Total RM1,234.50", [123450]],
  ["2 x 12.50 25.00", [1250, 2500]],
  ["RM .00", [0]],
  ["CASH 20.00 MYR 20.00", [2000, 2000]],
])("%s", (text, amounts) => {
  expect(values(text)).toEqual(amounts);
});

test("a minus, a bracket or a minus behind makes an amount negative", () => {
  expect(values("Rounding -0.02")).toEqual([-2]);
  expect(values("Discount (1.50)")).toEqual([-150]);
  expect(values("Voucher 5.00-")).toEqual([-500]);
  expect(values("Refund RM-12.00")).toEqual([-1200]);
});

test("what OCR does to numbers is put right, in numbers alone", () => {
  expect(values("TOTAL l2.OO")).toEqual([1200]);
  expect(values("SUBTOTAL 4. 90")).toEqual([490]);
  expect(values("Add egg S0.50")).toEqual([50]);
  expect(values("MILO 3IN1 SOLD")).toEqual([]);
});

test("dates, times, percentages, telephones and versions are no amounts", () => {
  for (const text of ["18.01.26", "18/01/2026 12:47", "GST 6.00%", "Tel 03-7728.1234", "NO.49, JALAN 3/12"])
    expect(values(text)).toEqual([]);
});

test("a number that lost its point is found as one", () => {
  expect(pointlessIn("GRAND TOTAL 1000")).toEqual([1000]);
  expect(pointlessIn("INV#1000 A1000")).toEqual([]);
});

/** What a row of a receipt calls itself: a total, a subtotal, cash, change, in English and Malay (SPEC S8). */
import { expect, test } from "vitest";
import { labelsIn } from "../../src/receipts/fields/labels.ts";

const kinds = (text: string): string[] => labelsIn(text).map(({ kind }) => kind);

test.each([
  ["GRAND TOTAL", ["grand"]],
  ["GRANDTOTAL(RM)", ["grand"]],
  ["T O T A L", ["total"]],
  ["Sub Total", ["subtotal"]],
  ["SUBTOTAL", ["subtotal"]],
  ["JUMLAH BESAR", ["grand"]],
  ["JUMLAH KECIL", ["subtotal"]],
  ["TUNAI", ["cash"]],
  ["BAKI", ["change"]],
  ["Cukai Perkhidmatan", ["tax"]],
  ["Total (Excluding GST)", ["total", "excluding", "tax"]],
])("%s", (text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test("letters that OCR confuses, and one that is wrong, change no label", () => {
  expect(kinds("T0TAI")).toEqual(["total"]);
  expect(kinds("TDTAL")).toEqual(["total"]);
  expect(kinds("Gubtotal")).toEqual(["subtotal"]);
});

test("words that only contain a label are none", () => {
  for (const text of ["CASHIER: AMINAH", "CABINET MAGNET", "TAXI", "CASH BILL", "STAINLESS BOWL"])
    expect(kinds(text)).toEqual([]);
});

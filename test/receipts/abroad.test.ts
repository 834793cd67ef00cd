/** Receipts of other countries (SPEC S4, S8): whose money it is, with or without cents, and what is asked when nobody can tell. */
import { describe, expect, test } from "vitest";
import { extract } from "../../src/receipts/extract.ts";
import { ABROAD, type Abroad } from "../support/abroad.ts";
import { type Printed, readAs } from "../support/receipts.ts";

const read = (rows: readonly Printed[]) => extract(readAs(rows));

describe.each(ABROAD)("$name", ({ rows, currency, totalMinor, date, merchant, sure }: Abroad) => {
  test("is read in its own money", () => {
    expect(read(rows)).toMatchObject({
      currency,
      total: { value: totalMinor },
      date: { value: date },
      merchant: { value: merchant },
      sure,
    });
  });
});

const TILL = (mark: string, ...head: readonly string[]): readonly Printed[] => [
  ...head,
  "05/03/2026 12:10",
  ["Milk", `${mark}5.20`],
  ["TOTAL", `${mark}5.20`],
  ["CASH", `${mark}10.00`],
  ["CHANGE", `${mark}4.80`],
];

test("a bare dollar sign is ringgit at a Malaysian till, the dollar of its address elsewhere, and else a question", () => {
  expect(read(TILL("$", "KEDAI AMAN SDN BHD", "Jalan Besar, Ipoh"))).toMatchObject({
    currency: null,
    sure: true,
  });
  expect(read(TILL("$", "FAIR MART", "Bedok, Singapore"))).toMatchObject({ currency: "SGD", sure: true });
  expect(read(TILL("$", "CORNER SHOP", "12 High St"))).toMatchObject({ currency: null, sure: false });
});

test("without a mark the address is a guess, and a name at home is no address", () => {
  expect(read(TILL("", "SOMTAM NUA", "Siam Square, Bangkok"))).toMatchObject({
    currency: "THB",
    sure: false,
  });
  expect(read(TILL("", "BANGKOK LANE SDN BHD", "Jalan Besar, Ipoh"))).toMatchObject({
    currency: null,
    sure: true,
  });
  expect(read(TILL("", "KEDAI AMAN", "No 12, Jalan Besar"))).toMatchObject({ currency: null, sure: true });
});

test("what has cents is not yen, though the mark is the same", () => {
  expect(read(TILL("¥", "XIAO MAI BU", "Nanjing Rd 12"))).toMatchObject({
    currency: "CNY",
    total: { value: 520 },
    sure: false,
  });
});

test("goods in groups of thousands have their names, and add up", () => {
  const [rupiah] = ABROAD;
  expect(read(rupiah?.rows ?? [])?.items).toEqual([
    { description: "Nasi Gudeg", amountMinor: 2_500_000 },
    { description: "Es Teh", amountMinor: 500_000 },
    { description: "Ayam Goreng", amountMinor: 1_500_000 },
  ]);
});

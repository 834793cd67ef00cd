/** Currency, tax, rounding, payment, items and category, from rows of text (SPEC S8). */
import { describe, expect, test } from "vitest";
import { extract } from "../../src/receipts/extract.ts";
import { LUNCH, type Printed, readAs } from "../support/receipts.ts";

const HEAD: readonly Printed[] = ["KEDAI AMAN", ["Date: 18/01/2026", "12:47"]];
const reading = (...rows: readonly Printed[]) => extract(readAs([...HEAD, ...rows]));

test("a lunch is read in full", () => {
  expect(extract(readAs(LUNCH))).toMatchObject({
    merchant: { value: "RESTORAN SELERA KITA SDN BHD" },
    date: { value: "2026-01-18" },
    total: { value: 2660 },
    currency: null,
    taxMinor: 151,
    roundingMinor: -1,
    payment: "cash",
    category: "food",
    items: [
      { description: "Nasi Lemak Ayam", amountMinor: 1900, quantity: 2 },
      { description: "Teh Tarik", amountMinor: 310, quantity: 1 },
      { description: "Sirap Bandung", amountMinor: 300, quantity: 1 },
    ],
  });
});

describe("items", () => {
  test("stand above or below their amounts, too", () => {
    const above = reading(
      ["Item", "Amount"],
      "Smoked Duck Spaghetti",
      ["1x 12.50", "12.50"],
      "Hot Green Tea",
      ["1x 3.00", "3.00"],
      ["TOTAL", "15.50"],
    );
    expect(above?.items.map(({ description }) => description)).toEqual([
      "Smoked Duck Spaghetti",
      "Hot Green Tea",
    ]);
    const below = reading(
      ["Item", "Amount"],
      ["9556173380636", "14.31"],
      "FRUIT PLUS APPLE",
      ["9556296307411", "12.51"],
      "CANDY ASSORTED",
      ["TOTAL", "26.82"],
    );
    expect(below?.items.map(({ description }) => description)).toEqual([
      "FRUIT PLUS APPLE",
      "CANDY ASSORTED",
    ]);
  });

  test("are none when they do not add up", () => {
    expect(reading(["Item", "Amount"], ["Nasi Lemak", "8.00"], ["TOTAL", "15.50"])?.items).toEqual([]);
  });
});

describe("payment", () => {
  test.each([
    [["CASH", "20.00"], "cash"],
    [["TUNAI", "20.00"], "cash"],
    [["VISA XXXX1234", "12.00"], "card"],
    [["TNG eWallet", "12.00"], "ewallet"],
    [["DuitNow", "12.00"], "transfer"],
  ] as const)("%s", (row, method) => {
    expect(reading(["TOTAL", "12.00"], row)?.payment).toBe(method);
  });

  test("a heading says nothing", () => {
    expect(reading("CASH BILL", ["TOTAL", "12.00"], ["Nasi", "12.00"])?.payment).toBeNull();
  });
});

describe("currency", () => {
  test("as it is printed, else the user's own", () => {
    expect(reading(["TOTAL", "RM 12.00"], ["CASH", "RM 12.00"])?.currency).toBe("MYR");
    expect(reading(["TOTAL", "S$12.00"], ["CASH", "S$12.00"])?.currency).toBe("SGD");
    expect(reading(["TOTAL", "12.00"], ["CASH", "12.00"])?.currency).toBeNull();
  });

  test("a bare dollar is of the place in the address", () => {
    expect(reading("313 Orchard Road, Singapore", ["TOTAL", "$12.00"], ["CASH", "$12.00"])?.currency).toBe(
      "SGD",
    );
    expect(reading("Tampoi, Johor Bahru", ["TOTAL", "$12.00"], ["CASH", "$12.00"])?.currency).toBeNull();
  });
});

describe("category", () => {
  test.each([
    ["FARMASI SIHAT SDN BHD", "health"],
    ["PETRONAS JALAN GENTING", "transport"],
    ["PASARAYA HERO", "groceries"],
    ["RESTORAN ALI MAJU", "food"],
    ["MR. D.I.Y. (M) SDN BHD", "shopping"],
  ])("%s is %s", (shop, category) => {
    expect(extract(readAs([shop, ["TOTAL", "12.00"], ["CASH", "12.00"]]))?.category).toBe(category);
  });

  test("what was bought says it when the shop does not", () => {
    const bought = reading(
      ["Item", "Amount"],
      ["Nasi Lemak", "8.00"],
      ["Teh Tarik", "2.00"],
      ["TOTAL", "10.00"],
    );
    expect(bought?.category).toBe("food");
    expect(reading(["TOTAL", "10.00"], ["CASH", "10.00"])?.category).toBe("other");
  });
});

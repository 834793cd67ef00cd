/**
 * Money is exact (SPEC S4): whole minor units, in and out, for every currency, up to the bound and not past it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import {
  exponentOf,
  formatMoney,
  isCurrency,
  maxAmountMinor,
  minorFromDatabase,
  toDecimal,
  toMinor,
} from "../../src/kernel/money.ts";

const currency = fc.constantFrom("MYR", "SGD", "USD", "JPY", "KRW", "KWD", "BHD", "CLF", "IDR");
const money = currency.chain((code) =>
  fc.record({ amountMinor: fc.integer({ min: 1, max: maxAmountMinor(code) }), currency: fc.constant(code) }),
);

test("each currency has its own number of places", () => {
  expect(exponentOf("MYR")).toBe(2);
  expect(exponentOf("JPY")).toBe(0);
  expect(exponentOf("KWD")).toBe(3);
  expect(toMinor("15", "MYR")).toBe(1500);
  expect(toMinor("15", "JPY")).toBe(15);
  expect(toMinor("15", "KWD")).toBe(15_000);
});

test("an amount with more places than its currency has is refused, not rounded; trailing zeros are no places", () => {
  expect(toMinor("15.505", "MYR")).toBeNull();
  expect(toMinor("15.500", "MYR")).toBe(1550);
  expect(toMinor("500.5", "JPY")).toBeNull();
  expect(toMinor("500.00", "JPY")).toBe(500);
});

test("nothing, too much, and what is no plain number are refused", () => {
  for (const text of [
    "0",
    "0.00",
    "",
    ".",
    "1.",
    ".5",
    "-5",
    "+5",
    "1,000",
    "1e9",
    "0x10",
    "1.2.3",
    " 5",
    "5 ",
  ])
    expect(toMinor(text, "MYR"), JSON.stringify(text)).toBeNull();
  for (const text of [
    "Infinity",
    "NaN",
    "٣",
    "１５",
    "1000000000.01",
    "9".repeat(15),
    "9".repeat(16),
    "9".repeat(400),
  ])
    expect(toMinor(text, "MYR"), text.slice(0, 20)).toBeNull();
  expect(toMinor("1000000000", "MYR")).toBe(100_000_000_000);
  expect(toMinor("1000000000", "CLF")).toBe(10_000_000_000_000);
});

test("whatever amount is written out is read back as the same amount", () => {
  fc.assert(
    fc.property(money, (amount) => {
      expect(toMinor(toDecimal(amount), amount.currency)).toBe(amount.amountMinor);
    }),
  );
});

test("Mama writes amounts as Malaysians do, with their sign", () => {
  expect(formatMoney({ amountMinor: 125_050, currency: "MYR" })).toBe("RM1,250.50");
  expect(formatMoney({ amountMinor: 5, currency: "MYR" })).toBe("RM0.05");
  expect(formatMoney({ amountMinor: 100_000_000_000, currency: "MYR" })).toBe("RM1,000,000,000.00");
  expect(formatMoney({ amountMinor: 650, currency: "SGD" })).toBe("S$6.50");
  expect(formatMoney({ amountMinor: 500, currency: "JPY" })).toBe("JPY 500");
  expect(formatMoney({ amountMinor: 1_234_567, currency: "KWD" })).toBe("KWD 1,234.567");
  expect(formatMoney({ amountMinor: -300, currency: "MYR" })).toBe("-RM3.00");
  expect(formatMoney({ amountMinor: 0, currency: "MYR" })).toBe("RM0.00");
});

test("the digits that are shown are the digits that are stored", () => {
  fc.assert(
    fc.property(money, ({ amountMinor, currency: code }) => {
      const digits = formatMoney({ amountMinor, currency: code }).replace(/\D/g, "");
      expect(Number(digits)).toBe(amountMinor);
    }),
  );
});

test("a currency is an ISO 4217 code in capitals", () => {
  expect(["MYR", "SGD", "JPY"].every(isCurrency)).toBe(true);
  expect(["myr", "RM", "", "MYRR", "ZZZ", "constructor"].some(isCurrency)).toBe(false);
});

test("a sum from the database that a number cannot hold exactly is an error, not a wrong figure", () => {
  expect(minorFromDatabase("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
  expect(minorFromDatabase(12n)).toBe(12);
  for (const value of ["9007199254740993", "1.5", "x", 2n ** 60n]) {
    expect(() => minorFromDatabase(value)).toThrow(MamaError);
  }
});

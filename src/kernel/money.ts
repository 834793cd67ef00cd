/**
 * Money is an integer in minor units and an ISO 4217 currency, everywhere (SPEC S4). No float touches it:
 * text becomes minor units digit by digit.
 */
import { MamaError } from "./errors.ts";
import { limits } from "./limits.ts";
import type { Currency, Money } from "./types.ts";

/** ISO 4217 minor unit where it is not 2. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** How Malaysians write the currencies they meet; the rest are written as code and space. */
const SYMBOLS: Readonly<Record<string, string>> = {
  MYR: "RM",
  SGD: "S$",
  USD: "US$",
  EUR: "€",
  GBP: "£",
  THB: "฿",
  IDR: "Rp",
  AUD: "A$",
  HKD: "HK$",
};

const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether `code` is an ISO 4217 currency, upper case. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

/** Digits after the point in this currency: MYR 2, JPY 0, KWD 3. */
export function exponentOf(currency: Currency): number {
  return EXPONENTS[currency] ?? 2;
}

/** The largest amount that may be recorded, in minor units of `currency`. */
export function maxAmountMinor(currency: Currency): number {
  return limits.maxAmountMajor * 10 ** exponentOf(currency);
}

/**
 * Turns plain decimal digits ("1250.5") into minor units, exactly.
 * @param decimal digits with at most one point; no sign, no grouping, no exponent
 * @returns null when the text is not such a number, has more digits after the point than the currency, is
 *          zero, or is above the bound of SPEC S4
 */
export function toMinor(decimal: string, currency: Currency): number | null {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(decimal);
  if (!match) return null;
  const exponent = exponentOf(currency);
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > exponent) return null;
  const amountMinor = Number(`${match[1]}${fraction.padEnd(exponent, "0")}`);
  return amountMinor > 0 && amountMinor <= maxAmountMinor(currency) ? amountMinor : null;
}

/** The amount as decimal digits with its currency's places, without grouping: "1250.50". */
export function toDecimal({ amountMinor, currency }: Money): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, "0");
  const sign = amountMinor < 0 ? "-" : "";
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The amount as Mama writes it: "RM1,250.50", "S$6.50", "JPY 500", "-RM3.00". */
export function formatMoney(money: Money): string {
  const decimal = toDecimal({ ...money, amountMinor: Math.abs(money.amountMinor) });
  const [whole = "0", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const symbol = SYMBOLS[money.currency] ?? `${money.currency} `;
  return `${money.amountMinor < 0 ? "-" : ""}${symbol}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/**
 * A sum that came from the database as text, as a safe integer.
 * @throws MamaError("amount_invalid") past 2^53: a wrong figure is worse than none
 */
export function minorFromDatabase(value: string | number | bigint): number {
  const amountMinor = Number(value);
  if (!Number.isSafeInteger(amountMinor)) {
    throw new MamaError("amount_invalid", "a sum of money is beyond the range that is exact");
  }
  return amountMinor;
}

/**
 * The same number in another currency: "7" that was read as RM7.00 and means S$7.00, or ¥7.
 * @returns null when the other currency has no such amount
 */
export function sameNumberIn(money: Money, currency: Currency): number | null {
  return toMinor(toDecimal(money), currency);
}

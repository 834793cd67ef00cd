/** Numbers and amounts of money at a place in a reply, exactly as written: nothing is rounded and nothing guessed. */
import { dictionary } from "../kernel/dictionary.ts";
import { exponentOf, isCurrency } from "../kernel/money.ts";
import type { Currency, Money } from "../kernel/types.ts";
import { currencyPrefixAt } from "../language/amounts.ts";
import currencies from "../language/data/currencies.json" with { type: "json" };
import { readDecimal, shiftDecimal } from "../language/digits.ts";
import { readSpelled } from "../language/number-words.ts";
import { PhraseTable } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";

interface Quantity {
  /** Plain digits with at most one point; null when the number can not be read exactly ("1.25.0"). */
  readonly decimal: string | null;
  /** In tokens. */
  readonly length: number;
  /** Written in letters. */
  readonly spelled: boolean;
  /** "5k", "3 ribu": such a number is money more often than not. */
  readonly scaled: boolean;
}

interface MoneyHit {
  /** Null when it is money and can not be read exactly. */
  readonly money: Money | null;
  readonly currency: Currency;
  readonly length: number;
  /** The currency stood in front: "RM50 to 100" goes on in it. */
  readonly prefixed: boolean;
}

const MULTIPLIERS = dictionary<number>(currencies.multipliers);
const CENTS = new Set(currencies.cents);
const suffixes = new PhraseTable<string>();
for (const [phrase, code] of Object.entries(currencies.words)) suffixes.add(phrase, code);
for (const code of currencies.codes) {
  if (code !== "try") suffixes.add(code, code === "rmb" ? "CNY" : code.toUpperCase());
}

/** Powers of ten of the word behind a number: "k" and "m" only when written onto it. */
function placesAt(token: Token | undefined): number | undefined {
  const places = token && MULTIPLIERS[token.lower];
  return token !== undefined && token.lower.length === 1 && !token.glued ? undefined : places;
}

/** As the reader takes numbers; dinars with all of their three places, too: "1,000.500". */
function plainDigits(written: string, dotGroups: boolean): string | null {
  if (/^\d{1,3}(,\d{3})+\.\d{3}$/.test(written)) return written.replaceAll(",", "");
  return readDecimal(written, dotGroups)?.decimal ?? null;
}

/** The number at `at`: "1,250.50", "1.2k", "3 ribu", "dua puluh". A lone "one" or "satu" is an article. */
export function quantityAt(tokens: readonly Token[], at: number, dotGroups = false): Quantity | undefined {
  const token = tokens[at];
  if (token?.kind === "number") {
    const places = placesAt(tokens[at + 1]);
    const read = plainDigits(token.text, dotGroups && places === undefined);
    if (places === undefined) return { decimal: read, length: 1, spelled: false, scaled: false };
    const decimal = read === null ? null : shiftDecimal(read, places);
    return { decimal, length: 2, spelled: false, scaled: true };
  }
  const spelled = readSpelled(tokens, at);
  if (spelled === undefined) return undefined;
  const places = placesAt(tokens[at + spelled.length]);
  if (places !== undefined) {
    const decimal = shiftDecimal(String(spelled.value), places);
    return { decimal, length: spelled.length + 1, spelled: true, scaled: true };
  }
  if (spelled.value === 1) return undefined;
  return { decimal: String(spelled.value), length: spelled.length, spelled: true, scaled: false };
}

/** Minor units of plain digits, zero and large sums included; null when the currency has no such amount. */
export function minorOf(decimal: string | null, currency: Currency): number | null {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(decimal ?? "");
  if (!match) return null;
  const exponent = exponentOf(currency);
  const written = match[2] ?? "";
  // "RM1.250" may be a thousand and more, or one ringgit: that is not bent into either.
  if (written.length === 3 && exponent < 3) return null;
  const fraction = written.replace(/0+$/, "");
  if (fraction.length > exponent) return null;
  const amountMinor = Number(`${match[1]}${fraction.padEnd(exponent, "0")}`);
  return Number.isSafeInteger(amountMinor) ? amountMinor : null;
}

function currencyOf(code: string, own: Currency): Currency {
  if (code === "default") return own;
  if (code === "dollar") return currencies.dollarCurrencies.includes(own) ? own : "USD";
  return code;
}

function prefixAt(tokens: readonly Token[], at: number): { code: string; length: number } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (/^[A-Z]{3}$/.test(token.text) && isCurrency(token.text)) return { code: token.text, length: 1 };
  // "Try 50" is advice and no lira.
  return token.lower === "try" ? undefined : currencyPrefixAt(tokens, at);
}

/** Behind ringgit, the sen of the same amount: "5 ringgit 50 sen". */
function centsAfter(tokens: readonly Token[], at: number): { minor: number; length: number } | undefined {
  const more = quantityAt(tokens, at);
  if (more === undefined || !CENTS.has(tokens[at + more.length]?.lower ?? "")) return undefined;
  const minor = minorOf(more.decimal, "JPY");
  return minor === null || minor >= 100 ? undefined : { minor, length: more.length + 1 };
}

/**
 * The amount with a written currency that begins at `at`.
 * @param own the user's currency, which "bucks" are in
 */
export function moneyAt(tokens: readonly Token[], at: number, own: Currency): MoneyHit | undefined {
  const prefix = prefixAt(tokens, at);
  const start = at + (prefix?.length ?? 0);
  const grouped = prefix !== undefined && currencies.dotGrouping.includes(prefix.code);
  const quantity = quantityAt(tokens, start, grouped);
  if (quantity === undefined) return undefined;
  const end = start + quantity.length;
  if (prefix === undefined && CENTS.has(tokens[end]?.lower ?? "")) {
    const amountMinor = exponentOf(own) === 2 ? minorOf(quantity.decimal, "JPY") : null;
    const money = amountMinor === null ? null : { amountMinor, currency: own };
    return { money, currency: own, length: quantity.length + 1, prefixed: false };
  }
  const suffix = suffixes.match(tokens, end);
  const code = prefix?.code ?? suffix?.value;
  if (code === undefined) return undefined;
  const currency = currencyOf(code, own);
  const known = suffix !== undefined && currencyOf(suffix.value, own) === currency ? suffix.length : 0;
  const cents = exponentOf(currency) === 2 ? centsAfter(tokens, end + known) : undefined;
  const minor = minorOf(quantity.decimal, currency);
  return {
    money: minor === null ? null : { amountMinor: minor + (cents?.minor ?? 0), currency },
    currency,
    length: end + known + (cents?.length ?? 0) - at,
    prefixed: prefix !== undefined,
  };
}

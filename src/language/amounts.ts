/**
 * Amounts of money in all the forms of SPEC S4, in minor units. What looks like an amount but cannot be one
 * exactly is returned as a doubt, so that it is asked about and never bent.
 */
import { dictionary } from "../kernel/dictionary.ts";
import { exponentOf, maxAmountMinor, toMinor } from "../kernel/money.ts";
import type { Doubt } from "../kernel/reading.ts";
import type { Currency } from "../kernel/types.ts";
import currencies from "./data/currencies.json" with { type: "json" };
import masks from "./data/masks.json" with { type: "json" };
import { readDecimal, shiftDecimal } from "./digits.ts";
import { readSpelled } from "./number-words.ts";
import { PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

export interface Amount {
  readonly amountMinor: number;
  readonly currency: Currency;
  /** A currency was written; without one a number can be something else. */
  readonly explicit: boolean;
  /** Why this reading of it should be confirmed. */
  readonly soft?: Doubt | undefined;
  /** For a number without currency and fraction: its value, since "lunch at 12" may be an hour. */
  readonly bare?: number | undefined;
}

interface AmountHit {
  readonly length: number;
  readonly amount?: Amount | undefined;
  readonly doubt?: Doubt | undefined;
}

/** What the rest of the message and the user's settings say about numbers without a currency. */
export interface AmountSetting {
  readonly currency: Currency;
  /** Words of the message place it in Indonesia, where "20rb" is rupiah. */
  readonly indonesian: boolean;
}

/** A number before it has a currency. */
interface Figure {
  readonly decimal: string | null;
  readonly length: number;
  readonly soft: boolean;
  readonly spelled: boolean;
  readonly scaleWord?: string | undefined;
}

const PREFIXES = dictionary<string>(currencies.prefixes);
const MULTIPLIERS = dictionary<number>(currencies.multipliers);
const CODES = new Set(currencies.codes);
const CENTS = new Set(currencies.cents);
const TIMES = new Set(masks.times);
const UNITS = new Set(masks.units);
const suffixes = new PhraseTable<string>();
for (const [phrase, code] of Object.entries(currencies.words)) suffixes.add(phrase, code);
for (const code of currencies.codes) suffixes.add(code, code === "rmb" ? "CNY" : code.toUpperCase());
const halves = new PhraseTable<true>();
for (const phrase of masks.half) halves.add(phrase, true);

const ORDINAL = /^(st|nd|rd|th)$/;

function currencyOf(code: string, setting: AmountSetting): Currency {
  if (code === "default") return setting.currency;
  if (code === "dollar")
    return currencies.dollarCurrencies.includes(setting.currency) ? setting.currency : "USD";
  return code;
}

/** A currency sign or code in front of a number: its length in tokens and its code. */
export function currencyPrefixAt(
  tokens: readonly Token[],
  at: number,
): { code: string; length: number } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const sign = tokens[at + 1];
  if (sign?.glued === true && sign.text === "$") {
    const code = PREFIXES[`${token.lower}$`];
    if (code !== undefined) return { code, length: 2 };
  }
  const code = PREFIXES[token.lower] ?? (CODES.has(token.lower) ? token.lower.toUpperCase() : undefined);
  return code === undefined ? undefined : { code: code === "RMB" ? "CNY" : code, length: 1 };
}

/** Digits or number words at `at` with their multiplier: "12k", "1.2 juta", "dua puluh". */
function figureAt(tokens: readonly Token[], at: number, dotGroups: boolean): Figure | undefined {
  const token = tokens[at];
  if (token?.kind !== "number") {
    const spelled = readSpelled(tokens, at);
    return spelled && { decimal: String(spelled.value), length: spelled.length, soft: false, spelled: true };
  }
  const next = tokens[at + 1];
  const places = next === undefined ? undefined : MULTIPLIERS[next.lower];
  const scaled = next !== undefined && places !== undefined && (next.lower !== "m" || next.glued);
  const read = readDecimal(token.text, dotGroups && !scaled);
  const unclearGroup = read !== null && /\.\d{3}$/.test(read.decimal) && !scaled;
  if (!scaled) {
    return {
      decimal: read?.decimal ?? null,
      length: 1,
      soft: read?.soft === true || unclearGroup,
      spelled: false,
    };
  }
  const decimal = read === null ? null : shiftDecimal(read.decimal, places);
  return {
    decimal,
    length: 2,
    soft: read?.soft === true || next.lower === "m",
    spelled: false,
    scaleWord: next.lower,
  };
}

function settle(
  figure: Figure,
  code: string | undefined,
  { setting, cents }: { setting: AmountSetting; cents: boolean },
): AmountHit {
  const rupiah =
    code === undefined && setting.indonesian && currencies.indonesian.includes(figure.scaleWord ?? "");
  const currency = rupiah ? "IDR" : currencyOf(code ?? "default", setting);
  const { decimal } = figure;
  // A sen is a hundredth: a currency with other parts, or none, has no such amount.
  if (decimal === null || (cents && exponentOf(currency) !== 2))
    return { length: figure.length, doubt: "bad_amount" };
  const unclearGroup = /\.\d{3}$/.test(decimal) && exponentOf(currency) < 3;
  if (unclearGroup) return { length: figure.length, doubt: "bad_amount" };
  const amountMinor = toMinor(cents ? centsOf(decimal) : decimal, currency);
  if (amountMinor === null) {
    const large = decimal.replace(/\..*/, "").length > 9;
    return {
      length: figure.length,
      doubt: large || Number(decimal) === 0 ? "amount_out_of_range" : "bad_amount",
    };
  }
  const explicit = code !== undefined || cents;
  const soft = figure.soft ? "bad_amount" : undefined;
  const bare = !explicit && !figure.spelled && /^\d+$/.test(decimal) ? Number(decimal) : undefined;
  return {
    length: figure.length,
    amount: { amountMinor, currency, explicit: explicit || rupiah, soft, bare },
  };
}

/** "50" sen as decimal ringgit. */
function centsOf(decimal: string): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const padded = whole.padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}

/** "15 rm 20": the sign belongs to the number behind it. */
function belongsAhead(tokens: readonly Token[], at: number, length: number): boolean {
  const sign = tokens[at];
  if (sign === undefined || sign.glued || length > 1) return false;
  return currencyPrefixAt(tokens, at) !== undefined && tokens[at + 1]?.kind === "number";
}

/** One amount with its currency, without multiplication: "RM15", "15 ringgit", "50 sen", "dua puluh ringgit". */
function simpleAt(tokens: readonly Token[], at: number, setting: AmountSetting): AmountHit | undefined {
  const prefix = currencyPrefixAt(tokens, at);
  const start = at + (prefix?.length ?? 0);
  const dotGroups = currencies.dotGrouping.includes(
    prefix?.code ?? (setting.indonesian ? "IDR" : setting.currency),
  );
  const figure = figureAt(tokens, start, dotGroups);
  if (figure === undefined) return undefined;
  const end = start + figure.length;
  const suffix = suffixes.match(tokens, end);
  const cents = CENTS.has(tokens[end]?.lower ?? "");
  const spelledAlone = figure.spelled && prefix === undefined && suffix === undefined && !cents;
  if (spelledAlone && Number(figure.decimal) < 10) return undefined;
  // "15 rm 20": the sign belongs to the number behind it.
  const own = suffix !== undefined && !belongsAhead(tokens, end, suffix.length) ? suffix : undefined;
  const code = prefix?.code ?? own?.value;
  const hit = settle(figure, code, { setting, cents });
  const used = (prefix?.length ?? 0) + figure.length + (cents ? 1 : (own?.length ?? 0));
  const clash =
    prefix !== undefined &&
    own !== undefined &&
    currencyOf(prefix.code, setting) !== currencyOf(own.value, setting);
  if (clash) return { length: used, doubt: "two_currencies" };
  if (spelledAlone && hit.amount) return { length: used, amount: { ...hit.amount, soft: "unknown_words" } };
  return { ...hit, length: used };
}

/** An amount that was reckoned, or the doubt that it is more than may be recorded. */
function withinBound(length: number, amount: Amount): AmountHit {
  if (amount.amountMinor > maxAmountMinor(amount.currency)) return { length, doubt: "amount_out_of_range" };
  return { length, amount };
}

/** "5 ringgit 50 sen" is one amount; in a currency without hundredths these are two. */
function withCents(
  tokens: readonly Token[],
  at: number,
  { hit, setting }: { hit: AmountHit; setting: AmountSetting },
): AmountHit {
  const { amount } = hit;
  if (amount?.explicit !== true || exponentOf(amount.currency) !== 2 || amount.amountMinor % 100 !== 0)
    return hit;
  // The sen are of the same money, whatever the user's own is.
  const more = simpleAt(tokens, at + hit.length, { ...setting, currency: amount.currency });
  const isCents = more !== undefined && CENTS.has(tokens[at + hit.length + more.length - 1]?.lower ?? "");
  if (!isCents || more.amount === undefined || more.amount.amountMinor >= 100) return hit;
  const amountMinor = amount.amountMinor + more.amount.amountMinor;
  return withinBound(hit.length + more.length, { ...amount, amountMinor });
}

/** A whole count of at most three digits. */
function countOf(token: Token | undefined): number | undefined {
  return token?.kind === "number" && /^[1-9]\d{0,2}$/.test(token.text) ? Number(token.text) : undefined;
}

function times(length: number, amount: Amount, count: number): AmountHit {
  return withinBound(length, { ...amount, amountMinor: amount.amountMinor * count, bare: undefined });
}

/** "2 x 3.50" and "RM3 x 4". Of two bare numbers the one with a fraction or currency is the price. */
function multipliedAt(tokens: readonly Token[], at: number, setting: AmountSetting): AmountHit | undefined {
  const count = countOf(tokens[at]);
  // "500 pcs x 1.20": a unit may stand between them.
  const unit = UNITS.has(tokens[at + 1]?.lower ?? "") ? 1 : 0;
  if (count !== undefined && TIMES.has(tokens[at + 1 + unit]?.lower ?? "")) {
    const price = simpleAt(tokens, at + 2 + unit, setting);
    if (price?.amount) return asSize(times(2 + unit + price.length, price.amount, count), price.amount, unit);
  }
  const price = simpleAt(tokens, at, setting);
  if (price?.amount === undefined || !TIMES.has(tokens[at + price.length]?.lower ?? "")) return undefined;
  const factor = countOf(tokens[at + price.length + 1]);
  if (factor === undefined) return undefined;
  return times(price.length + 2, price.amount, factor);
}

/** "photo frame 4x6": two whole numbers are as likely a size as a price. */
function asSize(hit: AmountHit, price: Amount, unit: number): AmountHit {
  if (hit.amount === undefined || price.bare === undefined || unit > 0) return hit;
  return { ...hit, amount: { ...hit.amount, soft: "bad_amount" } };
}

/** The amount that begins at `at`, or what is wrong with what looks like one. */
export function amountAt(
  tokens: readonly Token[],
  at: number,
  setting: AmountSetting,
): AmountHit | undefined {
  // "1st" is a place or a day.
  const next = tokens[at + 1];
  if (tokens[at]?.kind === "number" && next?.glued === true && ORDINAL.test(next.lower)) return undefined;
  const half = halves.match(tokens, at)?.length ?? 0;
  if (half > 0) {
    const whole = simpleAt(tokens, at + half, setting);
    if (whole?.amount === undefined) return undefined;
    const amountMinor = Math.round(whole.amount.amountMinor / 2);
    const soft = whole.amount.amountMinor % 2 === 0 ? undefined : ("bad_amount" as const);
    return { length: half + whole.length, amount: { ...whole.amount, amountMinor, soft, bare: undefined } };
  }
  const product = multipliedAt(tokens, at, setting);
  if (product !== undefined) return product;
  const hit = simpleAt(tokens, at, setting);
  return hit === undefined ? undefined : withCents(tokens, at, { hit, setting });
}

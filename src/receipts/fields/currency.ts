/**
 * The currency of a receipt: what it prints beside its amounts, else what its address says. A bare "$" is that of the
 * address; in Malaysia some tills print it for ringgit. Where neither mark nor address tells, the user's own is meant.
 */
import type { Currency } from "../../kernel/types.ts";
import currencies from "../data/currencies.json" with { type: "json" };
import { PhraseList, wordsOf } from "./phrase-search.ts";

export interface PrintedCurrency {
  /** Null when there is nothing to go by: then the user's own is meant. */
  readonly currency: Currency | null;
  /** Its mark is printed, or nothing speaks for another than the user's own. */
  readonly sure: boolean;
  /** The amounts have no cents, whatever the currency is divided into. */
  readonly whole: boolean;
}

const ESCAPED = /[$.*+?^(){}|[\]\\]/g;

/** A mark stands alone, or before a figure. */
function patternOf(mark: string): RegExp {
  const escaped = mark.replace(ESCAPED, "\\$&");
  const before = /^[A-Z]/i.test(mark) ? "(?<![A-Za-z])" : "";
  return new RegExp(`${before}${escaped}(?![A-Za-z])`, "g");
}

type Places = readonly (readonly [place: PhraseList, currency: Currency])[];
const placesOf = (table: Readonly<Record<string, Currency>>): Places =>
  Object.entries(table).map(([place, currency]) => [new PhraseList([place]), currency]);

const MARKS = Object.entries({ ...currencies.marks, ...currencies.wholeMarks }).map(
  ([mark, currency]) => [patternOf(mark), currency] as const,
);
const WHOLE = new Set<Currency>(Object.values(currencies.wholeMarks));
/** Two currencies have one mark: the one with cents. */
const WITH_CENTS = new Map<Currency, Currency>(Object.entries(currencies.withCents));
const DOLLAR_PLACES = placesOf(currencies.dollarPlaces);
const PLACES = placesOf(currencies.places);
const WHOLE_PLACES = placesOf(currencies.wholePlaces);
/** Where other money is used. */
export const PLACE_NAMES: readonly string[] = [
  ...Object.keys(currencies.dollarPlaces),
  ...Object.keys(currencies.places),
  ...Object.keys(currencies.wholePlaces),
];
const MALAYSIA = new PhraseList(currencies.malaysia);
const MALAY = new PhraseList([...currencies.malaysia, ...currencies.malay]);

const CENTS = /\d[.,]\d{2}(?!\d|[.,]\d)/g;
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d]|[.,]\d)/g;
/** So many amounts are no accident. */
const SEVERAL = 2;

const timesIn = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const placeIn = (places: Places, words: string): Currency | undefined =>
  places.find(([place]) => place.has(words))?.[1];

function markedIn(text: string): Currency | undefined {
  const counts = new Map<Currency, number>();
  for (const [pattern, currency] of MARKS) {
    const times = timesIn(text, pattern);
    if (times > 0) counts.set(currency, (counts.get(currency) ?? 0) + times);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

/** @param texts the rows */
export function currencyOf(texts: readonly string[]): PrintedCurrency {
  const text = texts.join("\n");
  const words = wordsOf(text);
  const cents = timesIn(text, CENTS) >= SEVERAL;
  const marked = markedIn(text);
  const currency = marked !== undefined && cents ? (WITH_CENTS.get(marked) ?? marked) : marked;
  if (currency !== undefined) return { currency, sure: currency === marked, whole: WHOLE.has(currency) };
  if (/\$\s?\d/.test(text)) {
    const dollar = placeIn(DOLLAR_PLACES, words);
    // "USA grapes $12.90" of a Malaysian till: the place may be that of the goods.
    if (MALAY.has(words)) return { currency: null, sure: dollar === undefined, whole: false };
    return { currency: dollar ?? null, sure: dollar !== undefined, whole: false };
  }
  if (MALAYSIA.has(words)) return { currency: null, sure: true, whole: false };
  const thousands = !cents && timesIn(text, THOUSANDS) >= SEVERAL;
  // "Bangkok tomyam, Jalan Meru": a dish, and no money of Thailand.
  const place = thousands
    ? placeIn(WHOLE_PLACES, words)
    : MALAY.has(words)
      ? undefined
      : placeIn(PLACES, words);
  return { currency: place ?? null, sure: place === undefined, whole: thousands && place !== undefined };
}

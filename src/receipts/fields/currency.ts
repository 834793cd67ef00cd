/**
 * The currency that a receipt prints beside its amounts; null when it prints none, or a bare "$", which in Malaysia means
 * ringgit on some tills: then the user's own currency is meant, unless the address says whose dollars they are.
 */
import type { Currency } from "../../kernel/types.ts";
import currencies from "../data/currencies.json" with { type: "json" };
import { PhraseList, wordsOf } from "./phrase-search.ts";

const ESCAPED = /[$.*+?^(){}|[\]\\]/g;

/** A mark stands alone, or before a figure. */
function patternOf(mark: string): RegExp {
  const escaped = mark.replace(ESCAPED, "\\$&");
  const before = /^[A-Z]/i.test(mark) ? "(?<![A-Za-z])" : "";
  return new RegExp(`${before}${escaped}(?![A-Za-z])`, "g");
}

const MARKS = Object.entries({ ...currencies.marks, ...currencies.wholeMarks }).map(
  ([mark, currency]) => [patternOf(mark), currency] as const,
);
const DOLLAR_PLACES = Object.entries(currencies.dollarPlaces).map(
  ([place, currency]) => [new PhraseList([place]), currency] as const,
);

/** @param texts the rows */
export function currencyOf(texts: readonly string[]): Currency | null {
  const text = texts.join("\n");
  const counts = new Map<Currency, number>();
  for (const [pattern, currency] of MARKS) {
    const times = text.match(pattern)?.length ?? 0;
    if (times > 0) counts.set(currency, (counts.get(currency) ?? 0) + times);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (most !== undefined) return most[0];
  if (!/\$\s?\d/.test(text)) return null;
  const words = wordsOf(text);
  return DOLLAR_PLACES.find(([place]) => place.has(words))?.[1] ?? null;
}

/**
 * Amounts of advice that are nobody's (SPEC S7): thresholds, prices of one thing, and what general arithmetic begins
 * with. Their words are in data/proposals.json.
 */
import { tableOf } from "../language/phrases.ts";
import words from "./data/proposals.json" with { type: "json" };
import { isTold, isTrailed } from "./proposals.ts";
import { beforeOf, endsWith, rateEnd, wordAt } from "./spot-words.ts";
import type { Spot } from "./spots.ts";

const RATE_WORDS = new Set(words.rateWords);
const RATE_UNITS = new Set(words.rateUnits);
const KINDS = new Set(words.kinds);
const INDEFINITE = new Set(words.indefinite);
const RECKONING = new Set(words.reckoning);
const CURRENCIES = new Set(words.currencies);
const DURATIONS = new Set(Object.keys(words.unitOf));
const ANY_THINGS = new Set(words.anyThings);
const THING_UNITS = new Set(words.thingUnits);
const INCOMES = new Set(words.incomes);
const thresholds = tableOf(words.thresholds);
const strong = tableOf(words.strong);
const alone = tableOf(words.alone);

/** An amount of general truth in a sentence that does nothing else: "even RM2 a day", "a starter fund of RM1,000". */
export function isGeneral(spot: Spot): boolean {
  if (isTold(spot)) return false;
  const before = beforeOf(spot);
  const back = spot.tokens.slice(Math.max(spot.first, before - 5), Math.max(spot.first, before));
  if (wordAt(spot, before) === "of")
    return back.some(({ lower }) => KINDS.has(lower)) && back.some(({ lower }) => INDEFINITE.has(lower));
  const led = endsWith(strong, spot, before) || /^(?:anything|apa-apa)$/.test(wordAt(spot, before - 1));
  if (endsWith(alone, spot, before)) return true;
  return (
    (led || isTrailed(spot)) &&
    (rateEnd(spot) >= 0 || /^(?:under|over|below|above)$/.test(wordAt(spot, before)))
  );
}

/** "RM55 a month is RM660 a year": nothing but amounts, numbers, stretches of time and the words that reckon. */
export function onlyReckons({ tokens, first, last }: Spot): boolean {
  return tokens
    .slice(first, last)
    .every(
      ({ kind, lower }) =>
        kind !== "word" ||
        RECKONING.has(lower) ||
        DURATIONS.has(lower) ||
        RATE_WORDS.has(lower) ||
        RATE_UNITS.has(lower) ||
        CURRENCIES.has(lower),
    );
}

/** "Anything under RM10", "barang lebih RM100": how much, of no thing in particular. */
export function isBound(spot: Spot): boolean {
  const before = beforeOf(spot);
  for (let from = Math.max(spot.first + 1, before - 2); from <= before; from += 1) {
    const whole = thresholds.match(spot.tokens, from)?.length === before - from + 1;
    if (whole && ANY_THINGS.has(wordAt(spot, from - 1))) return true;
  }
  return false;
}

/** "RM1 a cup", "RM3 segelas": what one costs, and no sum of anybody's. */
export function isPrice(spot: Spot): boolean {
  const end = rateEnd(spot);
  return end >= 0 && THING_UNITS.has(wordAt(spot, end - 1)) && !isTold(spot);
}

/** "On a RM3,000 salary": anybody's. */
export function isSomeIncome(spot: Spot): boolean {
  return INDEFINITE.has(wordAt(spot, beforeOf(spot))) && INCOMES.has(wordAt(spot, spot.end));
}

/** "One RM15 delivery a week": what it comes to can be reckoned. */
export function isOneOfThem(spot: Spot): boolean {
  return INDEFINITE.has(wordAt(spot, spot.at - 1)) && rateEnd(spot) >= 0;
}

/** "At RM20 each": what general arithmetic can begin with. */
export function isUnitPrice(spot: Spot): boolean {
  return rateEnd(spot) >= 0 && wordAt(spot, beforeOf(spot)) === "at";
}

/** Numbers written as words in English and Malay: "dua puluh lima", "seratus", "twenty five", "a hundred". */
import { dictionary } from "../kernel/dictionary.ts";
import numbers from "./data/numbers.json" with { type: "json" };
import type { Token } from "./tokens.ts";

const UNITS = dictionary<number>(numbers.units);
const WHOLE = dictionary<number>(numbers.whole);
const TEENS = new Set(numbers.teens);
const TENS = new Set(numbers.tens);
const HUNDREDS = new Set(numbers.hundreds);
const THOUSANDS = new Set(numbers.thousands);

interface SpelledNumber {
  readonly value: number;
  readonly length: number;
}

/** Adds one word to what was read so far: `total` holds closed thousands, `part` the hundreds in the making. */
interface Sum {
  total: number;
  part: number;
  unit: number;
}

function take(sum: Sum, word: string): boolean {
  const whole = WHOLE[word];
  const unit = UNITS[word];
  if (whole !== undefined) sum.part += whole;
  else if (unit !== undefined) {
    if (sum.unit > 0 && (sum.unit < 20 || unit >= 10)) return false;
    sum.unit += unit;
  } else if (TEENS.has(word) && sum.unit > 0) sum.unit += 10;
  else if (TENS.has(word) && sum.unit > 0) sum.unit *= 10;
  else if (HUNDREDS.has(word) && sum.unit > 0) {
    sum.part += sum.unit * 100;
    sum.unit = 0;
  } else if (THOUSANDS.has(word) && sum.unit + sum.part > 0) {
    sum.total += (sum.part + sum.unit) * 1000;
    sum.part = 0;
    sum.unit = 0;
  } else return false;
  if (whole === 1000) {
    sum.total += sum.part;
    sum.part = 0;
  }
  return true;
}

/** The number that begins at `start` in words, or undefined. `a hundred` counts, a lone "a" does not. */
export function readSpelled(tokens: readonly Token[], start: number): SpelledNumber | undefined {
  const sum: Sum = { total: 0, part: 0, unit: 0 };
  let at = start;
  if (tokens[at]?.lower === "a" && isScale(tokens[at + 1]?.lower)) {
    sum.unit = 1;
    at += 1;
  } else if (/^(hundred|thousand)$/.test(tokens[at]?.lower ?? "")) sum.unit = 1;
  for (; at < tokens.length && at - start < 12; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "word" || !take(sum, token.lower)) break;
  }
  const value = sum.total + sum.part + sum.unit;
  return at > start && value > 0 ? { value, length: at - start } : undefined;
}

function isScale(word: string | undefined): boolean {
  return word !== undefined && (HUNDREDS.has(word) || THOUSANDS.has(word));
}

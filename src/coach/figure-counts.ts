/** Numbers with a unit in a reply ("3 rides", "dua kali"), and numbers with nothing that says what they are. */
import { dictionary } from "../kernel/dictionary.ts";
import figures from "./data/figures.json" with { type: "json" };
import { type Hit, type Meaning, one, type Scan } from "./figure.ts";
import type { Placed } from "./placed.ts";
import { minorOf, quantityAt } from "./quantity.ts";

const OWN = new Set(figures.own);
const DURATIONS = new Set(figures.durations);
const THIS = new Set(figures.this);
const STOPS = new Set(figures.stops);
const MEASURES = new Set(figures.measures);
const MONEY_WORDS = new Set(figures.moneyWords);
const TWICE = dictionary<number>(figures.twice);

interface Unit {
  /** Null when nothing says what is counted. */
  readonly word: string | null;
  /** The reply's own parts ("3 ideas"), a stretch of time, or things. */
  readonly nature: "own" | "duration" | "thing";
}

const NONE: Unit = { word: null, nature: "thing" };

/** What a number that ends before `at` counts: one of the next three words, up to a word that ends the phrase. */
export function unitAfter(tokens: readonly Placed[], at: number): Unit {
  const words: string[] = [];
  // "2 more nights", but "250 more than last month".
  const from = tokens[at]?.lower === "more" && tokens[at + 1]?.kind === "word" ? at + 1 : at;
  for (const token of tokens.slice(from, from + 3)) {
    if (token.kind !== "word" || STOPS.has(token.lower)) break;
    words.push(token.lower);
  }
  const [first] = words;
  if (first === undefined) return NONE;
  // "250 bulan ini": this month, not 250 of them.
  if (DURATIONS.has(first) && THIS.has(tokens[at + 1]?.lower ?? "")) return NONE;
  if (words.some((word) => OWN.has(word))) return { word: first, nature: "own" };
  return { word: first, nature: words.some((word) => DURATIONS.has(word)) ? "duration" : "thing" };
}

/** "3 rides", "12 transactions", "two coffees", "twice". */
export function countAt({ tokens }: Scan, at: number): Hit | undefined {
  const twice = TWICE[tokens[at]?.lower ?? ""];
  if (twice !== undefined) return one({ kind: "count", from: at, length: 1, means: [{ count: twice }] });
  const quantity = quantityAt(tokens, at);
  if (quantity === undefined || quantity.scaled) return undefined;
  const end = at + quantity.length;
  if (tokens[end]?.glued && MEASURES.has(tokens[end]?.lower ?? ""))
    return { length: quantity.length, found: [] };
  const unit = unitAfter(tokens, end);
  if (unit.word === null) return undefined;
  if (unit.nature === "own") return { length: quantity.length + 1, found: [] };
  return one({
    kind: "count",
    from: at,
    length: quantity.length + 1,
    means: quantity.decimal === null ? [] : [{ count: Number(quantity.decimal) }],
    soft: unit.nature === "duration",
  });
}

/** A number alone: an amount behind a money word or with cents, else whatever has that number. */
export function bareAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const quantity = quantityAt(tokens, at);
  if (quantity === undefined) return undefined;
  const { decimal } = quantity;
  const before = tokens.slice(Math.max(0, at - 5), at);
  const isMoney =
    quantity.scaled ||
    decimal === null ||
    /\.\d\d$/.test(decimal) ||
    before.some(({ lower }) => MONEY_WORDS.has(lower));
  const amountMinor = minorOf(decimal, context.currency);
  const means: Meaning[] =
    amountMinor === null ? [] : [{ amount: { amountMinor, currency: context.currency } }];
  if (!isMoney) means.push({ count: Number(decimal) });
  return one({ kind: isMoney ? "amount" : "count", from: at, length: quantity.length, means });
}

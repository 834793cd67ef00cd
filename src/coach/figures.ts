/**
 * The figures of a text: amounts, percentages, counts and dates, each with its place (SPEC S7). What they are
 * about is not asked here; numbers that can be no figure (list numbers, clock times, telephone numbers, names
 * such as 7-Eleven, the reply's own "3 ideas") are left out.
 */
import {
  type Figure,
  type FigureContext,
  type Found,
  type Hit,
  joinsRange,
  type Meaning,
  type Scan,
} from "./figure.ts";
import { amountAt, percentAt, ratioAt } from "./figure-amounts.ts";
import { bareAt, countAt } from "./figure-counts.ts";
import { dateAt, distanceAt, monthAt, namedDayAt } from "./figure-dates.ts";
import { multipleAt, nothingAt, shareAt, vagueAt } from "./figure-words.ts";
import { freeSpots, isFree } from "./free-spots.ts";
import { placed } from "./placed.ts";
import { minorOf, quantityAt } from "./quantity.ts";

type Reader = (scan: Scan, at: number) => Hit | undefined;

/** The first that reads something wins: the most definite come first. */
const WITH_UNIT: readonly Reader[] = [shareAt, dateAt, ratioAt, amountAt, percentAt];
const IN_WORDS: readonly Reader[] = [multipleAt, vagueAt, nothingAt];
const READERS: readonly Reader[] = [
  namedDayAt,
  ...IN_WORDS,
  ...WITH_UNIT,
  rangeAt,
  distanceAt,
  countAt,
  bareAt,
  monthAt,
];

function firstHit(readers: readonly Reader[], scan: Scan, at: number): Hit | undefined {
  for (const reader of readers) {
    const hit = reader(scan, at);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** What the number in front of a range means when the other end is this: "10 to 20%", "5-11 March". */
function alike(decimal: string, other: Meaning): Meaning | undefined {
  if ("percent" in other) return { percent: Number(decimal) };
  if ("percentIn" in other || "change" in other) return undefined;
  if ("count" in other) return { count: Number(decimal) };
  if ("date" in other)
    return other.date.month === undefined ? undefined : { date: { ...other.date, day: Number(decimal) } };
  const { currency } = other.amount;
  const amountMinor = minorOf(decimal, currency);
  return amountMinor === null ? undefined : { amount: { amountMinor, currency } };
}

/** "3 to 6 months", "10-20%", "50 to 100 ringgit", "5-11 March": the first number is what the second is. */
function rangeAt(scan: Scan, at: number): Hit | undefined {
  const first = quantityAt(scan.tokens, at);
  if (first === undefined || first.decimal === null) return undefined;
  const next = at + first.length + 1;
  if (!joinsRange(scan.tokens[next - 1])) return undefined;
  const second = firstHit([...WITH_UNIT, distanceAt, countAt], scan, next);
  if (second === undefined) return undefined;
  const length = first.length + 1 + second.length;
  const [other] = second.found;
  // "2-3 tips", "5 or 6 ideas".
  if (other === undefined) return { length, found: [] };
  const { decimal } = first;
  const means = other.means.flatMap((meaning) => alike(decimal, meaning) ?? []);
  const found: Found = { ...other, from: at, length: first.length, means };
  return { length, found: [found, ...second.found] };
}

function toFigure({ text, tokens }: Scan, found: Found): Figure {
  const at = tokens[found.from]?.at ?? 0;
  const end = tokens[found.from + found.length - 1]?.end ?? at;
  return {
    kind: found.kind,
    text: text.slice(at, end),
    at,
    end,
    means: found.means,
    soft: found.soft ?? false,
  };
}

/**
 * Finds the figures of a text.
 * @param text    a reply as it would be sent, or what the user wrote
 * @param context the user's day and currency
 * @returns in the order of the text
 */
export function figuresIn(text: string, context: FigureContext): readonly Figure[] {
  const { plain, tokens } = placed(text);
  const scan: Scan = { text, tokens, context };
  const spots = freeSpots(plain);
  const figures: Figure[] = [];
  let at = 0;
  while (at < tokens.length) {
    const start = tokens[at]?.at ?? 0;
    const masked = spots.some(([from, to]) => start >= from && start < to);
    const hit = masked || isFree(scan, at) ? undefined : firstHit(READERS, scan, at);
    for (const found of hit?.found ?? []) figures.push(toFigure(scan, found));
    at += hit?.length ?? 1;
  }
  return figures;
}

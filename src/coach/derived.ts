/**
 * Arithmetic of general advice: "RM5 a day is RM150 a month". The second amount is free when it follows from the first
 * by the calendar, a number or a percentage of the same sentence, and the first is free itself.
 */
import words from "./data/proposals.json" with { type: "json" };
import type { Figure } from "./figure.ts";
import { rateEnd } from "./spot-words.ts";
import type { Spot } from "./spots.ts";

const UNITS: Readonly<Partial<Record<string, string>>> = words.unitOf;
const RATE_WORDS: Readonly<Partial<Record<string, string>>> = words.rateBefore;
const WHOLE = new Set(words.whole);
const RATIOS: Readonly<Partial<Record<string, Readonly<Partial<Record<string, readonly number[]>>>>>> =
  words.ratios;

/** A figure and where it stands. */
interface Placement {
  readonly figure: Figure;
  readonly spot: Spot;
}

function amountOf({ means }: Figure): number | undefined {
  const [meaning] = means;
  return meaning && "amount" in meaning ? meaning.amount.amountMinor : undefined;
}

/** "RM5 a day", "RM60 in a year", "a weekly limit of RM70", "sebulan RM50". */
function unitOf(spot: Spot): string | undefined {
  const end = rateEnd(spot);
  if (end >= 0) return UNITS[spot.tokens[end - 1]?.lower ?? ""];
  // "RM6,000 in a year", "dalam setahun".
  const [first, second, third] = spot.tokens.slice(spot.end, spot.end + 3).map(({ lower }) => lower);
  if (WHOLE.has(first ?? "")) return UNITS[(second === "a" || second === "one" ? third : second) ?? ""];
  const back = spot.tokens.slice(Math.max(spot.first, spot.at - 5), spot.at).reverse();
  return back.map(({ lower }) => RATE_WORDS[lower]).find((unit) => unit !== undefined);
}

/** Whether the amount follows from a free one. */
export function isDerived(
  { figure, spot }: Placement,
  base: Placement,
  others: readonly Placement[],
): boolean {
  const [amount, from] = [amountOf(figure), amountOf(base.figure)];
  if (amount === undefined || from === undefined) return false;
  const factors = others.flatMap((one) =>
    one.figure.means.flatMap((meaning) =>
      "count" in meaning ? [meaning.count] : "percent" in meaning ? [meaning.percent / 100] : [],
    ),
  );
  const [unit, other] = [unitOf(spot) ?? "", unitOf(base.spot) ?? ""];
  const ahead = [...(RATIOS[other]?.[unit] ?? []), ...factors];
  const back = RATIOS[unit]?.[other] ?? [];
  return (
    ahead.some((factor) => Math.round(from * factor) === amount) ||
    back.some((factor) => Math.round(amount * factor) === from)
  );
}

/** Tax and rounding, where they have rows of their own. */
import { amountOf, MOST_ROUNDED } from "./arithmetic.ts";
import type { Figure } from "./figures.ts";

/** The most that a tax is of a total; what is more is a taxable amount. */
const MOST_TAX = 0.2;

/**
 * @param totalMinor what was paid
 * @returns hundredths, or null when none is printed or it cannot be one
 */
export function taxOf(figures: readonly Figure[], totalMinor: number | null): number | null {
  const taxes = figures.filter(
    ({ kinds, amounts }) =>
      kinds.has("tax") && amounts.length === 1 && !kinds.has("excluding") && !kinds.has("including"),
  );
  const [first] = taxes.map(amountOf).filter((minor) => minor > 0);
  if (first === undefined) return null;
  return totalMinor !== null && first > Math.abs(totalMinor) * MOST_TAX ? null : first;
}

export function roundingOf(figures: readonly Figure[]): number | null {
  const row = figures.find(
    ({ kinds }) => kinds.has("rounding") && !kinds.has("rounded") && !kinds.has("total"),
  );
  if (row === undefined) return null;
  const minor = amountOf(row);
  return Math.abs(minor) <= MOST_ROUNDED * 2 ? minor : null;
}

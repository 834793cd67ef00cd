/**
 * How much a label says that its figure is what was paid, 0 to 10: GRAND, NETT and ROUNDED above TOTAL above AMOUNT;
 * never a subtotal, cash, change, or the row of a tax (SPEC S8).
 */
import type { LabelKind } from "./labels.ts";

/** From here on a label says so by itself. */
export const FULL = 8;

/** "TOTAL INCLUDES 6% GST 1.51" is the tax, "TOTAL (INCLUDED GST) 26.60" is not: the amount decides. */
export const CONTAINED = 2;

type Rule = readonly [score: number, holds: (has: (...kinds: LabelKind[]) => boolean) => boolean];

/** The first that holds decides. `has` says whether one of the kinds is there. */
const RULES: readonly Rule[] = [
  // What is about the total without being it: "TOTAL INCLUDES 6% GST", "TOTAL SAVINGS", "TOTAL POINTS".
  [0, (has) => has("summary", "points", "change")],
  [0, (has) => has("discount") && !has("grand", "due", "rounded", "including")],
  [0, (has) => has("tax") && has("contains") && !has("total", "due", "grand")],
  [CONTAINED, (has) => has("tax") && has("contains")],
  [0, (has) => has("rounding") && !has("grand", "rounded", "due", "including")],
  [3.5, (has) => has("subtotal")],
  [3.5, (has) => has("grand", "rounded", "due", "total") && has("excluding")],
  [10, (has) => has("rounded")],
  [9.5, (has) => has("grand")],
  [3, (has) => has("total", "due") && has("count")],
  [0, (has) => has("tax") && !has("including") && has("total", "amount") && !has("due")],
  [9, (has) => has("due")],
  [8.5, (has) => has("total") && has("including")],
  [0, (has) => has("total") && has("service")],
  [FULL, (has) => has("total") && !has("cash", "card", "ewallet")],
  [6, (has) => has("total")],
  [6, (has) => has("including") && has("tax")],
  [0, (has) => has("tax", "service", "count")],
  [2.2, (has) => has("cash", "card", "ewallet", "transfer")],
  [4.5, (has) => has("amount") && !has("excluding")],
];

/** @returns 0 when it is none */
export function scoreOf(kinds: ReadonlySet<LabelKind>): number {
  const has = (...some: LabelKind[]): boolean => some.some((kind) => kinds.has(kind));
  return RULES.find(([, holds]) => holds(has))?.[0] ?? 0;
}

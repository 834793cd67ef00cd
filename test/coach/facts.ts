/** Facts as a test writes them: "RM412.00 · 12 · 34% · 2026-03-05". */

import { type Facts, factsOfResult, merge } from "../../src/coach/facts.ts";
import type { FigureContext } from "../../src/coach/figure.ts";
import { ungrounded } from "../../src/coach/grounding.ts";
import { factsOfUser } from "../../src/coach/grounds.ts";

/** A Thursday. */
export const context: FigureContext = { today: "2026-03-19", currency: "MYR" };

const SYMBOLS: Readonly<Record<string, string>> = { RM: "MYR", S$: "SGD", US$: "USD", "€": "EUR" };

function fact(written: string): unknown {
  const amount = /^(RM|S\$|US\$|€)(-?[\d.]+)$/.exec(written);
  if (amount) return { amountMinor: Math.round(Number(amount[2]) * 100), currency: SYMBOLS[amount[1] ?? ""] };
  if (/^[+-].*%$/.test(written)) return { change: { percent: Number(written.slice(0, -1)) } };
  if (written.endsWith("%")) return { percent: Number(written.slice(0, -1)) };
  return /^\d+$/.test(written) ? { count: Number(written) } : { description: written };
}

/** The facts of tool results, written side by side. */
export function results(written: string): Facts {
  return factsOfResult(written === "" ? [] : written.split(" · ").map(fact));
}

/** The texts of the faults of a reply. */
export function faults(
  reply: string,
  { known = "", said = "" }: { known?: string; said?: string } = {},
): string[] {
  const facts = merge(results(known), factsOfUser(said, context));
  return ungrounded(reply, facts, context).map(({ text }) => text);
}

/** Layout that sentences of all languages share. */
import { formatMoney } from "../kernel/money.ts";
import type { Money } from "../kernel/types.ts";

/** A heading and its lines. */
export function bullets(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `• ${line}`)].join("\n");
}

/** Sums of several currencies, side by side: they are never added up. */
export function sumsOf(sums: readonly Money[], none: string, and: string): string {
  return sums.length === 0 ? none : sums.map(formatMoney).join(and);
}

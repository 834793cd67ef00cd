/** Whether money came back: the receipt is headed so. "NO CASH REFUND" at its foot is a rule of the shop. */
import refunds from "../data/refunds.json" with { type: "json" };
import { wordsOf } from "./phrase-search.ts";

const HEADINGS = new Set(refunds.headings.map(wordsOf));

export function isRefund(texts: readonly string[]): boolean {
  return texts.some((text) => HEADINGS.has(wordsOf(text)));
}

/** Short ways to build a Reading, so that each mode says only what is its own. */
import type { Doubt, ReadItem, Reading } from "../kernel/reading.ts";
import type { Language, Mode } from "../kernel/types.ts";

/** Nothing to add to a certain reading; the first doubt makes it a guess. */
export function readingOf(
  mode: Mode,
  items: readonly ReadItem[],
  { language, doubts = [] }: { readonly language: Language; readonly doubts?: readonly Doubt[] },
): Reading {
  return {
    mode,
    verdict: doubts.length === 0 ? "certain" : "likely",
    language,
    items,
    doubts: [...new Set(doubts)],
  };
}

/** A text that is none of the reader's business: no tool can be called from it. */
export function notMine(mode: Mode, language: Language, doubts: readonly Doubt[] = []): Reading {
  return { mode, verdict: "no", language, items: [], doubts: [...new Set(doubts)] };
}

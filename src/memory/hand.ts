/** What the user's hand on memory works with (SPEC S10.8): the order of the list, and which row words are about. */

import type { SaidAt } from "./absolute.ts";
import { memoryLimits } from "./constants.ts";
import { corrected, fits } from "./correct-text.ts";
import stops from "./data/stops.json" with { type: "json" };
import { plainText } from "./guard.ts";
import type { Shown } from "./ports/hand-store.ts";
import type { Insight, Memory } from "./ports/types.ts";
import { sameWords } from "./same-words.ts";

/** A row of the list. */
export interface Listed extends Shown {
  readonly text: string;
}

/** Memories, then insights, each the most important first and among equals the newest, as the store gives them. */
export function listOf(
  memories: readonly Memory[],
  insights: readonly Insight[],
): { readonly rows: readonly Listed[]; readonly more: number } {
  // An insight in the words of a memory is that memory to whoever reads the list, and goes with it.
  const own = insights.filter(({ text }) => !memories.some((memory) => sameWords(memory.text, text)));
  const all: Listed[] = [
    ...memories.map(({ id, text }) => ({ of: "memory" as const, id, text })),
    ...own.map(({ id, text }) => ({ of: "insight" as const, id, text })),
  ];
  if (all.length <= memoryLimits.listed) return { rows: all, more: 0 };
  // Of a long list both kinds are shown, the memories at most two parts of three.
  const most = Math.max(Math.floor((memoryLimits.listed * 2) / 3), memoryLimits.listed - own.length);
  const shown = all.slice(0, Math.min(most, memories.length));
  const rest = all.slice(memories.length).slice(0, memoryLimits.listed - shown.length);
  return { rows: [...shown, ...rest], more: all.length - shown.length - rest.length };
}

/** Rows that have every one of these words, whole or as the beginning of a longer one. */
export function about(rows: readonly Listed[], said: string): readonly Listed[] {
  const wanted = plainText(said)
    .split(" ")
    .filter((word) => word !== "");
  if (wanted.length === 0) return [];
  return rows.filter(({ text }) => {
    const words = plainText(text).split(" ");
    return wanted.every((want) => words.some((word) => word === want || isLongerOf(word, want)));
  });
}

/** "weddings" for "wedding" and the other way round. */
function isLongerOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 2;
}

const STOPS = new Set(stops);

/** Whether both name something, and the same. */
function shareWords(one: string, other: string): boolean {
  const wordsOf = (text: string): string[] =>
    plainText(text)
      .split(" ")
      .filter((word) => word.length > 3 && !STOPS.has(word) && /\p{L}/u.test(word));
  const words = wordsOf(other);
  return wordsOf(one).some((word) => words.some((also) => word === also || isLongerOf(word, also)));
}

/** The one row that a correction without a number can be about, or null. */
export function correctable(rows: readonly Listed[], said: string, when: SaidAt): Listed | null {
  const fitting = rows.filter(({ text }) => fits(text, said, when));
  // A memory and the insight that came from it are corrected together.
  const memories = fitting.filter(({ of }) => of === "memory");
  const candidates = memories.length > 0 ? memories : fitting;
  if (candidates.length > 0) return candidates.length === 1 ? (candidates[0] ?? null) : null;
  // "I'm not vegetarian any more": the one row that is about the same thing, or the only one that there is.
  const alike = rows.filter(({ text }) => shareWords(text, said));
  const own = alike.filter(({ of }) => of === "memory");
  const [only, another] = own.length > 0 ? own : alike.length > 0 ? alike : rows;
  return only && another === undefined && corrected(only.text, said, when) !== null ? only : null;
}

/** Of an insight that a correction touches: its new words, or null when they are too many or not plain. */
export function remadeInsight(text: string, said: string, when: SaidAt): string | null {
  const made = fits(text, said, when) ? corrected(text, said, when) : null;
  return made !== null && made.split(/\s+/).length <= memoryLimits.insightWords ? made : null;
}

/** The glossary of memory: what is kept of a person, in three tiers (SPEC S10). Times are instants in ms. */
import type { Language } from "../../kernel/types.ts";

/** A fact; an event or decision; a preference or way of working. */
export const MEMORY_TYPES = ["semantic", "episodic", "procedural"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** One user text with its reply, waiting to be looked at (SPEC S10.2). */
export interface Exchange {
  readonly id: string;
  /** The message that was answered. */
  readonly inboxId: string;
  readonly said: string;
  readonly reply: string;
  /** What the turn recorded, one line each: extraction leaves it alone. */
  readonly records: readonly string[];
  readonly language: Language;
  /** IANA zone that "yesterday" was said in. */
  readonly zone: string;
  readonly saidAtMs: number;
}

/** Where a memory comes from: a flush by its id, the message that told or corrected it, or a summary. */
export interface MemorySource {
  readonly type: "flush" | "told" | "user_correction" | "summary";
  readonly id: string;
}

/** What a person told, distilled (SPEC S10.3). */
export interface Memory {
  readonly id: string;
  readonly type: MemoryType;
  /** In the third person, dates absolute. */
  readonly text: string;
  /** 1 (liking a brand) to 5 (a birth, a new job), as it was given; what it weighs now is worked out when it is read. */
  readonly importance: number;
  readonly expiresAtMs: number | null;
  readonly source: MemorySource;
  readonly uses: number;
  readonly lastUsedAtMs: number | null;
  readonly createdAtMs: number;
}

export const INSIGHT_CATEGORIES = [
  "goal",
  "worry",
  "situation",
  "decision",
  "habit",
  "preference",
  "trait",
] as const;
export type InsightCategory = (typeof INSIGHT_CATEGORIES)[number];

/** One statement about the person, of at most 20 words (SPEC S10.4). */
export interface Insight {
  readonly id: string;
  readonly category: InsightCategory;
  readonly text: string;
  /** At least 0.8 when it was said outright, at most 0.6 when it was inferred. */
  readonly confidence: number;
  readonly said: boolean;
  readonly createdAtMs: number;
}

/** A stretch of conversation, condensed (SPEC S10.5). */
export interface Summary {
  readonly id: string;
  /** 1 is of messages, 2 of summaries. */
  readonly level: 1 | 2;
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** How effective importance is reckoned (ranking.ts, and the store in SQL); `memoryLimits` fits. */
export interface ImportanceRule {
  readonly useBonus: number;
  readonly usesCounted: number;
  readonly idleFactor: number;
  readonly idleAfterDays: number;
  readonly idleEveryDays: number;
}

/** What extraction proposes to keep, before it is a row (SPEC S10.3). */
import type { InsightCategory, MemoryType } from "./ports/types.ts";

export interface Candidate {
  readonly type: MemoryType;
  readonly text: string;
  /** 1 to 5. */
  readonly importance: number;
  readonly expiresAtMs: number | null;
  /** Known memories whose place it takes. */
  readonly replaces: readonly string[];
  /** Of the insight that comes from it; null when there is to be none: a passing thought, a liking. */
  readonly category: InsightCategory | null;
}

/** A known memory, as far as extraction looks at it. */
export interface Known {
  readonly id: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly importance: number;
}

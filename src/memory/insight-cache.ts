/**
 * The insights of the users of late (SPEC S10.6), stamped with the version of what is known of them: a change in any
 * process counts the version up, and the next turn reads it with the user's settings.
 */
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import type { Insight } from "./ports/types.ts";

/** What a user's insights were as of a version, read at a moment in ms. */
interface Kept {
  readonly version: number;
  readonly atMs: number;
  readonly insights: readonly Insight[];
}

export interface InsightCache {
  /** @returns undefined when they were never read, are of another version, or older than half an hour */
  get(scope: Scope, at: { readonly version: number; readonly nowMs: number }): readonly Insight[] | undefined;
  put(
    scope: Scope,
    at: { readonly version: number; readonly nowMs: number },
    insights: readonly Insight[],
  ): void;
}

export function createInsightCache(most: number = memoryLimits.insightCacheUsers): InsightCache {
  /** In the order of use. */
  const kept = new Map<string, Kept>();
  return {
    get: ({ userId }, { version, nowMs }) => {
      const one = kept.get(userId);
      if (!one) return undefined;
      kept.delete(userId);
      const age = nowMs - one.atMs;
      if (one.version !== version || age < 0 || age >= memoryLimits.insightCacheMs) return undefined;
      kept.set(userId, one);
      return one.insights;
    },
    put: ({ userId }, { version, nowMs }, insights) => {
      kept.delete(userId);
      kept.set(userId, { version, atMs: nowMs, insights });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}

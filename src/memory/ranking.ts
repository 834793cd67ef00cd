/**
 * What a memory and an insight weigh at the moment they are read (SPEC S10.6). Pure functions of the row and the time:
 * no job multiplies a column, so that running nothing, or something twice, changes no weight.
 */
import { memoryLimits } from "./constants.ts";
import type { Insight, Memory } from "./ports/types.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What each part of a memory's score counts for; the parts are 0 to 1. */
export interface Weights {
  readonly similarity: number;
  readonly importance: number;
  readonly recency: number;
}

/** Days between two instants; a row from the future, by another machine's clock, is of now. */
function daysSince(thenMs: number, nowMs: number): number {
  return Math.max(0, nowMs - thenMs) / DAY_MS;
}

/**
 * `min(1, importance/5 + 0.02·min(uses, 10)) × 0.9^max(0, (idle days − 30)/30)`, idle since last use or creation.
 * @returns 0 to 1
 */
export function effectiveImportance(
  memory: Pick<Memory, "importance" | "uses" | "lastUsedAtMs" | "createdAtMs">,
  nowMs: number,
): number {
  const { useBonus, usesCounted, idleFactor, idleAfterDays, idleEveryDays } = memoryLimits;
  const given = Math.min(1, memory.importance / 5 + useBonus * Math.min(memory.uses, usesCounted));
  const idleDays = daysSince(memory.lastUsedAtMs ?? memory.createdAtMs, nowMs);
  return given * idleFactor ** Math.max(0, (idleDays - idleAfterDays) / idleEveryDays);
}

/** `1/(1 + days since created)`: 1 for what was told just now. */
export function recency(createdAtMs: number, nowMs: number): number {
  return 1 / (1 + daysSince(createdAtMs, nowMs));
}

/**
 * How well a memory serves a message.
 * @param similarity the embedder's, 0 to 1
 */
export function memoryScore(
  memory: Pick<Memory, "importance" | "uses" | "lastUsedAtMs" | "createdAtMs">,
  { similarity, nowMs, weights = memoryLimits.weights }: RankedAt & { similarity: number },
): number {
  return (
    weights.similarity * similarity +
    weights.importance * effectiveImportance(memory, nowMs) +
    weights.recency * recency(memory.createdAtMs, nowMs)
  );
}

interface RankedAt {
  readonly nowMs: number;
  readonly weights?: Weights | undefined;
}

/** `confidence × 0.5^(age / 45 days)`. */
export function insightWeight(
  { confidence, createdAtMs }: Pick<Insight, "confidence" | "createdAtMs">,
  nowMs: number,
): number {
  return confidence * 0.5 ** ((daysSince(createdAtMs, nowMs) * DAY_MS) / memoryLimits.insightHalfLifeMs);
}

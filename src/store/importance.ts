/** Effective importance (SPEC S10.6) in SQL, where rows are filtered or ordered by it; memory/ranking.ts is the same in code. */
import type { ImportanceRule } from "../memory/ports/types.ts";

/**
 * The expression over a row of `memory`.
 * @param now   the parameter that holds the moment
 * @param first the number of the first of five parameters that hold the rule
 */
export function importanceSql(now: string, first: number): string {
  const [bonus, counted, factor, after, every] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`);
  return `least(1, importance / 5.0 + ${bonus}::float8 * least(uses, ${counted}::int)) * power(${factor}::float8, greatest(0,
    (extract(epoch FROM ${now}::timestamptz - coalesce(last_used_at, created_at)) / 86400.0 - ${after}::float8) / ${every}::float8))`;
}

/** The rule in the order of its parameters. */
export function importanceValues(rule: ImportanceRule): number[] {
  const { useBonus, usesCounted, idleFactor, idleAfterDays, idleEveryDays } = rule;
  return [useBonus, usesCounted, idleFactor, idleAfterDays, idleEveryDays];
}

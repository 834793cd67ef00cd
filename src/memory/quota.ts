/**
 * Quotas (SPEC S10.7): the least valuable go first, by effective importance, uses, age. A user's quota holds in every
 * transaction that adds memories and ends with `keepWithinQuota`: the user's row is held, so that two of them come one
 * after another, and the second one counts what the first one added.
 */
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import type { Meter } from "./ports/meter.ts";
import type { Scoped, VersionStore } from "./ports/scoped.ts";
import type { UpkeepStore, Weighed } from "./ports/upkeep-store.ts";
import { effectiveImportance } from "./ranking.ts";

/** The least valuable first. */
export function byWorth(memories: readonly Weighed[], nowMs: number): Weighed[] {
  const worth = new Map(memories.map((memory) => [memory.id, effectiveImportance(memory, nowMs)]));
  const of = ({ id }: Weighed): number => worth.get(id) ?? 0;
  return memories.toSorted(
    (one, other) =>
      of(one) - of(other) ||
      one.uses - other.uses ||
      one.createdAtMs - other.createdAtMs ||
      (one.id < other.id ? -1 : 1),
  );
}

/** What holding a user to their quota asks of a store. */
export type QuotaStore<Tx> = Pick<UpkeepStore<Tx>, "weighed" | "remove" | "removeUnfounded">;

/**
 * Removes what is over the user's quota, and the insights that nothing supports any more without it. For a transaction
 * that holds the user (a count of the version does, too).
 * @returns how many memories and insights went
 */
export async function keepWithinQuota<Tx>(
  { quota, nowMs }: { readonly quota: QuotaStore<Tx>; readonly nowMs: number },
  tx: Tx,
  scope: Scope,
): Promise<{ readonly memories: number; readonly insights: number }> {
  const live = (await quota.weighed(tx, scope)).filter(({ superseded }) => !superseded);
  const over = live.length - memoryLimits.memoriesPerUser;
  if (over <= 0) return { memories: 0, insights: 0 };
  const least = byWorth(live, nowMs).slice(0, over);
  const ids = least.map(({ id }) => id);
  const memories = await quota.remove(tx, scope, ids);
  return { memories, insights: await quota.removeUnfounded(tx, scope) };
}

/** What holding organisations to theirs asks, beside that. */
export type OrgQuotaStore<Tx> = QuotaStore<Tx> & Pick<UpkeepStore<Tx>, "hold" | "overQuota" | "leastWorth">;

export interface OrgQuotaDeps<Tx> {
  readonly database: Scoped<Tx>;
  readonly upkeep: OrgQuotaStore<Tx>;
  readonly version: VersionStore<Tx>;
  readonly meter: Meter;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * Brings organisations back within their quotas, at most so many memories of each in one run. Two processes that do so
 * choose the same rows, and the second one finds them gone.
 * @param only the organisation that may have grown; absent: all of them
 * @returns how many memories went
 */
export async function keepOrgsWithinQuota<Tx>(deps: OrgQuotaDeps<Tx>, only?: string): Promise<number> {
  const { upkeep, nowMs, signal, meter } = deps;
  let removed = 0;
  for (const { orgId, over } of await upkeep.overQuota(only)) {
    const most = Math.min(over, memoryLimits.evictedPerRun);
    const least = await upkeep.leastWorth({ orgId, rule: memoryLimits, nowMs, most });
    const users = new Map<string, { scope: Scope; ids: string[] }>();
    for (const { scope, id } of least) {
      const user = users.get(scope.userId) ?? { scope, ids: [] };
      user.ids.push(id);
      users.set(scope.userId, user);
    }
    for (const { scope, ids } of users.values()) {
      if (signal.aborted) return removed;
      removed += await removeOf(deps, scope, ids);
    }
  }
  if (removed > 0) meter.count("memory_evicted", { kind: "memory", reason: "org_quota" }, removed);
  return removed;
}

function removeOf<Tx>(
  { database, upkeep, version }: OrgQuotaDeps<Tx>,
  scope: Scope,
  ids: readonly string[],
): Promise<number> {
  return database.withUser(scope, async (tx) => {
    await upkeep.hold(tx, scope);
    const gone = await upkeep.remove(tx, scope, ids);
    if (gone === 0) return 0;
    await upkeep.removeUnfounded(tx, scope);
    await version.bump(tx, scope);
    return gone;
  });
}

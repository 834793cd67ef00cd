/**
 * The daily upkeep of what is known of a user (SPEC S10.7). What it decides is a function of the rows and the time, so
 * that doing it twice changes nothing the second time:
 *
 *   near-duplicates merged (duplicates.ts) ─→ ┌ one transaction, the user held ──────────────────────────────┐
 *                                             │ ends set · expired, worthless, over quota go · insights that │
 *                                             │ nothing supports go with them · version                      │
 *                                             └──────────────────────────────────────────────────────────────┘
 */
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import { type DuplicateDeps, mergeDuplicates } from "./duplicates.ts";
import type { Meter } from "./ports/meter.ts";
import type { Weighed } from "./ports/upkeep-store.ts";
import { keepWithinQuota } from "./quota.ts";
import { effectiveImportance } from "./ranking.ts";

export interface UpkeepDeps<Tx> extends DuplicateDeps<Tx> {
  readonly meter: Meter;
}

export interface Kept {
  /** Memories that another took in. */
  readonly merged: number;
  readonly expired: number;
  readonly worthless: number;
  readonly overQuota: number;
  /** Insights that lost the last of what they were read from. */
  readonly unfounded: number;
}

/**
 * @param sinceMs when the last upkeep of this user began; older pairs were judged then. Null judges all.
 * @throws MamaError("scope_missing"); the signal's reason once it is aborted: what was merged until then stays merged
 */
export async function keepUp<Tx>(deps: UpkeepDeps<Tx>, scope: Scope, sinceMs: number | null): Promise<Kept> {
  const merged = await mergeDuplicates(deps, scope, sinceMs);
  deps.signal.throwIfAborted();
  const kept = { merged, ...(await tidy(deps, scope)) };
  for (const [reason, by] of Object.entries(kept))
    if (by > 0 && reason !== "unfounded") deps.meter.count("memory_evicted", { kind: "memory", reason }, by);
  if (kept.unfounded > 0)
    deps.meter.count("memory_evicted", { kind: "insight", reason: "unfounded" }, kept.unfounded);
  return kept;
}

/** Worth little, seldom used and old; history is judged the same, by what it was worth. */
function isWorthless(memory: Weighed, nowMs: number): boolean {
  const { worthlessBelow, worthlessUses, worthlessAfterMs } = memoryLimits;
  return (
    effectiveImportance(memory, nowMs) < worthlessBelow &&
    memory.uses < worthlessUses &&
    nowMs - memory.createdAtMs > worthlessAfterMs
  );
}

function tidy<Tx>(deps: UpkeepDeps<Tx>, scope: Scope): Promise<Omit<Kept, "merged">> {
  const { database, upkeep, version, nowMs } = deps;
  return database.withUser(scope, async (tx) => {
    await upkeep.hold(tx, scope);
    await upkeep.setExpiry(tx, scope);
    const expired = await upkeep.removeExpired(tx, scope, nowMs);
    const left = await upkeep.weighed(tx, scope);
    const ids = left.filter((memory) => isWorthless(memory, nowMs)).map(({ id }) => id);
    const worthless = ids.length === 0 ? 0 : await upkeep.remove(tx, scope, ids);
    const over = await keepWithinQuota({ quota: upkeep, nowMs }, tx, scope);
    const unfounded = over.insights + (await upkeep.removeUnfounded(tx, scope));
    const kept = { expired, worthless, overQuota: over.memories, unfounded };
    if (Object.values(kept).some((count) => count > 0)) await version.bump(tx, scope);
    return kept;
  });
}

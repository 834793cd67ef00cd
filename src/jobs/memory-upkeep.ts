/** The daily upkeep of memory (SPEC S10.7), and the quotas of organisations. */
import { limits } from "../kernel/limits.ts";
import { keepOrgsWithinQuota } from "../memory/quota.ts";
import { type Kept, keepUp } from "../memory/upkeep.ts";
import { upkeepStore } from "../store/memory-upkeep.ts";
import { versionStore } from "../store/memory-version.ts";
import type { Job } from "./job.ts";
import { forDueUsers, type MemoryJobDeps } from "./memory-users.ts";

export function upkeepJob(deps: MemoryJobDeps): Job {
  const upkeep = upkeepStore(deps.database);
  return {
    name: "memory_upkeep",
    everyMs: limits.memoryLookMs,
    aloneEveryMs: 2 * limits.memoryLookMs,
    run: async (signal) => {
      const nowMs = deps.clock.now();
      const parts = { ...deps, upkeep, version: versionStore, nowMs, signal };
      const total: Record<string, number> = {};
      const users = await forDueUsers(deps, {
        job: { name: "upkeep" },
        everyMs: limits.memoryDailyMs,
        nowMs,
        signal,
        work: async ({ scope, doneAtMs }) => {
          // Rows that were being written while the last run looked are looked at once more.
          const sinceMs = doneAtMs === null ? null : doneAtMs - limits.memoryLookMs;
          const kept: Kept = await keepUp(parts, scope, sinceMs);
          for (const [name, count] of Object.entries(kept)) total[name] = (total[name] ?? 0) + count;
        },
      });
      const overOrgQuota = await keepOrgsWithinQuota(parts);
      if (users > 0) deps.log.info({ users, ...total, overOrgQuota }, "put memories in order");
    },
  };
}

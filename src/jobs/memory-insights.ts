/** The daily pass over summaries that nobody has examined (SPEC S10.5): insights that flushes missed. */
import { limits } from "../kernel/limits.ts";
import { examineSummaries } from "../memory/examine.ts";
import { summaryStore } from "../store/summaries.ts";
import type { Job } from "./job.ts";
import { forDueUsers, type MemoryJobDeps } from "./memory-users.ts";

export function insightsJob(deps: MemoryJobDeps): Job {
  return {
    name: "memory_insights",
    everyMs: limits.memoryLookMs,
    aloneEveryMs: 2 * limits.memoryLookMs,
    run: async (signal) => {
      const nowMs = deps.clock.now();
      const parts = { ...deps, summaries: summaryStore, nowMs, signal };
      let examined = 0;
      await forDueUsers(deps, {
        job: { name: "insights" },
        everyMs: limits.memoryDailyMs,
        nowMs,
        signal,
        work: async ({ scope }) => {
          examined += await examineSummaries(parts, scope);
        },
      });
      if (examined > 0) deps.log.info({ examined }, "examined summaries");
    },
  };
}

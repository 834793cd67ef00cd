/** Summaries of conversation (SPEC S10.5): whoever has enough messages for one. */
import { limits } from "../kernel/limits.ts";
import { memoryLimits } from "../memory/constants.ts";
import { summarise } from "../memory/summaries.ts";
import { versionStore } from "../store/memory-version.ts";
import { summaryStore } from "../store/summaries.ts";
import type { Job } from "./job.ts";
import { forDueUsers, type MemoryJobDeps } from "./memory-users.ts";

export function summariesJob(deps: MemoryJobDeps): Job {
  return {
    name: "memory_summaries",
    everyMs: limits.memorySummariesMs,
    aloneEveryMs: 2 * limits.memorySummariesMs,
    run: async (signal) => {
      const nowMs = deps.clock.now();
      const parts = { ...deps, summaries: summaryStore, version: versionStore, nowMs, signal };
      let made = 0;
      await forDueUsers(deps, {
        job: {
          name: "summaries",
          messages: memoryLimits.messagesPerSummary,
          parts: memoryLimits.summariesPerLonger,
        },
        everyMs: 0,
        nowMs,
        signal,
        work: async ({ scope }) => {
          made += await summarise(parts, scope);
        },
      });
      if (made > 0) deps.log.info({ made }, "made summaries");
    },
  };
}

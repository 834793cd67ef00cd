/** Re-embedding (SPEC S10.6): vectors for rows that have none, or another model's. */
import { limits } from "../kernel/limits.ts";
import { reembed } from "../memory/reembed.ts";
import { reembedStore } from "../store/memory-vectors.ts";
import type { Job } from "./job.ts";
import type { MemoryJobDeps } from "./memory-users.ts";

export function embeddingJob(deps: MemoryJobDeps): Job {
  const vectors = reembedStore(deps.database);
  return {
    name: "memory_embedding",
    everyMs: limits.memorySummariesMs,
    aloneEveryMs: 2 * limits.memorySummariesMs,
    run: async (signal) => {
      const done = await reembed({ ...deps, vectors, signal });
      if (done > 0) deps.log.info({ done }, "embedded memories again");
    },
  };
}

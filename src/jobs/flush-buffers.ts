/** The buffers that are due for a flush (SPEC S10.2, S11): some users side by side, one user's one after another. */
import { limits } from "../kernel/limits.ts";
import { memoryLimits } from "../memory/constants.ts";
import { type FlushDeps, flush } from "../memory/flush.ts";
import type { Tx } from "../store/sql.ts";
import type { Job } from "./job.ts";

export function flushJob(deps: FlushDeps<Tx>): Job {
  return {
    name: "memory_flush",
    everyMs: limits.flushEveryMs,
    aloneEveryMs: limits.flushAloneEveryMs,
    run: (signal) => flushBuffers(deps, signal),
  };
}

/** Flushes what is due now. What fails is tried again by a later run; one user's failure is no other's. */
export async function flushBuffers(deps: FlushDeps<Tx>, signal: AbortSignal): Promise<void> {
  const nowMs = deps.clock.now();
  const waiting = await deps.buffer.due({
    nowMs,
    quietSinceMs: nowMs - memoryLimits.flushAfterQuietMs,
    flushAt: memoryLimits.flushAt,
    most: memoryLimits.flushesPerRun,
  });
  const until = performance.now() + limits.jobRunMs;
  const worker = async (): Promise<void> => {
    while (!signal.aborted && performance.now() < until) {
      const scope = waiting.shift();
      if (scope === undefined) return;
      await flush(deps, scope, signal).catch((error: unknown) => {
        if (!signal.aborted)
          deps.log.warn({ err: error }, "a buffer could not be flushed; it is tried again");
      });
    }
  };
  await Promise.all(Array.from({ length: memoryLimits.flushesSideBySide }, worker));
}

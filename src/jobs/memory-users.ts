/**
 * One run of a memory job over the users that are due: a few at a time, within the time of a run. A user whose work fails
 * is left alone for a while, and holds up nobody else.
 */
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { InsightReader } from "../memory/examine.ts";
import type { Embedder } from "../memory/ports/embedder.ts";
import type { MemoryModel } from "../memory/ports/memory-model.ts";
import type { Meter } from "../memory/ports/meter.ts";
import type { Database } from "../store/database.ts";
import { isPassing } from "../store/failures.ts";
import { claimUsers, type DueUser, letUserGo, type MemoryJob } from "../store/memory-jobs.ts";
import type { Tx } from "../store/sql.ts";

/** What the jobs of memory work with. */
export interface MemoryJobDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly model: MemoryModel;
  readonly embedder: Embedder;
  readonly meter: Meter;
  readonly readInsights: InsightReader<Tx>;
}

interface Run {
  readonly job: MemoryJob;
  /** How long a user is left alone after a run that came to its end, ms. */
  readonly everyMs: number;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly work: (user: DueUser) => Promise<unknown>;
}

/** @returns with how many users it came to an end */
export async function forDueUsers(
  { database: { system }, log }: Pick<MemoryJobDeps, "database" | "log">,
  { job, everyMs, nowMs, signal, work }: Run,
): Promise<number> {
  const until = performance.now() + limits.jobRunMs;
  const over = (): boolean => signal.aborted || performance.now() > until;
  const claim = {
    doneBeforeMs: nowMs - everyMs,
    most: limits.memoryUsersBatch,
    holdMs: limits.memoryUserHoldMs,
  };
  let done = 0;
  while (!over()) {
    const users = await claimUsers(system, job, claim);
    if (users.length === 0) break;
    for (const user of users) {
      const { scope } = user;
      if (over()) {
        await letUserGo(system, job, { scope, doneAtMs: null });
        continue;
      }
      try {
        await work(user);
        await letUserGo(system, job, { scope, doneAtMs: nowMs });
        done += 1;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (signal.aborted) await letUserGo(system, job, { scope, doneAtMs: null });
        else
          log.warn({ err: error, job: job.name }, "a memory job failed for a user; it is tried again later");
      }
    }
  }
  return done;
}

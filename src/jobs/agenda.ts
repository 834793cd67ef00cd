/**
 * Agenda as a waker (SPEC S11): of all processes on a store, one runs each job when it is due. It keeps nothing but
 * that; whatever happens to its store, jobs.ts has a timer of its own, and the jobs are put back here.
 */
import { randomUUID } from "node:crypto";
import { Agenda } from "agenda";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { SchedulerPool } from "../store/scheduler-pool.ts";
import { openStore, type SchedulerStore } from "./agenda-store.ts";
import type { RunningJob } from "./job.ts";

export interface SchedulerOptions {
  readonly jobs: readonly RunningJob[];
  /** Where the scheduler keeps its jobs, unless it does so in MongoDB. */
  readonly pool: SchedulerPool;
  readonly mongoUri?: string | undefined;
  readonly log: Log;
  /** How often it looks for jobs, and whether its jobs are all there; less in tests. */
  readonly lookEveryMs?: number | undefined;
  readonly checkEveryMs?: number | undefined;
}

export interface Scheduler {
  /** Takes no more jobs and waits for those under way, at most so long. */
  stop(mostMs: number): Promise<void>;
}

/** Begins to connect, and returns: nobody has to wait for the scheduler. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { jobs, log } = options;
  // Says which process holds a job, so that it lets go of its own ones only.
  const name = randomUUID();
  const store = openStore(options);
  const agenda = new Agenda({
    name,
    backend: store.backend,
    // A number: Agenda makes 5 seconds of what it cannot read.
    processEvery: options.lookEveryMs ?? 5_000,
    defaultLockLifetime: limits.jobLockMs,
    defaultConcurrency: 1,
    maxConcurrency: jobs.length,
  });
  agenda.on("error", (error: Error) => log.warn({ err: error }, "the scheduler had a problem"));
  for (const { job, run } of jobs)
    agenda.define(job.name, (_job, done) => {
      run().then(() => done(), done);
    });

  let stopping = false;
  const check = (): void => {
    ensureJobs(agenda, store, jobs).catch((error: unknown) => {
      if (!stopping)
        log.warn(
          { err: error },
          "the scheduler's store does not answer; jobs run by a plain timer meanwhile",
        );
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const started = agenda.start().then(() => {
    check();
    timer = setInterval(check, options.checkEveryMs ?? limits.remindersAloneEveryMs);
  });
  started.catch((error: unknown) => log.warn({ err: error }, "the scheduler did not start"));

  return {
    stop: async (mostMs) => {
      stopping = true;
      clearInterval(timer);
      // One that never got its connection has nothing to drain.
      if (store.connected()) {
        await started.catch(() => undefined);
        clearInterval(timer);
        await agenda.drain({ timeout: mostMs, closeConnection: false });
        await letGo(store, name);
      }
      await store.close();
    },
  };
}

/** Puts back what is missing: the store may have been emptied, or made anew. */
async function ensureJobs(agenda: Agenda, store: SchedulerStore, jobs: readonly RunningJob[]): Promise<void> {
  const known = new Set(await store.names());
  for (const { job } of jobs) {
    if (!known.has(job.name)) await agenda.every(`${job.everyMs / 1000} seconds`, job.name);
  }
}

/** Jobs that were taken ahead of their time and are not run any more; others need not wait until their lock ends. */
async function letGo({ backend }: SchedulerStore, name: string): Promise<void> {
  const { jobs } = await backend.repository.queryJobs({});
  const held = jobs.filter(({ lockedAt, lastModifiedBy }) => lockedAt && lastModifiedBy === name);
  await backend.repository.unlockJobs(held.flatMap(({ _id }) => (_id ? [_id] : [])));
}

/**
 * The jobs of a process (SPEC S11): the scheduler wakes them, and a plain timer does when the scheduler's store is gone.
 *
 *   Agenda (one process at a time) ─┐
 *   own timer (every process) ──────┼─→ one run at a time ─→ the database, where the truth is
 *   sweepNow (start, end of input) ─┘
 */
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Database } from "../store/database.ts";
import { isLeft } from "../store/firings.ts";
import { removeExpired } from "../store/retention.ts";
import type { Scheduler } from "./agenda.ts";
import { makeDigests } from "./digest.ts";
import { fireDue } from "./fire.ts";
import { flushJob } from "./flush-buffers.ts";
import { type Job, oneAtATime } from "./job.ts";
import type { MemoryWork } from "./memory.ts";
import { embeddingJob } from "./memory-embedding.ts";
import { insightsJob } from "./memory-insights.ts";
import { summariesJob } from "./memory-summaries.ts";
import { upkeepJob } from "./memory-upkeep.ts";

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Where the scheduler keeps its jobs; absent: in `database`. */
  readonly mongoUri?: string | undefined;
  /** Something was written that is to be sent. */
  readonly onPush: () => void;
  /** How long after the start the scheduler is loaded; it takes its time, which nobody should wait for. */
  readonly schedulerAfterMs?: number | undefined;
  /** What memory learns and is kept in order with; absent: nothing is learned. */
  readonly memory?: MemoryWork | undefined;
  /** How often this process looks for reminders by itself. */
  readonly aloneEveryMs?: number | undefined;
}

export interface Jobs {
  start(): void;
  /** Runs what pushes, and settles when it has: what is due now is in the outbox then. */
  sweepNow(): Promise<void>;
  /** Looks for buffers that are due, and settles when what was due is flushed, or is to be tried again. */
  flushNow(): Promise<void>;
  /** What is wrong, for readiness; null when nothing is. */
  problem(): string | null;
  /** Finishes what is under way, or leaves it: a transaction that does not end is as if it had not begun. */
  stop(): Promise<void>;
}

/** Without a finished look for reminders for this long, the process is not ready. */
const SILENT_MS = 4 * limits.remindersAloneEveryMs;

export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, ids, log, onPush } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let lookedAtMs = performance.now();
  let again: NodeJS.Timeout | undefined;

  const pushing: Job[] = [
    {
      name: "reminders",
      everyMs: limits.remindersEveryMs,
      aloneEveryMs: options.aloneEveryMs ?? limits.remindersAloneEveryMs,
      run: async () => {
        const fired = await fireDue({ database, clock, ids, onPush, signal });
        lookedAtMs = performance.now();
        if (await isLeft(database.system, clock.now())) soon();
        if (Object.values(fired).some((count) => count > 0)) log.info(fired, "fired what was due");
      },
    },
    {
      name: "digests",
      everyMs: limits.digestsEveryMs,
      aloneEveryMs: 2 * limits.digestsEveryMs,
      run: async () => {
        const made = await makeDigests({ database, ids, nowMs: clock.now() });
        if (made === 0) return;
        log.info({ made }, "made digests");
        onPush();
      },
    },
  ];
  const sweep: Job = {
    name: "sweep",
    everyMs: limits.sweepMs,
    aloneEveryMs: 2 * limits.sweepMs,
    run: async () => log.debug(await removeExpired(database, clock.now()), "removed what was past its keep"),
  };
  const learning = options.memory && flushJob(options.memory);
  const jobs = [...pushing, sweep, ...(learning ? [learning] : []), ...upkeepJobs(options.memory)].map(
    (job) => oneAtATime(job, { signal, log }),
  );
  const timers: NodeJS.Timeout[] = [];
  /** What another process has begun is looked at again, in case it does not end it. */
  const soon = (): void => {
    clearTimeout(again);
    if (!signal.aborted) again = setTimeout(() => jobs[0]?.run(), limits.firingSilenceMs / 2);
  };
  let scheduler: Promise<Scheduler | null> = Promise.resolve(null);

  const load = async (): Promise<Scheduler | null> => {
    try {
      const { startScheduler } = await import("./agenda.ts");
      return startScheduler({ jobs, pool: database.schedulerPool(), mongoUri: options.mongoUri, log });
    } catch (error) {
      log.warn({ err: error }, "the scheduler could not be loaded; jobs run by a plain timer");
      return null;
    }
  };

  return {
    start: () => {
      for (const running of jobs) {
        timers.push(setInterval(running.run, running.job.aloneEveryMs));
        void running.run();
      }
      timers.push(
        setTimeout(() => {
          if (!signal.aborted) scheduler = load();
        }, options.schedulerAfterMs ?? 3_000),
      );
    },
    sweepNow: async () => {
      const names = new Set(pushing.map(({ name }) => name));
      await Promise.all(jobs.filter(({ job }) => names.has(job.name)).map(({ run }) => run()));
    },
    flushNow: async () => {
      await Promise.all(jobs.filter(({ job }) => job === learning).map(({ run }) => run()));
    },
    problem: () => {
      const silentMs = performance.now() - lookedAtMs;
      return silentMs > SILENT_MS ? `no look for due reminders for ${Math.round(silentMs / 1000)} s` : null;
    },
    stop: async () => {
      stopping.abort();
      for (const timer of [...timers, again]) clearInterval(timer);
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        // The scheduler's store may not answer, and a little is left for it to say so.
        late = setTimeout(resolve, limits.jobStopMs + 1_000);
      });
      const stopped = Promise.all([
        scheduler.then((loaded) => loaded?.stop(limits.jobStopMs)),
        ...jobs.map(({ idle }) => idle()),
      ]);
      await Promise.race([stopped, patience]);
      clearTimeout(late);
    },
  };
}

/** What keeps memory in order. */
function upkeepJobs(work: MemoryWork | undefined): Job[] {
  return work ? [summariesJob, insightsJob, upkeepJob, embeddingJob].map((job) => job(work)) : [];
}

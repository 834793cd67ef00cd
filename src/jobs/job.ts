/** A job of the schedule: what it does, how often, and how it is kept to one run at a time in this process. */
import type { Log } from "../kernel/log.ts";

export interface Job {
  readonly name: string;
  /** How often it is to run, by the scheduler. */
  readonly everyMs: number;
  /** How often this process runs it by itself, whatever the scheduler does. */
  readonly aloneEveryMs: number;
  /** One run: idempotent, bounded, and soon over once the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

export interface RunningJob {
  readonly job: Job;
  /** Settles after a run that began after the call; it does not fail. */
  run(): Promise<void>;
  /** Settles once no run is under way. */
  idle(): Promise<void>;
}

/** Runs that are asked for during a run become one more behind it. */
export function oneAtATime(job: Job, { signal, log }: { signal: AbortSignal; log: Log }): RunningJob {
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  const once = async (): Promise<void> => {
    if (signal.aborted) return;
    try {
      await job.run(signal);
    } catch (error) {
      log.warn({ err: error, job: job.name }, "a job failed; it is run again in a while");
    }
  };

  const begin = (): Promise<void> => {
    following = undefined;
    current = once().finally(() => {
      current = undefined;
    });
    return current;
  };

  return {
    job,
    run: () => {
      if (!current) return begin();
      following ??= current.then(begin);
      return following;
    },
    idle: async () => {
      await (following ?? current);
    },
  };
}

/** The steps of messages' paths, told to who listens, and to who waits for the next one. */
import { limits } from "./limits.ts";
import type { Log } from "./log.ts";
import type { Observer, Step } from "./ports.ts";

export interface Steps {
  tell(step: Step): void;
  /** Settles with the next step, or after the poll interval: another process may have taken it. */
  next(): Promise<void>;
}

/** Passes each step on; a listener that throws harms nobody. */
export function createSteps(log: Log, observe: Observer | undefined): Steps {
  let waiting: (() => void)[] = [];
  return {
    tell: (step) => {
      try {
        observe?.(step);
      } catch (error) {
        log.warn({ err: error }, "an observer failed");
      }
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    next: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limits.pollMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** Time as this adapter needs it: real, unless a test has its own. Chats' days do not matter here, so `MAMA_NOW` does not. */

export interface Time {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs something later; returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
  /** 0 ≤ n < 1. */
  random(): number;
}

export const systemTime: Time = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Waits; ends early at the signal. */
export function rest(time: Time, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = time.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

/** @throws Error when `work` takes longer than `ms`, or the signal says that it is over; what it does then goes on unseen */
export function inTime<T>(
  work: Promise<T>,
  { time, ms, signal }: { time: Time; ms: number; signal?: AbortSignal | undefined },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      stop();
      reject(new Error("it took too long"));
    };
    const cancel = time.after(ms, late);
    const stop = (): void => {
      cancel();
      signal?.removeEventListener("abort", late);
    };
    if (signal?.aborted) return late();
    signal?.addEventListener("abort", late, { once: true });
    work.then(resolve, reject).finally(stop);
  });
}

/** Time that passes when the test says so. */
import type { Time } from "../../src/adapters/whatsapp/time.ts";

export interface TestTime extends Time {
  /** Lets time pass; what was to happen in it happens, in order. */
  pass(ms: number): Promise<void>;
  /** How many things wait for their moment. */
  waiting(): number;
}

export function testTime(startMs = Date.now()): TestTime {
  let nowMs = startMs;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => nowMs,
    random: () => 0.5,
    after: (ms, run) => {
      const timer = { atMs: nowMs + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass: async (ms) => {
      const endMs = nowMs + ms;
      for (;;) {
        await settle();
        const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        nowMs = Math.max(nowMs, next.atMs);
        timers.delete(next);
        next.run();
      }
      nowMs = endMs;
      await settle();
    },
    waiting: () => timers.size,
  };
}

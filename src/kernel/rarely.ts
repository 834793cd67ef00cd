/** What is done once in a while for each of many: in a group Mama says rarely that she works in private chats (SPEC S1). */

/** Those that are remembered, so that a few that shout are not a matter of memory. */
const MOST = 1_000;

export interface Rarely {
  /** Whether it is time again; a yes counts as done. */
  may(key: string): boolean;
}

/**
 * @param now ms, from any moment
 * @param restMs how long it rests once it was done
 */
export function createRarely({ now, restMs }: { now: () => number; restMs: number }): Rarely {
  const done = new Map<string, number>();
  return {
    may: (key) => {
      const nowMs = now();
      if (nowMs - (done.get(key) ?? Number.NEGATIVE_INFINITY) < restMs) return false;
      if (done.size >= MOST) done.clear();
      done.set(key, nowMs);
      return true;
    },
  };
}

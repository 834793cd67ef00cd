/**
 * What a turn leaves to be done once its reply is on its way: use counts, vectors of what was told. One user's things are
 * done in order, and a failure harms nobody.
 */
import type { Log } from "../kernel/log.ts";

export interface Afterwards {
  run(userId: string, work: () => Promise<void>): void;
  /** Settles when nothing is left to do for this user, or, without one, for anybody. Never rejects. */
  done(userId?: string): Promise<void>;
}

export function createAfterwards(log: Log): Afterwards {
  const going = new Map<string, Promise<void>>();
  return {
    run: (userId, work) => {
      const before = going.get(userId) ?? Promise.resolve();
      const now = before.then(work).catch((error: unknown) => {
        log.warn({ err: error }, "what a turn left to be done was not done");
      });
      going.set(userId, now);
      void now.then(() => {
        if (going.get(userId) === now) going.delete(userId);
      });
    },
    done: async (userId) => {
      if (userId !== undefined) return going.get(userId);
      while (going.size > 0) await Promise.all(going.values());
    },
  };
}

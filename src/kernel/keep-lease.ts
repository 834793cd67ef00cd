/** An adapter's account: taken when it is free, and kept while this process lives (SPEC S2). */
import type { Log } from "./log.ts";
import type { AccountLease } from "./ports.ts";

export interface Held {
  /** Whether this process has the account now. */
  ours(): Promise<boolean>;
  letGo(): Promise<void>;
}

/**
 * Takes the account when it is free and keeps it; says so when it has to wait.
 * @param what the account in a word for the log, as "bot" or "number"
 * @param lost is called when another process has taken it over
 */
export function keepLease(
  lease: AccountLease,
  { what, log, lost }: { what: string; log: Log; lost: () => void },
): Held {
  let mine = false;
  let told = false;

  const look = async (): Promise<void> => {
    try {
      const held = await lease.hold();
      if (mine && !held) {
        log.warn(`another process receives for this ${what} now`);
        lost();
      }
      if (held && told) log.info(`this process receives for the ${what} now`);
      if (!held && !told) log.info(`another process receives for this ${what}; waiting until it ends`);
      told = !held;
      mine = held;
    } catch (error) {
      // Two that receive for a moment harm nobody: each event is kept once.
      log.warn({ err: error }, `could not look who receives for this ${what}; trying again`);
    }
  };

  const timer = setInterval(() => {
    if (mine) void look();
  }, lease.leaseMs / 3);
  return {
    ours: async () => {
      if (!mine) await look();
      return mine;
    },
    letGo: async () => {
      clearInterval(timer);
      if (mine) await lease.release().catch(() => undefined);
    },
  };
}

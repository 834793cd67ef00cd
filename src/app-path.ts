/** What adapters may ask of the path that their events take: part of the wiring, used by app.ts alone. */
import type { AccountPorts } from "./kernel/ports.ts";
import { accountPorts } from "./store/account-ports.ts";
import type { Database } from "./store/database.ts";
import { isPassing } from "./store/failures.ts";
import { isAnswered, isDrained, type TurnReport, turnReport } from "./store/turn-report.ts";

/** What adapters may ask of the path that their events take. */
export interface Path {
  report(inboxId: string): Promise<TurnReport | null>;
  answered(inboxId: string): Promise<void>;
  drained(address: { platform: string; account: string }): Promise<void>;
  /** What is due now is in the outbox, and buffers of memory that are due are flushed, once it settles. */
  sweepNow(): Promise<void>;
  /** Buffers of memory that are due are flushed once it settles. */
  flushNow(): Promise<void>;
  /** What the adapter of a chat network needs for its account. */
  account(address: { platform: string; account: string }): AccountPorts;
}

interface PathParts {
  readonly nextStep: () => Promise<void>;
  readonly work: Pick<Path, "sweepNow" | "flushNow">;
  readonly owner: string;
  readonly leaseMs: number;
}

export function createPath(database: Database, { nextStep, work, owner, leaseMs }: PathParts): Path {
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (;;) {
      // Listened for before it is looked at, so that a step in between is not missed.
      const step = nextStep();
      // A database that is away for a moment answers later.
      const held = await holds().catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        return false;
      });
      if (held) return;
      await step;
    }
  };
  return {
    report: (inboxId) => turnReport(database, inboxId),
    answered: (inboxId) => until(() => isAnswered(database, inboxId)),
    drained: (address) => until(() => isDrained(database, address)),
    ...work,
    account: (address) => accountPorts(database, { ...address, owner, leaseMs }),
  };
}

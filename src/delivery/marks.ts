/** Marks what was sent. Marks that come while one is being written go together in the next statement. */
import { markSent } from "../store/outbox.ts";
import type { Sql } from "../store/sql.ts";

export interface Marks {
  /** Settles once the mark is written. */
  sent(outboxId: string, messageKey: string | null): Promise<void>;
}

interface Mark {
  readonly outboxId: string;
  readonly messageKey: string | null;
  settle(): void;
  fail(error: unknown): void;
}

/** @param sender this process, as it claimed the messages */
export function createMarks(sql: Sql, sender: string): Marks {
  let waiting: Mark[] = [];
  let writing = false;

  const write = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await markSent(sql, sender, batch);
        for (const mark of batch) mark.settle();
      } catch (error) {
        for (const mark of batch) mark.fail(error);
      }
    }
    writing = false;
  };

  return {
    sent: (outboxId, messageKey) =>
      new Promise((settle, fail) => {
        waiting.push({ outboxId, messageKey, settle, fail });
        if (!writing) void write();
      }),
  };
}

/** "I'm reading it…": said once, when a picture takes its time (SPEC S8). A courtesy: the turn does not depend on it. */
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { ChatAddress } from "../kernel/ports.ts";
import { messagesIn } from "../messages/index.ts";
import type { Database } from "../store/database.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import { hasReply, writeOutbox } from "../store/outbox.ts";
import type { Person } from "../store/people.ts";

export interface ReadingItDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Log;
  /** Whether somebody in this chat is told of progress: a pipe wants one answer a message. */
  tellsProgress?(chat: ChatAddress): boolean;
  /** How long a picture may take before it is said, ms; the product's time unless a test is in a hurry. */
  readonly readingItAfterMs?: number | undefined;
  onReply?(): void;
}

export interface ReadingIt {
  /** Says it now, unless it was said before. */
  now(): Promise<void>;
  /** It is read: nothing is said any more. What was about to be is in the outbox, before the reply, once this settles. */
  over(): Promise<void>;
}

/** Begins to wait; ended by `over`. */
export function sayReadingIt(deps: ReadingItDeps, event: WaitingEvent, { scope, spoken }: Person): ReadingIt {
  const { database, ids, log, readingItAfterMs = limits.readingItAfterMs } = deps;
  const { platform, account, chatKey, inboxId } = event;
  const tells = deps.tellsProgress?.(event) ?? false;
  let telling: Promise<void> = Promise.resolve();
  const tell = async (): Promise<void> => {
    await database.withUser(scope, async (tx) => {
      if (await hasReply(tx, inboxId)) return;
      const text = messagesIn(spoken).receipts.readingIt;
      const draft = { platform, account, chatKey, inboxId, kind: "reply", language: spoken, text } as const;
      await writeOutbox(tx, { id: ids.next(), scope, ...draft });
    });
    deps.onReply?.();
  };
  const now = (): Promise<void> => {
    if (tells)
      telling = telling
        .then(tell)
        .catch((error: unknown) => log.warn({ err: error, inboxId }, "progress could not be said"));
    return telling;
  };
  const timer = setTimeout(now, readingItAfterMs);
  return {
    now,
    over: () => {
      clearTimeout(timer);
      return telling;
    },
  };
}

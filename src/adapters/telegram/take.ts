/**
 * A batch of updates into the inbox, in order. What the database does not take is asked for again; when it takes all
 * others and refuses this one time after time, that one is let go, so that nobody else has to wait for it.
 */
import type { Update } from "grammy/types";
import type { Log } from "../../kernel/log.ts";
import { limits } from "./limits.ts";
import { chatOf } from "./update.ts";

export interface Taker {
  /** What to ask for next: the first update that is not in; undefined when there is nothing to confirm. */
  readonly next: number | undefined;
  /** @returns false when something could not be taken in and will be asked for again */
  takeAll(updates: readonly Update[]): Promise<boolean>;
  /** Knows of no update any more. */
  forget(): void;
}

/** Failures after which other chats are looked at, instead of waiting for this one. */
const GOES_ON_AT = 2;

export function createTaker({ take, log }: { take(update: Update): Promise<void>; log: Log }): Taker {
  let next: number | undefined;
  /** How often an update was refused. */
  const refused = new Map<number, number>();

  /** @returns whether the batch goes on behind an update that was not taken */
  const failed = (id: number, error: unknown): boolean => {
    const count = (refused.get(id) ?? 0) + 1;
    refused.set(id, count);
    log.warn({ err: error, tries: count }, "an update could not be taken in; it is asked for again");
    return count >= GOES_ON_AT;
  };

  return {
    get next() {
      return next;
    },
    takeAll: async (updates) => {
      // Nothing came: what was asked for is confirmed. Ids may start anywhere after a quiet week.
      if (updates.length === 0) next = undefined;
      const waiting = new Set<string>();
      let open: number | undefined;
      let taken = 0;
      for (const update of updates) {
        const { update_id: id } = update;
        const chat = chatOf(update);
        next = open ?? id + 1;
        if (waiting.has(chat)) continue;
        try {
          await take(update);
          refused.delete(id);
          taken += 1;
        } catch (error) {
          open ??= id;
          next = open;
          if (!failed(id, error)) break;
          waiting.add(chat);
        }
      }
      if (open !== undefined && taken > 0 && (refused.get(open) ?? 0) >= limits.updateTries) {
        log.error(
          { tries: limits.updateTries },
          "an update is let go: the database takes others, and not this one",
        );
        next = open + 1;
        refused.delete(open);
      }
      return open === undefined;
    },
    forget: () => {
      next = undefined;
      refused.clear();
    },
  };
}

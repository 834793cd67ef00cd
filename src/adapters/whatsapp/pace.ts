/**
 * How fast Mama writes. WhatsApp takes whoever writes to many people, quickly and at a machine's pace, for spam: so there is
 * a pause of no fixed length between two messages of a chat, an end to each day, and nothing is said unasked while WhatsApp
 * has restricted the number.
 */
import { SendError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import type { OutboundMessage } from "../../kernel/ports.ts";
import { Bounded } from "./cache.ts";
import { limits } from "./limits.ts";
import { rest, type Time } from "./time.ts";

export interface Pace {
  /** @throws SendError("retry") when this one has to wait for another day, or for the restriction to end */
  allow(kind: OutboundMessage["kind"] | "group"): void;
  /** Waits for this chat's turn. */
  turn(chatKey: string, signal: AbortSignal): Promise<void>;
  /** WhatsApp lets Mama write to nobody who has not written just now, until then; null: no longer. */
  restrict(untilMs: number | null): void;
}

const DAY_MS = 24 * 3_600_000;

export function createPace({ time, betweenMs, log }: { time: Time; betweenMs: number; log: Log }): Pace {
  const lastMs = new Bounded<number>(limits.remembered);
  let today = -1;
  let messages = 0;
  let pushes = 0;
  let groups = 0;
  let restrictedUntilMs = 0;

  const dayOf = (): number => {
    const day = Math.floor(time.now() / DAY_MS);
    if (day !== today) {
      today = day;
      messages = 0;
      pushes = 0;
      groups = 0;
    }
    return day;
  };

  return {
    allow: (kind) => {
      const restMs = (dayOf() + 1) * DAY_MS - time.now();
      const unasked = kind !== "reply";
      if (unasked && restrictedUntilMs > time.now())
        throw new SendError("retry", "WhatsApp has restricted the number", restrictedUntilMs - time.now());
      const isPush = unasked && kind !== "group";
      if (messages >= limits.dailyMessages || (isPush && pushes >= limits.dailyPushes)) {
        log.error({ messages, pushes }, "enough was sent on WhatsApp today; the rest waits for tomorrow");
        throw new SendError("retry", "enough was sent on WhatsApp today", restMs);
      }
      if (kind === "group" && groups >= limits.dailyGroups)
        throw new SendError("retry", "enough groups were answered on WhatsApp today", restMs);
      messages += 1;
      if (kind === "group") groups += 1;
      if (isPush) pushes += 1;
    },
    turn: async (chatKey, signal) => {
      const now = time.now();
      const before = lastMs.get(chatKey) ?? Number.NEGATIVE_INFINITY;
      const atMs = Math.max(now, before + betweenMs * (1 + time.random()));
      lastMs.set(chatKey, atMs);
      if (atMs > now) await rest(time, atMs - now, signal);
    },
    restrict: (untilMs) => {
      restrictedUntilMs = untilMs ?? 0;
      if (untilMs !== null)
        log.warn(
          { forMs: untilMs - time.now() },
          "WhatsApp has restricted the number; nothing is said unasked",
        );
    },
  };
}

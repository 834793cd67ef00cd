/**
 * Chats whose lane ended early: they are let go, and rest first when it was the moment's fault (SPEC S2).
 *
 *   lane fails ─→ noted here ─ settle ─→ try given back, lease runs on for the pause ─→ claimed again
 *                    ↑──── the database is still away ────┘
 *
 * What failed may be the database itself, so that the chat can neither be let go nor given its try back. That
 * is kept here and made good before this process claims anything again: an outage is never counted as an
 * event's failure, and never makes a lane run hot.
 */
import type { ChatAddress } from "../kernel/ports.ts";
import { type Lease, letGo } from "../store/leases.ts";
import type { Sql } from "../store/sql.ts";

/** The first pause of a chat, doubled with each failure in a row up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Chats whose pauses are remembered. Those that another process went on with are forgotten in the end. */
const MOST_CHATS = 10_000;

interface Debt {
  /** The event whose counted try was not its own fault; null when there is none. */
  readonly inboxId: string | null;
  readonly untilMs: number;
}

export interface Rests {
  /** The chat must rest. Returns for how long. */
  rest(lease: Lease, inboxId: string | null): number;
  /** The chat is let go without a rest. */
  leave(lease: Lease, inboxId: string | null): void;
  /** The chat works again: its next rest begins small. */
  recovered(chat: ChatAddress): void;
  /** Makes good what is noted. Throws while the database is away; nothing is forgotten by it. */
  settle(sql: Sql): Promise<void>;
}

/** @param nowMs a clock that only goes forward */
export function createRests(nowMs: () => number = () => performance.now()): Rests {
  const debts = new Map<Lease, Debt>();
  const pauses = new Map<string, number>();
  const keyOf = ({ platform, account, chatKey }: ChatAddress): string =>
    JSON.stringify([platform, account, chatKey]);

  return {
    rest: (lease, inboxId) => {
      const key = keyOf(lease);
      const before = pauses.get(key);
      const pauseMs = before === undefined ? FIRST_MS : Math.min(2 * before, LONGEST_MS);
      pauses.delete(key);
      pauses.set(key, pauseMs);
      const [oldest] = pauses.keys();
      if (pauses.size > MOST_CHATS && oldest !== undefined) pauses.delete(oldest);
      debts.set(lease, { inboxId, untilMs: nowMs() + pauseMs });
      return pauseMs;
    },
    leave: (lease, inboxId) => void debts.set(lease, { inboxId, untilMs: nowMs() }),
    recovered: (chat) => {
      if (pauses.size > 0) pauses.delete(keyOf(chat));
    },
    settle: async (sql) => {
      for (const [lease, { inboxId, untilMs }] of debts) {
        await letGo(sql, lease, { inboxId, restMs: Math.max(0, Math.ceil(untilMs - nowMs())) });
        debts.delete(lease);
      }
    },
  };
}

/**
 * Long polling by one process at a time (SPEC S2, S13).
 *
 *   lease ours? ─→ ask for updates ─→ each into the inbox ─→ ask again, behind the last that is in
 *       └─ no: wait, look again
 *
 * Updates are confirmed by what the next request asks for, so what the database did not take is given again. Each
 * request has a time by which it is over, whatever the network does: a poll that never ends would leave Mama deaf.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "grammy";
import type { Update } from "grammy/types";
import { keepLease } from "../../kernel/keep-lease.ts";
import type { Log } from "../../kernel/log.ts";
import type { AccountLease } from "../../kernel/ports.ts";
import { type PollTrouble, pollTroubleOf } from "./errors.ts";
import { limits, type Timing } from "./limits.ts";
import { telegramSignal } from "./signal.ts";
import { createTaker } from "./take.ts";
import { ALLOWED_UPDATES } from "./update.ts";

export interface PollingOptions {
  readonly api: Api;
  readonly lease: AccountLease;
  readonly log: Log;
  readonly timing: Timing;
  /** Before the first poll of this process: knows the bot, removes a webhook. Thrown errors are classed as a poll's. */
  prepare(): Promise<void>;
  /** Puts one update into the inbox; settles once it is committed. */
  take(update: Update): Promise<void>;
  /** A request for updates has come to its end. */
  polled(): void;
  /** Why nothing is received; null when all is well. */
  trouble(problem: string | null): void;
}

export interface Polling {
  start(): void;
  /** Settles once nothing more is taken, and the account is let go. */
  stop(): Promise<void>;
}

const PROBLEMS: Readonly<Record<PollTrouble, string>> = {
  conflict: "another program asks for this bot's updates: run one Mama per bot, on one database",
  token: "TELEGRAM_BOT_TOKEN is not accepted",
  later: "Telegram asks for patience",
  away: "Telegram does not answer",
};

export function createPolling(options: PollingOptions): Polling {
  const { lease, log, timing } = options;
  const over = new AbortController();
  const taker = createTaker(options);
  /** Ends the request that is under way. */
  let giveUp: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  let prepared = false;
  let failures = 0;

  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: over.signal }).catch(() => undefined);

  const poll = async (): Promise<readonly Update[]> => {
    const patience = new AbortController();
    giveUp = () => patience.abort();
    const most = timing.pollSeconds * 1000 + timing.pollGraceMs;
    const timer = setTimeout(giveUp, most);
    try {
      const { next } = taker;
      return await options.api.getUpdates(
        {
          ...(next !== undefined && { offset: next }),
          limit: limits.updatesAtOnce,
          timeout: timing.pollSeconds,
          allowed_updates: ALLOWED_UPDATES,
        },
        telegramSignal(patience.signal),
      );
    } finally {
      clearTimeout(timer);
      giveUp = () => undefined;
    }
  };

  /** One request and what came of it; returns how long to wait before the next. */
  const round = async (): Promise<number> => {
    try {
      if (!prepared) {
        await options.prepare();
        prepared = true;
        // Telegram knows us: the first poll may take its time when nobody writes.
        options.trouble(null);
      }
      const updates = await poll();
      options.polled();
      options.trouble(null);
      failures = 0;
      return (await taker.takeAll(updates)) ? 0 : timing.pauseMs;
    } catch (error) {
      if (over.signal.aborted) return 0;
      return afterTrouble(error);
    }
  };

  const afterTrouble = (error: unknown): number => {
    const { trouble, code, afterMs } = pollTroubleOf(error);
    failures += 1;
    options.trouble(PROBLEMS[trouble]);
    const growing = Math.min(timing.pauseMs * 2 ** Math.min(failures - 1, 10), timing.longestPauseMs);
    const waitMs = afterMs ?? (trouble === "conflict" ? timing.conflictMs : growing);
    log.warn({ code, waitMs }, `no updates: ${PROBLEMS[trouble]}`);
    return waitMs;
  };

  const run = async (): Promise<void> => {
    const held = keepLease(lease, { what: "bot", log, lost: () => giveUp() });
    while (!over.signal.aborted) {
      if (!(await held.ours())) {
        // Whoever has it will have moved on by the time that it is ours.
        taker.forget();
        options.trouble(null);
        await rest(lease.leaseMs / 3);
        continue;
      }
      const waitMs = await round();
      if (waitMs > 0) await rest(waitMs);
    }
    await held.letGo();
  };

  return {
    start: () => {
      running = run();
    },
    stop: async () => {
      over.abort();
      giveUp();
      await running;
    },
  };
}

/** A whole Mama on the fake Telegram: the real adapter, the real grammY, over HTTP on loopback. */
import { createTelegram } from "../../src/adapters/telegram/telegram.ts";
import { type App, createApp, type Role } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { ReceiptReader } from "../../src/receipts/reading.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import type { FakeTelegram } from "../fakes/telegram-server.ts";

/** "Now": Wednesday 2026-03-11, 10:00 in Kuala Lumpur. */
export const NOW_MS = Date.parse("2026-03-11T10:00:00+08:00");

/** Patience that tests can afford. */
export const HURRY = {
  pollSeconds: 1,
  pollGraceMs: 2_000,
  conflictMs: 50,
  pauseMs: 20,
  longestPauseMs: 100,
  unclearMs: 1_000,
};

export interface OnTelegram {
  readonly app: App;
  /** Lines of the log, as they are written. */
  readonly log: string[];
  stop(): Promise<void>;
}

/**
 * Starts Mama on `telegram` and a database that outlives her.
 * @param now the clock, ms
 */
export async function onTelegram(
  telegram: FakeTelegram,
  database: Database,
  options: {
    env?: Readonly<Record<string, string>>;
    now?: () => number;
    role?: Role;
    typing?: { afterMs: number; everyMs: number };
    receiptReader?: ReceiptReader;
    albumQuietMs?: number;
  } = {},
): Promise<OnTelegram> {
  const log: string[] = [];
  const logger = createLog("trace", { write: (line) => void log.push(line) });
  const config = readConfig({
    NODE_ENV: "test",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.apiRoot,
    ...options.env,
  });
  const app = await createApp({
    config,
    role: options.role ?? "web",
    log: logger,
    // Another process may be started beside this one.
    database: { ...database, exclusive: false, close: async () => undefined },
    clock: { now: options.now ?? (() => NOW_MS) },
    typing: options.typing,
    receiptReader: options.receiptReader ?? fakeReceiptReader(),
    albumQuietMs: options.albumQuietMs,
    adapters: ({ account }) =>
      config.telegram
        ? [createTelegram({ config: config.telegram, log: logger, ports: account, timing: HURRY })]
        : [],
  });
  await app.start();
  return { app, log, stop: () => app.stop() };
}

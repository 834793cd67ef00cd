/** A whole Mama on WhatsApp: the real adapter and the real Baileys, on a server of the test's own. */
import * as baileys from "@whiskeysockets/baileys";
import { openAuth } from "../../src/adapters/whatsapp/auth.ts";
import { type Library, loadLibrary } from "../../src/adapters/whatsapp/library.ts";
import { ACCOUNT, PLATFORM } from "../../src/adapters/whatsapp/message.ts";
import { systemTime } from "../../src/adapters/whatsapp/time.ts";
import { createWhatsApp, type WhatsAppOptions } from "../../src/adapters/whatsapp/whatsapp.ts";
import { type App, createApp, type Role } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Adapter } from "../../src/kernel/ports.ts";
import { createSeal } from "../../src/kernel/seal.ts";
import type { Database } from "../../src/store/database.ts";
import { platformKeys } from "../../src/store/platform-keys.ts";

/** "Now": Wednesday 2026-03-11, 10:00 in Kuala Lumpur. */
export const NOW_MS = Date.parse("2026-03-11T10:00:00+08:00");

export const SECRET = "a secret that only this test knows";

/** Patience that tests can afford. */
export const HURRY = { betweenMs: 1, pauseMs: 20, unclearMs: 200, awayMs: 50, resendMs: 50 };

export interface OnWhatsApp {
  readonly app: App;
  /** Lines of the log, as they are written. */
  readonly log: string[];
  /** What the owner of the number was shown. */
  readonly shown: string[];
  adapter(): Adapter;
  stop(): Promise<void>;
}

/** Links a number without a phone, by writing what a phone would have left behind. */
export async function link(database: Database, selfJid: string): Promise<void> {
  const keys = platformKeys(database, { platform: PLATFORM, account: ACCOUNT });
  const auth = await openAuth({
    keys,
    seal: createSeal(SECRET, "whatsapp"),
    place: `${PLATFORM}/${ACCOUNT}`,
    library: baileys,
    log: createLog("error"),
    time: systemTime,
    pauseMs: 1,
  });
  auth.state.creds.registered = true;
  auth.state.creds.me = { id: selfJid, name: "Mama" };
  auth.save();
  await auth.settled();
}

/** Starts Mama on a database that outlives her. */
export async function onWhatsApp(
  database: Database,
  options: {
    env?: Readonly<Record<string, string>>;
    now?: () => number;
    role?: Role;
    library?: Library;
    time?: WhatsAppOptions["time"];
    timing?: WhatsAppOptions["timing"];
    socketUrl?: string;
    typing?: { afterMs: number; everyMs: number };
  } = {},
): Promise<OnWhatsApp> {
  const log: string[] = [];
  const shown: string[] = [];
  const logger = createLog("trace", { write: (line) => void log.push(line) });
  const library = options.library ?? (await loadLibrary());
  const config = readConfig({
    NODE_ENV: "test",
    WHATSAPP: "qr",
    MAMA_SECRET: SECRET,
    ...(options.socketUrl && { WHATSAPP_SOCKET_URL: options.socketUrl }),
    ...options.env,
  });
  const { whatsapp } = config;
  if (!whatsapp) throw new Error("WhatsApp is off");
  let adapter: Adapter | undefined;
  const app = await createApp({
    config,
    role: options.role ?? "web",
    log: logger,
    // Another process may be started beside this one.
    database: { ...database, exclusive: false, close: async () => undefined },
    clock: { now: options.now ?? (() => NOW_MS) },
    typing: options.typing,
    adapters: ({ account }) => {
      adapter = createWhatsApp({
        config: whatsapp,
        library,
        log: logger,
        ports: account,
        show: (text) => void shown.push(text),
        time: options.time,
        timing: { ...HURRY, ...options.timing },
      });
      return [adapter];
    },
  });
  await app.start();
  return {
    app,
    log,
    shown,
    adapter: () => {
      if (!adapter) throw new Error("there is no adapter");
      return adapter;
    },
    stop: () => app.stop(),
  };
}

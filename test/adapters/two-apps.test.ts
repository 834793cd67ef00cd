/**
 * One person on Telegram and on WhatsApp (SPEC S1): one Mama behind the real grammY and the real Baileys, and one ledger
 * from the moment that a code of the one app was sent in the other.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTelegram } from "../../src/adapters/telegram/telegram.ts";
import { loadLibrary } from "../../src/adapters/whatsapp/library.ts";
import { createWhatsApp } from "../../src/adapters/whatsapp/whatsapp.ts";
import { type App, createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { type FakeWhatsApp, startWhatsApp } from "../fakes/whatsapp-server.ts";
import { freshDatabase } from "../support/database.ts";
import { NOW_MS, HURRY as TELEGRAM_HURRY } from "../support/telegram.ts";
import { link, SECRET, HURRY as WHATSAPP_HURRY } from "../support/whatsapp.ts";

const NUMBER = 60_123_456_789;
const JID = `${NUMBER}@s.whatsapp.net`;
const ON_TELEGRAM = 987_654_321;

let database: Database;
let telegram: FakeTelegram;
let whatsapp: FakeWhatsApp;
let app: App;
const log: string[] = [];

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  [telegram, whatsapp] = await Promise.all([startTelegram(), startWhatsApp()]);
  telegram.now = NOW_MS;
  await link(database, whatsapp.selfJid);
  const config = readConfig({
    NODE_ENV: "test",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.apiRoot,
    WHATSAPP: "qr",
    WHATSAPP_SOCKET_URL: whatsapp.socketUrl,
    MAMA_SECRET: SECRET,
  });
  const logger = createLog("trace", { write: (line) => void log.push(line) });
  const library = await loadLibrary();
  app = await createApp({
    config,
    role: "web",
    log: logger,
    database: { ...database, exclusive: false, close: async () => undefined },
    clock: { now: () => NOW_MS },
    adapters: ({ account: ports }) => {
      if (!config.telegram || !config.whatsapp) throw new Error("an app is off");
      const shared = { log: logger, ports };
      return [
        createTelegram({ ...shared, config: config.telegram, timing: TELEGRAM_HURRY }),
        createWhatsApp({ ...shared, config: config.whatsapp, library, timing: WHATSAPP_HURRY }),
      ];
    },
  });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  await Promise.all([telegram.close(), whatsapp.close()]);
  await database.close();
});

/** What she answers next on Telegram. */
async function onTelegram(text: string): Promise<string> {
  const before = telegram.chat(ON_TELEGRAM).length;
  telegram.says(ON_TELEGRAM, text);
  await telegram.until(() => telegram.chat(ON_TELEGRAM).length > before);
  return telegram.chat(ON_TELEGRAM)[before]?.text ?? "";
}

/** What she answers next on WhatsApp. */
async function onWhatsApp(text: string): Promise<string> {
  const before = whatsapp.chat(JID).length;
  await whatsapp.says(JID, text);
  await whatsapp.until(() => whatsapp.chat(JID).length > before);
  return whatsapp.chat(JID)[before] ?? "";
}

test("two ledgers become one, seen from both apps, and no word or number of it is in the log", async () => {
  await onTelegram("lunch 15");
  await onWhatsApp("teh tarik 3");
  expect(await onTelegram("how much today?")).toContain("RM15.00");
  const [code = ""] = /MAMA-\w{4}-\w{4}/.exec(await onTelegram("/link")) ?? [];

  expect(await onWhatsApp(code)).toContain("came along");
  // The other app hears of it by itself.
  await telegram.until(() => telegram.chat(ON_TELEGRAM).at(-1)?.text.includes("linked with") === true);
  expect(await onWhatsApp("how much today?")).toContain("RM18.00");
  await onWhatsApp("grab 12");
  expect(await onTelegram("how much today?")).toContain("RM30.00");
  await onTelegram("kopi 4");
  expect(await onWhatsApp("how much today?")).toContain("RM34.00");
  expect(await database.system.query("SELECT id FROM app_user")).toHaveLength(1);

  const all = log.join("");
  expect(all).not.toBe("");
  const secrets = [telegram.token, SECRET, String(NUMBER), String(ON_TELEGRAM), code, "lunch", "teh tarik"];
  for (const secret of secrets) expect(all).not.toContain(secret);
});

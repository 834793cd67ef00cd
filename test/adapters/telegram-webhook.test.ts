/** Telegram by webhook on the process's port (SPEC S13): the secret first, one insert, and only then a 200. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { freshDatabase } from "../support/database.ts";
import { NOW_MS, type OnTelegram, onTelegram } from "../support/telegram.ts";

const SECRET = "a-secret-of-some-length";
const ann = randomInt(10_000, 2 ** 40);
let database: Database;
let telegram: FakeTelegram;
let mama: OnTelegram;
let url: string;
/** Inserts into the inbox that still fail. */
let away = 0;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

beforeAll(async () => {
  const fresh = await freshDatabase(createLog("error"));
  const query: Database["system"]["query"] = async (text, values) => {
    if (/INSERT INTO inbox /.test(text) && away > 0) {
      away -= 1;
      throw new Error("the database is away");
    }
    return fresh.system.query(text, values);
  };
  database = { ...fresh, system: { query } };
  telegram = await startTelegram();
  telegram.now = NOW_MS;
  const port = await freePort();
  url = `http://127.0.0.1:${port}/hooks/telegram`;
  const env = { PORT: String(port), TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: SECRET };
  mama = await onTelegram(telegram, database, { env });
});
afterAll(async () => {
  await mama.stop();
  await telegram.close();
  await database.close();
});

test("a message comes in by webhook and is answered; what the database did not take is delivered again", async () => {
  telegram.says(ann, "lunch 15");
  await telegram.until(() => telegram.chat(ann).length === 1);
  away = 2;
  telegram.says(ann, "grab 12");
  telegram.says(ann, "kopi 3");
  await telegram.until(() => telegram.chat(ann).length === 3);
  const texts = telegram.chat(ann).map(({ text }) => /lunch|grab|kopi/.exec(text)?.[0]);
  expect(texts).toEqual(["lunch", "grab", "kopi"]);
  const rows = await database.system.query("SELECT 1 FROM ledger_entry");
  expect(rows).toHaveLength(3);
  expect(telegram.polls).toEqual([]);
});

test("what does not know the secret is turned away before it is read, and so is what is no update", async () => {
  const post = (secret: string | null, body: string): Promise<Response> =>
    fetch(url, {
      method: "POST",
      body,
      headers: secret === null ? {} : { "x-telegram-bot-api-secret-token": secret },
    });
  const update = JSON.stringify({
    update_id: 1,
    message: {
      message_id: 1,
      date: 1,
      chat: { id: ann, type: "private" },
      from: { id: ann, is_bot: false },
      text: "lunch 666",
    },
  });
  expect((await post(null, update)).status).toBe(401);
  expect((await post("a-secret-of-other-length", update)).status).toBe(401);
  expect((await post(SECRET, "{")).status).toBe(500);
  expect((await fetch(url)).status).toBe(405);
  expect((await post(SECRET, `"${"x".repeat(2_000_000)}"`)).status).toBe(413);
  const rows = await database.system.query("SELECT 1 FROM inbox WHERE text LIKE '%666%'");
  expect(rows).toEqual([]);
});

test("health knows the platform", async () => {
  const health = (await (await fetch(new URL("/health", url))).json()) as Record<string, unknown>;
  expect(health).toMatchObject({ ready: true, platforms: { telegram: { problem: null } } });
});

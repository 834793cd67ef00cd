/**
 * Telegram at its worst (SPEC S2, S13): it asks for patience, fails, cuts connections, gives updates again; processes
 * stop in the middle, and two want the same bot. Nothing is lost and no record is made twice.
 */
import { randomInt } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeTelegram, type Fault, type Shown, startTelegram } from "../fakes/telegram-server.ts";
import { freshDatabase } from "../support/database.ts";
import { NOW_MS, type OnTelegram, onTelegram } from "../support/telegram.ts";

let database: Database;
let telegram: FakeTelegram;
let running: OnTelegram[];
let ann: number;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  telegram = await startTelegram();
  telegram.now = NOW_MS;
});
afterAll(async () => {
  await telegram.close();
  await database.close();
});
beforeEach(() => {
  running = [];
  ann = randomInt(10_000, 2 ** 40);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  telegram.mends();
});

async function mama(options?: Parameters<typeof onTelegram>[2]): Promise<OnTelegram> {
  const started = await onTelegram(telegram, database, options);
  running.push(started);
  return started;
}

async function stop(one: OnTelegram): Promise<void> {
  running = running.filter((other) => other !== one);
  await one.stop();
}

async function shown(many: number): Promise<readonly Shown[]> {
  await telegram.until(() => telegram.chat(ann).length >= many);
  return telegram.chat(ann);
}

async function amounts(): Promise<number[]> {
  const rows = await database.system.query<{ amount: string }>(
    `SELECT e.amount_minor AS amount FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
     WHERE i.platform_user_id = $1 AND e.deleted_at IS NULL ORDER BY e.created_at, e.id`,
    [String(ann)],
  );
  return rows.map(({ amount }) => Number(amount));
}

const answered = (): string[] => telegram.chat(ann).map(({ text }) => /RM[\d.]+/.exec(text)?.[0] ?? text);

test("asked for patience, a reply waits and is sent once", async () => {
  await mama();
  telegram.fails(
    "sendMessage",
    { is: "answer", code: 429, retryAfter: 0 },
    { is: "answer", code: 429, retryAfter: 4 },
  );
  telegram.says(ann, "lunch 15");
  await shown(1);
  telegram.says(ann, "kopi 3");
  await shown(2);
  expect(answered()).toEqual(["RM15.00", "RM3.00"]);
  expect(await amounts()).toEqual([1500, 300]);
});

test.each<[string, Fault]>([
  ["an error of Telegram's own", { is: "answer", code: 500 }],
  ["a connection that is cut before the message is in", { is: "cut" }],
])("%s costs a try, and the reply still comes once", async (_, fault) => {
  await mama();
  telegram.fails("sendMessage", fault);
  telegram.says(ann, "lunch 15");
  await shown(1);
  telegram.says(ann, "kopi 3");
  await shown(2);
  expect(answered()).toEqual(["RM15.00", "RM3.00"]);
  expect(await amounts()).toEqual([1500, 300]);
});

test("a reply whose answer is lost may be read twice, and its record is made once", async () => {
  await mama();
  telegram.fails("sendMessage", { is: "cut_after" });
  telegram.says(ann, "lunch 15");
  await shown(2);
  telegram.says(ann, "kopi 3");
  await shown(3);
  expect(answered()).toEqual(["RM15.00", "RM15.00", "RM3.00"]);
  expect(await amounts()).toEqual([1500, 300]);
});

test("a message that Telegram will never take does not hold up the next, nor make its person unreachable", async () => {
  await mama();
  telegram.fails("sendMessage", { is: "answer", code: 400, description: "Bad Request: BUTTON_DATA_INVALID" });
  telegram.says(ann, "lunch 15");
  telegram.says(ann, "kopi 3");
  await shown(1);
  expect(answered()).toEqual(["RM3.00"]);
  const rows = await database.system.query(
    "SELECT reachable FROM app_user WHERE id = (SELECT user_id FROM identity WHERE platform_user_id = $1)",
    [String(ann)],
  );
  expect(rows).toEqual([{ reachable: true }]);
});

test("markup that Telegram cannot read is sent as plain text", async () => {
  await mama();
  telegram.fails("sendMessage", {
    is: "answer",
    code: 400,
    description: 'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 3',
  });
  telegram.says(ann, "lunch 15");
  expect((await shown(1))[0]?.text).toContain("RM15.00 lunch");
  const last = telegram.calls.findLast(({ method }) => method === "sendMessage");
  expect(last?.fields.parse_mode).toBeUndefined();
});

test("failures of every kind while asking for updates lose nothing", async () => {
  await mama();
  telegram.fails(
    "getUpdates",
    { is: "answer", code: 502, description: "Bad Gateway" },
    { is: "answer", code: 409, description: "Conflict: terminated by other getUpdates request" },
    { is: "answer", code: 429, retryAfter: 0 },
    { is: "cut" },
    { is: "cut_after" },
  );
  for (const amount of [1, 2, 3, 4, 5]) telegram.says(ann, `lunch ${amount}`);
  await shown(5);
  telegram.again();
  telegram.says(ann, "kopi 6");
  await shown(6);
  expect(answered()).toEqual(["RM1.00", "RM2.00", "RM3.00", "RM4.00", "RM5.00", "RM6.00"]);
  expect(await amounts()).toEqual([100, 200, 300, 400, 500, 600]);
});

test("an update that the database did not take is asked for again, in the order of its chat", async () => {
  let away = 3;
  const query: Database["system"]["query"] = async (text, values) => {
    if (/INSERT INTO inbox /.test(text) && away > 0) {
      away -= 1;
      throw new Error("the database is away");
    }
    return database.system.query(text, values);
  };
  const shaky: Database = { ...database, system: { query } };
  running.push(await onTelegram(telegram, shaky));
  for (const amount of [1, 2, 3]) telegram.says(ann, `lunch ${amount}`);
  await shown(3);
  expect(answered()).toEqual(["RM1.00", "RM2.00", "RM3.00"]);
});

test("stopped in the middle and started again with everything redelivered: no loss, no double, in order", async () => {
  const wanted = Array.from({ length: 12 }, (_, place) => place + 1);
  const first = await mama();
  for (const amount of wanted) telegram.says(ann, `lunch ${amount}`);
  await shown(3);
  await stop(first);
  telegram.again();
  await mama();
  await shown(12);
  telegram.again();
  telegram.says(ann, "kopi 99");
  await shown(13);
  expect(await amounts()).toEqual([...wanted, 99].map((amount) => amount * 100));
  expect(answered()).toEqual([...wanted, 99].map((amount) => `RM${amount}.00`));
});

test("a second process says that it waits, and takes over when the first one goes or dies", async () => {
  const env = { MAMA_LEASE_MS: "3000" };
  const first = await mama({ env });
  telegram.says(ann, "lunch 1");
  await shown(1);
  const second = await mama({ env });
  await expect
    .poll(() => second.log.join(""), { timeout: 20_000 })
    .toContain("another process receives for this bot; waiting until it ends");
  telegram.says(ann, "lunch 2");
  await shown(2);
  await stop(first);
  telegram.says(ann, "lunch 3");
  await shown(3);
  // As after kill -9: the account is held by somebody who is no more.
  await stop(second);
  await database.system.query(
    `INSERT INTO account_lease VALUES ('telegram', $1, gen_random_uuid(), now() + interval '500 milliseconds')`,
    [String(telegram.botId)],
  );
  await mama({ env });
  telegram.says(ann, "lunch 4");
  await shown(4);
  expect(await amounts()).toEqual([100, 200, 300, 400]);
});

test("a wrong token is told at the start, and the token is not in the sentence", async () => {
  const env = { TELEGRAM_BOT_TOKEN: "7654321098:AAwrong_token_of_thirty_five_letters" };
  const failed = await onTelegram(telegram, database, { env }).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(failed).toContain("TELEGRAM_BOT_TOKEN is not a token that Telegram knows");
  expect(failed).not.toContain("AAwrong");
});

test("no token, chat id or word of anybody's is in the log, whatever fails, at the level of trace", async () => {
  const one = await mama({ typing: { afterMs: 1, everyMs: 5 } });
  const cut: Fault = { is: "cut" };
  const refused: Fault = {
    is: "answer",
    code: 400,
    description: "Bad Request: can't parse entities: zanzibar",
  };
  telegram.fails("getUpdates", cut, { is: "answer", code: 500, description: `zanzibar ${telegram.token}` });
  telegram.fails("sendMessage", refused, cut, { is: "answer", code: 403, description: `Forbidden: ${ann}` });
  telegram.fails("sendChatAction", cut, refused);
  telegram.fails("answerCallbackQuery", cut);
  telegram.fails("getFile", cut);
  telegram.fails("file", { is: "answer", code: 500 }, cut);
  telegram.files.set("photo-of-zanzibar", { bytes: new Uint8Array([1]) });
  telegram.says(ann, "zanzibar 15");
  telegram.message(ann, { photo: [{ file_id: "photo-of-zanzibar" }], caption: "zanzibar" });
  telegram.update({ message: { message_id: 1, chat: null, from: { is_bot: false }, text: "zanzibar" } });
  telegram.says(ann, "lunch 15");
  await telegram.until(() => telegram.chat(ann).some(({ text }) => text.includes("RM15.00 lunch")));
  telegram.presses(ann, "Undo");
  await telegram.until(() => telegram.chat(ann).some(({ edits }) => edits > 0));
  await stop(one);
  const log = one.log.join("");
  expect(log).toContain("could not be sent");
  for (const secret of [
    telegram.token,
    telegram.token.split(":")[1] ?? "",
    String(ann),
    "zanzibar",
    "/file/bot",
  ])
    expect(log).not.toContain(secret);
});

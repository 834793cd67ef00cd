/**
 * The outbox (SPEC S2): each message leaves in its chat's order, whoever sends; what the platform answered, or
 * did not, decides what becomes of it. Several senders are played on one database, and time is moved in the rows.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import {
  type ClaimedMessage,
  cancelPushes,
  claimOutbox,
  markFailed,
  markRetry,
  markSent,
  markUnclear,
  recoverSending,
} from "../../src/store/outbox.ts";
import { freshDatabase } from "../support/database.ts";
import { type Met, meet, records, rows, tells } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

const sender = uuidV7.next();
const other = uuidV7.next();

/** A person whose account is their own, so that claims of one test see nothing of another's. */
async function someone(): Promise<Met> {
  const met = await meet(database);
  return { ...met, chat: { ...met.chat, account: met.name } };
}

/** What a sender gets to send for this account now. */
const claim = ({ chat }: Met, by = sender, most = 20, showsOnce = false): Promise<ClaimedMessage[]> =>
  claimOutbox(database.system, {
    platform: "fake",
    account: chat.account,
    sender: by,
    sendingMs: 60_000,
    most,
    showsOnce,
  });

const texts = async (met: Met, by?: string) => (await claim(met, by)).map(({ text }) => text);

const delivered = (outboxId: string, by: string, messageKey: string | null) =>
  markSent(database.system, by, [{ outboxId, messageKey }]);

async function state(id: string): Promise<Record<string, unknown>> {
  const [row] = await rows(database, "outbox", `id = '${id}'`);
  return { state: row?.state, failure: row?.failure, attempts: row?.attempts };
}

/** As if the sender had died while it was sending. */
const crash = (id: string) =>
  database.system.query("UPDATE outbox SET sending_until = now() - interval '1 second' WHERE id = $1", [id]);

/** As if the platform's "later" had passed. */
const later = (id: string) =>
  database.system.query("UPDATE outbox SET not_before = now() WHERE id = $1", [id]);

test("of one chat only the oldest open message can be sent, whoever asks", async () => {
  const ann = await someone();
  const ids = [await tells(database, ann, { text: "1" }), await tells(database, ann, { text: "2" })];
  expect(await texts(ann)).toEqual(["1"]);
  expect(await texts(ann)).toEqual([]);
  expect(await texts(ann, other)).toEqual([]);
  await delivered(ids[0] ?? "", sender, "77");
  expect(await rows(database, "outbox", `id = '${ids[0]}'`)).toMatchObject([
    { state: "sent", message_key: "77" },
  ]);
  expect(await texts(ann, other)).toEqual(["2"]);
});

test("chats are sent side by side, and no more than asked for", async () => {
  const ann = await someone();
  for (const chatKey of ["a", "b", "c"]) {
    await tells(database, ann, { chatKey, text: `${chatKey}1` });
    await tells(database, ann, { chatKey, text: `${chatKey}2` });
  }
  expect((await claim(ann, sender, 2)).map(({ text }) => text).sort()).toEqual(["a1", "b1"]);
  expect(await texts(ann, other)).toEqual(["c1"]);
});

test("many senders that drain many chats at once send each message once, and each chat in order", async () => {
  const ann = await someone();
  const chats = Array.from({ length: 6 }, (_, chat) => `chat-${chat}`);
  const each = ["0", "1", "2", "3", "4"];
  for (const text of each) for (const chatKey of chats) await tells(database, ann, { chatKey, text });
  const sent: ClaimedMessage[] = [];
  const drain = async (by: string): Promise<void> => {
    while (sent.length < chats.length * each.length) {
      for (const message of await claim(ann, by, 2)) {
        sent.push(message);
        await delivered(message.outboxId, by, null);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, () => drain(uuidV7.next())));
  expect(new Set(sent.map(({ outboxId }) => outboxId)).size).toBe(sent.length);
  for (const chat of chats)
    expect(sent.filter(({ chatKey }) => chatKey === chat).map(({ text }) => text)).toEqual(each);
});

test("a message that the platform wants later keeps the later ones of its chat behind it", async () => {
  const ann = await someone();
  const first = await tells(database, ann, { text: "1" });
  await tells(database, ann, { text: "2" });
  await tells(database, ann, { text: "elsewhere", chatKey: "b" });
  await claim(ann, sender, 1);
  await markRetry(database.system, first, sender, 60_000);
  expect(await texts(ann)).toEqual(["elsewhere"]);
  expect(await texts(ann)).toEqual([]);
  await later(first);
  expect(await claim(ann)).toMatchObject([{ text: "1", attempt: 2, again: false }]);
});

test("what a dead sender left is sent once more, and then let be", async () => {
  const ann = await someone();
  const id = await tells(database, ann, { kind: "push", text: "rent is due" });
  expect(await claim(ann)).toMatchObject([{ attempt: 1, again: false }]);
  await recoverSending(database.system, false);
  expect(await state(id)).toMatchObject({ state: "sending" });
  await crash(id);
  await recoverSending(database.system, false);
  expect(await state(id)).toMatchObject({ state: "unknown" });
  expect(await claim(ann, other)).toMatchObject([{ outboxId: id, attempt: 2, again: true }]);
  await crash(id);
  await recoverSending(database.system, false);
  expect(await state(id)).toEqual({ state: "failed", failure: "unknown", attempts: 2 });
  expect(await texts(ann)).toEqual([]);
});

test("where what is sent again is shown once, dead senders cost nothing, and there is an end to it", async () => {
  const ann = await someone();
  const id = await tells(database, ann);
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    expect(await claim(ann, other, 20, true)).toMatchObject([{ outboxId: id, attempt, again: false }]);
    await crash(id);
    await recoverSending(database.system, false);
  }
  expect(await state(id)).toEqual({ state: "failed", failure: "unknown", attempts: 20 });
});

test("no clear answer counts like a crash, and a platform's later does not use up the one more time", async () => {
  const ann = await someone();
  const id = await tells(database, ann);
  await claim(ann);
  await markUnclear(database.system, id, sender);
  expect(await claim(ann)).toMatchObject([{ again: true }]);
  await markRetry(database.system, id, sender, 0);
  expect(await claim(ann)).toMatchObject([{ again: true, attempt: 3 }]);
  await markUnclear(database.system, id, sender);
  expect(await state(id)).toMatchObject({ state: "failed", failure: "unknown" });
});

test("a digest whose fate is not known is not sent again: late news is no news", async () => {
  const ann = await someone();
  const id = await tells(database, ann, { kind: "digest" });
  const next = await tells(database, ann, { text: "next" });
  await claim(ann);
  await markUnclear(database.system, id, sender);
  expect(await state(id)).toMatchObject({ state: "failed", failure: "unknown" });
  expect(await claim(ann)).toMatchObject([{ outboxId: next }]);
});

test("the only process on a database takes up at its start whatever was being sent", async () => {
  const ann = await someone();
  const id = await tells(database, ann);
  await claim(ann);
  await recoverSending(database.system, true);
  expect(await state(id)).toMatchObject({ state: "unknown" });
});

test("a message that another sender took over cannot be settled by the first", async () => {
  const ann = await someone();
  const id = await tells(database, ann);
  await claim(ann);
  await crash(id);
  await recoverSending(database.system, false);
  await claim(ann, other);
  await delivered(id, sender, "1");
  await markRetry(database.system, id, sender, 0);
  await markFailed(database.system, id, sender, "permanent");
  await markUnclear(database.system, id, sender);
  expect(await state(id)).toMatchObject({ state: "sending" });
  await delivered(id, other, "2");
  await markUnclear(database.system, id, other);
  expect(await rows(database, "outbox", `id = '${id}'`)).toMatchObject([{ state: "sent", message_key: "2" }]);
});

test("to a person who cannot be reached pushes are cancelled; replies, and what is another's, are kept", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const waiting = {
    reply: await tells(database, ann, { chatKey: "1" }),
    push: await tells(database, ann, { chatKey: "2", kind: "push" }),
    digest: await tells(database, ann, { chatKey: "3", kind: "digest" }),
    bens: await tells(database, ben, { kind: "push" }),
  };
  await records(database, ann);
  await database.withSystem((tx) => cancelPushes(tx, ann.scope.userId, null));
  expect(await state(waiting.push)).toMatchObject({ state: "failed", failure: "unreachable" });
  expect(await state(waiting.digest)).toMatchObject({ state: "failed", failure: "unreachable" });
  expect(await state(waiting.reply)).toMatchObject({ state: "pending" });
  expect(await state(waiting.bens)).toMatchObject({ state: "pending" });
  expect(await rows(database, "ledger_entry", `user_id = '${ann.scope.userId}'`)).toHaveLength(1);
});

test("a picture and the buttons travel with their message", async () => {
  const ann = await someone();
  const bytes = Uint8Array.from([137, 80, 78, 71, 0, 255]);
  const buttons = [
    { label: "Undo", does: [] },
    { label: "Edit", does: [] },
  ];
  const id = await tells(database, ann, { picture: { mime: "image/jpeg", bytes }, buttons });
  const [message] = await claim(ann);
  expect(message?.picture?.mime).toBe("image/jpeg");
  expect([...(message?.picture?.bytes ?? [])]).toEqual([...bytes]);
  expect(message?.buttons).toEqual([
    { id: `b:${id}:0`, label: "Undo" },
    { id: `b:${id}:1`, label: "Edit" },
  ]);
  expect(message?.buttons.every((button) => Buffer.byteLength(button.id) <= 64)).toBe(true);
});

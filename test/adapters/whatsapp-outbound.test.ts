/** What goes out to WhatsApp (SPEC S2): counted as sent when the server has it, at a person's pace, to who wrote first. */
import { randomInt } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "../../src/adapters/whatsapp/limits.ts";
import { createPace } from "../../src/adapters/whatsapp/pace.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { from } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { type Met, tells } from "../support/people.ts";
import { testTime } from "../support/time.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

let database: Database;
let mama: OnFake;
let ann: string;

beforeEach(async () => {
  ann = `60${randomInt(100_000_000, 999_999_999)}@s.whatsapp.net`;
  database = await freshDatabase(createLog("error"));
  mama = await onFake(database);
  await mama.sockets.until(() => mama.sockets.all.length === 1);
});
afterEach(async () => {
  await mama.stop();
  await database.close();
});

const PATIENT = { timeout: 20_000 };
const says = (conversation: string): void => mama.sockets.now().receives(from(ann, { conversation }));

async function states(): Promise<string[]> {
  const rows = await database.system.query<{ state: string }>(
    "SELECT state FROM outbox WHERE chat_key = $1 ORDER BY seq",
    [ann],
  );
  return rows.map(({ state }) => state);
}

/** Ann, once she has written. */
async function met(): Promise<Met> {
  says("lunch 15");
  await mama.told(ann, 1);
  const [row] = await database.system.query<{ inbox: string; org: string; user: string }>(
    `SELECT id AS inbox, org_id AS org, user_id AS "user" FROM inbox WHERE chat_key = $1`,
    [ann],
  );
  return {
    name: ann,
    scope: { orgId: row?.org ?? "", userId: row?.user ?? "" },
    chat: { platform: "whatsapp", account: "main", chatKey: ann },
    inboxId: row?.inbox ?? "",
  };
}

test("a message of which the server says nothing is sent once more, under the same id", async () => {
  const tries: string[] = [];
  mama.sockets.onSend = (socket, message) => {
    tries.push(message.messageId);
    if (tries.length > 1) {
      mama.sockets.sent.push(message);
      queueMicrotask(() => socket.acknowledges(message.messageId));
    } else socket.closes(428);
  };
  says("lunch 15");
  await mama.told(ann, 1);
  expect(new Set(tries)).toEqual(new Set([tries[0]]));
  expect(tries).toHaveLength(2);
  expect(tries[0]).toMatch(/^3EB0[0-9A-F]{18}$/);
});

test("what could not be handed over is sent when the connection is back", async () => {
  let failures = 2;
  mama.sockets.onSend = (socket, message) => {
    if (failures-- > 0) throw Object.assign(new Error("Connection Closed"), { output: { statusCode: 428 } });
    mama.sockets.sent.push(message);
    queueMicrotask(() => socket.acknowledges(message.messageId));
  };
  says("lunch 15");
  await expect.poll(() => mama.to(ann).length, PATIENT).toBe(1);
  await expect.poll(states, PATIENT).toEqual(["sent"]);
});

test("what the server refuses is not tried again, and the next message goes out", async () => {
  mama.sockets.onSend = (socket, message) => {
    mama.sockets.onSend = null;
    queueMicrotask(() => socket.acknowledges(message.messageId, "463"));
  };
  says("lunch 15");
  says("kopi 3");
  expect((await mama.told(ann, 1))[0]).toContain("kopi");
  await expect.poll(states, PATIENT).toEqual(["failed", "sent"]);
});

test("nobody is written to who has not written first", async () => {
  const person = await met();
  const stranger = { ...person, chat: { ...person.chat, chatKey: "60999999999@s.whatsapp.net" } };
  await tells(database, stranger, { kind: "push", text: "Hello" });
  says("kopi 3");
  await mama.told(ann, 2);
  const failures = (): Promise<unknown[]> =>
    database.system.query("SELECT state, failure FROM outbox WHERE chat_key = $1", [stranger.chat.chatKey]);
  await expect.poll(failures, PATIENT).toEqual([{ state: "failed", failure: "refused" }]);
  expect(mama.to(stranger.chat.chatKey)).toEqual([]);
});

test("while WhatsApp restricts the number nothing is said unasked; who writes is answered", async () => {
  const person = await met();
  const lock = (isActive: boolean, minutes: number): void =>
    mama.sockets.now().emit("connection.update", {
      reachoutTimeLock: { isActive, timeEnforcementEnds: new Date(Date.now() + minutes * 60_000) },
    });
  lock(true, 60);
  await tells(database, person, { kind: "push", text: "Rent is due" });
  await expect
    .poll(
      () => database.system.query("SELECT 1 FROM outbox WHERE text = 'Rent is due' AND attempts > 0"),
      PATIENT,
    )
    .toHaveLength(1);
  says("kopi 3");
  const told = await mama.told(ann, 2);
  expect(told[1]).toContain("kopi");
  expect(told.join()).not.toContain("Rent");
  lock(false, 0);
  await database.system.query("UPDATE outbox SET not_before = now() WHERE text = 'Rent is due'");
  expect((await mama.told(ann, 3))[2]).toBe("Rent is due");
});

test("a phone that could not read a message is given it again, from the outbox if need be, in its part", async () => {
  says("lunch 15");
  await mama.told(ann, 1);
  const [sent] = mama.sockets.sent;
  await expect.poll(states, PATIENT).toEqual(["sent"]);
  const key = { id: sent?.messageId ?? "", remoteJid: ann, fromMe: true };
  const text = { extendedTextMessage: { text: sent?.text } };
  expect(await mama.sockets.now().config.getMessage?.(key)).toEqual(text);
  await mama.stop();
  mama = await onFake(database);
  await mama.sockets.until(() => mama.sockets.all.length === 1);
  expect(await mama.sockets.now().config.getMessage?.(key)).toEqual(text);
  expect(await mama.sockets.now().config.getMessage?.({ ...key, id: "3EB0" })).toBeUndefined();
});

test("bold is WhatsApp's bold, and a picture carries its caption", async () => {
  const person = await met();
  await tells(database, person, { text: "**Total** RM15\n- food" });
  await tells(database, person, {
    text: "Your month",
    picture: { mime: "image/png", bytes: new Uint8Array([1]) },
  });
  expect((await mama.told(ann, 3)).slice(1)).toEqual(["*Total* RM15\n• food", "Your month"]);
  expect(mama.sockets.sent.at(-1)?.image).toBe(true);
});

test("while a turn takes its time she is shown to be typing, for ten seconds at most", async () => {
  await met();
  await mama.stop();
  const time = testTime();
  mama = await onFake(database, { time });
  await mama.sockets.until(() => mama.sockets.all.length === 1);
  const adapter = mama.adapter();
  const over = new AbortController();
  void adapter.typing?.(ann, over.signal);
  void adapter.typing?.(ann, over.signal);
  await mama.sockets.until(() => mama.sockets.presences.length === 1);
  await time.pass(limits.typingMs);
  await mama.sockets.until(() => mama.sockets.presences.length === 2);
  void adapter.typing?.(ann, over.signal);
  await time.pass(limits.typingMs);
  expect(mama.sockets.presences).toEqual([
    { jid: ann, state: "composing" },
    { jid: ann, state: "paused" },
  ]);
  over.abort();
});

test("two messages of one chat are a second or two apart, and other chats do not wait", async () => {
  const time = testTime();
  const pace = createPace({ time, betweenMs: 1_000, log: createLog("silent") });
  const went: string[] = [];
  const { signal } = new AbortController();
  for (const chat of ["ann", "ann", "ben", "ann"]) void pace.turn(chat, signal).then(() => went.push(chat));
  await time.pass(0);
  expect(went).toEqual(["ann", "ben"]);
  await time.pass(1_499);
  expect(went).toHaveLength(2);
  await time.pass(1);
  expect(went).toHaveLength(3);
  await time.pass(1_500);
  expect(went).toHaveLength(4);
});

test("a day has an end: first for what is said unasked, then for everything, until the next one", async () => {
  const time = testTime(Date.parse("2026-03-11T00:00:00Z"));
  const pace = createPace({ time, betweenMs: 0, log: createLog("silent") });
  for (let push = 0; push < limits.dailyPushes; push += 1) pace.allow("push");
  expect(() => pace.allow("digest")).toThrow("enough was sent");
  for (let reply = limits.dailyPushes; reply < limits.dailyMessages; reply += 1) pace.allow("reply");
  expect(() => pace.allow("reply")).toThrow(
    expect.objectContaining({ outcome: "retry", afterMs: 86_400_000 }),
  );
  await time.pass(86_400_000);
  pace.allow("push");
});

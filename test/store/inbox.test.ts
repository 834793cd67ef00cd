/**
 * Inbox first (SPEC S2): what came in is one committed row per event, whatever it holds and however often the
 * platform delivers it, and it waits in order until a turn is done with it.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { limits } from "../../src/kernel/limits.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import { claimNext } from "../../src/store/claim-next.ts";
import type { Database } from "../../src/store/database.ts";
import { receive, setAside } from "../../src/store/inbox.ts";
import { letGo } from "../../src/store/leases.ts";
import { settleTurn } from "../../src/store/settle-turn.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, arrive, leased, meet, rows, textIn, turnEnd } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

const take = (event: InboundEvent, nowMs = AT) => receive(database, event, { id: uuidV7.next(), nowMs });

test("an event that is delivered again changes nothing, whatever it says the second time", async () => {
  const ann = await meet(database);
  const event = textIn(ann.chat);
  const once = await take(event);
  const again = await take({ ...event, text: "lunch 99", kind: "edited", chatKey: "elsewhere" }, AT + 1000);
  expect(once.fresh).toBe(true);
  expect(again).toEqual({ inboxId: once.inboxId, fresh: false });
  expect(await rows(database, "inbox", `event_key = '${event.eventKey}'`)).toEqual([
    expect.objectContaining({
      text: "lunch 15",
      kind: "text",
      chat_key: ann.name,
      received_at: new Date(AT),
    }),
  ]);
});

test("many deliveries of one event at once make one row, and one of them is fresh", async () => {
  const ann = await meet(database);
  const event = textIn(ann.chat);
  const all = await Promise.all(Array.from({ length: 20 }, () => take(event)));
  expect(all.filter(({ fresh }) => fresh)).toHaveLength(1);
  expect(new Set(all.map(({ inboxId }) => inboxId)).size).toBe(1);
});

test("the same key is another event on another account", async () => {
  const eventKey = randomUUID();
  const ann = await meet(database);
  const event = { ...textIn(ann.chat), eventKey };
  expect((await take(event)).fresh).toBe(true);
  expect((await take({ ...event, account: `other-${eventKey}` })).fresh).toBe(true);
});

test("the bytes of pictures wait beside the row, once, and go with it", async () => {
  const ann = await meet(database);
  const bytes = Uint8Array.from({ length: 300 }, (_, position) => position % 256);
  const pictures = [
    { mime: "image/jpeg", bytes },
    { mime: "image/png", bytes: bytes.slice(0, 1) },
  ];
  const event: InboundEvent = { ...textIn(ann.chat, ""), kind: "photo", pictures };
  const { inboxId } = await take(event);
  await take(event);
  const kept = await rows(database, "inbox_media", `inbox_id = '${inboxId}'`);
  expect(kept.map(({ position, mime }) => [position, mime])).toEqual([
    [0, "image/jpeg"],
    [1, "image/png"],
  ]);
  expect(Buffer.from(kept[0]?.bytes as Uint8Array).equals(bytes)).toBe(true);
  await database.system.query("DELETE FROM inbox WHERE id = $1", [inboxId]);
  expect(await rows(database, "inbox_media", `inbox_id = '${inboxId}'`)).toEqual([]);
});

test("what Postgres cannot hold is taken out, and what is endless is cut", async () => {
  const ann = await meet(database);
  const text = async (given: string) =>
    (await rows(database, "inbox", `id = '${await arrive(database, textIn(ann.chat, given))}'`))[0]?.text;
  expect(await text("lun\0ch 15\0")).toBe("lunch 15");
  expect(await text("a\ud83d b\udc00")).toBe("a\ufffd b\ufffd");
  expect(await text("🍜")).toBe("🍜");
  expect(await text("x".repeat(100_000))).toHaveLength(limits.maxStoredCharacters);
  expect(await text(`${"x".repeat(limits.maxStoredCharacters - 1)}🍜`)).toMatch(/x\ufffd$/);
});

test("events of a chat are claimed oldest first, each try is counted, and the row becomes its sender's", async () => {
  const ann = await meet(database);
  const first = await arrive(database, textIn(ann.chat, "one"));
  const second = await arrive(database, textIn(ann.chat, "two"));
  const lease = await leased(database, ann);
  expect(await claimNext(database.system, lease)).toMatchObject({ inboxId: first, attempt: 1, behind: 1 });
  expect(await claimNext(database.system, lease)).toMatchObject({ inboxId: first, attempt: 2 });
  expect(await rows(database, "inbox", `id = '${first}'`)).toMatchObject([{ user_id: ann.scope.userId }]);
  const end = turnEnd(ann, { lease, inboxId: first });
  await database.withUser(ann.scope, (tx) => settleTurn(tx, end));
  expect(await claimNext(database.system, lease)).toMatchObject({ inboxId: second, text: "two", behind: 0 });
});

test("a try that was not the event's fault is given back, but never below none", async () => {
  const ann = await meet(database);
  const inboxId = await arrive(database, textIn(ann.chat));
  const lease = await leased(database, ann);
  await claimNext(database.system, lease);
  await letGo(database.system, lease, { inboxId });
  await letGo(database.system, lease, { inboxId });
  expect(await claimNext(database.system, await leased(database, ann))).toMatchObject({ attempt: 1 });
});

test("an event that is set aside no longer waits, and those behind it do", async () => {
  const ann = await meet(database);
  const broken = await arrive(database, textIn(ann.chat));
  const next = await arrive(database, textIn(ann.chat));
  const lease = await leased(database, ann);
  expect(await database.withSystem((tx) => setAside(tx, broken, lease))).toBe(true);
  expect(await claimNext(database.system, lease)).toMatchObject({ inboxId: next });
  expect(await database.withSystem((tx) => setAside(tx, next, lease))).toBe(true);
  expect(await claimNext(database.system, lease)).toBeNull();
});

test("only the holder of the chat sets an event aside, and only one that still waits", async () => {
  const ann = await meet(database);
  const [done, waits] = [await arrive(database, textIn(ann.chat)), await arrive(database, textIn(ann.chat))];
  const lease = await leased(database, ann);
  const set = (inboxId: string, under = lease) => database.withSystem((tx) => setAside(tx, inboxId, under));
  await claimNext(database.system, lease);
  await database.withUser(ann.scope, (tx) => settleTurn(tx, turnEnd(ann, { lease, inboxId: done })));
  expect(await set(done)).toBe(false);
  expect(await set(waits, { ...lease, owner: uuidV7.next() })).toBe(false);
  expect(await set(waits, { ...lease, fence: String(Number(lease.fence) + 1) })).toBe(false);
  expect(await rows(database, "inbox", `id IN ('${done}', '${waits}')`)).toMatchObject([
    { state: "done" },
    { state: "pending" },
  ]);
  expect(await set(waits)).toBe(true);
});

test("without the lease nothing is claimed and no try is counted", async () => {
  const ann = await meet(database);
  const inboxId = await arrive(database, textIn(ann.chat));
  const lease = await leased(database, ann);
  expect(await claimNext(database.system, { ...lease, owner: uuidV7.next() })).toBeNull();
  expect(await claimNext(database.system, { ...lease, fence: String(Number(lease.fence) + 1) })).toBeNull();
  await database.system.query("UPDATE chat_lease SET leased_until = now() WHERE chat_key = $1", [ann.name]);
  expect(await claimNext(database.system, lease)).toBeNull();
  expect(await rows(database, "inbox", `id = '${inboxId}'`)).toMatchObject([
    { attempts: 0, state: "pending" },
  ]);
});

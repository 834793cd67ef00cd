/** Albums in the inbox (SPEC S2, S8): one event, whoever brings its pictures, in whatever order and however often. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import { claimNext } from "../../src/store/claim-next.ts";
import type { Database } from "../../src/store/database.ts";
import { receive } from "../../src/store/inbox.ts";
import { claimChats, holdEvent } from "../../src/store/leases.ts";
import { pictureRead, picturesOf, remotePictures } from "../../src/store/pictures.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

function member(ann: Met, albumKey: string, key = randomUUID()): InboundEvent {
  const { name: senderKey, chat } = ann;
  return {
    ...chat,
    senderKey,
    eventKey: key,
    kind: "photo",
    text: "",
    albumKey,
    remotePicture: `file ${key}`,
  };
}

const arrives = (event: InboundEvent, albumQuietMs = 60_000) =>
  receive(database, event, { id: uuidV7.next(), nowMs: AT, albumQuietMs });

const idsOf = async (members: readonly InboundEvent[], quietMs?: number): Promise<Set<string>> => {
  const received = await Promise.all(members.map((event) => arrives(event, quietMs)));
  return new Set(received.map(({ inboxId }) => inboxId));
};

/** The chats that can be taken up now. */
const free = async (): Promise<string[]> => {
  const leases = await claimChats(database.system, { owner: uuidV7.next(), leaseMs: 1, most: 100 });
  return leases.map(({ chatKey }) => chatKey);
};

test("members that come in all at once, and again, are one event, which waits for more of them", async () => {
  const ann = await meet(database);
  const album = randomUUID();
  const members = Array.from({ length: 6 }, () => member(ann, album));
  const ids = await idsOf([...members, ...members]);
  expect(ids.size).toBe(1);
  const pictures = await database.withSystem((tx) => picturesOf(tx, [...ids][0] ?? ""));
  expect(pictures).toHaveLength(6);
  expect(await free()).not.toContain(ann.name);
});

test("one that comes when its album is done is an event of its own; one that is known is not", async () => {
  const ann = await meet(database);
  const album = randomUUID();
  const [first, second, late] = [member(ann, album), member(ann, album), member(ann, album)];
  const [opened = ""] = await idsOf([first, second]);
  await database.withSystem(async (tx) => {
    expect(await pictureRead(tx, opened, { many: 2, keep: false })).toBe(true);
    await tx.query("UPDATE inbox SET state = 'done' WHERE id = $1", [opened]);
  });
  expect(await idsOf([second, first, second])).toEqual(new Set([opened]));
  const own = await arrives(late);
  expect(own).toMatchObject({ fresh: true });
  expect(own.inboxId).not.toBe(opened);
  expect(await arrives(late)).toEqual({ inboxId: own.inboxId, fresh: false });
  // What was read is not fetched again.
  const missing = await remotePictures(database, ann.chat).missing(100);
  expect(missing.filter(({ inboxId }) => inboxId === opened)).toEqual([]);
  expect(missing.filter(({ inboxId }) => inboxId === own.inboxId)).toHaveLength(1);
});

test("a turn that has not seen the latest picture of its album may not close it", async () => {
  const ann = await meet(database);
  const album = randomUUID();
  const [opened = ""] = await idsOf([member(ann, album), member(ann, album)]);
  await database.withSystem(async (tx) => {
    expect(await pictureRead(tx, opened, { many: 1, keep: false })).toBe(false);
  });
});

test("an event that is put off holds its chat, gives its try back, and is taken up afterwards", async () => {
  const ann = await meet(database);
  await arrives({ ...member(ann, ""), albumKey: undefined });
  await arrives({ ...member(ann, ""), albumKey: undefined });
  const leases = await claimChats(database.system, { owner: uuidV7.next(), leaseMs: 60_000, most: 100 });
  const lease = leases.find(({ chatKey }) => chatKey === ann.name);
  if (!lease) throw new Error("the chat is not free");
  const event = await claimNext(database.system, lease);
  await holdEvent(database.system, lease, event?.inboxId ?? "", 60_000);
  expect(await claimNext(database.system, lease)).toBeNull();
  expect(await free()).not.toContain(ann.name);
  await database.system.query("UPDATE inbox SET held_until = now() WHERE id = $1", [event?.inboxId ?? ""]);
  expect(await free()).toContain(ann.name);
  const [row] = await database.system.query<{ attempts: number; holds: number }>(
    "SELECT attempts, holds FROM inbox WHERE id = $1",
    [event?.inboxId ?? ""],
  );
  expect(row).toEqual({ attempts: 0, holds: 1 });
});

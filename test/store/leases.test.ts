/**
 * The chat is leased, not the event (SPEC S2): one holder at a time, the chats of a dead process are taken over,
 * and a holder that was overtaken writes nothing. Time is moved in the row, so nobody waits here.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { setOwner } from "../../src/store/inbox.ts";
import { claimChats, type Lease, letGo, releaseAllLeases, renewLeases } from "../../src/store/leases.ts";
import { insertEntry } from "../../src/store/ledger.ts";
import { settleTurn } from "../../src/store/settle-turn.ts";
import { freshDatabase } from "../support/database.ts";
import {
  AT,
  arrive,
  leased,
  leaseOf,
  lunch,
  type Met,
  meet,
  rows,
  textIn,
  turnEnd,
} from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

/** A chat with one event waiting, and what is done with it here. */
interface Waiting extends Met {
  readonly waiting: string;
}

async function chatThatWaits(): Promise<Waiting> {
  const met = await meet(database);
  const waiting = await arrive(database, textIn(met.chat));
  await database.withSystem((tx) => setOwner(tx, waiting, met.scope));
  return { ...met, waiting };
}

const claim = (met: Met, owner?: string) => leaseOf(database, met, owner);
const claimed = (met: Met, owner?: string) => leased(database, met, owner);

/** A turn on the waiting event: a lunch is recorded, and the turn is settled under this lease. */
const turn = (met: Waiting, lease: Lease) =>
  database.withUser(met.scope, async (tx) => {
    await insertEntry(tx, met.scope, { entry: lunch(), inboxId: met.waiting, nowMs: AT });
    await settleTurn(tx, turnEnd(met, { lease, inboxId: met.waiting }));
  });

/** As if the holder had died a lease ago. */
const expire = ({ name }: Met) =>
  database.system.query(
    "UPDATE chat_lease SET leased_until = now() - interval '1 second' WHERE chat_key = $1",
    [name],
  );

test("a chat has one holder", async () => {
  const ann = await chatThatWaits();
  const lease = await claimed(ann);
  expect(await claim(ann)).toBeUndefined();
  await expect(turn(ann, lease)).resolves.toBeUndefined();
});

test("of many processes that reach for one chat at once, one gets it", async () => {
  const ann = await chatThatWaits();
  const all = await Promise.all(Array.from({ length: 8 }, () => claim(ann)));
  expect(all.filter((lease) => lease !== undefined)).toHaveLength(1);
});

test("a chat in which nothing waits is not leased", async () => {
  const ann = await meet(database);
  expect(await claim(ann)).toBeUndefined();
});

test("those that wait longest are leased first, and no more than asked for", async () => {
  await claimChats(database.system, { owner: uuidV7.next(), leaseMs: 60_000, most: 1000 });
  const chats = [await chatThatWaits(), await chatThatWaits(), await chatThatWaits()];
  await arrive(database, textIn(chats[0]?.chat ?? { platform: "", account: "", chatKey: "" }));
  const leases = await claimChats(database.system, { owner: uuidV7.next(), leaseMs: 60_000, most: 2 });
  expect(leases.map(({ chatKey }) => chatKey).sort()).toEqual(
    chats
      .slice(0, 2)
      .map(({ name }) => name)
      .sort(),
  );
});

test("an expired lease is taken over with a larger fence, and the old holder writes nothing", async () => {
  const ann = await chatThatWaits();
  const old = await claimed(ann);
  await expire(ann);
  const heir = await claimed(ann);
  expect(Number(heir.fence)).toBeGreaterThan(Number(old.fence));
  expect(heir.owner).not.toBe(old.owner);
  await expect(turn(ann, old)).rejects.toMatchObject({ code: "lease_lost", retryable: true });
  for (const table of ["ledger_entry", "outbox", "message"])
    expect(await rows(database, table, `user_id = '${ann.scope.userId}'`), table).toEqual([]);
  expect(await rows(database, "inbox", `id = '${ann.waiting}'`)).toMatchObject([{ state: "pending" }]);
  await expect(turn(ann, heir)).resolves.toBeUndefined();
});

test("the same process that takes its chat again has a new fence", async () => {
  const ann = await chatThatWaits();
  const owner = uuidV7.next();
  const old = await claimed(ann, owner);
  await expire(ann);
  await claimed(ann, owner);
  await expect(turn(ann, old)).rejects.toMatchObject({ code: "lease_lost" });
});

test("a chat that is let go is free at once, and the fence goes on growing", async () => {
  const ann = await chatThatWaits();
  const first = await claimed(ann);
  await letGo(database.system, first);
  const second = await claimed(ann);
  expect(BigInt(second.fence)).toBe(BigInt(first.fence) + 1n);
});

test("a chat that is let go to rest is nobody's until the pause is over", async () => {
  const ann = await chatThatWaits();
  await letGo(database.system, await claimed(ann), { restMs: 60_000 });
  expect(await claim(ann)).toBeUndefined();
  await expire(ann);
  expect(await claim(ann)).toBeDefined();
});

test("an old holder cannot let the new holder's chat go", async () => {
  const ann = await chatThatWaits();
  const old = await claimed(ann);
  await expire(ann);
  await claimed(ann);
  await letGo(database.system, old);
  expect(await claim(ann)).toBeUndefined();
});

test("a heartbeat keeps what is named, no other chat of its owner, and brings nothing back that has expired", async () => {
  const chats = [await chatThatWaits(), await chatThatWaits(), await chatThatWaits()];
  const leases = await claimChats(database.system, { owner: uuidV7.next(), leaseMs: 1_000, most: 1000 });
  const [ann, ben, cat] = chats.map(({ name }) => leases.find(({ chatKey }) => chatKey === name));
  if (!ann || !ben || !cat || !chats[2]) throw new Error("the chats are not free");
  await expire(chats[2]);
  await renewLeases(database.system, [ann, cat], 60_000);
  await renewLeases(
    database.system,
    [
      { ...ben, fence: "99" },
      { ...ben, owner: uuidV7.next() },
    ],
    60_000,
  );
  const left = async ({ chatKey }: Lease) => {
    const [row] = await database.system.query<{ long: boolean }>(
      "SELECT leased_until > now() + interval '30 seconds' AS long FROM chat_lease WHERE chat_key = $1",
      [chatKey],
    );
    return row?.long;
  };
  expect(await left(ann)).toBe(true);
  expect(await left(ben)).toBe(false);
  expect(await left(cat)).toBe(false);
});

test("the only process on a database frees all chats when it starts", async () => {
  const ann = await chatThatWaits();
  const old = await claimed(ann);
  await releaseAllLeases(database.system);
  const lease = await claimed(ann);
  expect(Number(lease.fence)).toBeGreaterThan(Number(old.fence));
});

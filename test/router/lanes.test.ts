/**
 * Lanes (SPEC S2): whatever one event does, the events behind it and beside it are handled, in order and once.
 * The failures are real: rows that the database refuses, and connections that are cut.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { limits } from "../../src/kernel/limits.ts";
import { createLog } from "../../src/kernel/log.ts";
import { messagesIn } from "../../src/messages/index.ts";
import { createLanes } from "../../src/router/lanes.ts";
import { isPassing } from "../../src/store/failures.ts";
import { receive } from "../../src/store/inbox.ts";
import { freshDatabase, server } from "../support/database.ts";
import { NOW, openWorld, type TestPerson } from "../support/journey.ts";
import { NO_BRAIN } from "../support/model.ts";
import { arrive, leaseOf, type Met, meet, rows, textIn } from "../support/people.ts";
import { refuses } from "../support/refuses.ts";

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  // A short lease, so that what a lost connection left behind is soon taken up again.
  world = await openWorld({ MAMA_LEASE_MS: "1000" });
});
afterAll(() => world.close());

const say = messagesIn("en");

async function met({ name }: TestPerson): Promise<Met> {
  const [identity] = await rows(world.app.database, "identity", `platform_user_id = '${name}'`);
  const scope = { orgId: String(identity?.org_id), userId: String(identity?.user_id) };
  const [event] = await rows(world.app.database, "inbox", `chat_key = '${name}'`);
  const chat = { platform: "fake", account: "bot", chatKey: name };
  return { name, scope, chat, inboxId: String(event?.id) };
}

const toldTo = (name: string): string[] =>
  world.platform.delivered.filter(({ chatKey }) => chatKey === name).map(({ text }) => text);

/** Puts texts into a chat that another process seems to hold, so that they wait together; then lets it go. */
async function together(name: string, texts: readonly string[]): Promise<string[]> {
  const { database, path } = world.app;
  await database.system.query(
    `INSERT INTO chat_lease (platform, account, chat_key, owner, leased_until)
     VALUES ('fake', 'bot', $1, $2, now() + interval '1 hour')
     ON CONFLICT (platform, account, chat_key) DO UPDATE SET owner = $2, leased_until = EXCLUDED.leased_until`,
    [name, uuidV7.next()],
  );
  const ids: string[] = [];
  for (const text of texts) {
    const event = {
      platform: "fake",
      account: "bot",
      chatKey: name,
      senderKey: name,
      kind: "text" as const,
      text,
    };
    const at = { id: uuidV7.next(), nowMs: Date.parse(NOW) };
    ids.push((await receive(database, { ...event, eventKey: randomUUID() }, at)).inboxId);
  }
  await database.system.query("UPDATE chat_lease SET leased_until = now() WHERE chat_key = $1", [name]);
  for (const id of ids) await path.answered(id);
  return ids;
}

test("an event that fails every time is set aside with an honest sentence, and the lane goes on", async () => {
  const ann = world.person();
  await ann.says("lunch 15");
  const { tries, end } = await refuses(world.app.database.system, "kopi", "23514");
  expect((await ann.says("kopi 3")).text).toBe(say.setAside);
  const [event] = await rows(world.app.database, "inbox", `chat_key = '${ann.name}' AND text = 'kopi 3'`);
  expect(event).toMatchObject({ state: "failed", failures: limits.maxFailures });
  expect(await tries()).toBe(limits.maxFailures);
  await end();
  expect(world.steps).toContainEqual({ step: "set_aside", inboxId: event?.id });
  expect(await rows(world.app.database, "action", `inbox_id = '${event?.id}'`)).toEqual([]);
  expect((await ann.says("grab 12")).text).toContain("RM12.00 grab");
  expect(await ann.ledger()).toHaveLength(2);
});

test("an event whose process died again and again is set aside without another try", async () => {
  const ann = world.person();
  await ann.says("hello");
  const { database } = world.app;
  const event = {
    platform: "fake",
    account: "bot",
    chatKey: ann.name,
    senderKey: ann.name,
    kind: "text" as const,
  };
  await database.withSystem(async (tx) => {
    await tx.query(
      `INSERT INTO inbox (id, platform, account, event_key, chat_key, sender_key, kind, text, received_at, attempts)
       VALUES ($1, 'fake', 'bot', $2, $3, $3, 'text', 'lunch 15', now(), $4)`,
      [uuidV7.next(), randomUUID(), ann.name, limits.maxAttempts],
    );
  });
  const { inboxId } = await world.platform.receive({ ...event, eventKey: randomUUID(), text: "grab 12" });
  await world.app.path.answered(inboxId);
  expect(toldTo(ann.name).slice(-2)).toEqual([say.setAside, expect.stringContaining("RM12.00 grab")]);
  expect(await ann.ledger()).toHaveLength(1);
});

test("an event that the database has no room for waits with growing pauses, holds up nobody, and is not set aside", async () => {
  const ann = world.person();
  const ben = world.person();
  await ann.says("hello");
  await ben.says("hello");
  const { tries, end } = await refuses(world.app.database.system, "piano", "53100");
  const answered = ann.says("piano 900");
  await expect.poll(tries, { timeout: 20_000 }).toBeGreaterThan(limits.maxFailures);
  for (let amount = 1; amount <= 5; amount++) await ben.says(`lunch ${amount}`);
  // Ten tries take the better part of a minute of pauses; a lane that runs hot has thousands by now.
  expect(await tries()).toBeLessThan(10);
  const [event] = await rows(world.app.database, "inbox", `chat_key = '${ann.name}' AND text = 'piano 900'`);
  expect(event).toMatchObject({ state: "pending" });
  await end();
  expect((await answered).text).toContain("RM900.00 piano");
  expect(await ann.ledger()).toHaveLength(1);
  expect(await ben.ledger()).toHaveLength(5);
}, 60_000);

test("25 messages waiting in one chat get one slow down, and all are handled in order", async () => {
  const name = randomUUID();
  await together(
    name,
    Array.from({ length: 25 }, (_, position) => `lunch ${position + 1}`),
  );
  const told = toldTo(name);
  expect(told.filter((text) => text === say.slowDown)).toHaveLength(1);
  const handled = told.filter((text) => text !== say.slowDown);
  expect(handled).toHaveLength(25);
  for (const [position, text] of handled.entries()) expect(text).toContain(`RM${position + 1}.00 lunch`);
});

test("as many as 20 behind one are not too many", async () => {
  const name = randomUUID();
  await together(
    name,
    Array.from({ length: limits.slowDownAt + 1 }, () => "lunch 1"),
  );
  expect(toldTo(name)).not.toContain(say.slowDown);
  expect(toldTo(name)).toHaveLength(limits.slowDownAt + 1);
});

test("a long message, and an endless one, get a sentence and are not read in part", async () => {
  const ann = world.person();
  await ann.says("hello");
  for (const text of [`lunch 15 ${"x".repeat(limits.maxMessageCharacters)}`, "lunch 15, ".repeat(100_000)])
    expect((await ann.says(text)).text).toBe(say.tooLong);
  expect(await ann.ledger()).toEqual([]);
});

test("the same event delivered twice, and many times at once, is handled once", async () => {
  const ann = world.person();
  await ann.says("lunch 15");
  await ann.repeats();
  await Promise.all([ann.repeats(), ann.repeats(), ann.repeats()]);
  expect(await ann.ledger()).toHaveLength(1);
  expect(toldTo(ann.name)).toHaveLength(1);
});

test("many people who write at once are each answered about their own", async () => {
  const people = Array.from({ length: 20 }, () => world.person());
  const replies = await Promise.all(people.map((person, position) => person.says(`lunch ${position + 1}`)));
  for (const [position, { text }] of replies.entries()) expect(text).toContain(`RM${position + 1}.00 lunch`);
  for (const person of people) expect(await person.ledger()).toHaveLength(1);
});

// Only a server can be away while the application is up.
if (server) {
  /** Ends every connection to the database, the one that does it last. */
  const cutAll = (): Promise<unknown> =>
    world.app.database.system
      .query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ORDER BY pid = pg_backend_pid()",
      )
      .catch(() => undefined);

  /** Tries until the database is there again, as a platform delivers until it is acknowledged. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
    }
  };

  test("the database away again and again loses nothing, doubles nothing, and keeps each chat in order", async () => {
    const CUTS = 5;
    const names = Array.from({ length: 8 }, () => randomUUID());
    const talks = names.map(async (name) => {
      for (let amount = 1; amount <= 6; amount++) {
        const event = { chatKey: name, senderKey: name, kind: "text", text: `lunch ${amount}` } as const;
        const { inboxId } = await insist(() =>
          world.platform.receive({ ...event, eventKey: `${name}-${amount}` }),
        );
        if (amount <= CUTS && name === names[0]) await cutAll();
        await insist(() => world.app.path.answered(inboxId));
      }
    });
    await Promise.all(talks);
    for (const name of names) {
      const made = await world.app.database.system.query<{ amount: string }>(
        `SELECT e.amount_minor AS amount FROM ledger_entry e JOIN inbox i ON i.id = e.inbox_id
         WHERE i.chat_key = $1 ORDER BY e.id`,
        [name],
      );
      expect(made.map(({ amount }) => Number(amount))).toEqual([100, 200, 300, 400, 500, 600]);
      const amounts = toldTo(name).map((text) => /RM(\d)\.00 lunch/.exec(text)?.[1]);
      // A reply whose mark was lost may come a second time; none is missing, and none overtakes another.
      expect([...new Set(amounts)]).toEqual(["1", "2", "3", "4", "5", "6"]);
      expect(amounts).toEqual(amounts.toSorted());
    }
  });

  test("a turn past its deadline does not keep its chat: another process takes over, and the late one writes nothing", async () => {
    const database = await freshDatabase(createLog("error"));
    const ann = await meet(database);
    const inboxId = await arrive(database, textIn(ann.chat));
    const event = () => rows(database, "inbox", `id = '${inboxId}'`);
    let unlock: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    let isLocked: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const lock = database.withSystem(async (tx) => {
      await tx.query("LOCK TABLE ledger_entry IN ACCESS EXCLUSIVE MODE");
      isLocked();
      await until;
    });
    await locked;
    const lanes = createLanes({
      database,
      ids: uuidV7,
      log: createLog("silent"),
      observe: () => undefined,
      owner: uuidV7.next(),
      leaseMs: 1_000,
      lanes: 1,
      brain: NO_BRAIN,
      turnMs: 1,
      onReply: () => undefined,
    });
    lanes.start();
    await expect.poll(event, { timeout: 10_000 }).toMatchObject([{ attempts: 1 }]);
    await expect.poll(() => leaseOf(database, ann), { timeout: 10_000 }).toBeDefined();
    unlock();
    await Promise.all([lock, lanes.stop()]);
    // Its try is given back, since it did not fail.
    expect(await event()).toMatchObject([{ state: "pending", attempts: 0 }]);
    expect(await rows(database, "ledger_entry")).toEqual([]);
    await database.close();
  }, 30_000);

  test("a connection that is cut in the middle of a transaction fails that one and is replaced", async () => {
    const ann = world.person();
    await ann.says("lunch 15");
    const { scope } = await met(ann);
    const { database } = world.app;
    const cut = database.withUser(scope, (tx) => tx.query("SELECT pg_terminate_backend(pg_backend_pid())"));
    const error = await cut.catch((thrown: unknown) => thrown);
    expect(isPassing(error)).toBe(true);
    const between = database.withUser(scope, async (tx) => {
      const [own] = await tx.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await database.system.query("SELECT pg_terminate_backend($1, 5000)", [own?.pid ?? 0]);
      await tx.query("SELECT 1");
    });
    expect(isPassing(await between.catch((thrown: unknown) => thrown))).toBe(true);
    expect((await ann.says("grab 12")).text).toContain("RM12.00 grab");
  });
}

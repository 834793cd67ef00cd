/** Forgetting (SPEC S10.8): with a memory go what it replaced or took in, what came from any of them, and the words. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { handStore } from "../../src/store/memory-hand.ts";
import { upkeepStore } from "../../src/store/memory-upkeep.ts";
import { freshDatabase } from "../support/database.ts";
import { remembering } from "../support/memories.ts";
import { memoryWorld } from "../support/memory.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

const of = ({ scope }: Met, table: string) => rows(database, table, `user_id = '${scope.userId}'`);
const forgets = (person: Met, id: string) =>
  database.withUser(person.scope, (tx) => handStore.forgetMemory(tx, person.scope, { id, nowMs: AT }));

/** A message of the person, which a summary may have. */
async function wrote({ scope }: Met, text: string, summary: string | null = null): Promise<string> {
  const inboxId = randomUUID();
  await database.system.query(
    `INSERT INTO inbox (id, org_id, user_id, platform, account, event_key, chat_key, sender_key, kind, text, received_at,
       state)
     VALUES ($1, $2, $3, 'terminal', 'a', gen_random_uuid()::text, 'c', 's', 'text', $4, $5, 'done')`,
    [inboxId, scope.orgId, scope.userId, text, new Date(AT).toISOString()],
  );
  await database.system.query(
    `INSERT INTO message (id, org_id, user_id, platform, account, chat_key, inbox_id, role, text, mode, at, summary_id)
     VALUES ($1, $2, $3, 'terminal', 'a', 'c', $4, 'user', $5, 'coaching', $6, $7)`,
    [randomUUID(), scope.orgId, scope.userId, inboxId, text, new Date(AT).toISOString(), summary],
  );
  return inboxId;
}

test("what a memory replaced goes with it, by whatever flush it came, and those exchanges are forgotten", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  await world.says(ann, "I work at Maybank");
  await world.flushes(ann);
  await world.says(ann, "I got a new job at Petronas");
  await world.flushes(ann);
  expect(await of(ann, "memory")).toHaveLength(2);
  const live = (await of(ann, "memory")).find(({ superseded_at }) => superseded_at === null);
  expect(await forgets(ann, String(live?.id))).toBe(true);
  expect(await of(ann, "memory")).toEqual([]);
  expect(await of(ann, "insight")).toEqual([]);
  expect((await of(ann, "memory_exchange")).map(({ state }) => state)).toEqual(["forgotten", "forgotten"]);
});

test("what upkeep merged into it goes, too", async () => {
  const ann = await meet(database);
  const give = remembering(database, ann.scope, AT);
  const told = await wrote(ann, "remember that I hate budgets");
  const texts = ["The user hates budgets", "The user really hates budgets"] as const;
  const gone = await give.memory({ text: texts[0], source: { type: "told", id: told } });
  const kept = await give.memory({ text: texts[1] });
  await database.withUser(ann.scope, (tx) =>
    upkeepStore(database).merge(tx, ann.scope, {
      kept: { id: kept, text: texts[1] },
      gone: { id: gone, text: texts[0] },
      rewritten: null,
      nowMs: AT,
    }),
  );
  expect(await forgets(ann, kept)).toBe(true);
  expect(await of(ann, "memory")).toEqual([]);
  expect(await rows(database, "message", `inbox_id = '${told}'`)).toMatchObject([
    { forgotten_at: expect.any(Date) },
  ]);
});

test("what was read from a summary: its messages are forgotten, it is gone in the same transaction, others stay", async () => {
  const ann = await meet(database);
  const give = remembering(database, ann.scope, AT);
  const longer = await give.summary({ text: "Months of talk", level: 2 });
  const summary = await give.summary({ text: "Talked about the wedding", parent: longer });
  const other = await give.summary({ text: "Talked about rent", parent: longer });
  await wrote(ann, "I am getting married", summary);
  await wrote(ann, "my rent is high", other);
  const memory = await give.memory({ text: "Is getting married", source: { type: "summary", id: summary } });
  await give.insight({ text: "Likes parties", from: { summary } });
  await give.insight({ text: "Pays rent", from: { summary: other } });
  await forgets(ann, memory);
  expect((await of(ann, "summary")).map(({ text }) => text)).toEqual(["Talked about rent"]);
  expect((await of(ann, "insight")).map(({ text }) => text)).toEqual(["Pays rent"]);
  const said = (await of(ann, "message")).map(({ text, forgotten_at }) => [text, forgotten_at !== null]);
  expect(said.sort()).toEqual([
    ["I am getting married", true],
    ["my rent is high", false],
  ]);
});

test("an insight that was put right stands on what it was read from, and upkeep leaves it", async () => {
  const ann = await meet(database);
  const give = remembering(database, ann.scope, AT);
  const memory = await give.memory({ text: "Getting married in June" });
  const insight = await give.insight({ text: "Plans a wedding in June", from: { memory } });
  await database.withUser(ann.scope, async (tx) => {
    const made = {
      id: randomUUID(),
      text: "Plans a wedding in July",
      confidence: 0.9,
      sourceId: randomUUID(),
    };
    await handStore.remake(tx, ann.scope, { id: insight, made, memoryId: null, nowMs: AT });
    await upkeepStore(database).removeUnfounded(tx, ann.scope);
  });
  const live = (await of(ann, "insight")).filter(({ superseded_at }) => superseded_at === null);
  expect(live.map(({ text }) => text)).toEqual(["Plans a wedding in July"]);
});

test("what was told again is one memory with both flushes as its sources, and goes with the words of both", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  await world.says(ann, "I want to save RM3,000 for the wedding");
  await world.flushes(ann);
  world.later(86_400_000);
  await world.says(ann, "I want to save RM3,000 for the wedding, how is it going?");
  await world.flushes(ann);
  const [memory, another] = await of(ann, "memory");
  expect(another).toBeUndefined();
  const exchanges = await of(ann, "memory_exchange");
  const flushes = exchanges.map(({ flush_id }) => flush_id);
  const { source_id, also_told } = memory as { source_id: string; also_told: string[] };
  expect([source_id, ...also_told].sort()).toEqual([...flushes].sort());
  expect(memory?.last_used_at).toBeInstanceOf(Date);
  expect(await forgets(ann, String(memory?.id))).toBe(true);
  expect((await of(ann, "memory_exchange")).map(({ state }) => state)).toEqual(["forgotten", "forgotten"]);
});

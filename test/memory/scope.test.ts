/**
 * One user's memory never reaches another (SPEC S10.7, S12): every call names both ids, every statement has both, and on a
 * server row-level security is asked the same behind the store's back. Search within a user is exact.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Scope } from "../../src/kernel/types.ts";
import { memoryLimits } from "../../src/memory/constants.ts";
import { MEMORY_TYPES } from "../../src/memory/ports/types.ts";
import { summarise } from "../../src/memory/summaries.ts";
import type { Database } from "../../src/store/database.ts";
import { insightStore } from "../../src/store/insights.ts";
import { memoryStore } from "../../src/store/memories.ts";
import { createBufferStore } from "../../src/store/memory-buffer.ts";
import { recallStore } from "../../src/store/memory-recall.ts";
import { upkeepStore } from "../../src/store/memory-upkeep.ts";
import { reembedStore } from "../../src/store/memory-vectors.ts";
import { versionStore } from "../../src/store/memory-version.ts";
import type { Tx } from "../../src/store/sql.ts";
import { summaryStore } from "../../src/store/summaries.ts";
import { vectorLiteral } from "../../src/store/vector.ts";
import { vectorOf } from "../fakes/embedder.ts";
import { counted } from "../support/counting.ts";
import { freshDatabase, server } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { chatter, concludes, converse, remembers, summaryDeps } from "../support/remembering.ts";

const TABLES = ["memory_exchange", "memory", "insight", "insight_source", "summary"] as const;

let database: Database;
let ann: Met;
let ben: Met;

/** Something of this person in each of the five tables. */
async function fill(met: Met): Promise<void> {
  const { orgId, userId } = met.scope;
  await concludes(database, met, "saves for a car", [await remembers(database, met, "saves for a car")]);
  await converse(database, met, chatter(20));
  await summarise(summaryDeps(database), met.scope);
  await database.system.query(
    `INSERT INTO memory_exchange (id, org_id, user_id, inbox_id, said, reply, language, zone, said_at)
     VALUES ($1, $2, $3, $4, 'hi', 'hello', 'en', 'UTC', now())`,
    [uuidV7.next(), orgId, userId, met.inboxId],
  );
}

beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
  ann = await meet(database);
  ben = await meet(database);
  await fill(ann);
  await fill(ben);
});
afterAll(() => database.close());

const vector = { model: "fake-words", values: vectorOf("car") };
const source = { type: "flush", id: uuidV7.next() } as const;
const id = uuidV7.next();
const nowMs = AT;

/** Every call of memory's stores that names a user, with something of Ann's where it takes ids. */
function calls(of: { memory: string; insight: string; summary: string; message: string; exchange: string }) {
  const recall = recallStore(database);
  const upkeep = upkeepStore(database);
  const vectors = reembedStore(database);
  const draft = { id, level: 1, text: "x", fromMs: AT, toMs: AT, vector, createdAtMs: AT } as const;
  const exchange = {
    id,
    inboxId: id,
    said: "hi",
    reply: "hello",
    records: [],
    language: "en",
    zone: "UTC",
    saidAtMs: AT,
  } as const;
  const types = MEMORY_TYPES;
  const kept = { id: of.memory, text: "saves for a car" };
  return {
    "buffer.claim": (tx, scope) =>
      createBufferStore(database).claim(tx, scope, { flushId: id, nowMs, holdMs: 1, most: 5 }),
    "buffer.finish": (tx, scope) =>
      createBufferStore(database).finish(tx, scope, { flushId: of.exchange, nowMs }),
    "buffer.add": (tx, scope) => createBufferStore(database).add(tx, scope, exchange, 0),
    "memories.nearest": (tx, scope) => memoryStore.nearest(tx, scope, { near: vector, nowMs, most: 5 }),
    "memories.toldAgain": (tx, scope) =>
      memoryStore.toldAgain(tx, scope, { ids: [of.memory], flushId: id, nowMs }),
    "memories.supersede": (tx, scope) =>
      memoryStore.supersede(tx, scope, { ids: [of.memory], by: of.memory, nowMs }),
    "memories.insert": (tx, scope) =>
      memoryStore.insert(tx, scope, [
        {
          id,
          type: "semantic",
          text: "x",
          importance: 1,
          expiresAtMs: null,
          source,
          createdAtMs: AT,
          vector,
        },
      ]),
    "insights.live": (tx, scope) => insightStore.live(tx, scope),
    "insights.supersede": (tx, scope) =>
      insightStore.supersede(tx, scope, { ids: [of.insight], by: null, nowMs }),
    "recall.memories": (tx, scope) =>
      recall.memories(tx, scope, { near: vector, types, rule: memoryLimits, nowMs, most: 5 }),
    "recall.recent": (tx, scope) => recall.recent(tx, scope, { types, nowMs, most: 5 }),
    "recall.summaries": (tx, scope) => recall.summaries(tx, scope, { near: vector, most: 5 }),
    "recall.insights": (tx, scope) => recall.insights(tx, scope, 5),
    "recall.used": (tx, scope) => recall.used(tx, scope, { ids: [of.memory], nowMs }),
    "summaries.unsummarised": (tx, scope) => summaryStore.unsummarised(tx, scope, 5),
    "summaries.saveSummary": (tx, scope) => summaryStore.saveSummary(tx, scope, draft, [of.message]),
    "summaries.unjoined": (tx, scope) => summaryStore.unjoined(tx, scope, 5),
    "summaries.saveLonger": (tx, scope) =>
      summaryStore.saveLonger(tx, scope, { ...draft, level: 2 }, [of.summary]),
    "summaries.unexamined": (tx, scope) => summaryStore.unexamined(tx, scope, 5),
    "summaries.markExamined": (tx, scope) => summaryStore.markExamined(tx, scope, of.summary, nowMs),
    "summaries.removeForgotten": (tx, scope) => summaryStore.removeForgotten(tx, scope),
    "upkeep.hold": (tx, scope) => upkeep.hold(tx, scope),
    "upkeep.weighed": (tx, scope) => upkeep.weighed(tx, scope),
    "upkeep.pairs": (tx, scope) =>
      upkeep.pairs(tx, scope, { model: "fake-words", least: -1, sinceMs: null, nowMs, most: 5 }),
    "upkeep.merge": (tx, scope) => upkeep.merge(tx, scope, { kept, gone: kept, rewritten: null, nowMs }),
    "upkeep.setExpiry": (tx, scope) => upkeep.setExpiry(tx, scope),
    "upkeep.removeExpired": (tx, scope) => upkeep.removeExpired(tx, scope, nowMs),
    "upkeep.remove": (tx, scope) => upkeep.remove(tx, scope, [of.memory]),
    "upkeep.removeUnfounded": (tx, scope) => upkeep.removeUnfounded(tx, scope),
    "vectors.setVectors": (tx, scope) => {
      const row = { tier: "memory", scope: ann.scope, id: of.memory, text: "saves for a car" } as const;
      return vectors.setVectors(tx, scope, [{ row, vector: { ...vector, model: "other" } }]);
    },
    "version.read": (tx, scope) => versionStore.read(tx, scope),
    "version.bump": (tx, scope) => versionStore.bump(tx, scope),
  } satisfies Record<string, (tx: Tx, scope: Scope) => Promise<unknown>>;
}

/** The first row of this person in a table. */
async function oneOf(met: Met, table: string): Promise<string> {
  return String((await rows(database, table, `user_id = '${met.scope.userId}'`))[0]?.id);
}

async function annsIds() {
  return {
    memory: await oneOf(ann, "memory"),
    insight: await oneOf(ann, "insight"),
    summary: await oneOf(ann, "summary"),
    message: await oneOf(ann, "message"),
    exchange: await oneOf(ann, "memory_exchange"),
  };
}

async function everythingOf(met: Met) {
  const found = TABLES.map(async (table) => [
    table,
    await rows(database, table, `user_id = '${met.scope.userId}'`),
  ]);
  return Object.fromEntries(await Promise.all(found));
}

test("every call without organisation or user is an error, not everyone", async () => {
  const { orgId, userId } = ann.scope;
  const missing: Scope[] = [{ orgId: "", userId }, { orgId, userId: "" }, {} as Scope];
  const before = [await everythingOf(ann), await everythingOf(ben)];
  for (const [name, call] of Object.entries(calls(await annsIds()))) {
    for (const scope of missing) {
      const within = database.withUser(ann.scope, async (tx) => call(tx, scope));
      await expect(within, name).rejects.toThrow(MamaError);
      await expect(within, name).rejects.toMatchObject({ code: "scope_missing" });
    }
  }
  expect([await everythingOf(ann), await everythingOf(ben)]).toEqual(before);
});

test("every call made for Ben about Ann's rows sees nothing of hers and changes nothing", async () => {
  const before = await everythingOf(ann);
  const undo = new Error("undo");
  for (const [name, call] of Object.entries(calls(await annsIds()))) {
    const run = database.withUser(ben.scope, async (tx) => {
      const seen = JSON.stringify((await call(tx, ben.scope)) ?? null);
      expect(seen, name).not.toContain(ann.scope.userId);
      throw undo;
    });
    await expect(run, name).rejects.toBe(undo);
    // Nor with her organisation's id and a user that is none of hers.
    expect(await everythingOf(ann), name).toEqual(before);
  }
});

test("every statement of memory names both the organisation and the user", async () => {
  const watched = counted(database);
  for (const [name, call] of Object.entries(calls(await annsIds()))) {
    watched.statements();
    await watched
      .withUser(ben.scope, async (tx) => {
        await call(tx, ben.scope);
        throw new Error("undo");
      })
      .catch(() => undefined);
    // A lock by name has no rows: its key is made of both.
    for (const statement of watched.statements().filter((text) => !text.includes("pg_try_advisory"))) {
      expect(statement, name).toMatch(/org_id/);
      expect(statement, name).toMatch(/user_id|app_user/);
    }
  }
});

describe("search within a user", () => {
  const texts = ["car", "house", "boat", "wedding", "baby"];
  const sentence = (n: number) =>
    `saves for ${texts[n % 5]} and ${texts[(n * 3 + 1) % 5]} in year ${n} with ${texts[(n * 7) % 5]} ${n % 11}`;

  test("the exact scan returns what brute force returns, and other users' rows are nothing to it", async () => {
    const eve = await meet(database);
    const mine = Array.from({ length: 120 }, (_, n) => sentence(n));
    for (const [n, text] of mine.entries()) await remembers(database, eve, text, { createdAtMs: AT - n });
    for (let n = 0; n < 60; n += 1) await remembers(database, ben, sentence(n));
    const query = vectorOf("saves for wedding and baby in year 7");
    const cosine = (text: string): number => {
      const other = vectorOf(text);
      return query.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
    };
    const brute = mine.toSorted((one, other) => cosine(other) - cosine(one)).slice(0, 10);
    const found = await database.withUser(eve.scope, (tx) =>
      recallStore(database).memories(tx, eve.scope, {
        near: { model: "fake-words", values: query },
        types: MEMORY_TYPES,
        rule: memoryLimits,
        nowMs: AT,
        most: 10,
      }),
    );
    expect(found.rows.map(({ text }) => cosine(text).toFixed(3))).toEqual(
      brute.map((text) => cosine(text).toFixed(3)),
    );
    expect(new Set(found.rows.map(({ text }) => text)).size).toBe(10);
  });

  test("it goes by the index on organisation, user and model", async () => {
    await database.system.query("ANALYZE memory");
    const undo = new Error("undo");
    let plan: Record<string, string>[] = [];
    const asked = database.withSystem(async (tx) => {
      // With a few rows every index on the user is as good as the next one, and so is no index.
      await tx.query("DROP INDEX memory_source_idx");
      await tx.query("SET LOCAL enable_seqscan = off");
      plan = await tx.query(
        `EXPLAIN SELECT id FROM memory WHERE org_id = $1 AND user_id = $2 AND superseded_at IS NULL
           AND embedding_model = 'fake-words' ORDER BY embedding <=> $3::halfvec LIMIT 10`,
        [ann.scope.orgId, ann.scope.userId, vectorLiteral(vectorOf("car"))],
      );
      throw undo;
    });
    await expect(asked).rejects.toBe(undo);
    const text = plan.map((line) => Object.values(line)[0]).join("\n");
    expect(text).toContain("memory_scope_idx");
    expect(text).toMatch(/Index Cond: .*org_id.*user_id.*embedding_model/);
  });
});

// The embedded database's only role is a superuser: there the first fence is the only one.
if (server) {
  describe("behind the store's back, row-level security", () => {
    const asBen = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withUser(ben.scope, work);

    test.each(TABLES)("hides, keeps and guards Ann's rows of %s", async (table) => {
      const before = await everythingOf(ann);
      const seen = await asBen((tx) => tx.query<{ user_id: string }>(`SELECT user_id FROM ${table}`));
      expect(new Set(seen.map((row) => row.user_id))).toEqual(new Set([ben.scope.userId]));
      const where = `WHERE user_id = '${ann.scope.userId}'`;
      expect(
        await asBen((tx) => tx.query(`UPDATE ${table} SET org_id = org_id ${where} RETURNING 1`)),
      ).toEqual([]);
      expect(await asBen((tx) => tx.query(`DELETE FROM ${table} ${where} RETURNING 1`))).toEqual([]);
      const given = asBen((tx) => tx.query(`UPDATE ${table} SET user_id = $1`, [ann.scope.userId]));
      await expect(given).rejects.toThrow(/row-level security/);
      expect(await everythingOf(ann)).toEqual(before);
    });

    test.each([
      `INSERT INTO memory_exchange (id, org_id, user_id, inbox_id, said, reply, language, zone, said_at)
         VALUES ($1, $2, $3, $1, 'hi', 'hello', 'en', 'UTC', now())`,
      `INSERT INTO memory (id, org_id, user_id, type, text, importance, source_type, source_id, created_at)
         VALUES ($1, $2, $3, 'semantic', 'x', 1, 'flush', $1, now())`,
      `INSERT INTO insight (id, org_id, user_id, category, text, confidence, said, created_at)
         VALUES ($1, $2, $3, 'goal', 'x', 0.9, true, now())`,
      `INSERT INTO summary (id, org_id, user_id, level, text, from_at, to_at, created_at)
         VALUES ($1, $2, $3, 1, 'x', now(), now(), now())`,
      `INSERT INTO insight_source (id, insight_id, org_id, user_id, memory_id)
         SELECT $1::uuid, $1::uuid, $2::uuid, $3::uuid, $1::uuid`,
    ])("refuses a row for somebody else: %s", async (insert) => {
      const { orgId, userId } = ann.scope;
      await expect(asBen((tx) => tx.query(insert, [uuidV7.next(), orgId, userId]))).rejects.toThrow(
        /row-level security/,
      );
    });
  });
}

/** The background jobs of memory (SPEC S11): each user in their turn, by one worker, once a day, over restarts. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { summariesJob } from "../../src/jobs/memory-summaries.ts";
import { upkeepJob } from "../../src/jobs/memory-upkeep.ts";
import { forDueUsers, type MemoryJobDeps } from "../../src/jobs/memory-users.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { limits } from "../../src/kernel/limits.ts";
import { createLog } from "../../src/kernel/log.ts";
import { noMetrics } from "../../src/kernel/metrics.ts";
import type { Database } from "../../src/store/database.ts";
import { claimUsers } from "../../src/store/memory-jobs.ts";
import { removeExpired } from "../../src/store/retention.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { away, chatter, converse, DAY_MS, remembers } from "../support/remembering.ts";

const log = createLog("silent");
const upkeep = { name: "upkeep" } as const;
const { signal } = new AbortController();
let database: Database;
beforeAll(async () => {
  database = await freshDatabase(log);
});
beforeEach(() => database.system.query("DELETE FROM memory"));
afterAll(() => database.close());

function deps(nowMs = AT): MemoryJobDeps {
  return {
    database,
    log,
    ids: uuidV7,
    clock: { now: () => nowMs },
    model: away,
    embedder: fakeEmbedder(),
    meter: noMetrics,
    readInsights: async () => async () => undefined,
  };
}

/** People with a memory each. */
async function people(count: number): Promise<Met[]> {
  const all: Met[] = [];
  for (let n = 0; n < count; n += 1) {
    const met = await meet(database);
    await remembers(database, met, "has two sons");
    all.push(met);
  }
  return all;
}

/** Which users one run of an upkeep looks at. */
async function lookedAt(
  nowMs: number,
  work: (userId: string) => unknown = () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  await forDueUsers(deps(), {
    job: upkeep,
    everyMs: limits.memoryDailyMs,
    nowMs,
    signal,
    work: async ({ scope }) => {
      seen.push(scope.userId);
      await work(scope.userId);
    },
  });
  return seen;
}

test("each user is looked at once a day, however often the job runs or restarts, those that waited longest first", async () => {
  const [ann, ben] = (await people(2)).map(({ scope }) => scope.userId);
  expect(await lookedAt(AT)).toEqual([ann, ben]);
  expect(await lookedAt(AT + DAY_MS / 2)).toEqual([]);
  await database.system.query(
    "UPDATE memory_job SET done_at = done_at - interval '1 hour' WHERE user_id = $1",
    [ben ?? ""],
  );
  expect(await lookedAt(AT + DAY_MS + 1)).toEqual([ben, ann]);
});

test("several workers at once share the users, and none is done twice", async () => {
  const all = (await people(25)).map(({ scope }) => scope.userId);
  const runs = await Promise.all([lookedAt(AT), lookedAt(AT), lookedAt(AT)]);
  expect(runs.flat().sort()).toEqual(all.sort());
});

test("a user whose work fails holds up nobody, and is tried again after a while", async () => {
  const [ann, ben] = (await people(2)).map(({ scope }) => scope.userId);
  const fails = (userId: string) => {
    if (userId === ann) throw new Error("broken");
  };
  expect(await lookedAt(AT, fails)).toEqual([ann, ben]);
  expect(await lookedAt(AT)).toEqual([]);
  // What a process that died in the middle leaves behind is the same.
  await database.system.query(
    "UPDATE memory_job SET taken_until = now() - interval '1 second' WHERE taken_until IS NOT NULL",
  );
  expect(await lookedAt(AT)).toEqual([ann]);
});

test("a run that is told to stop lets go of those it has not begun with", async () => {
  const all = (await people(3)).map(({ scope }) => scope.userId);
  const stopping = new AbortController();
  await forDueUsers(deps(), {
    job: upkeep,
    everyMs: limits.memoryDailyMs,
    nowMs: AT,
    signal: stopping.signal,
    work: async () => stopping.abort(),
  });
  const left = await claimUsers(database.system, upkeep, { doneBeforeMs: AT, most: 10, holdMs: 1_000 });
  expect(left.map(({ scope }) => scope.userId).sort()).toEqual(all.slice(1).sort());
});

test("the jobs do their work: a summary of forty messages, and what is expired goes", async () => {
  const [ann] = await people(1);
  if (!ann) throw new Error("nobody");
  await remembers(database, ann, "goes to Langkawi", { expiresAtMs: AT });
  await converse(database, ann, chatter(20));
  await summariesJob(deps()).run(signal);
  expect(await rows(database, "summary", `user_id = '${ann.scope.userId}'`)).toHaveLength(1);
  await upkeepJob(deps(AT + 1)).run(signal);
  const left = await rows(database, "memory", `user_id = '${ann.scope.userId}'`);
  expect(left.map(({ text }) => text)).toEqual(["has two sons"]);
});

test("conversation goes when it is past its keep, with the exchanges that were looked at; its summary stays", async () => {
  const ann = await meet(database);
  await converse(database, ann, chatter(20));
  await summariesJob(deps(AT + DAY_MS)).run(signal);
  for (const state of ["flushed", "waiting"])
    await database.system.query(
      `INSERT INTO memory_exchange (id, org_id, user_id, inbox_id, said, reply, language, zone, said_at, state)
       VALUES ($1, $2, $3, $1, '', '', 'en', 'UTC', $4, $5)`,
      [uuidV7.next(), ann.scope.orgId, ann.scope.userId, new Date(AT).toISOString(), state],
    );
  await removeExpired(database, AT + limits.historyKeepMs + DAY_MS);
  const own = `user_id = '${ann.scope.userId}'`;
  expect(await rows(database, "message", own)).toEqual([]);
  expect(await rows(database, "memory_exchange", own)).toMatchObject([{ state: "waiting" }]);
  expect(await rows(database, "summary", own)).toHaveLength(1);
});

/** Insights (SPEC S10.4): short, sure as they may be, none twice, thirty at most. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { InsightCandidate } from "../../src/memory/insight-bounds.ts";
import { applyInsights, planInsights } from "../../src/memory/insights.ts";
import { remember } from "../../src/memory/remember.ts";
import type { Database } from "../../src/store/database.ts";
import { freshDatabase } from "../support/database.ts";
import { type MemoryWorld, memoryWorld, scriptedModel } from "../support/memory.ts";
import { AT, type Met, rows } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

/** Somebody with one memory that insights can come from. */
async function start(changes: Parameters<typeof memoryWorld>[1] = {}) {
  const plain = memoryWorld(database);
  const ann = await plain.meets();
  await plain.says(ann, "I love Zus coffee");
  await plain.flushes(ann);
  const [memory] = await rows(database, "memory", `user_id = '${ann.scope.userId}'`);
  return { world: memoryWorld(database, changes), ann, memoryId: String(memory?.id) };
}

async function adds(
  world: MemoryWorld,
  { scope }: Met,
  memoryId: string,
  ...texts: (string | Partial<InsightCandidate>)[]
) {
  const candidates = texts.map(
    (given): InsightCandidate => ({
      text: "The user saves.",
      category: "goal",
      said: true,
      confidence: 0.9,
      supported: false,
      sources: [{ memoryId }],
      ...(typeof given === "string" ? { text: given } : given),
    }),
  );
  const signal = new AbortController().signal;
  const { deps } = world;
  const live = await deps.database.withUser(scope, (tx) => deps.insights.live(tx, scope));
  const plan = await planInsights(deps, { scope, candidates, live, nowMs: AT, signal });
  await deps.database.withUser(scope, (tx) => applyInsights(tx, deps, { scope, plan, nowMs: AT }));
  return plan.insert.length;
}

test("twenty words and the bounds of confidence are held by code", async () => {
  const { world, ann, memoryId } = await start();
  const long = `The user wants to save RM3,000 for the wedding, ${"because it matters ".repeat(8)}`;
  await adds(world, ann, memoryId, long, { text: `The user ${"saves ".repeat(30)}` });
  await adds(world, ann, memoryId, {
    text: "Bills are late.",
    category: "situation",
    said: false,
    confidence: 0.99,
  });
  await adds(world, ann, memoryId, { text: "Rent went up.", category: "situation", confidence: 0.1 });
  const kept = await world.insights(ann);
  expect((kept[0] ?? "").replace(/^goal 0.90: /, "").split(" ").length).toBeLessThanOrEqual(20);
  expect(kept).toEqual([
    expect.stringMatching(/^goal 0\.90: The user wants to save RM3,000 for the wedding/),
    "situation 0.60: Bills are late.",
    "situation 0.80: Rent went up.",
  ]);
  expect(world.counted("memory_refused", { reason: "too_long" })).toBe(1);
});

test("a trait that is only inferred waits for a second flush", async () => {
  const { world, ann, memoryId } = await start();
  const trait = {
    text: "The user avoids conflict.",
    category: "trait",
    said: false,
    confidence: 0.5,
  } as const;
  expect(await adds(world, ann, memoryId, trait)).toBe(0);
  expect(await adds(world, ann, memoryId, { ...trait, supported: true })).toBe(1);
});

test("different amounts, dates and names never merge, whatever the model says; other words for one thing do", async () => {
  const yes = scriptedModel({
    same_insight: { same: [1, 2, 3, 4].map((statement) => ({ statement, known: 1 })) },
  });
  const { world, ann, memoryId } = await start({ model: yes });
  await adds(world, ann, memoryId, "The user wants to save RM3,000 for the wedding in June 2027.");
  await adds(world, ann, memoryId, "The user wants to save RM5,000 for the wedding in June 2027.");
  await adds(world, ann, memoryId, "The user wants to save RM3,000 for the wedding in July 2027.");
  await adds(world, ann, memoryId, "The user wants to save RM3,000 for his sister's wedding in June 2027.");
  expect(await world.insights(ann)).toHaveLength(4);
  expect(yes.asked).toEqual([]);
  await adds(world, ann, memoryId, "Putting RM3,000 aside for a wedding in June 2027 is the aim.");
  expect(await world.insights(ann)).toHaveLength(4);
  expect(yes.asked).toHaveLength(1);
});

test("the thirty-first pushes out the oldest, which stays as history", async () => {
  const { world, ann, memoryId } = await start();
  for (let count = 1; count <= 31; count += 1)
    await adds(world, ann, memoryId, `The user owes RM${count}00 to the bank.`);
  const live = await world.insights(ann);
  expect(live).toHaveLength(30);
  expect(live[0]).toContain("RM200 ");
  expect(await rows(database, "insight", `user_id = '${ann.scope.userId}'`)).toHaveLength(31);
});

test("what somebody asks to be remembered is there at once, once, and counts as a change", async () => {
  const { world, ann } = await start();
  const tell = (told: string) =>
    database.withUser(ann.scope, async (tx) => {
      const telling = { told, inboxId: ann.inboxId, saidAtMs: AT, zone: "Asia/Kuala_Lumpur" };
      return {
        kept: await remember(tx, world.deps, { scope: ann.scope, telling }),
        version: await world.deps.version.read(tx, ann.scope),
      };
    });
  const first = await tell("my rent goes up to RM900 next May");
  expect(first.kept).toMatchObject({ text: "The user's rent goes up to RM900 in May 2026.", known: false });
  const second = await tell("my rent goes up to RM900 next May");
  expect(second).toMatchObject({ kept: { ...first.kept, known: true }, version: first.version });
});

test("what is told outright is of its kind, has its insight, and ends what it replaces", async () => {
  const { world, ann } = await start();
  const tell = (told: string) =>
    database.withUser(ann.scope, (tx) => {
      const telling = { told, inboxId: ann.inboxId, saidAtMs: AT, zone: "Asia/Kuala_Lumpur" };
      return remember(tx, world.deps, { scope: ann.scope, telling });
    });
  const before = await world.memories(ann);
  await tell("I work at Maybank");
  await tell("I got a new job at Petronas");
  expect((await world.memories(ann)).filter((line) => !before.includes(line))).toEqual([
    "episodic 5: The user got a new job at Petronas.",
  ]);
  expect(await world.insights(ann)).toEqual(["situation 0.90: The user got a new job at Petronas."]);
});

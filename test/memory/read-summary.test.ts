/** Insights that flushes missed are read from summaries, by the rules of new memories (SPEC S10.5). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Summary } from "../../src/memory/ports/types.ts";
import { summaryReader } from "../../src/memory/read-summary.ts";
import type { Database } from "../../src/store/database.ts";
import { freshDatabase } from "../support/database.ts";
import { remembering } from "../support/memories.ts";
import { memoryWorld, scriptedModel } from "../support/memory.ts";
import { AT, type Met, rows } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

/** Somebody with a summary of this text. */
async function summarised(text: string, changes: Parameters<typeof memoryWorld>[1] = {}) {
  const world = memoryWorld(database, changes);
  const ann = await world.meets();
  const id = await remembering(database, ann.scope, AT).summary({ text });
  const summary: Summary = { id, level: 1, text, fromMs: AT, toMs: AT };
  const read = async (): Promise<void> => {
    const reads = summaryReader({ ...world.deps, nowMs: () => AT });
    const write = await reads(ann.scope, summary, new AbortController().signal);
    await database.withUser(ann.scope, write);
  };
  return { world, ann, id, read };
}

const versionOf = async ({ scope }: Met): Promise<unknown> =>
  (await rows(database, "app_user", `id = '${scope.userId}'`))[0]?.memory_version;

test("without a model, what the person said is read by the rules, with the summary as its source", async () => {
  const { world, ann, id, read } = await summarised(
    "I want to save RM3,000 for the wedding. The weather is nice.",
  );
  const before = await versionOf(ann);
  await read();
  expect(await world.insights(ann)).toEqual(["goal 0.90: The user wants to save RM3,000 for the wedding."]);
  expect(await rows(database, "insight_source", `user_id = '${ann.scope.userId}'`)).toMatchObject([
    { summary_id: id, memory_id: null },
  ]);
  expect(await versionOf(ann)).toBe(Number(before) + 1);
});

test("what is known already gains a source, and is not there twice", async () => {
  const { world, ann, read } = await summarised("I want to save RM3,000 for the wedding.");
  await read();
  await read();
  expect(await world.insights(ann)).toHaveLength(1);
});

test("a summary in which nothing is changes nothing", async () => {
  const { world, ann, read } = await summarised("The weather is nice.");
  const before = await versionOf(ann);
  await read();
  expect(await world.insights(ann)).toEqual([]);
  expect(await versionOf(ann)).toBe(before);
});

test("with a model, only what the summary says can be an insight, within its bounds", async () => {
  const model = scriptedModel({
    insights: {
      insights: [
        { text: "Saves RM3,000 for the wedding", category: "goal", said: true, confidence: 0.2, from: [1] },
        { text: "Saves RM9,000 for the wedding", category: "goal", said: true, confidence: 0.9, from: [1] },
        { text: "Likes planning", category: "trait", said: false, confidence: 0.9, from: [1] },
        { text: "Of nowhere", category: "goal", said: true, confidence: 0.9, from: [7] },
      ],
    },
  });
  const { world, ann, read } = await summarised("The user wants to save RM3,000 for the wedding.", { model });
  await read();
  expect(await world.insights(ann)).toEqual(["goal 0.80: Saves RM3,000 for the wedding"]);
});

test("a model that is away is no silent rule: the summary waits", async () => {
  const model = { available: () => true, ask: () => Promise.reject(new Error("away")) };
  const { world, ann, read } = await summarised("I want to save RM3,000 for the wedding.", { model });
  await expect(read()).rejects.toThrow("away");
  expect(await world.insights(ann)).toEqual([]);
});

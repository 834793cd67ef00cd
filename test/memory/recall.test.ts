/** What is recalled for a message, and what never is (SPEC S10.6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { memoryLimits } from "../../src/memory/constants.ts";
import { createInsightCache } from "../../src/memory/insight-cache.ts";
import { type MemoryContext, type RecallRequest, recall } from "../../src/memory/recall.ts";
import type { Database } from "../../src/store/database.ts";
import { recallStore } from "../../src/store/memory-recall.ts";
import { fakeEmbedder, vectorOf } from "../fakes/embedder.ts";
import { freshDatabase } from "../support/database.ts";
import { remembering } from "../support/memories.ts";
import { AT, type Met, meet } from "../support/people.ts";

const log = createLog("silent");
/** Enough on any machine: what is late is the business of other tests. */
const PATIENT = 20_000;
const embedder = fakeEmbedder();

let database: Database;
let ann: Met;
let counts: { name: string; part: unknown; by: number }[];
let give: ReturnType<typeof remembering>;
beforeAll(async () => {
  database = await freshDatabase(log);
});
afterAll(() => database.close());
beforeEach(async () => {
  ann = await meet(database);
  give = remembering(database, ann.scope, AT);
  counts = [];
});

const meter = {
  count: (name: string, labels: object, by = 1) =>
    void counts.push({ name, part: Object.values(labels)[0], by }),
  observe: () => undefined,
};
const counted = (name: string, part: string): number =>
  counts.filter((one) => one.name === name && one.part === part).reduce((sum, { by }) => sum + by, 0);

function recalls(
  text: string,
  changes: Partial<RecallRequest> = {},
  { store = recallStore(database), cache = createInsightCache() } = {},
): Promise<MemoryContext> {
  return recall(
    { store, cache, meter, log },
    {
      scope: ann.scope,
      text,
      embedder,
      embedding: Promise.resolve(vectorOf(text)),
      version: 1,
      nowMs: AT,
      budgetMs: PATIENT,
      ...changes,
    },
  );
}

const texts = (rows: readonly { readonly text: string }[]): string[] => rows.map(({ text }) => text);

describe("memories", () => {
  test("the close ones are recalled, the nearest, weightiest and newest first, five at most", async () => {
    for (let index = 1; index <= 8; index += 1)
      await give.memory({ text: `Wedding budget plan number${index}`, importance: index > 5 ? 2 : 5 });
    await give.memory({ text: "Likes durian", importance: 5 });
    const { memories, usedIds } = await recalls("wedding budget plan");
    expect(memories).toHaveLength(5);
    expect(memories.every(({ importance, text }) => importance === 5 && text.startsWith("Wedding"))).toBe(
      true,
    );
    expect(usedIds).toEqual(memories.map(({ id }) => id));
  });

  test("the weights and the types wanted are parameters", async () => {
    await give.memory({ text: "Wedding wedding hall booked", type: "episodic", daysAgo: 300 });
    await give.memory({ text: "Wedding budget is tight now", daysAgo: 0 });
    const near = { similarity: 1, importance: 0, recency: 0 };
    const fresh = { similarity: 0, importance: 0, recency: 1 };
    const message = "wedding hall booked";
    expect(texts((await recalls(message, { weights: near })).memories)[0]).toContain("hall");
    expect(texts((await recalls(message, { weights: fresh })).memories)[0]).toContain("tight");
    const events = await recalls(message, { types: ["episodic"] });
    expect(texts(events.memories)).toEqual(["Wedding wedding hall booked"]);
  });

  test("when none is close enough, the five latest stand in, and do not count as used", async () => {
    for (let index = 0; index < 7; index += 1)
      await give.memory({ text: `Keeps cat number${index}`, daysAgo: index });
    const { memories, usedIds } = await recalls("what about my mortgage");
    expect(texts(memories)).toEqual([0, 1, 2, 3, 4].map((index) => `Keeps cat number${index}`));
    expect(usedIds).toEqual([]);
    expect(counted("memory_recall_fallbacks", "memories")).toBe(1);
  });

  test("expired and superseded ones never come, neither near nor as the latest", async () => {
    await give.memory({ text: "Wedding in June", superseded: true });
    await give.memory({ text: "Wedding on hold until May", expiresInDays: -1 });
    expect((await recalls("wedding")).memories).toEqual([]);
    await give.memory({ text: "Wedding in July", expiresInDays: 30 });
    expect(texts((await recalls("wedding")).memories)).toEqual(["Wedding in July"]);
    expect(texts((await recalls("something else")).memories)).toEqual(["Wedding in July"]);
  });

  test("below an effective importance of 0.1 nothing is near: the database reckons as ranking.ts does", async () => {
    // 0.2 × 0.9^x is 0.1 at x = 6.579: 227 idle days.
    await give.memory({ text: "Liked teh ais brand", importance: 1, daysAgo: 228 });
    await give.memory({ text: "Liked kopi brand", importance: 1, daysAgo: 226 });
    await give.memory({ text: "Liked milo brand", importance: 1, daysAgo: 900, uses: 3, usedDaysAgo: 200 });
    expect(texts((await recalls("which brand")).memories).sort()).toEqual([
      "Liked kopi brand",
      "Liked milo brand",
    ]);
  });

  test("rows of another embedding model are skipped and counted, and so are those without a vector", async () => {
    await give.memory({ text: "Wedding in July", model: "older" });
    await give.memory({ text: "Wedding hall paid", model: null });
    await give.memory({ text: "Wedding dress rented" });
    expect(texts((await recalls("wedding")).memories)).toEqual(["Wedding dress rented"]);
    expect(counted("memory_recall_skipped", "memories")).toBe(2);
  });

  test("what is said twice in the same words comes once; another amount is another fact", async () => {
    await give.memory({ text: "Saving RM3,000 for the wedding" });
    await give.memory({ text: "saving RM3000 for wedding." });
    await give.memory({ text: "Saving RM5,000 for the wedding" });
    const told = texts((await recalls("saving wedding")).memories);
    expect(told).toHaveLength(2);
    expect(told).toContain("Saving RM5,000 for the wedding");
  });

  test("an embedder that scores by itself is given all rows, with their cosines", async () => {
    for (let index = 0; index < 14; index += 1) await give.memory({ text: `Cat number${index}` });
    await give.memory({ text: "Kahwin bulan Julai" });
    let shown = 0;
    const similarities: NonNullable<RecallRequest["embedder"]>["similarities"] = (_said, candidates) => {
      shown = Math.max(shown, candidates.length);
      return candidates.map(({ text }) => (text.startsWith("Kahwin") ? 0.9 : 0));
    };
    const scoring = { ...fakeEmbedder(), similarities };
    expect(texts((await recalls("wedding", { embedder: scoring })).memories)).toEqual(["Kahwin bulan Julai"]);
    expect(shown).toBe(15);
  });

  test("a message without words is near to nothing", async () => {
    await give.memory({ text: "Wedding in July" });
    expect((await recalls("?!")).usedIds).toEqual([]);
  });
});

describe("insights and summaries", () => {
  test("of the forty latest live insights the eight weightiest come", async () => {
    for (let index = 0; index < 10; index += 1)
      await give.insight({ text: `Goal number${index}`, confidence: 0.9, daysAgo: index });
    await give.insight({ text: "Worry of today", confidence: 0.5 });
    await give.insight({ text: "Gone", superseded: true });
    const { insights } = await recalls("anything");
    // 0.9 × 0.5^(9/45) is still more than 0.5.
    expect(texts(insights)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `Goal number${index}`));
  });

  test("insights are kept for half an hour, and read again at once when what is known has changed", async () => {
    const cache = createInsightCache();
    await give.insight({ text: "Saving for a wedding" });
    const ask = (version: number, nowMs: number) => recalls("hello", { version, nowMs }, { cache });
    await ask(1, AT);
    await give.insight({ text: "Changing jobs" });
    expect(texts((await ask(1, AT + 29 * 60_000)).insights)).toEqual(["Saving for a wedding"]);
    expect((await ask(1, AT + memoryLimits.insightCacheMs)).insights).toHaveLength(2);
    await give.insight({ text: "Has a cat" });
    expect((await ask(2, AT + memoryLimits.insightCacheMs)).insights).toHaveLength(3);
    expect(counted("memory_insight_cache", "hit")).toBe(1);
  });

  test("three close summaries come, the nearest first", async () => {
    for (let index = 0; index < 5; index += 1)
      await give.summary({ text: `Talked about a car number${index}` });
    await give.summary({ text: "Car" });
    await give.summary({ text: "Rent and landlords" });
    const { summaries } = await recalls("car");
    expect(summaries).toHaveLength(3);
    expect(summaries[0]?.text).toBe("Car");
  });
});

describe("one user alone", () => {
  test("another user's memories, insights and summaries are nobody else's, however near", async () => {
    const ben = await meet(database);
    const his = remembering(database, ben.scope, AT);
    await his.memory({ text: "Wedding in July" });
    await his.insight({ text: "Marrying soon" });
    await his.summary({ text: "Wedding talk" });
    const { memories, insights, summaries } = await recalls("wedding");
    expect([memories, insights, summaries]).toEqual([[], [], []]);
    const [row] = await database.system.query<{ id: string }>("SELECT id FROM memory WHERE user_id = $1", [
      ben.scope.userId,
    ]);
    await database.withUser(ann.scope, (tx) =>
      recallStore(database).used(tx, ann.scope, { ids: [row?.id ?? ""], nowMs: AT }),
    );
    expect(await database.system.query("SELECT uses FROM memory WHERE id = $1", [row?.id ?? ""])).toEqual([
      { uses: 0 },
    ]);
  });

  test("a recall without org or user is an error, not everyone", async () => {
    const scope = { orgId: ann.scope.orgId, userId: "" };
    await expect(recalls("wedding", { scope })).rejects.toMatchObject({ code: "scope_missing" });
  });
});

describe("the budget", () => {
  const never = new Promise<never>(() => undefined);

  test("an embedding that does not come leaves the latest memories, and is counted", async () => {
    await give.memory({ text: "Wedding in July" });
    const { memories, usedIds } = await recalls("wedding", { embedding: never, budgetMs: 400 });
    expect(texts(memories)).toEqual(["Wedding in July"]);
    expect(usedIds).toEqual([]);
    expect(counted("memory_recall_overruns", "embedding")).toBe(1);
    expect(counted("memory_recall_fallbacks", "memories")).toBe(1);
  });

  test("an embedding that fails does the same", async () => {
    await give.memory({ text: "Wedding in July" });
    const failed = Promise.reject(new Error("away"));
    expect(texts((await recalls("wedding", { embedding: failed })).memories)).toEqual(["Wedding in July"]);
    expect(counted("memory_recall_misses", "embedding")).toBe(1);
  });

  test("a database that hangs is not waited for: the parts that came are there, the others counted", async () => {
    await give.insight({ text: "Saving for a wedding" });
    const real = recallStore(database);
    const hanging = { ...real, memories: () => never };
    // A transaction of its own that never ends would keep the embedded database from everybody else.
    const store: typeof real = {
      ...hanging,
      withUser: (scope, work) => {
        const insights = database.withUser(scope, (tx) => real.insights(tx, scope, 40));
        const tx = { inTransaction: true, query: () => never } as const;
        return insights.then((rows) => {
          hanging.insights = () => Promise.resolve(rows);
          hanging.within = () => Promise.resolve();
          return work(tx);
        });
      },
      within: () => Promise.resolve(),
      insights: (tx, scope, most) => hanging.insights(tx, scope, most),
    };
    const { insights, memories } = await recalls("wedding", { budgetMs: 400 }, { store });
    expect(texts(insights)).toEqual(["Saving for a wedding"]);
    expect(memories).toEqual([]);
    expect(counted("memory_recall_overruns", "memories")).toBe(1);
    expect(counted("memory_recall_overruns", "summaries")).toBe(1);
    expect(counted("memory_recall_overruns", "insights")).toBe(0);
  });

  test("a query that fails leaves the database as it was, and the reply without memories", async () => {
    const real = recallStore(database);
    const store: typeof real = { ...real, memories: async (tx) => tx.query("SELECT 1/0") as never };
    await give.insight({ text: "Saving for a wedding" });
    const cache = createInsightCache();
    expect(texts((await recalls("wedding", {}, { store, cache })).insights)).toEqual([
      "Saving for a wedding",
    ]);
    await give.memory({ text: "Wedding in July" });
    expect(texts((await recalls("wedding", {}, { cache })).memories)).toEqual(["Wedding in July"]);
  });

  if (process.env.TEST_DATABASE_URL)
    test("on a server a slow statement ends by itself", async () => {
      const real = recallStore(database);
      let ended: unknown;
      let settle: () => void = () => undefined;
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      const store: typeof real = {
        ...real,
        memories: (tx) =>
          tx
            .query("SELECT pg_sleep(60)")
            .catch((error: { code?: string }) => {
              ended = error.code;
              throw error;
            })
            .finally(settle) as never,
      };
      await recalls("wedding", { budgetMs: 400 }, { store });
      await settled;
      expect(ended).toBe("57014");
      await give.memory({ text: "Wedding in July" });
      expect(texts((await recalls("wedding")).memories)).toEqual(["Wedding in July"]);
    });
});

/** Memory without the rest of Mama: ports, a database, and nothing else; ARCHITECTURE.md shows the same lines. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import { noMetrics } from "../../src/kernel/metrics.ts";
import { flush } from "../../src/memory/flush.ts";
import { createInsightCache } from "../../src/memory/insight-cache.ts";
import { recall } from "../../src/memory/recall.ts";
import type { Database } from "../../src/store/database.ts";
import { insightStore as insights } from "../../src/store/insights.ts";
import { memoryStore as memories } from "../../src/store/memories.ts";
import { createBufferStore } from "../../src/store/memory-buffer.ts";
import { recallStore } from "../../src/store/memory-recall.ts";
import { quotaStore as quota } from "../../src/store/memory-upkeep.ts";
import { versionStore as version } from "../../src/store/memory-version.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, meet } from "../support/people.ts";
import { away as model } from "../support/remembering.ts";

const log = createLog("silent");
let database: Database;
beforeAll(async () => {
  database = await freshDatabase(log);
});
afterAll(() => database.close());

const { signal } = new AbortController();
const clock = { now: () => AT };
const embedder = fakeEmbedder();
const ids = uuidV7;
const meter = noMetrics;

test("what was said in one conversation is known in the next", async () => {
  const { scope, inboxId } = await meet(database);
  // example
  const buffer = createBufferStore(database);
  const stores = { buffer, memories, insights, quota, version };
  const parts = { database, ...stores, embedder, model, meter, clock, ids, log };

  // A conversation: each exchange is added in the transaction that stores the reply.
  const said = {
    id: ids.next(),
    inboxId,
    records: [],
    language: "en",
    zone: "Asia/Kuala_Lumpur",
    saidAtMs: clock.now(),
  } as const;
  const began = await database.withUser(scope, (tx) => version.read(tx, scope));
  const exchange = { ...said, said: "I want to save RM3,000 for the wedding", reply: "Good plan." };
  await database.withUser(scope, (tx) => buffer.add(tx, scope, exchange, began));

  // In the background: the buffer becomes memories and insights.
  await flush(parts, scope, signal);

  // The next conversation.
  const text = "how is the wedding saving going?";
  const known = await recall(
    { store: recallStore(database), cache: createInsightCache(), meter, log },
    {
      scope,
      text,
      embedder,
      embedding: embedder.embed([text]).then(([vector]) => vector ?? new Float32Array()),
      version: await database.withUser(scope, (tx) => version.read(tx, scope)),
      nowMs: clock.now(),
      budgetMs: 5_000,
    },
  );
  // end
  expect(known.memories.map((memory) => memory.text).join()).toContain("RM3,000");
  // The insight says it in the same words, and nothing is told twice.
  expect(await database.withUser(scope, (tx) => insights.live(tx, scope))).toMatchObject([
    { category: "goal" },
  ]);
});

test("the document shows these very lines", () => {
  const here = readFileSync(new URL(import.meta.url), "utf8");
  const shown = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  const example = here.split("  // example\n")[1]?.split("  // end\n")[0] ?? "";
  expect(example.split("\n").length).toBeGreaterThan(15);
  expect(shown).toContain(example.replaceAll(/^ {2}/gm, "").trimEnd());
});

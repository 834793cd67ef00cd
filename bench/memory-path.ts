/**
 * How many flushes of the memory buffer a process does in a second (SPEC S10.2): five exchanges of a user become two
 * memories and an insight, compared with what is known of them. With a model that answers at once, so that what is
 * measured is ours; and with `--model-ms` one that takes its time. On the embedded database, or on the server of
 * DATABASE_URL (an empty database of a role that row-level security binds).
 *
 *   npm run bench:memory [-- --users 200 --rounds 3 --known 100 --model-ms 0]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MIGRATIONS, openDatabase } from "../src/app.ts";
import { flushBuffers } from "../src/jobs/flush-buffers.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { readConfig } from "../src/kernel/config.ts";
import { uuidV7 } from "../src/kernel/ids.ts";
import { createLog } from "../src/kernel/log.ts";
import type { Scope } from "../src/kernel/types.ts";
import { memoryLimits } from "../src/memory/constants.ts";
import type { FlushDeps } from "../src/memory/flush.ts";
import type { MemoryModel } from "../src/memory/ports/memory-model.ts";
import { insightStore } from "../src/store/insights.ts";
import { memoryStore } from "../src/store/memories.ts";
import { createBufferStore } from "../src/store/memory-buffer.ts";
import { quotaStore } from "../src/store/memory-upkeep.ts";
import { versionStore } from "../src/store/memory-version.ts";
import { migrateServer } from "../src/store/migrations.ts";
import type { Tx } from "../src/store/sql.ts";
import { fakeEmbedder } from "../test/fakes/embedder.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
    known: { type: "string", default: "100" },
    "model-ms": { type: "string", default: "0" },
  },
});
const users = Number(values.users);
const rounds = Number(values.rounds);
const known = Number(values.known);
const modelMs = Number(values["model-ms"]);
const url = process.env.DATABASE_URL;
const directory = mkdtempSync(join(tmpdir(), "mama-bench-"));
const log = createLog("error");
if (url) await migrateServer(url, MIGRATIONS);
const database = await openDatabase(
  readConfig({ NODE_ENV: "test", MAMA_DATA_DIR: directory, DATABASE_URL: url, MAMA_LANES: "16" }),
  log,
);
const embedder = fakeEmbedder();

/** Finds two memories in each block, by the amounts that were named, and one insight. */
const model: MemoryModel = {
  available: () => true,
  ask: async ({ purpose, data, schema }) => {
    if (modelMs > 0) await setTimeout(modelMs);
    if (purpose === "same_insight") return schema.parse({ same: [] });
    const [first, second] = data.match(/RM\d+ for my goal/g) ?? [];
    const summary = (named: string | undefined): string =>
      `The user saves ${named?.replace(" for my goal", "")} for their goal.`;
    return schema.parse(
      purpose === "extract"
        ? {
            memories: [first, second].map((one) => ({
              type: "semantic",
              summary: summary(one),
              importance: 3,
            })),
          }
        : {
            insights: [
              {
                text: `The user saves ${data.match(/RM\d+/)?.[0]} for a goal.`,
                category: "goal",
                said: true,
                confidence: 0.9,
                from: [1],
              },
            ],
          },
    );
  },
};

const times: number[] = [];
const counted = new Map<string, number>();
const deps: FlushDeps<Tx> = {
  database,
  buffer: createBufferStore(database),
  memories: memoryStore,
  insights: insightStore,
  quota: quotaStore,
  version: versionStore,
  embedder,
  model,
  meter: {
    count: (name, labels, by = 1) => {
      const key = name === "memory_flushes" ? `flushes ${Object.values(labels)}` : name;
      counted.set(key, (counted.get(key) ?? 0) + by);
    },
    observe: (name, value) => {
      if (name === "memory_flush_ms") times.push(value);
    },
  },
  clock: systemClock,
  ids: uuidV7,
  log,
};

/** People of whom this much is known already. */
async function meet(): Promise<Scope[]> {
  const scopes = await database.withSystem(async (tx) => {
    await tx.query("INSERT INTO org (id, slug, name) VALUES (gen_random_uuid(), 'bench', 'Bench')");
    return tx.query<{ orgId: string; userId: string }>(
      `INSERT INTO app_user (id, org_id)
       SELECT gen_random_uuid(), org.id FROM org, generate_series(1, $1::int) WHERE slug = 'bench'
       RETURNING org_id AS "orgId", id AS "userId"`,
      [users],
    );
  });
  const [vector] = await embedder.embed(["keeps a garden"]);
  for (const { orgId, userId } of scopes) {
    await database.withSystem((tx) =>
      tx.query(
        `INSERT INTO memory (id, org_id, user_id, type, text, importance, source_type, source_id, embedding,
           embedding_model, created_at)
         SELECT gen_random_uuid(), $1, $2, 'semantic', 'The user keeps garden number ' || n, 3, 'flush', $2, $4::halfvec,
           $5, now() - n * interval '1 hour' FROM generate_series(1, $3::int) AS n`,
        [orgId, userId, known, `[${[...(vector ?? [])]}]`, embedder.model],
      ),
    );
  }
  return scopes;
}

let amount = 1_000;
async function talk(scope: Scope): Promise<void> {
  await database.withUser(scope, async (tx) => {
    for (let count = 0; count < memoryLimits.flushAt; count += 1) {
      amount += 1;
      const exchange = {
        id: uuidV7.next(),
        inboxId: uuidV7.next(),
        said: `I save RM${amount} for my goal`,
        reply: "Well done.",
        records: [],
        language: "en" as const,
        zone: "Asia/Kuala_Lumpur",
        saidAtMs: Date.now(),
      };
      await deps.buffer.add(tx, scope, exchange, 0);
    }
  });
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

const scopes = await meet();
console.log(`${url ? "Postgres" : "embedded"}, ${users} users with ${known} memories each`);
let seconds = 0;
for (let round = 0; round < rounds; round += 1) {
  for (const scope of scopes) await talk(scope);
  const startedAt = performance.now();
  // One run takes a bounded number of users.
  let before: number;
  do {
    before = times.length;
    await flushBuffers(deps, new AbortController().signal);
  } while (times.length > before);
  seconds += (performance.now() - startedAt) / 1_000;
}
const sorted = times.toSorted((a, b) => a - b);
console.log(
  `${times.length} flushes with a model of ${modelMs} ms, ${memoryLimits.flushesSideBySide} side by side: ` +
    `${(times.length / seconds).toFixed(0)} flushes/s; one: p50 ${percentile(sorted, 0.5)} ms, p95 ${percentile(sorted, 0.95)} ms`,
);
console.log([...counted].map(([name, count]) => `${name} ${count}`).join(", "));
await database.close();
rmSync(directory, { recursive: true, force: true });

/**
 * How long the memory query of a recall takes (SPEC S10.6, S16): an exact scan within one user, cold (the first look at a
 * user's rows) and warm; and beside it, on a smaller table, the usual design, one approximate index over all users with a
 * filter behind it: its latency, and how many of the ten nearest it finds. On the empty server of BENCH_DATABASE_URL (or
 * TEST_DATABASE_URL), of a role that row-level security binds.
 *
 * The line "no index, filtered" is the exact scan of that smaller table, for comparison.
 *
 *   npm run bench:recall -- --users 10000 [--memories 500] [--queries 300] [--approximate-users 100]
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { MIGRATIONS } from "../src/app.ts";
import { createLog } from "../src/kernel/log.ts";
import type { Scope } from "../src/kernel/types.ts";
import { memoryLimits } from "../src/memory/constants.ts";
import { MEMORY_TYPES } from "../src/memory/ports/types.ts";
import { recallStore } from "../src/store/memory-recall.ts";
import { migrateServer } from "../src/store/migrations.ts";
import { openPostgres } from "../src/store/postgres.ts";
import type { Tx } from "../src/store/sql.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "1000" },
    memories: { type: "string", default: "500" },
    queries: { type: "string", default: "300" },
    "approximate-users": { type: "string", default: "100" },
  },
});
const users = Number(values.users);
const memories = Number(values.memories);
const queries = Number(values.queries);
const NEAREST = 10;
const MODEL = "bench";
const DIMENSIONS = 512;

const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
if (!url) throw new Error("set BENCH_DATABASE_URL to an empty Postgres with pgvector");
await migrateServer(url, MIGRATIONS);
const log = createLog("error");
const database = await openPostgres({ url, log, connections: 4, production: true });

const filler = new pg.Client({ connectionString: url, options: "-c mama.system=on" });
await filler.connect();

/** What is slower than a turn may be: filling, indexes; on a connection of its own, which nothing hurries. */
async function slowly<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  await filler.query("BEGIN; SET LOCAL maintenance_work_mem = '1GB'");
  const query: Tx["query"] = async (text, given = []) => (await filler.query(text, [...given])).rows;
  const result = await work({ inTransaction: true, query });
  await filler.query("COMMIT");
  return result;
}

/**
 * Vectors lie around subjects, as those of texts do: one of 1,000 centres and one of 10,000 small departures from it, so
 * that no two of a user's are the same.
 */
async function seed(): Promise<void> {
  await slowly(async (tx) => {
    await tx.query("CREATE TABLE bench_pool (kind text, n int, v halfvec(512), PRIMARY KEY (kind, n))");
    const fill = `INSERT INTO bench_pool SELECT $1, n, (SELECT array_agg((random() - 0.5) * $3::float8)::real[]
      FROM generate_series(1, ${DIMENSIONS} + n * 0))::vector::halfvec FROM generate_series(0, $2::int - 1) AS n`;
    await tx.query(fill, ["centre", 1_000, 1]);
    await tx.query(fill, ["departure", 10_000, 0.7]);
    await tx.query("INSERT INTO org (id, slug, name) VALUES (gen_random_uuid(), 'bench', 'Bench')");
    await tx.query(
      "INSERT INTO app_user (id, org_id) SELECT gen_random_uuid(), org.id FROM org, generate_series(1, $1::int) WHERE slug = 'bench'",
      [users],
    );
    await tx.query("ANALYZE");
  });
  for (let from = 0; from < users; from += 100) {
    await slowly((tx) =>
      tx.query(
        `INSERT INTO memory (id, org_id, user_id, type, text, importance, source_type, source_id, embedding, embedding_model,
           created_at)
         SELECT gen_random_uuid(), u.org_id, u.id, 'semantic', repeat('saves for a wedding ', 5) || m, 1 + m % 5, 'flush',
           u.id, c.v + d.v, '${MODEL}', now() - m * interval '1 hour'
         FROM (SELECT id, org_id, row_number() OVER (ORDER BY id) AS n FROM app_user) u
         CROSS JOIN generate_series(1, $2::int) AS m
         JOIN bench_pool c ON c.kind = 'centre' AND c.n = (u.n * 31 + m * 7) % 1000
         JOIN bench_pool d ON d.kind = 'departure' AND d.n = (u.n * 7919 + m * 104729) % 10000
         WHERE u.n > $1 AND u.n <= $1 + 100`,
        [from, memories],
      ),
    );
  }
  await slowly((tx) => tx.query("ANALYZE memory"));
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

interface Line {
  readonly design: string;
  readonly rows: number;
  readonly p50: string;
  readonly p95: string;
  readonly recall: string;
}

function line(design: string, rows: number, times: readonly number[], recall: number): Line {
  const ms = (share: number): string => `${percentile(times, share).toFixed(1)} ms`;
  return { design, rows, p50: ms(0.5), p95: ms(0.95), recall: recall.toFixed(2) };
}

interface Query {
  readonly scope: Scope;
  readonly vector: string;
}

/** Users spread over all, each with a text near to one of its own subjects. */
async function makeQueries(most: number, among: number): Promise<Query[]> {
  const rows = await database.system.query<{ userId: string; orgId: string; vector: string }>(
    `SELECT u.id AS "userId", u.org_id AS "orgId", (m.embedding + d.v)::text AS vector
     FROM (SELECT id, org_id FROM app_user ORDER BY id LIMIT $2) u
     CROSS JOIN LATERAL (SELECT embedding FROM memory WHERE user_id = u.id LIMIT 1 OFFSET 3) m
     JOIN bench_pool d ON d.kind = 'departure' AND d.n = abs(hashtext(u.id::text)) % 10000
     ORDER BY md5(u.id::text) LIMIT $1`,
    [most, among],
  );
  return rows.map(({ vector, ...scope }) => ({ scope, vector }));
}

const recall = recallStore(database);
/** The query of a recall, in a transaction of its own as the user. @returns how long the query alone took, ms */
function exact({ scope, vector }: Query): Promise<number> {
  const near = { model: MODEL, values: Float32Array.from(JSON.parse(vector) as number[]) };
  const query = { near, types: MEMORY_TYPES, rule: memoryLimits, nowMs: Date.now(), most: NEAREST };
  return database.withUser(scope, async (tx) => (await timed(() => recall.memories(tx, scope, query))).ms);
}

async function measureExact(): Promise<Line[]> {
  const asked = await makeQueries(queries, users);
  await exact(asked[0] as Query);
  const cold: number[] = [];
  const warm: number[] = [];
  const whole: number[] = [];
  for (const query of asked.slice(1)) cold.push(await exact(query));
  for (const query of asked.slice(1)) {
    await exact(query);
    const { ms, result } = await timed(() => exact(query));
    warm.push(result);
    whole.push(ms);
  }
  const rows = users * memories;
  return [
    line("exact, within the user: cold", rows, cold, 1),
    line("exact, within the user: warm", rows, warm, 1),
    line("  with its transaction", rows, whole, 1),
  ];
}

const APPROXIMATE = `SELECT id FROM bench_memory WHERE user_id = $1 ORDER BY embedding <=> $2::halfvec LIMIT ${NEAREST}`;

async function measureApproximate(most: number): Promise<Line[]> {
  await slowly(async (tx) => {
    await tx.query(
      `CREATE TABLE bench_memory AS SELECT id, user_id, embedding FROM memory
       WHERE user_id IN (SELECT id FROM app_user ORDER BY id LIMIT $1)`,
      [most],
    );
    await tx.query("ANALYZE bench_memory");
  });
  const asked = await makeQueries(Math.min(queries, 100), most);
  const right = new Map<Query, Set<string>>();
  for (const query of asked) {
    const rows = await slowly((tx) =>
      tx.query<{ id: string }>(APPROXIMATE, [query.scope.userId, query.vector]),
    );
    right.set(query, new Set(rows.map(({ id }) => id)));
  }
  const lines: Line[] = [];
  const scans: number[] = [];
  for (const { scope, vector } of asked)
    await slowly(async (tx) => {
      scans.push((await timed(() => tx.query(APPROXIMATE, [scope.userId, vector]))).ms);
    });
  lines.push(line("no index, filtered", most * memories, scans, 1));
  const measure = async (design: string, settings: readonly string[]): Promise<void> => {
    const times: number[] = [];
    let found = 0;
    for (const query of asked) {
      await slowly(async (tx) => {
        for (const setting of ["enable_seqscan = off", "enable_sort = off", ...settings])
          await tx.query(`SET LOCAL ${setting}`);
        const ask = () => tx.query<{ id: string }>(APPROXIMATE, [query.scope.userId, query.vector]);
        await ask();
        const { ms, result } = await timed(ask);
        times.push(ms);
        found += result.filter(({ id }) => right.get(query)?.has(id)).length;
      });
    }
    lines.push(line(design, most * memories, times, found / (asked.length * NEAREST)));
  };
  const indexed = async (
    name: string,
    index: string,
    settings: readonly (readonly string[])[],
  ): Promise<void> => {
    const { ms } = await timed(() =>
      slowly((tx) => tx.query(`CREATE INDEX bench_index ON bench_memory ${index}`)),
    );
    console.log(`${name}: built in ${(ms / 1000).toFixed(0)} s`);
    for (const setting of settings) await measure([name, ...setting].join(", "), setting);
    await slowly((tx) => tx.query("DROP INDEX bench_index"));
  };
  await indexed("ivfflat lists=100", "USING ivfflat (embedding halfvec_cosine_ops) WITH (lists = 100)", [
    ["ivfflat.probes = 1"],
    ["ivfflat.probes = 10"],
  ]);
  await indexed("hnsw", "USING hnsw (embedding halfvec_cosine_ops)", [
    ["hnsw.ef_search = 40"],
    ["hnsw.ef_search = 200"],
  ]);
  return lines;
}

const filled = await timed(seed);
const [size] = await database.system.query<{ size: string; version: string }>(
  `SELECT pg_size_pretty(pg_total_relation_size('memory')) AS size,
     (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS version`,
);
console.log(
  `${users} users x ${memories} memories, ${size?.size} with indexes, pgvector ${size?.version}; filled in ${(filled.ms / 1000).toFixed(0)} s`,
);
const table = await measureExact();
// What comes below can take long, and its table holds these lines again.
for (const { design, p50, p95 } of table) console.log(`${design}: p50 ${p50}, p95 ${p95}`);
const approximateUsers = Math.min(users, Number(values["approximate-users"]));
if (approximateUsers > 0) table.push(...(await measureApproximate(approximateUsers)));
console.table(table);
await filler.end();
await database.close();

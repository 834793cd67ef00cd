/**
 * How fast a text becomes a stored record with its reply ready (SPEC S16): latency one at a time, and
 * throughput with 50 chats at once. On the embedded database, or on the server of BENCH_DATABASE_URL (an empty
 * database of a role that row-level security binds).
 *
 *   node --import tsx bench/path.ts [--users 1000] [--records 1000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createApp, MIGRATIONS } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";
import { createLog } from "../src/kernel/log.ts";
import type { Adapter, Step } from "../src/kernel/ports.ts";
import type { Database } from "../src/store/database.ts";
import { migrateServer } from "../src/store/migrations.ts";

const { values } = parseArgs({
  options: { users: { type: "string", default: "1000" }, records: { type: "string", default: "1000" } },
});
const url = process.env.BENCH_DATABASE_URL;
const directory = mkdtempSync(join(tmpdir(), "mama-bench-"));
if (url) await migrateServer(url, MIGRATIONS);

/** A platform that takes everything at once. */
const platform: Adapter = {
  platform: "bench",
  account: "bot",
  capabilities: { buttons: true, pictures: false, edit: false, markup: "none", longestMessage: 4096 },
  start: async () => undefined,
  stop: async () => undefined,
  send: async () => ({}),
};

/** Who waits for a turn, and the turns that were applied before anybody waited. */
const waiting = new Map<string, () => void>();
const early = new Set<string>();
function observe(step: Step): void {
  if (step.step !== "applied") return;
  const tell = waiting.get(step.inboxId);
  if (!tell) early.add(step.inboxId);
  waiting.delete(step.inboxId);
  tell?.();
}

const app = await createApp({
  config: readConfig({ NODE_ENV: "test", MAMA_DATA_DIR: directory, DATABASE_URL: url, MAMA_LANES: "16" }),
  role: "all",
  log: createLog("error"),
  observe,
  adapters: () => [platform],
});

async function seed(database: Database, users: number, records: number): Promise<void> {
  await database.withSystem(async (tx) => {
    await tx.query(
      `INSERT INTO app_user (id, org_id) SELECT gen_random_uuid(), org.id FROM org, generate_series(1, $1::int)`,
      [users],
    );
    await tx.query(
      `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id)
       SELECT gen_random_uuid(), org_id, id, 'bench', 'bot', 'user-' || row_number() OVER () FROM app_user`,
    );
    await tx.query(
      `INSERT INTO ledger_entry (id, org_id, user_id, kind, amount_minor, currency, description, category, spent_on,
         source, created_at, updated_at)
       SELECT gen_random_uuid(), u.org_id, u.id, 'expense', 100 + n, 'MYR', 'lunch', 'food', current_date - n % 365,
         'text', now() - n * interval '1 hour', now() FROM app_user u, generate_series(1, $1::int) AS n`,
      [records],
    );
    await tx.query("ANALYZE");
  });
}

let serial = 0;
/** Settles when the record is committed with its reply. */
async function say(user: number, text: string): Promise<number> {
  const eventKey = String(serial++);
  const name = `user-${user}`;
  const startedAt = performance.now();
  const { inboxId } = await app.inbox.receive({
    platform: "bench",
    account: "bot",
    eventKey,
    chatKey: name,
    senderKey: name,
    kind: "text",
    text,
  });
  if (!early.delete(inboxId)) await new Promise<void>((resolve) => waiting.set(inboxId, resolve));
  return performance.now() - startedAt;
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

const users = Number(values.users);
const records = Number(values.records);
const seedStart = performance.now();
await seed(app.database, users, records);
console.log(
  `${url ? "Postgres" : "embedded"}, ${users} users x ${records} records (${((performance.now() - seedStart) / 1000).toFixed(0)} s to fill)`,
);
await app.start();
for (let warm = 0; warm < 50; warm++) await say(1 + (warm % users), "lunch 15");

for (const text of ["lunch 15", "how much on food this month?"]) {
  const times: number[] = [];
  for (let turn = 0; turn < 300; turn++) times.push(await say(1 + (turn % users), text));
  times.sort((a, b) => a - b);
  console.log(`"${text}" one at a time: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);
}

const CHATS = 50;
const EACH = 60;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: CHATS }, async (_, chat) => {
    for (let turn = 0; turn < EACH; turn++) await say(1 + (chat % users), `grab ${turn + 1}`);
  }),
);
const seconds = (performance.now() - startedAt) / 1000;
console.log(`${CHATS} chats at once: ${((CHATS * EACH) / seconds).toFixed(0)} messages/s`);
await app.stop();
rmSync(directory, { recursive: true, force: true });
process.exit(0);

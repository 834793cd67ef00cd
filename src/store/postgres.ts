/**
 * Postgres by `DATABASE_URL`. Two pools: one whose sessions are in the system scope, one whose transactions
 * each name their user. Statements are prepared once per connection, under a name made from their text.
 */
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Scope } from "../kernel/types.ts";
import { type Database, requireScope, type Within } from "./database.ts";
import { isUnanswered, unreachable } from "./failures.ts";
import { PrismaClient } from "./generated/client.ts";
import type { Sql, SqlValue, Tx } from "./sql.ts";

const AS_TEXT = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const SYSTEM_SCOPE = `-c mama.system=on -c statement_timeout=${limits.turnDeadlineMs}`;

/** What the server cancels by itself comes first; this is for a server, or a network, that no longer answers. */
const NO_ANSWER_MS = limits.turnDeadlineMs + 5_000;

/**
 * Opens a transaction for one user: row-level security reads the setting, and no query of a turn outlives the
 * turn's deadline. In one round trip, with an id that `requireScope` has checked to be nothing but a UUID.
 */
function beginAs({ userId }: Scope, { statementMs = limits.turnDeadlineMs }: Within = {}): string {
  return `BEGIN; SELECT set_config('mama.user_id', '${userId}', true),
    set_config('statement_timeout', '${Math.ceil(statementMs)}', true)`;
}

/** A connection whose session is in the system scope. What the URL itself says of `options` would hide ours. */
function systemScope(url: string): { connectionString: string; options: string } {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options");
  if (given === null) return { connectionString: url, options: SYSTEM_SCOPE };
  parsed.searchParams.delete("options");
  return { connectionString: parsed.href, options: `${given} ${SYSTEM_SCOPE}` };
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    AS_TEXT.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format as "text"),
};

/** Keeps the name of each statement's text; there are as many as the code has statements. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha1").update(text).digest("hex").slice(0, 24);
    names.set(text, name);
  }
  return name;
}

async function run<Row>(
  on: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const result = await on.query({ name: nameOf(text), text, values: [...values] });
  return result.rows as Row[];
}

async function transaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const tx: Tx = { inTransaction: true, query: (text, values = []) => run(client, text, values) };
    const result = await work(tx);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that does not answer, or cannot even roll back, is thrown away, not handed to the next turn.
    if (isUnanswered(error)) broken = error as Error;
    else
      await client.query("ROLLBACK").catch((failed: Error) => {
        broken = failed;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

function quietPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  // A connection lost in mid-transaction fails its query and says so by an event, too: unheard, that ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

interface PostgresOptions {
  readonly url: string;
  readonly log: Log;
  /** Connections for turns; the system pool has half as many. */
  readonly connections: number;
  /** Refuses a role that row-level security does not bind. */
  readonly production: boolean;
}

/**
 * Connects to a Postgres server.
 * @throws MamaError("database_unreachable") with what to check; MamaError("unsafe_role") in production for a
 *         role that bypasses row-level security (SPEC S12); MamaError("config_invalid") when something between
 *         here and the server drops the settings of a session
 */
export async function openPostgres({
  url,
  log,
  connections,
  production,
}: PostgresOptions): Promise<Database> {
  const shared = { types, connectionTimeoutMillis: 10_000, query_timeout: NO_ANSWER_MS, keepAlive: true };
  const userPool = quietPool({ ...shared, connectionString: url, max: connections }, log);
  const systemPool = quietPool({ ...shared, ...systemScope(url), max: Math.ceil(connections / 2) }, log);
  const system: Sql = { query: (text, values = []) => run(systemPool, text, values) };
  const closePools = async (): Promise<void> => {
    await Promise.all([userPool.end(), systemPool.end()]);
  };
  try {
    await checkRole(system, production, log);
    await checkScope(system);
  } catch (error) {
    await closePools();
    throw error;
  }
  let prisma: PrismaClient | undefined;
  let schedulerPool: pg.Pool | undefined;
  return {
    system,
    exclusive: false,
    withUser: (scope, work, within) => {
      requireScope(scope);
      return transaction(userPool, beginAs(scope, within), work);
    },
    withSystem: (work) => transaction(systemPool, "BEGIN", work),
    prisma: () => {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg({ ...systemScope(url), max: 2, query_timeout: NO_ANSWER_MS }),
      });
      return prisma;
    },
    schedulerPool: () => {
      schedulerPool ??= quietPool({ ...shared, connectionString: url, max: 2 }, log);
      return schedulerPool;
    },
    close: async () => {
      await prisma?.$disconnect();
      await schedulerPool?.end();
      await closePools();
    },
  };
}

async function checkRole(system: Sql, production: boolean, log: Log): Promise<void> {
  let rows: { unbound: boolean }[];
  try {
    rows = await system.query<{ unbound: boolean }>(
      "SELECT rolsuper OR rolbypassrls AS unbound FROM pg_roles WHERE rolname = current_user",
    );
  } catch (error) {
    throw unreachable(error);
  }
  if (!rows[0]?.unbound) return;
  const message =
    "DATABASE_URL connects as a role that row-level security does not bind; use an ordinary role";
  if (production) throw new MamaError("unsafe_role", message);
  log.warn(message);
}

/** Without the scope the inbox would look empty, and nobody would ever be answered. */
async function checkScope(system: Sql): Promise<void> {
  const [row] = await system.query<{ on: boolean }>('SELECT mama_system() AS "on"');
  if (row?.on) return;
  const message =
    "DATABASE_URL leads to connections that do not keep the option mama.system=on: connect to the server itself, or let the pooler pass startup options on";
  throw new MamaError("config_invalid", message);
}

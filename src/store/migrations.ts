/**
 * Applies prisma/migrations/*.sql and keeps Prisma's own book of them (`_prisma_migrations`, sha256 of each
 * file, the advisory lock that Prisma's engine takes), so that `prisma migrate deploy` elsewhere finds
 * everything applied. Prisma's engine itself cannot be had from npm.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { MamaError } from "../kernel/errors.ts";
import { unreachable } from "./failures.ts";

/** One database session of its own: a `pg.Client`, or the embedded database. */
export interface MigrationSession {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs many statements at once. */
  exec(text: string): Promise<unknown>;
}

/** The key that Prisma's engine locks while it migrates. */
const PRISMA_LOCK = 72707369;

const BOOK = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

interface Applied {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function pending(session: MigrationSession, directory: string): Promise<Migration[]> {
  const { rows } = await session.query(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const applied = rows as Applied[];
  const failed = applied.find((row) => row.finished_at === null);
  if (failed) {
    throw new MamaError(
      "migration_failed",
      `migration ${failed.migration_name} failed earlier and must be resolved`,
    );
  }
  return readMigrations(directory).filter(({ name, checksum }) => {
    const row = applied.find((candidate) => candidate.migration_name === name);
    if (row && row.checksum !== checksum) {
      throw new MamaError("migration_failed", `migration ${name} was edited after it was applied`);
    }
    return !row;
  });
}

async function apply(session: MigrationSession, { name, sql, checksum }: Migration): Promise<void> {
  await session.exec("BEGIN");
  try {
    await session.exec(sql);
    await session.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await session.exec("COMMIT");
  } catch (error) {
    await session.exec("ROLLBACK");
    throw new MamaError("migration_failed", `migration ${name} could not be applied`, { cause: error });
  }
}

/**
 * Applies what is not yet applied, each migration in one transaction.
 * @param lock whether other processes may be migrating the same database
 * @returns the names that were applied now
 * @throws MamaError("migration_failed") for an edited, a failed, or a broken migration
 */
export async function migrate(
  session: MigrationSession,
  directory: string,
  lock: boolean,
): Promise<string[]> {
  if (lock) await session.exec(`SELECT pg_advisory_lock(${PRISMA_LOCK})`);
  try {
    await session.exec(BOOK);
    const todo = await pending(session, directory);
    for (const migration of todo) await apply(session, migration);
    return todo.map(({ name }) => name);
  } finally {
    if (lock) await session.exec(`SELECT pg_advisory_unlock(${PRISMA_LOCK})`);
  }
}

async function withServerSession<T>(
  url: string,
  work: (session: MigrationSession) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(error);
  }
  try {
    return await work({
      query: (text, values) => client.query(text, values),
      exec: (text) => client.query(text),
    });
  } finally {
    await client.end();
  }
}

/** The release command: brings the server at `url` up to date. */
export async function migrateServer(url: string, directory: string): Promise<string[]> {
  return withServerSession(url, (session) => migrate(session, directory, true));
}

/** @throws MamaError("migrations_pending") when the release command has not run on this server */
export async function requireMigrated(url: string, directory: string): Promise<void> {
  await withServerSession(url, async (session) => {
    const { rows } = await session.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS made");
    const made = (rows[0] as { made: boolean } | undefined)?.made ?? false;
    const todo = made ? await pending(session, directory) : readMigrations(directory);
    if (todo.length > 0) {
      const names = todo.map(({ name }) => name).join(", ");
      throw new MamaError("migrations_pending", `run \`npm run release\` first; not yet applied: ${names}`);
    }
  });
}

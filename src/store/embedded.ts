/**
 * The embedded database: Postgres in this process (PGlite) with pgvector, one connection, one directory.
 * It has the same doors as a server. Its only role is a superuser, so the second fence of SPEC S12 is not
 * there; the first one, a user id in every statement, is.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteInterface, type Transaction, types } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { MamaError } from "../kernel/errors.ts";
import { type Database, requireScope } from "./database.ts";
import { PrismaClient } from "./generated/client.ts";
import { type DirectoryLock, lockDirectory } from "./lock.ts";
import { embeddedPool } from "./scheduler-pool.ts";
import type { Sql, SqlValue, Tx } from "./sql.ts";

const asText = (value: string): string => value;

async function run<Row>(
  on: PGliteInterface | Transaction,
  text: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const result = await on.query<Row>(text, [...values]);
  return result.rows;
}

/**
 * How every PGlite here is opened. Its own 128 MB of buffers are filled at the start, for a database of which the system
 * has the files in memory anyway: a quarter of that opens faster and leaves 100 MB to others.
 */
export const PGLITE = {
  extensions: { vector },
  // Told once: told with a statement, they are put together with those of every array type each time.
  parsers: { [types.DATE]: asText, [types.INT8]: asText, [types.NUMERIC]: asText },
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"],
};

/** The same doors over an open PGlite; `onClose` runs after it is closed. Tests open theirs from a snapshot. */
export function embeddedDatabase(db: PGlite, onClose: () => void = () => undefined): Database {
  const system: Sql = { query: (text, values = []) => run(db, text, values) };
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction((open) =>
      work({ inTransaction: true, query: (text, values = []) => run(open, text, values) }),
    );
  let prisma: PrismaClient | undefined;
  return {
    system,
    exclusive: true,
    withUser: (scope, work) => {
      requireScope(scope);
      return transaction(work);
    },
    withSystem: (work) => transaction(work),
    prisma: () => {
      prisma ??= new PrismaClient({ adapter: new PrismaPGlite(db) });
      return prisma;
    },
    schedulerPool: () => embeddedPool(db),
    close: async () => {
      await prisma?.$disconnect();
      await db.close();
      onClose();
    },
  };
}

/**
 * Opens (or makes) the embedded database in `dataDir`.
 * @returns the database, the raw session for migrations, and whether it was made just now
 * @throws MamaError("data_dir_locked") when another process has it, "data_dir_unusable" when it cannot be used
 */
export async function openEmbedded(dataDir: string): Promise<{ database: Database; session: PGlite }> {
  let lock: DirectoryLock;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof MamaError) throw error;
    const message = `MAMA_DATA_DIR ${dataDir} cannot be used: it must be a directory that can be written to`;
    throw new MamaError("data_dir_unusable", message, { cause: error });
  }
  try {
    refuseHollow(dataDir);
    const session = await PGlite.create(join(dataDir, "postgres"), PGLITE);
    writeFileSync(join(dataDir, MADE), "");
    return { database: embeddedDatabase(session, lock.release), session };
  } catch (error) {
    lock.release();
    if (error instanceof MamaError) throw error;
    const message = `the database in ${dataDir} does not open; check that all of it may be read and written, restore a backup, or move the directory away to start anew`;
    throw new MamaError("data_dir_unusable", message, { cause: error });
  }
}

/** Says that the database was made to its end: from then on, one that has lost its files is not made anew. */
const MADE = "made";

/** PGlite fills a directory that looks empty to it, over whatever is still there. */
function refuseHollow(dataDir: string): void {
  if (!existsSync(join(dataDir, MADE)) || existsSync(join(dataDir, "postgres", "PG_VERSION"))) return;
  const message = `the database in ${dataDir} has lost files; restore a backup, or move the directory away to start anew`;
  throw new MamaError("data_dir_unusable", message);
}

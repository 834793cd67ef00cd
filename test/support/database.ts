/** A database of a test's own: a copy of the shared snapshot, or of the template on the server. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Log } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { embeddedDatabase, PGLITE } from "../../src/store/embedded.ts";
import { openPostgres } from "../../src/store/postgres.ts";
import { databaseAt } from "./server.ts";

/** The server that the suite runs on, or undefined on the embedded database. */
export const server = process.env.TEST_DATABASE_URL;

/** What a process needs to open the same database. */
export interface Place {
  readonly env: { DATABASE_URL: string } | { MAMA_DATA_DIR: string };
  remove(): Promise<void>;
}

function snapshot(): Blob {
  return new Blob([new Uint8Array(readFileSync(inject("snapshot")))]);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function copyTemplate(): Promise<{ url: string; drop(): Promise<void> }> {
  if (!server) throw new Error("there is no server to copy a template on");
  const name = `mama_${randomUUID().replaceAll("-", "")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject("template")}`);
  return {
    url: databaseAt(server, name),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Embedded databases of this worker that nobody uses at present; to open one takes a second, to empty one does not. */
const free: PGlite[] = [];

async function emptied(db: PGlite): Promise<PGlite> {
  const { rows } = await db.query<{ names: string }>(
    `SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  );
  await db.exec(`TRUNCATE ${rows[0]?.names} RESTART IDENTITY CASCADE`);
  return db;
}

async function embedded(): Promise<Database> {
  const used = free.pop();
  const db = used ? await emptied(used) : await PGlite.create({ ...PGLITE, loadDataDir: snapshot() });
  return { ...embeddedDatabase(db), close: async () => void free.push(db) };
}

/** Opens a fresh, migrated database; closing it removes all that is in it. */
export async function freshDatabase(log: Log): Promise<Database> {
  if (!server) return embedded();
  const { url, drop } = await copyTemplate();
  const database = await openPostgres({ url, log, connections: 10, production: true });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Makes a fresh, migrated database that other processes can open. */
export async function freshPlace(): Promise<Place> {
  if (server) {
    const { url, drop } = await copyTemplate();
    return { env: { DATABASE_URL: url }, remove: drop };
  }
  const directory = await mkdtemp(join(tmpdir(), "mama-place-"));
  const db = await PGlite.create(join(directory, "postgres"), { ...PGLITE, loadDataDir: snapshot() });
  await db.close();
  return { env: { MAMA_DATA_DIR: directory }, remove: () => rm(directory, { recursive: true, force: true }) };
}

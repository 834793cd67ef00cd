/** A database of a test's own: a copy of the shared snapshot, or of the template on the server. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import pg from "pg";
import { inject } from "vitest";
import type { Log } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { embeddedDatabase } from "../../src/store/embedded.ts";
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

/** Opens a fresh, migrated database; closing it removes it. */
export async function freshDatabase(log: Log): Promise<Database> {
  if (!server)
    return embeddedDatabase(await PGlite.create({ loadDataDir: snapshot(), extensions: { vector } }));
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
  const db = await PGlite.create(join(directory, "postgres"), {
    loadDataDir: snapshot(),
    extensions: { vector },
  });
  await db.close();
  return { env: { MAMA_DATA_DIR: directory }, remove: () => rm(directory, { recursive: true, force: true }) };
}

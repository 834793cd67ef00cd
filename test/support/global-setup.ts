/**
 * Makes one migrated database before all tests: a snapshot file for the embedded database, or a template
 * database on the server that TEST_DATABASE_URL names. Each test file then starts from a copy of it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { bundle } from "../../scripts/bundle.mjs";
import { MIGRATIONS } from "../../src/app.ts";
import { PGLITE } from "../../src/store/embedded.ts";
import { migrate, migrateServer } from "../../src/store/migrations.ts";
import { databaseAt } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The snapshot of an embedded database. */
    snapshot: string;
    /** The name of the template database, or "" without a server. */
    template: string;
    /** The URLs of what is started again and again, bundled: child.ts and those of the chat networks. */
    child: string;
    telegramChild: string;
    whatsappChild: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server && process.env.MAMA_REQUIRE_POSTGRES) {
    throw new Error(
      "MAMA_REQUIRE_POSTGRES is set, but TEST_DATABASE_URL is not: the suite would skip Postgres",
    );
  }
  const directory = mkdtempSync(join(tmpdir(), "mama-test-"));
  project.provide("snapshot", await makeSnapshot(directory));
  project.provide("child", await bundle("test/support/child.ts"));
  project.provide("telegramChild", await bundle("test/support/telegram-child.ts"));
  project.provide("whatsappChild", await bundle("test/support/whatsapp-child.ts"));
  const template = server ? await makeTemplate(server) : "";
  project.provide("template", template);
  return async () => {
    rmSync(directory, { recursive: true, force: true });
    if (server) await onServer(server, `DROP DATABASE IF EXISTS ${template}`);
  };
}

async function makeSnapshot(directory: string): Promise<string> {
  // As the workers do (vitest.config.ts).
  setFlagsFromString("--liftoff-only");
  const db = await PGlite.create(PGLITE);
  await migrate(db, MIGRATIONS, false);
  const snapshot = await db.dumpDataDir("none");
  const path = join(directory, "snapshot.tar");
  writeFileSync(path, new Uint8Array(await snapshot.arrayBuffer()));
  await db.close();
  return path;
}

async function makeTemplate(server: string): Promise<string> {
  const template = `mama_template_${process.pid}`;
  await onServer(server, `CREATE DATABASE ${template}`);
  await migrateServer(databaseAt(server, template), MIGRATIONS);
  return template;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

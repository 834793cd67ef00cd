/**
 * Migrations apply themselves once, whole, and by one process at a time; whatever is not as it was is refused by
 * name. Tiny migrations in temporary directories stand in for ours.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { openEmbedded } from "../../src/store/embedded.ts";
import {
  type MigrationSession,
  migrate,
  migrateServer,
  requireMigrated,
} from "../../src/store/migrations.ts";
import { freshPlace, server } from "../support/database.ts";
import { databaseAt } from "../support/server.ts";

let session: MigrationSession;
let close: () => Promise<unknown>;
let directory: string;

beforeAll(async () => {
  const place = await freshPlace();
  if ("MAMA_DATA_DIR" in place.env) {
    const opened = await openEmbedded(place.env.MAMA_DATA_DIR);
    session = opened.session;
    close = () => opened.database.close().then(place.remove);
    return;
  }
  const client = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await client.connect();
  session = { query: (text, values) => client.query(text, values), exec: (text) => client.query(text) };
  close = () => client.end().then(place.remove);
});
afterAll(() => close());

/** A schema of the test's own, so that each begins with nothing. */
beforeEach(async () => {
  const schema = `try_${randomUUID().replaceAll("-", "")}`;
  await session.exec(`CREATE SCHEMA ${schema}; SET search_path TO ${schema}`);
  directory = mkdtempSync(join(tmpdir(), "mama-migrations-"));
  return async () => {
    rmSync(directory, { recursive: true });
    await session.exec(`SET search_path TO public; DROP SCHEMA ${schema} CASCADE`);
  };
});

function write(name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, "migration.sql"), sql);
}

const tables = async (): Promise<string[]> => {
  const { rows } = await session.query(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
  );
  return (rows as { name: string }[]).map(({ name }) => name);
};

/** Migrates and returns the message of the refusal. */
async function refusal(): Promise<string> {
  const error = await migrate(session, directory, false).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MamaError);
  expect(error).toMatchObject({ code: "migration_failed" });
  return (error as MamaError).message;
}

test("migrations are applied in the order of their names, and a second time nothing happens", async () => {
  write("2_second", "ALTER TABLE cup ADD COLUMN colour text; CREATE TABLE plate (id int)");
  write("1_first", "CREATE TABLE cup (id int)");
  expect(await migrate(session, directory, true)).toEqual(["1_first", "2_second"]);
  expect(await tables()).toEqual(["_prisma_migrations", "cup", "plate"]);
  expect(await migrate(session, directory, true)).toEqual([]);
  write("3_third", "CREATE TABLE bowl (id int)");
  expect(await migrate(session, directory, true)).toEqual(["3_third"]);
});

test("the book is the one that Prisma keeps", async () => {
  write("1_first", "CREATE TABLE cup (id int)");
  await migrate(session, directory, false);
  const { rows } = await session.query("SELECT * FROM _prisma_migrations");
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      // What `sha256sum migration.sql` prints.
      checksum: "821f195499ef85927e4b5e173be61cffeb827da12f47509b8838292e6dfb9373",
      finished_at: expect.any(Date),
      migration_name: "1_first",
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ]);
});

test("a migration that was edited after it was applied is refused by name, and nothing after it is applied", async () => {
  write("1_first", "CREATE TABLE cup (id int)");
  await migrate(session, directory, false);
  write("1_first", "CREATE TABLE cup (id bigint)");
  write("2_second", "CREATE TABLE plate (id int)");
  expect(await refusal()).toBe("migration 1_first was edited after it was applied");
  expect(await tables()).toEqual(["_prisma_migrations", "cup"]);
});

test("a broken migration leaves nothing behind, is refused by name, and can be mended", async () => {
  write("1_first", "CREATE TABLE cup (id int)");
  write(
    "2_broken",
    "CREATE TABLE plate (id int); INSERT INTO plate VALUES (1); SELECT no_such_column FROM plate",
  );
  write("3_third", "CREATE TABLE bowl (id int)");
  expect(await refusal()).toBe("migration 2_broken could not be applied");
  expect(await tables()).toEqual(["_prisma_migrations", "cup"]);
  write("2_broken", "CREATE TABLE plate (id int)");
  expect(await migrate(session, directory, false)).toEqual(["2_broken", "3_third"]);
});

test("a migration that failed under Prisma is refused by name until it is resolved", async () => {
  write("1_first", "CREATE TABLE cup (id int)");
  await migrate(session, directory, false);
  await session.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '2_halfway')`,
  );
  write("3_third", "CREATE TABLE bowl (id int)");
  expect(await refusal()).toBe("migration 2_halfway failed earlier and must be resolved");
  await session.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'");
  expect(await migrate(session, directory, false)).toEqual(["3_third"]);
});

// What several processes do at a release is about a server: nobody else can have the embedded database.
if (server) {
  const withDatabase = async (work: (url: string) => Promise<void>): Promise<void> => {
    const name = `mama_${randomUUID().replaceAll("-", "")}`;
    await session.exec(`CREATE DATABASE ${name}`);
    try {
      await work(databaseAt(server ?? "", name));
    } finally {
      await session.exec(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  };

  test("of several releases at once one applies the migrations, and all succeed", async () => {
    write("1_first", "CREATE TABLE cup AS SELECT generate_series(1, 100000) AS id");
    write("2_second", "CREATE TABLE plate (id int)");
    await withDatabase(async (url) => {
      const applied = await Promise.all([1, 2, 3, 4].map(() => migrateServer(url, directory)));
      expect(applied.filter((names) => names.length > 0)).toEqual([["1_first", "2_second"]]);
      await expect(requireMigrated(url, directory)).resolves.toBeUndefined();
    });
  });

  test("a process that starts before the release has run says which migrations are missing", async () => {
    write("1_first", "CREATE TABLE cup (id int)");
    await withDatabase(async (url) => {
      await expect(requireMigrated(url, directory)).rejects.toMatchObject({
        code: "migrations_pending",
        message: expect.stringContaining("1_first"),
      });
      await migrateServer(url, directory);
      write("2_second", "CREATE TABLE plate (id int)");
      await expect(requireMigrated(url, directory)).rejects.toMatchObject({
        code: "migrations_pending",
        message: expect.stringMatching(/not yet applied: 2_second$/),
      });
    });
  });

  test("a server that does not answer gets one sentence that names the variable", async () => {
    const url = new URL(server ?? "");
    url.port = "1";
    await expect(migrateServer(url.href, directory)).rejects.toMatchObject({
      code: "database_unreachable",
      message: expect.stringContaining("DATABASE_URL"),
    });
  });
}

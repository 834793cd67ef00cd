/**
 * The schema that Prisma's client was made from and the tables that the SQL makes are written by hand, twice:
 * here they are held against each other, and every table with people's rows against SPEC S12.
 */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { Prisma } from "../../src/store/generated/client.ts";
import { freshDatabase } from "../support/database.ts";

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const schema = readFileSync(at("prisma/schema.prisma"), "utf8");

interface Column {
  readonly field: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

interface Model {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly Column[];
  readonly relations: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  String: "text",
  Int: "integer",
  BigInt: "bigint",
  Boolean: "boolean",
  Float: "real",
  Json: "jsonb",
  Bytes: "bytea",
  DateTime: "timestamp with time zone",
  "@db.Uuid": "uuid",
  "@db.SmallInt": "smallint",
  "@db.Date": "date",
  // A type that the client has no word for: the column is there, but only SQL reads it.
  Unsupported: "USER-DEFINED",
};

function modelOf(name: string, body: string): Model {
  const lines = body.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
  const fields = lines.flatMap((line) => {
    const [, field = "", type = "", mark = "", rest = ""] =
      /^(\w+)\s+(\w+)(?:\("[^"]*"\))?(\?|\[\])?\s*(.*)$/.exec(line) ?? [];
    return field === "" ? [] : [{ field, type, mark, rest }];
  });
  return {
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    relations: fields.filter(({ type }) => !(type in TYPES)).map(({ field }) => field),
    columns: fields
      .filter(({ type }) => type in TYPES)
      .map(({ field, type, mark, rest }) => ({
        field,
        column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
        type:
          mark === "[]" ? "ARRAY" : (TYPES[/@db\.(?:Uuid|SmallInt|Date)\b/.exec(rest)?.[0] ?? type] ?? ""),
        nullable: mark === "?",
        hasDefault: rest.includes("@default"),
      })),
  };
}

const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = "", body = ""]) =>
  modelOf(name, body),
);

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

const tables = async (): Promise<string[]> => {
  const found = await database.system.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  );
  return found.map(({ name }) => name);
};

test("every model has its table, and every table its model", async () => {
  expect(models.map(({ table }) => table).sort()).toEqual(await tables());
  expect(models.map(({ name }) => name).sort()).toEqual(Object.values(Prisma.ModelName).sort());
});

test("the generated client has the fields of the schema, no more and no fewer", () => {
  for (const { name, columns } of models) {
    const generated = (Prisma as unknown as Record<string, Record<string, string>>)[`${name}ScalarFieldEnum`];
    expect(Object.values(generated ?? {}), name).toEqual(
      columns.filter(({ type }) => type !== TYPES.Unsupported).map(({ field }) => field),
    );
  }
});

test("columns have the names, types, nulls and defaults that the schema says", async () => {
  const found = await database.system.query<Column & { table: string }>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable = 'YES' AS nullable,
       column_default IS NOT NULL AS "hasDefault"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  for (const { table, columns } of models) {
    const real = found.filter((row) => row.table === table).map(({ table: _, ...column }) => column);
    const wanted = columns.map(({ field: _, ...column }) => column);
    const byName = (a: { column: string }, b: { column: string }) => a.column.localeCompare(b.column);
    expect(real.sort(byName), table).toEqual(wanted.sort(byName));
  }
});

test("a row can be read through the client, column by column", async () => {
  const prisma = database.prisma() as unknown as Record<string, { findFirst(): Promise<unknown> }>;
  for (const { name } of models) {
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    await expect(prisma[key]?.findFirst(), name).resolves.toBeNull();
  }
});

test("every table that belongs to people is fenced: security on, forced, and a policy that names the user", async () => {
  const found = await database.system.query<{ name: string; on: boolean; forced: boolean; policies: string }>(
    `SELECT c.relname AS name, c.relrowsecurity AS on, c.relforcerowsecurity AS forced,
       coalesce((SELECT string_agg(p.policyname || ': ' || coalesce(p.qual, '') || coalesce(p.with_check, ''), ' | ')
                 FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname), '') AS policies
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r'`,
  );
  // The user's own row, what hangs on a user's row, and every table with a user id.
  const owned = new Set(["app_user", "inbox_media"]);
  for (const { table, columns } of models) {
    if (columns.some(({ column }) => column === "user_id")) owned.add(table);
  }
  for (const { name, on, forced, policies } of found) {
    expect({ name, on, forced }).toEqual({ name, on: owned.has(name), forced: owned.has(name) });
    if (!owned.has(name)) continue;
    expect(policies, name).toContain("mama_user()");
    expect(policies, name).toContain("mama_system()");
  }
  expect(found.filter(({ name }) => owned.has(name))).toHaveLength(owned.size);
});

test("rows of people say whose they are, organisation and user", () => {
  for (const { table, columns } of models) {
    const named = columns.map(({ column }) => column);
    if (named.includes("user_id")) expect(named, table).toContain("org_id");
  }
});

test("what hangs on a user goes with the user, in every table", async () => {
  const keys = await database.system.query<{ name: string; rule: string }>(
    `SELECT c.conrelid::regclass::text AS name, c.confdeltype AS rule FROM pg_constraint c
     WHERE c.contype = 'f' AND c.confrelid = 'app_user'::regclass`,
  );
  const owned = models.filter(({ columns }) => columns.some(({ column }) => column === "user_id"));
  expect(keys.map(({ name }) => name).sort()).toEqual(owned.map(({ table }) => table).sort());
  for (const { name, rule } of keys) expect(rule, name).toBe("c");
});

// Written beside the code; as soon as it is there it has to be complete.
if (existsSync(at("ARCHITECTURE.md"))) {
  test("the architecture document names every table", async () => {
    const text = readFileSync(at("ARCHITECTURE.md"), "utf8");
    for (const table of await tables()) expect(text, table).toMatch(new RegExp(`\\b${table}\\b`));
  });
}

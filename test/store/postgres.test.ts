/** What the rest of the store relies on from a server's connections. */
import { expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { isPassing } from "../../src/store/failures.ts";
import { openPostgres } from "../../src/store/postgres.ts";
import { freshPlace } from "../support/database.ts";

test("a server that does not answer is the moment's fault, a query that is wrong is not", () => {
  expect(isPassing(new Error("Query read timeout"))).toBe(true);
  expect(isPassing(Object.assign(new Error("out of disk"), { code: "53100" }))).toBe(true);
  expect(isPassing(Object.assign(new Error("no such column"), { code: "42703" }))).toBe(false);
  expect(isPassing("Query read timeout")).toBe(false);
});

test("options in DATABASE_URL are kept, and do not hide the system scope or the deadline", async () => {
  const place = await freshPlace();
  if ("DATABASE_URL" in place.env) {
    const url = `${place.env.DATABASE_URL}?options=${encodeURIComponent("-c search_path=public,pg_temp")}`;
    const database = await openPostgres({ url, log: createLog("error"), connections: 2, production: true });
    const look = `SELECT mama_system() AS system, current_setting('search_path') AS path,
      current_setting('statement_timeout') AS timeout`;
    const everyone = { system: true, path: "public,pg_temp", timeout: "25s" };
    expect(await database.system.query(look)).toEqual([everyone]);
    expect(await database.prisma().$queryRawUnsafe(look)).toEqual([everyone]);
    const scope = {
      orgId: "00000000-0000-7000-8000-000000000001",
      userId: "00000000-0000-7000-8000-000000000002",
    };
    const own = await database.withUser(scope, (tx) => tx.query(look));
    expect(own).toEqual([{ ...everyone, system: false }]);
    await database.close();
  }
  await place.remove();
});

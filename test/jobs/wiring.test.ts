/** Jobs in a running Mama: what is due is said at the start, and what was recorded by itself can be undone (SPEC S5, S15). */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { fireDue } from "../../src/jobs/fire.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { openPostgres } from "../../src/store/postgres.ts";
import { listenForPushes } from "../../src/store/wake.ts";
import { freshDatabase, freshPlace, server } from "../support/database.ts";
import { meet, rows } from "../support/people.ts";
import { fakePlatform } from "../support/platform.ts";
import { kl, remember } from "../support/reminders.ts";

const log = createLog("silent");
let database: Database;
beforeAll(async () => {
  database = await freshDatabase(log);
});
afterAll(() => database.close());

test("what came due while she was down comes first, and a press of Undo takes a recurring record back", async () => {
  const ann = await meet(database);
  await remember(database, ann, { anchorOn: "2026-03-11" });
  const platform = fakePlatform();
  const begin = async (at: string) => {
    const app = await createApp({
      config: readConfig({ NODE_ENV: "test" }),
      role: "all",
      log,
      // Closed once, in the end.
      database: { ...database, close: async () => undefined },
      clock: { now: () => kl(at) },
      adapters: () => [platform],
    });
    await app.start();
    return app;
  };
  const first = await begin("2026-03-11 10:00");
  await platform.receive({
    eventKey: "1",
    chatKey: ann.name,
    senderKey: ann.name,
    kind: "text",
    text: "lunch 15",
  });
  await first.path.drained(platform);
  expect(platform.delivered.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "push: Reminder: rent · RM1,200.00 (was due at 09:00)",
    expect.stringContaining("reply: Recorded: RM15.00 lunch"),
  ]);

  await remember(database, ann, {
    anchorOn: "2026-03-11",
    wallTime: "09:30",
    kind: "recurring",
    title: "netflix",
  });
  await first.path.sweepNow();
  await first.path.drained(platform);
  const recorded = platform.delivered.at(-1);
  expect(recorded?.text).toContain("netflix");
  await platform.receive({
    eventKey: "2",
    chatKey: ann.name,
    senderKey: ann.name,
    kind: "button",
    text: recorded?.buttons[0]?.id ?? "",
  });
  await first.path.drained(platform);
  expect(platform.delivered.at(-1)?.text).toContain("Undone");
  const entries = await rows(
    database,
    "ledger_entry",
    `user_id = '${ann.scope.userId}' AND deleted_at IS NULL`,
  );
  expect(entries.map(({ description }) => description)).toEqual(["lunch"]);
  await first.stop();
});

test("a job's pushes wake the senders of other processes", async () => {
  if (!server) {
    // One process: its own sender is told.
    const ann = await meet(database);
    await remember(database, ann, { anchorOn: "2026-03-11" });
    const told = vi.fn();
    await fireDue({ database, ids: uuidV7, clock: { now: () => kl("2026-03-11 09:00") }, onPush: told });
    expect(told).toHaveBeenCalledTimes(1);
    return;
  }
  const place = await freshPlace();
  const url = "DATABASE_URL" in place.env ? place.env.DATABASE_URL : "";
  const other = await openPostgres({ url, log, connections: 2, production: true });
  let wakes = 0;
  const listener = listenForPushes(url, { log, wake: () => (wakes += 1) });
  try {
    // The first one says that the connection stands.
    await vi.waitFor(() => expect(wakes).toBe(1), { timeout: 20_000 });
    await remember(other, await meet(other), { anchorOn: "2026-03-11" });
    await fireDue({ database: other, ids: uuidV7, clock: { now: () => kl("2026-03-11 09:00") } });
    await vi.waitFor(() => expect(wakes).toBe(2), { timeout: 20_000 });
    // It comes back when it is cut off.
    await other.system.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    await vi.waitFor(() => expect(wakes).toBe(3), { timeout: 20_000 });
  } finally {
    await listener.close();
    await other.close();
    await place.remove();
  }
});

/**
 * Ten thousand reminders due in the same minute, and workers that are killed and stopped in the middle of it: each
 * fires exactly once (SPEC S5, S16). The embedded database has one process, which is killed and started again.
 */
import { expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { openPostgres } from "../../src/store/postgres.ts";
import { openStage, type Stage } from "../support/conversations.ts";
import { server } from "../support/database.ts";
import { meet } from "../support/people.ts";
import { type Child, startChild } from "../support/processes.ts";

const REMINDERS = 10_000;
const PEOPLE = 500;
/** How long one of the workers hears and does nothing. */
const STOPPED_MS = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Daily at this wall time in the zone of the database's clock, all due at the beginning of this very minute. */
async function prepare(database: Database): Promise<void> {
  for (let at = 0; at < PEOPLE; at += 1) await meet(database, `person-${at}`);
  await database.system.query(
    `INSERT INTO reminder (id, org_id, user_id, kind, title, title_key, schedule_key, amount_minor, currency,
       recurrence, anchor_on, wall_time, zone, next_due_on, next_due_at, created_at, updated_at)
     SELECT gen_random_uuid(), u.org_id, u.id, 'reminder', 'bill ' || n, 'bill ' || n, 'daily', 1000, 'MYR', 'daily',
       (minute AT TIME ZONE 'UTC')::date, to_char(minute AT TIME ZONE 'UTC', 'HH24:MI'), 'UTC',
       (minute AT TIME ZONE 'UTC')::date, minute, now(), now()
     FROM app_user u, generate_series(1, $1::int) n, (SELECT date_trunc('minute', now()) AS minute) m`,
    [REMINDERS / PEOPLE],
  );
}

interface Counts {
  readonly firings: number;
  readonly moments: number;
  readonly pushes: number;
  readonly told: number;
  readonly due: number;
}

async function counts(database: Database): Promise<Counts> {
  const [row] = await database.system.query<Counts>(
    `SELECT (SELECT count(*)::int FROM reminder_firing WHERE kind = 'due') AS firings,
       (SELECT count(DISTINCT (reminder_id, due_at))::int FROM reminder_firing) AS moments,
       (SELECT count(*)::int FROM outbox WHERE kind = 'push') AS pushes,
       (SELECT count(DISTINCT f.outbox_id)::int FROM reminder_firing f JOIN outbox o ON o.id = f.outbox_id) AS told,
       (SELECT count(*)::int FROM reminder WHERE next_due_at <= now()) AS due`,
  );
  if (!row) throw new Error("no counts");
  return row;
}

const ALL: Counts = {
  firings: REMINDERS,
  moments: REMINDERS,
  pushes: REMINDERS,
  told: REMINDERS,
  due: 0,
};

/** Settles once so many have fired, and says how long that took. */
async function untilFired(database: Database, atLeast: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const [row] = await database.system.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM reminder_firing",
    );
    if ((row?.n ?? 0) >= atLeast) return performance.now() - begun;
    // Rarely enough not to be in the way.
    await pause(100);
  }
}

const report = (what: string, ms: number): void => {
  process.stdout.write(`${REMINDERS} reminders, ${what}: ${(ms / 1000).toFixed(1)} s\n`);
};

function worker({ place, sentFile }: Stage): Child {
  return startChild(place, { sentFile, sends: false, role: "worker" });
}

const onServer = (): void => {
  test("three workers, one killed and one stopped in the middle: each fires once", async () => {
    const stage = await openStage();
    const url = "DATABASE_URL" in stage.place.env ? stage.place.env.DATABASE_URL : "";
    const database = await openPostgres({ url, log: createLog("error"), connections: 2, production: true });
    const children: Child[] = [];
    try {
      await prepare(database);
      children.push(worker(stage), worker(stage), worker(stage));
      const [killed, stopped, left] = children;
      await untilFired(database, 1);
      const begun = performance.now();
      await untilFired(database, REMINDERS / 5);
      killed?.process.kill("SIGKILL");
      stopped?.process.kill("SIGSTOP");
      const stoppedAt = performance.now();
      await untilFired(database, REMINDERS);
      report("one worker killed and one stopped", performance.now() - begun);
      await pause(Math.max(0, STOPPED_MS - (performance.now() - stoppedAt)));
      stopped?.process.kill("SIGCONT");
      // What it had begun is over; it says so to nobody, and goes on.
      await pause(2_000);
      for (const child of [stopped, left]) child?.finish();
      expect(await Promise.all([stopped?.ended, left?.ended])).toEqual([0, 0]);
      expect(await counts(database)).toEqual(ALL);
    } finally {
      for (const child of children) {
        child.process.kill("SIGCONT");
        child.process.kill("SIGKILL");
      }
      await Promise.all(children.map(({ ended }) => ended));
      await database.close();
      await stage.clear();
    }
  });

  test("three workers that are left alone", async () => {
    const stage = await openStage();
    const url = "DATABASE_URL" in stage.place.env ? stage.place.env.DATABASE_URL : "";
    const database = await openPostgres({ url, log: createLog("error"), connections: 2, production: true });
    const children: Child[] = [];
    try {
      await prepare(database);
      children.push(worker(stage), worker(stage), worker(stage));
      await untilFired(database, 1);
      report("three workers", await untilFired(database, REMINDERS));
      for (const child of children) child.finish();
      expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0]);
      expect(await counts(database)).toEqual(ALL);
    } finally {
      for (const child of children) child.process.kill("SIGKILL");
      await database.close();
      await stage.clear();
    }
  });
};

const embedded = (): void => {
  test("one process, killed again and again: each fires once", async () => {
    const stage = await openStage();
    try {
      await stage.look(prepare);
      for (const killAfterMs of [200, 700, 1_500]) {
        const child = worker(stage);
        expect(await child.told("ready")).toBe(true);
        await pause(killAfterMs);
        child.process.kill("SIGKILL");
        expect(await child.ended).toBe("SIGKILL");
      }
      const begun = performance.now();
      let now: Counts;
      do {
        const child = worker(stage);
        await child.told("ready");
        await pause(3_000);
        child.finish();
        expect(await child.ended).toBe(0);
        now = await stage.look(counts);
      } while (now.due > 0);
      report("embedded, after three kills", performance.now() - begun);
      expect(now).toEqual(ALL);
    } finally {
      await stage.clear();
    }
  });
};

if (server) onServer();
else embedded();

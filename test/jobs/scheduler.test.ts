/**
 * The scheduler wakes the jobs, wherever it keeps its book: in the database of the suite, or in MongoDB when
 * TEST_MONGODB_URI names a server (SPEC S11). Whatever happens to that book, reminders fire.
 */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Scheduler, startScheduler } from "../../src/jobs/agenda.ts";
import type { RunningJob } from "../../src/jobs/job.ts";
import { oneAtATime } from "../../src/jobs/job.ts";
import { createJobs, type Jobs } from "../../src/jobs/jobs.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import type { SchedulerPool } from "../../src/store/scheduler-pool.ts";
import { freshDatabase } from "../support/database.ts";
import { type Met, meet } from "../support/people.ts";
import { kl, pushesTo, remember } from "../support/reminders.ts";

const log = createLog("silent");
const server = process.env.TEST_MONGODB_URI;
/** Nobody is there. */
const NOWHERE = "mongodb://127.0.0.1:9/mama";

let database: Database;
let ann: Met;
beforeAll(async () => {
  database = await freshDatabase(log);
});
afterAll(() => database.close());

/** A book of this test's own. */
let mongoUri: string | undefined;
beforeEach(async () => {
  await database.system.query("DELETE FROM reminder");
  await database.system.query("DELETE FROM agenda_jobs");
  ann = await meet(database);
  if (server) {
    const uri = new URL(server);
    uri.pathname = `/mama_${randomUUID().replaceAll("-", "")}`;
    mongoUri = uri.href;
  }
});

async function inMongo<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(mongoUri ?? "");
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** The names of the jobs in the book. */
const booked = async (): Promise<string[]> =>
  mongoUri
    ? inMongo(async (client) => (await client.db().collection("mama_jobs").distinct("name")).sort())
    : (await database.system.query<{ name: string }>("SELECT name FROM agenda_jobs ORDER BY 1")).map(
        ({ name }) => name,
      );

const isFerret = async (): Promise<boolean> =>
  mongoUri !== undefined &&
  (await inMongo(async (client) => "ferretdbVersion" in (await client.db().command({ buildInfo: 1 }))));

const emptied = async (): Promise<void> => {
  if (mongoUri) await inMongo((client) => client.db().collection("mama_jobs").deleteMany({}));
  else await database.system.query("DELETE FROM agenda_jobs");
};

/** Until it holds, however slow the machine is. */
const holds = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 25_000, interval: 50 });

function counted(name: string, everyMs: number, work: () => Promise<void> = async () => undefined) {
  const signal = new AbortController().signal;
  const runs = { count: 0, atOnce: 0, most: 0 };
  const running: RunningJob = oneAtATime(
    {
      name,
      everyMs,
      aloneEveryMs: 3_600_000,
      run: async () => {
        runs.count += 1;
        runs.atOnce += 1;
        runs.most = Math.max(runs.most, runs.atOnce);
        await work();
        runs.atOnce -= 1;
      },
    },
    { signal, log },
  );
  return { runs, running };
}

const scheduler = (jobs: readonly RunningJob[], checkEveryMs = 500): Scheduler =>
  startScheduler({ jobs, pool: database.schedulerPool(), mongoUri, log, lookEveryMs: 200, checkEveryMs });

describe("the scheduler", () => {
  test("that is stopped while it connects asks the database nothing afterwards, and complains of nothing", async () => {
    const lines: string[] = [];
    const asked: string[] = [];
    let connects: () => void = () => undefined;
    const connected = new Promise<void>((resolve) => {
      connects = resolve;
    });
    const query: SchedulerPool["query"] = async (text) => {
      asked.push(text);
      await connected;
      return { rows: [], rowCount: 0 };
    };
    const agenda = startScheduler({
      jobs: [counted("often", 1_000).running],
      pool: { query, connect: async () => ({ query, release: () => undefined }) },
      log: createLog("warn", { write: (line) => void lines.push(line) }),
      lookEveryMs: 1,
    });
    await agenda.stop(1_000);
    connects();
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(asked.filter((text) => text.includes("agenda_jobs"))).toEqual([]);
    expect(lines).toEqual([]);
  });

  test("runs each job again and again, and puts back what its book has lost", async () => {
    const [often, seldom] = [counted("often", 1_000), counted("seldom", 3_600_000)];
    const agenda = scheduler([often.running, seldom.running]);
    await holds(() => {
      expect(often.runs.count).toBeGreaterThanOrEqual(2);
      expect(seldom.runs.count).toBe(1);
    });
    await emptied();
    await holds(async () => expect(await booked()).toEqual(["often", "seldom"]));
    const before = often.runs.count;
    await holds(() => expect(often.runs.count).toBeGreaterThan(before));
    await agenda.stop(3_000);
    const after = often.runs.count;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(often.runs.count).toBe(after);
  });

  test("has one job of each name, and one run of it at a time, however many processes there are", async () => {
    let atOnce = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 300));
      atOnce -= 1;
    };
    const three = [1, 2, 3].map(() => counted("shared", 1_000, work));
    const agendas = three.map(({ running }) => scheduler([running]));
    await holds(() => expect(three.reduce((sum, { runs }) => sum + runs.count, 0)).toBeGreaterThanOrEqual(3));
    // FerretDB's findOneAndUpdate reads and writes in two steps: three at once all "lock" a job, which MongoDB and
    // Postgres let one do. What jobs do is safe even then (fire.test.ts: sweeps at the same time).
    if (!(await isFerret())) expect(most).toBe(1);
    expect(await booked()).toEqual(["shared"]);
    await Promise.all(agendas.map((agenda) => agenda.stop(3_000)));
  });

  test("waits at the stop for a job under way, and leaves nothing locked for the next process", async () => {
    let finish: () => void = () => undefined;
    const first = counted("reminders", 1_000, () => new Promise((resolve) => (finish = resolve)));
    const agenda = scheduler([first.running]);
    await holds(() => expect(first.runs.count).toBe(1));
    const stopped = agenda.stop(20_000);
    setTimeout(finish, 300);
    await stopped;
    expect(first.runs.atOnce).toBe(0);
    const second = counted("reminders", 1_000);
    const next = scheduler([second.running]);
    await holds(() => expect(second.runs.count).toBeGreaterThanOrEqual(1));
    await next.stop(3_000);
  });
});

describe("without the scheduler's book", () => {
  const jobsAt = (at: string, mongo: string | undefined): Jobs =>
    createJobs({
      database,
      clock: { now: () => kl(at) },
      ids: uuidV7,
      log,
      mongoUri: mongo,
      onPush: () => undefined,
      schedulerAfterMs: 0,
      aloneEveryMs: 300,
    });
  const fires = async (): Promise<void> => {
    await remember(database, ann, { anchorOn: "2026-03-11" });
    await holds(async () => expect(await pushesTo(database, ann)).toHaveLength(1));
  };

  test("reminders fire: nobody answers at the start", async () => {
    const jobs = jobsAt("2026-03-11 09:00", NOWHERE);
    jobs.start();
    await fires();
    expect(jobs.problem()).toBeNull();
    await jobs.stop();
  });

  test("reminders fire: it is lost while Mama runs", async () => {
    const jobs = jobsAt("2026-03-11 09:00", mongoUri);
    jobs.start();
    await holds(async () => expect(await booked()).toEqual(["digests", "reminders", "sweep"]));
    if (mongoUri) await inMongo((client) => client.db().dropDatabase());
    else await database.system.query("ALTER TABLE agenda_jobs RENAME TO agenda_jobs_lost");
    try {
      await fires();
    } finally {
      await jobs.stop();
      if (!mongoUri) await database.system.query("ALTER TABLE agenda_jobs_lost RENAME TO agenda_jobs");
    }
    expect(await pushesTo(database, ann)).toHaveLength(1);
  });
});

/** The daily pass for insights (SPEC S10.5): each summary once, and nothing that was forgotten. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import { examineSummaries, type InsightReader } from "../../src/memory/examine.ts";
import { summarise } from "../../src/memory/summaries.ts";
import type { Database } from "../../src/store/database.ts";
import type { Tx } from "../../src/store/sql.ts";
import { summaryStore } from "../../src/store/summaries.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { chatter, converse, DAY_MS, summaryDeps } from "../support/remembering.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

/** One insight a summary; what it awaits before it answers is the test's. */
function reader(before: () => Promise<unknown> = async () => undefined): InsightReader<Tx> {
  return async ({ orgId, userId }, summary) => {
    await before();
    return async (tx) => {
      const id = uuidV7.next();
      await tx.query(
        `INSERT INTO insight (id, org_id, user_id, category, text, confidence, said, created_at)
         VALUES ($1, $2, $3, 'goal', $4, 0.9, true, now())`,
        [id, orgId, userId, summary.text.slice(0, 60)],
      );
      await tx.query(
        "INSERT INTO insight_source (id, insight_id, org_id, user_id, summary_id) VALUES ($1, $2, $3, $4, $5)",
        [uuidV7.next(), id, orgId, userId, summary.id],
      );
    };
  };
}

function deps(readInsights: InsightReader<Tx>) {
  const { signal } = new AbortController();
  return { database, summaries: summaryStore, readInsights, nowMs: AT + DAY_MS, signal };
}

const insightsOf = ({ scope }: Met) => rows(database, "insight", `user_id = '${scope.userId}'`);

/** Somebody with a summary of what they said. */
async function summarised(...said: string[]): Promise<{ met: Met; ids: string[] }> {
  const met = await meet(database);
  const ids = await converse(database, met, [...said, ...chatter(20 - said.length)]);
  await summarise(summaryDeps(database), met.scope);
  return { met, ids };
}

test("a summary is examined once, and what is found has it as its source", async () => {
  const { met } = await summarised("I want to buy a house in Ipoh");
  expect(await examineSummaries(deps(reader()), met.scope)).toBe(1);
  const [insight] = await insightsOf(met);
  expect(insight?.text).toContain("house in Ipoh");
  expect(await rows(database, "insight_source", `insight_id = '${insight?.id}'`)).toHaveLength(1);
  expect(await examineSummaries(deps(reader()), met.scope)).toBe(0);
  expect(await insightsOf(met)).toHaveLength(1);
});

test("two workers on the same summary add its insights once", async () => {
  const { met } = await summarised("I want to buy a house in Ipoh");
  let reading = 0;
  let go = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  const slow = reader(() => {
    reading += 1;
    if (reading === 2) go();
    return both;
  });
  const examined = await Promise.all([
    examineSummaries(deps(slow), met.scope),
    examineSummaries(deps(slow), met.scope),
  ]);
  expect(examined.sort()).toEqual([0, 1]);
  expect(await insightsOf(met)).toHaveLength(1);
});

test("nothing that the user has had forgotten meanwhile comes back", async () => {
  const { met, ids } = await summarised("I want to leave my husband");
  const forgetting = reader(() =>
    database.system.query("UPDATE message SET forgotten_at = now() WHERE id = $1", [String(ids[0])]),
  );
  expect(await examineSummaries(deps(forgetting), met.scope)).toBe(0);
  expect(await insightsOf(met)).toEqual([]);
  // And with the summary, what was read from it goes.
  await summarise(summaryDeps(database), met.scope);
  expect(await examineSummaries(deps(reader()), met.scope)).toBe(0);
  expect(await insightsOf(met)).toEqual([]);
});

test("a reader that fails leaves the summary for the next day", async () => {
  const { met } = await summarised("I want to buy a house in Ipoh");
  const failing = reader(() => Promise.reject(new Error("away")));
  await expect(examineSummaries(deps(failing), met.scope)).rejects.toThrow("away");
  expect(await examineSummaries(deps(reader()), met.scope)).toBe(1);
});

/** What the model cost is booked to one user and counted from the start of their day (SPEC S9, S12). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { limits } from "../../src/kernel/limits.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { recordUsage, tokensSince, type UsageRow } from "../../src/store/model-usage.ts";
import { removeExpired } from "../../src/store/retention.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());

const asked = (changes: Partial<UsageRow> = {}): UsageRow => ({
  id: uuidV7.next(),
  inboxId: null,
  purpose: "coach",
  model: "gpt-4.1",
  inputTokens: 900,
  outputTokens: 100,
  durationMs: 1200,
  outcome: "ok",
  atMs: AT,
  ...changes,
});

const book = ({ scope }: Met, ...usage: UsageRow[]) =>
  database.withUser(scope, (tx) => recordUsage(tx, scope, usage));
const spent = ({ scope }: Met, sinceMs: number) =>
  database.withUser(scope, (tx) => tokensSince(tx, scope, sinceMs));

test("what was spent since a moment is the sum of both ways, by every purpose and outcome", async () => {
  const ann = await meet(database);
  expect(await spent(ann, AT)).toBe(0);
  await book(
    ann,
    asked({ inboxId: ann.inboxId }),
    asked({ purpose: "route", outcome: "model_bad_answer", inputTokens: 7, outputTokens: 0 }),
    asked({ atMs: AT - 1 }),
  );
  await book(ann);
  expect(await spent(ann, AT)).toBe(1_007);
  expect(await spent(ann, AT - 1)).toBe(2_007);
  const [row] = await rows(database, "model_usage", `inbox_id = '${ann.inboxId}'`);
  expect(row).toMatchObject({
    org_id: ann.scope.orgId,
    user_id: ann.scope.userId,
    purpose: "coach",
    model: "gpt-4.1",
    input_tokens: 900,
    output_tokens: 100,
    duration_ms: 1200,
    outcome: "ok",
    created_at: new Date(AT),
  });
});

test("one user's spending is not another's", async () => {
  const [ann, ben] = [await meet(database), await meet(database)];
  await book(ann, asked());
  expect(await spent(ben, 0)).toBe(0);
  expect(await spent(ann, 0)).toBe(1_000);
});

test("spending goes when the conversation of its time goes", async () => {
  const ann = await meet(database);
  await book(ann, asked({ atMs: AT - limits.historyKeepMs - 1 }), asked());
  expect(await removeExpired(database, AT)).toMatchObject({ usage: 1 });
  expect(await spent(ann, 0)).toBe(1_000);
});

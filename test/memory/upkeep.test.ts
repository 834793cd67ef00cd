/** Upkeep (SPEC S10.7): what is merged, what goes, what stays, and that doing it twice changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { MemoryModel } from "../../src/memory/ports/memory-model.ts";
import { keepUp } from "../../src/memory/upkeep.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { answering, concludes, DAY_MS, remembers, upkeepDeps } from "../support/remembering.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

type Row = Record<string, unknown>;
const all = ({ scope }: Met): Promise<Row[]> => rows(database, "memory", `user_id = '${scope.userId}'`);
const live = async (met: Met): Promise<Row[]> => (await all(met)).filter((row) => row.superseded_at === null);
const texts = async (met: Met) => (await live(met)).map(({ text }) => text).sort();
const insightsOf = ({ scope }: Met) => rows(database, "insight", `user_id = '${scope.userId}'`);
const versionOf = async ({ scope }: Met) =>
  (await rows(database, "app_user", `id = '${scope.userId}'`))[0]?.memory_version;

/** Upkeep of a person, and once more, which must find nothing to do. */
async function keep(met: Met, changes: { nowMs?: number; model?: MemoryModel; sinceMs?: number } = {}) {
  const deps = { ...upkeepDeps(database), ...changes };
  const done = await keepUp(deps, met.scope, changes.sinceMs ?? null);
  const before = [await all(met), await insightsOf(met), await versionOf(met)];
  const again = await keepUp(deps, met.scope, changes.sinceMs ?? null);
  expect(again).toEqual({ merged: 0, expired: 0, worthless: 0, overQuota: 0, unfounded: 0 });
  expect([await all(met), await insightsOf(met), await versionOf(met)]).toEqual(before);
  return done;
}

describe("near-duplicates", () => {
  const older = "The user saves RM3,000 for the wedding party";
  const newer = "The user saves RM3,000 for the party wedding";

  test("without a model the newer, fuller one stays, with the higher importance and the sum of the uses", async () => {
    const ann = await meet(database);
    const source = { type: "flush", id: ann.inboxId } as const;
    const gone = await remembers(database, ann, older, { importance: 5, uses: 3, source, lastUsedAtMs: AT });
    const kept = await remembers(database, ann, newer, { importance: 2, uses: 4, createdAtMs: AT + DAY_MS });
    expect(await keep(ann)).toMatchObject({ merged: 1 });
    expect(await live(ann)).toMatchObject([{ id: kept, text: newer, importance: 5, uses: 7 }]);
    // What it took in stays as its history, so that forgetting it finds all that it came from.
    const history = (await all(ann)).find(({ id }) => id === gone);
    expect(history).toMatchObject({ superseded_by: kept, source_id: ann.inboxId });
    expect(await versionOf(ann)).toBe(1);
  });

  test("an older one that says more stays, as recent as the newer one", async () => {
    const ann = await meet(database);
    const many = "one two three four five six seven eight nine ten eleven twelve thirteen";
    await remembers(database, ann, `likes ${many} fully`, { importance: 2 });
    await remembers(database, ann, `likes ${many}`, { importance: 2, createdAtMs: AT + DAY_MS });
    expect(await keep(ann)).toMatchObject({ merged: 1 });
    expect(await live(ann)).toMatchObject([
      { text: `likes ${many} fully`, created_at: new Date(AT + DAY_MS) },
    ]);
  });

  test("its insights move along, and one that both supported keeps one source", async () => {
    const ann = await meet(database);
    const gone = await remembers(database, ann, older);
    const kept = await remembers(database, ann, newer, { createdAtMs: AT + DAY_MS });
    const both = await concludes(database, ann, "saves for a wedding", [gone, kept]);
    const one = await concludes(database, ann, "plans ahead", [gone]);
    expect(await keep(ann)).toMatchObject({ merged: 1, unfounded: 0 });
    const sources = await rows(database, "insight_source", `user_id = '${ann.scope.userId}'`);
    expect(sources.map(({ insight_id, memory_id }) => [insight_id, memory_id]).sort()).toEqual(
      [
        [both, kept],
        [one, kept],
      ].sort(),
    );
  });

  test("other amounts, dates and people are never merged, even when the model says that they are the same", async () => {
    const ann = await meet(database);
    const padding = "with all the money that comes in every month from the shop and the rooms upstairs";
    const different = [
      `saves RM3,000 for the wedding ${padding}`,
      `saves RM5,000 for the wedding ${padding}`,
      `saves for the wedding in June 2027 ${padding}`,
      `saves for the wedding in July 2027 ${padding}`,
      `saves for the wedding of Ali ${padding}`,
      `saves for the wedding of Abu ${padding}`,
    ];
    for (const text of different) await remembers(database, ann, text);
    const model = answering(({ data }) => ({
      pairs: data.split("\n\n").map((_, at) => ({ number: at + 1, same: true, text: different[0] ?? "" })),
    }));
    await keep(ann, { model });
    const left = await texts(ann);
    for (const [one, other] of [
      [0, 1],
      [2, 3],
      [4, 5],
    ] as const)
      expect(
        [different[one], different[other]].every((text) => left.includes(text)),
        different[one],
      ).toBe(true);
  });

  test("another type is another thing", async () => {
    const ann = await meet(database);
    await remembers(database, ann, older);
    await remembers(database, ann, newer, { type: "episodic" });
    expect(await keep(ann)).toMatchObject({ merged: 0 });
  });

  test("the model may write one note for both, which is embedded; one that adds or loses a figure is not taken", async () => {
    const ann = await meet(database);
    const ben = await meet(database);
    for (const met of [ann, ben]) {
      await remembers(database, met, older);
      await remembers(database, met, newer, { createdAtMs: AT + DAY_MS });
    }
    const says = (text: string) => answering(() => ({ pairs: [{ number: 1, same: true, text }] }));
    const written = "The user is putting RM3,000 aside for the wedding.";
    const good = says(written);
    await keep(ann, { model: good });
    expect(await live(ann)).toMatchObject([{ text: written, embedding_model: "fake-words" }]);
    expect(good.asked[0]?.data).toContain(older);
    expect(good.asked[0]?.system).not.toContain("wedding");
    await keep(ben, { model: says("The user is putting RM30,000 aside for the wedding in May 2027.") });
    expect(await texts(ben)).toEqual([newer]);
  });

  test("a pair that the model told apart is not asked about again the next day", async () => {
    const ann = await meet(database);
    await remembers(database, ann, older);
    await remembers(database, ann, newer);
    const model = answering(() => ({ pairs: [{ number: 1, same: false, text: "" }] }));
    const deps = { ...upkeepDeps(database), model };
    await keepUp(deps, ann.scope, null);
    expect(model.asked).toHaveLength(1);
    await keepUp({ ...deps, nowMs: AT + 2 * DAY_MS }, ann.scope, AT + DAY_MS);
    expect(model.asked).toHaveLength(1);
    expect(await live(ann)).toHaveLength(2);
  });

  test("three of them become one", async () => {
    const ann = await meet(database);
    for (const [at, text] of [older, newer, "The user saves RM3,000 for the wedding party."].entries())
      await remembers(database, ann, text, { uses: 1, createdAtMs: AT + at });
    expect(await keep(ann)).toMatchObject({ merged: 2 });
    expect(await live(ann)).toMatchObject([{ uses: 3 }]);
  });

  test("an embedder with a measure of its own decides how alike they are", async () => {
    const ann = await meet(database);
    await remembers(database, ann, "alpha beta gamma delta epsilon zeta eta theta iota kappa");
    await remembers(database, ann, "alpha beta gamma delta epsilon zeta eta theta iota lambda");
    const alike = (score: number) => ({ ...fakeEmbedder(), similarities: () => [score] });
    const run = (score: number) =>
      keepUp({ ...upkeepDeps(database), embedder: alike(score) }, ann.scope, null);
    expect(await run(0.92)).toMatchObject({ merged: 0 });
    // Each says something that the other does not, to a guard that knows figures and names: none of these.
    expect(await run(0.93)).toMatchObject({ merged: 1 });
  });

  test("what was corrected while the model thought is left alone", async () => {
    const ann = await meet(database);
    const id = await remembers(database, ann, older);
    await remembers(database, ann, newer, { createdAtMs: AT + DAY_MS });
    const model = answering(async () => {
      await database.system.query("UPDATE memory SET text = 'The user saves RM4,000' WHERE id = $1", [id]);
      return { pairs: [{ number: 1, same: true, text: newer }] };
    });
    expect(await keepUp({ ...upkeepDeps(database), model }, ann.scope, null)).toMatchObject({ merged: 0 });
    expect(await texts(ann)).toEqual([newer, "The user saves RM4,000"].sort());
  });
});

test("expired rows go, with the insights that nothing else supports", async () => {
  const ann = await meet(database);
  const expired = await remembers(database, ann, "goes to Langkawi", { expiresAtMs: AT });
  const stays = await remembers(database, ann, "has two sons", { expiresAtMs: AT + 30 * DAY_MS });
  await concludes(database, ann, "travels a lot", [expired]);
  await concludes(database, ann, "loves beaches with sons", [expired, stays]);
  expect(await keep(ann)).toMatchObject({ expired: 1, unfounded: 1 });
  expect(await texts(ann)).toEqual(["has two sons"]);
  expect((await insightsOf(ann)).map(({ text }) => text)).toEqual(["loves beaches with sons"]);
  expect(await versionOf(ann)).toBe(1);
});

test("of little worth, seldom used and old: only what is all three goes", async () => {
  const ann = await meet(database);
  const nowMs = AT + 91 * DAY_MS;
  // 1/5 × 0.9^((91 − 30)/30) is 0.16.
  await remembers(database, ann, "likes a brand of tea", { importance: 1 });
  await remembers(database, ann, "used often", { importance: 1, uses: 2 });
  await remembers(database, ann, "used once, long ago", { importance: 1, uses: 1 });
  await remembers(database, ann, "not old enough", { importance: 1, createdAtMs: AT + DAY_MS });
  await remembers(database, ann, "used lately", { importance: 1, uses: 1, lastUsedAtMs: AT + 80 * DAY_MS });
  await remembers(database, ann, "worth more", { importance: 2 });
  expect(await keep(ann, { nowMs })).toMatchObject({ worthless: 2 });
  expect(await texts(ann)).toEqual(["not old enough", "used lately", "used often", "worth more"]);
});

test("an organisation's retention ends what has no end of its own, from the day it was made", async () => {
  const ann = await meet(database);
  const orgId = "00000000-0000-4000-8000-0000000000bb";
  await database.system.query(
    "INSERT INTO org (id, slug, name, memory_keep_days) VALUES ($1, 'brief', 'Brief', 30)",
    [orgId],
  );
  await database.system.query("UPDATE app_user SET org_id = $1 WHERE id = $2", [orgId, ann.scope.userId]);
  const there = { ...ann, scope: { ...ann.scope, orgId } };
  await remembers(database, there, "no end");
  await remembers(database, there, "its own end", { expiresAtMs: AT + 60 * DAY_MS });
  await remembers(database, there, "made long ago", { createdAtMs: AT - 40 * DAY_MS });
  expect(await keep(there, { nowMs: AT + DAY_MS })).toMatchObject({ expired: 1 });
  expect((await live(there)).map(({ text, expires_at }) => [text, expires_at])).toEqual([
    ["no end", new Date(AT + 30 * DAY_MS)],
    ["its own end", new Date(AT + 60 * DAY_MS)],
  ]);
});

test("upkeep of one user touches nobody else's rows", async () => {
  const [ann, ben] = [await meet(database), await meet(database)];
  await remembers(database, ben, "expired", { expiresAtMs: AT });
  await remembers(database, ben, "twin");
  await remembers(database, ann, "twin");
  const before = await all(ben);
  await keep(ann);
  expect(await all(ben)).toEqual(before);
  expect(await live(ann)).toHaveLength(1);
});

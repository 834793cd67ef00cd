/** Quotas (SPEC S10.7): the least valuable go first, and no flush gets past them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { keepOrgsWithinQuota, keepWithinQuota } from "../../src/memory/quota.ts";
import { keepUp } from "../../src/memory/upkeep.ts";
import type { Database } from "../../src/store/database.ts";
import { quotaStore, upkeepStore } from "../../src/store/memory-upkeep.ts";
import { bumpMemoryVersion } from "../../src/store/memory-version.ts";
import { freshDatabase } from "../support/database.ts";
import { memoryWorld } from "../support/memory.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { concludes, DAY_MS, manyMemories, remembers, upkeepDeps } from "../support/remembering.ts";

let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

const live = ({ scope }: Met) =>
  rows(database, "memory", `user_id = '${scope.userId}' AND superseded_at IS NULL`);
const texts = async (met: Met) => (await live(met)).map(({ text }) => text).sort();
const insightsOf = ({ scope }: Met) => rows(database, "insight", `user_id = '${scope.userId}'`);
const keep = (met: Met) => keepUp({ ...upkeepDeps(database), nowMs: AT }, met.scope, null);

test("over 500 the least valuable go first: by effective importance, then uses, then age", async () => {
  const ann = await meet(database);
  await manyMemories(database, ann, 497);
  const old = { importance: 1, createdAtMs: AT - DAY_MS };
  await remembers(database, ann, "least: old", old);
  await remembers(database, ann, "less: newer", { importance: 1 });
  await remembers(database, ann, "more", { importance: 2 });
  await remembers(database, ann, "used", { importance: 1, uses: 1 });
  await remembers(database, ann, "much", { importance: 5 });
  expect(await keep(ann)).toMatchObject({ overQuota: 2 });
  expect(await live(ann)).toHaveLength(500);
  expect((await texts(ann)).filter((text) => !String(text).startsWith("number"))).toEqual([
    "more",
    "much",
    "used",
  ]);
});

test("history does not count for the quota", async () => {
  const ann = await meet(database);
  await manyMemories(database, ann, 500);
  const id = await remembers(database, ann, "was so once", { importance: 5 });
  await database.system.query("UPDATE memory SET superseded_at = now() WHERE id = $1", [id]);
  expect(await keep(ann)).toMatchObject({ overQuota: 0 });
});

test("two flushes at the same moment do not get past the quota of 500", async () => {
  const ann = await meet(database);
  await manyMemories(database, ann, 495);
  const flush = (name: string) =>
    database.withUser(ann.scope, async (tx) => {
      await bumpMemoryVersion(tx, ann.scope);
      await manyMemories({ system: tx }, ann, 10, { importance: 5, name });
      await keepWithinQuota({ quota: quotaStore, nowMs: AT }, tx, ann.scope);
    });
  await Promise.all([
    flush("a"),
    flush("b"),
    keepUp({ ...upkeepDeps(database), nowMs: AT }, ann.scope, AT),
    flush("c"),
  ]);
  const left = await live(ann);
  expect(left).toHaveLength(500);
  expect(left.filter(({ importance }) => importance === 5)).toHaveLength(30);
});

test("an organisation's quota takes from its least valuable, whoever has them, and from nobody else's", async () => {
  const [ann, ben] = [await meet(database), await meet(database)];
  const orgId = "00000000-0000-4000-8000-0000000000aa";
  await database.system.query(
    "INSERT INTO org (id, slug, name, memory_quota) VALUES ($1, 'small', 'Small', 3)",
    [orgId],
  );
  await database.system.query("UPDATE app_user SET org_id = $1 WHERE id = ANY ($2::uuid[])", [
    orgId,
    [ann.scope.userId, ben.scope.userId],
  ]);
  const at = (met: Met): Met => ({ ...met, scope: { ...met.scope, orgId } });
  const [little, lot] = [at(ann), at(ben)];
  await remembers(database, little, "little", { importance: 1 });
  await remembers(database, little, "much", { importance: 5 });
  const low = await remembers(database, lot, "low", { importance: 2 });
  await remembers(database, lot, "high", { importance: 4 });
  await remembers(database, lot, "higher", { importance: 4, uses: 3 });
  await concludes(database, lot, "is low", [low]);
  const deps = { ...upkeepDeps(database), nowMs: AT };
  expect(await keepOrgsWithinQuota(deps)).toBe(2);
  expect(await texts(little)).toEqual(["much"]);
  expect(await texts(lot)).toEqual(["high", "higher"]);
  expect(await insightsOf(lot)).toEqual([]);
  expect(await keepOrgsWithinQuota(deps)).toBe(0);
});

test("flushes at the same moment, of two people of one organisation, keep it within its quota", async () => {
  const world = memoryWorld(database, { orgs: upkeepStore(database) });
  const orgId = "00000000-0000-4000-8000-0000000000ab";
  await database.system.query(
    "INSERT INTO org (id, slug, name, memory_quota) VALUES ($1, 'tiny', 'Tiny', 3)",
    [orgId],
  );
  const joins = async (): Promise<Met> => {
    const met = await meet(database);
    await database.system.query("UPDATE app_user SET org_id = $1 WHERE id = $2", [orgId, met.scope.userId]);
    return { ...met, scope: { ...met.scope, orgId } };
  };
  const [ann, ben] = [await joins(), await joins()];
  await remembers(database, ann, "worth least", { importance: 1 });
  await remembers(database, ben, "worth little", { importance: 1, uses: 1 });
  await world.says(ann, "I want to save RM3,000 for the wedding");
  await world.says(ann, "I got a new job at Petronas");
  await world.says(ben, "we're having a baby in August");
  expect(await Promise.all([world.flushes(ann), world.flushes(ben)])).toEqual(["done", "done"]);
  expect([...(await texts(ann)), ...(await texts(ben))]).toEqual([
    "The user got a new job at Petronas.",
    "The user wants to save RM3,000 for the wedding.",
    "The user is having a baby in August 2026.",
  ]);
});

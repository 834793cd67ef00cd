/** Re-embedding (SPEC S10.6): each vector names its model, and those of another one are made anew in the background. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { createLog } from "../../src/kernel/log.ts";
import { memoryLimits } from "../../src/memory/constants.ts";
import { reembed } from "../../src/memory/reembed.ts";
import type { Database } from "../../src/store/database.ts";
import { recallStore } from "../../src/store/memory-recall.ts";
import { reembedStore } from "../../src/store/memory-vectors.ts";
import { fakeEmbedder, vectorOf } from "../fakes/embedder.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet, rows } from "../support/people.ts";
import { DAY_MS, manyMemories, remembers } from "../support/remembering.ts";

let database: Database;
let ann: Met;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
beforeEach(async () => {
  await database.system.query("DELETE FROM memory");
  ann = await meet(database);
});
afterAll(() => database.close());

const NEW = "words-2";
function deps(embedder = fakeEmbedder({ model: NEW }), signal = new AbortController().signal) {
  return { database, vectors: reembedStore(database), embedder, signal };
}
const modelsOf = async ({ scope }: Met) =>
  (await rows(database, "memory", `user_id = '${scope.userId}'`)).map((row) => row.embedding_model);

/** What recall finds for a message with the new model's vector. */
async function found(text: string) {
  return database.withUser(ann.scope, (tx) =>
    recallStore(database).memories(tx, ann.scope, {
      near: { model: NEW, values: vectorOf(text) },
      types: ["semantic"],
      rule: memoryLimits,
      nowMs: AT,
      most: 10,
    }),
  );
}

test("rows of another model, and those without a vector, get one; what is right is left alone", async () => {
  await remembers(database, ann, "saves for a car", { model: "words-1" });
  await remembers(database, ann, "saves for a house", { model: null });
  await remembers(database, ann, "saves for a boat", { model: NEW });
  const { embedder, ...rest } = deps();
  expect(await reembed({ ...rest, embedder })).toBe(2);
  expect(await modelsOf(ann)).toEqual([NEW, NEW, NEW]);
  expect(embedder.calls.flat().sort()).toEqual(["saves for a car", "saves for a house"]);
  expect(await reembed(deps())).toBe(0);
});

test("the newest come first, and retrieval keeps working meanwhile, among those that are done", async () => {
  for (let day = 0; day < 4; day += 1)
    await remembers(database, ann, `saves for car number ${day}`, {
      model: `words-1${day % 2}`,
      createdAtMs: AT + day * DAY_MS,
    });
  const stale = await reembedStore(database).stale({ model: NEW, except: [], most: 2 });
  expect(stale.map(({ text }) => text)).toEqual(["saves for car number 3", "saves for car number 2"]);
  expect(await found("car")).toMatchObject({ rows: [], skipped: 4 });
  const vector = { model: NEW, values: vectorOf("saves for car number 3") };
  await database.withUser(ann.scope, (tx) =>
    reembedStore(database).setVectors(
      tx,
      ann.scope,
      stale.slice(0, 1).map((row) => ({ row, vector })),
    ),
  );
  expect(await found("car")).toMatchObject({ rows: [{ text: "saves for car number 3" }], skipped: 3 });
  await reembed(deps());
  expect((await found("car")).rows).toHaveLength(4);
});

test("a run is bounded, and one that is cut off is taken up by the next", async () => {
  await manyMemories(database, ann, 300);
  const dying = new AbortController();
  const cut = fakeEmbedder({
    model: NEW,
    pause: async () => {
      if (cut.calls.length === 2) dying.abort(new Error("killed"));
    },
  });
  await expect(reembed(deps(cut, dying.signal))).rejects.toThrow("killed");
  const left = (await modelsOf(ann)).filter((model) => model === null);
  expect(left).toHaveLength(300 - memoryLimits.reembedBatch);
  expect(await reembed(deps())).toBe(left.length);
});

test("a text that the embedder refuses holds up nobody else", async () => {
  await remembers(database, ann, "refused", { model: null, createdAtMs: AT + DAY_MS });
  await remembers(database, ann, "saves for a car", { model: null });
  const plain = fakeEmbedder({ model: NEW });
  const choosy = {
    ...plain,
    embed: (texts: readonly string[], signal?: AbortSignal) =>
      texts.includes("refused")
        ? Promise.reject(new MamaError("model_refused", "no"))
        : plain.embed(texts, signal),
  };
  expect(await reembed(deps(choosy))).toBe(1);
  expect((await found("car")).rows).toMatchObject([{ text: "saves for a car" }]);
});

test("while the embedder is away nothing changes, and the run says so", async () => {
  await remembers(database, ann, "saves for a car", { model: "words-1" });
  const away = fakeEmbedder({
    model: NEW,
    pause: () => Promise.reject(new MamaError("model_unavailable", "away")),
  });
  await expect(reembed(deps(away))).rejects.toMatchObject({ code: "model_unavailable" });
  expect(await modelsOf(ann)).toEqual(["words-1"]);
});

test("a text that was corrected meanwhile keeps the vector of its correction", async () => {
  const id = await remembers(database, ann, "saves for a car", { model: "words-1" });
  const [row] = await reembedStore(database).stale({ model: NEW, except: [], most: 1 });
  await database.system.query("UPDATE memory SET text = 'saves for a house' WHERE id = $1", [id]);
  if (!row) throw new Error("nothing is stale");
  const vector = { model: NEW, values: vectorOf(row.text) };
  const set = await database.withUser(ann.scope, (tx) =>
    reembedStore(database).setVectors(tx, ann.scope, [{ row, vector }]),
  );
  expect(set).toBe(0);
});

test("history is not embedded again", async () => {
  const id = await remembers(database, ann, "was so once", { model: "words-1" });
  await database.system.query("UPDATE memory SET superseded_at = now() WHERE id = $1", [id]);
  expect(await reembed(deps())).toBe(0);
});

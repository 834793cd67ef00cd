/** The model server's embeddings behind memory's port (SPEC S10.6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { modelEmbedder } from "../../src/model/embedder.ts";
import { createModel } from "../../src/model/model.ts";
import { fails } from "../fakes/model-replies.ts";
import { type ModelServer, startModelServer } from "../fakes/model-server.ts";
import { KEY } from "../support/model.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

function open(onCall?: (call: { outcome: string }) => void) {
  const config = {
    apiKey: KEY,
    baseUrl: server.url,
    main: "big",
    small: "tiny",
    embedding: "vectors",
    dailyTokens: 1_000_000,
  };
  const patience = { timeoutMs: 5_000, pauseMs: 0, random: () => 0 };
  const model = createModel(config, { log: createLog("silent"), patience });
  return modelEmbedder(model, "vectors", { purpose: "recall", onCall });
}

test("its vectors have the name of model and length, so that they are never compared with others", () => {
  expect(open()).toMatchObject({ model: "vectors-512", dimensions: 512 });
});

test("texts come back in their order; a text of nothing is not sent, and its vector is all zeros", async () => {
  const before = server.embeddings.length;
  const vectors = await open().embed(["a car", "  ", "a house"]);
  expect(server.embeddings.slice(before).map(({ input }) => input)).toEqual([["a car", "a house"]]);
  expect(vectors.map(({ length }) => length)).toEqual([512, 512, 512]);
  const [car, nothing, house] = vectors;
  expect(nothing?.every((value) => value === 0)).toBe(true);
  expect([...(car ?? [])]).not.toEqual([...(house ?? [])]);
  expect([...((await open().embed(["a house"]))[0] ?? [])]).toEqual([...(house ?? [])]);
});

test("nothing to embed asks nobody", async () => {
  const before = server.embeddings.length;
  expect(await open().embed([])).toEqual([]);
  expect(await open().embed([""])).toHaveLength(1);
  expect(server.embeddings).toHaveLength(before);
});

test("what it costs is told to whoever uses it, and a server that refuses is an error of the model", async () => {
  const outcomes: string[] = [];
  await open(({ outcome }) => outcomes.push(outcome)).embed(["a car"]);
  expect(outcomes).toEqual(["ok"]);
  server.nextEmbeddings(fails(400), fails(400), fails(400));
  await expect(open().embed(["a car"])).rejects.toMatchObject({ code: expect.stringMatching(/^model_/) });
});

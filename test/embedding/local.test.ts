/** The embedder that needs no network: its vectors, its thread, and what happens when that fails or is slow (SPEC S14). */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { localEmbedder } from "../../src/embedding/local.ts";
import { cosine } from "../../src/kernel/cosine.ts";

const embedder = localEmbedder();
afterAll(() => embedder.close?.());

/** An embedder whose thread runs this instead of the model. */
function embedderOn(script: string, patienceMs = 20_000) {
  const preamble = 'import { parentPort as port } from "node:worker_threads";';
  return localEmbedder({ worker: new URL(`data:text/javascript,${preamble}${script}`), patienceMs });
}
const answer = (values: string): string =>
  `port.on("message", ({ id, texts }) => port.postMessage({ id, vectors: ${values} }));`;
const ones = "new Float32Array(texts.length * 512).fill(1)";

describe("vectors of sentences", () => {
  it("are near when the sentences mean nearly the same", async () => {
    const [saving, put, cat] = await embedder.embed([
      "The user is saving for her daughter's university",
      "Should I put money aside for my girl's studies?",
      "The cat sleeps on the sofa",
    ]);
    if (saving === undefined || put === undefined || cat === undefined)
      throw new Error("a vector is missing");
    expect(saving).toHaveLength(embedder.dimensions);
    expect(cosine(saving, saving)).toBeCloseTo(1, 5);
    expect(cosine(saving, put)).toBeGreaterThan(cosine(saving, cat) + 0.2);
  });

  it("come in the order of the texts, the vector of nothing for those without words", async () => {
    const texts = ["rent", "", "car", "  \n", "🙂", "cat", "house", "wedding"];
    const vectors = await embedder.embed(texts);
    expect(vectors.map((vector) => vector.some((value) => value !== 0))).toEqual(
      texts.map((text) => /\p{L}/u.test(text)),
    );
    const [alone] = await embedder.embed(["wedding"]);
    expect(cosine(alone as Float32Array, vectors.at(-1) as Float32Array)).toBeCloseTo(1, 4);
  });

  it("of a very long text are those of its beginning", async () => {
    const long = "I want to save for a house. ".repeat(2_000);
    const [all, beginning] = await embedder.embed([long, long.slice(0, 3_000)]);
    expect(all).toEqual(beginning);
  });

  it("are not waited for any more once the turn is over", async () => {
    const ended = new AbortController();
    const vectors = embedder.embed(Array(40).fill("I want to save for a house"), ended.signal);
    ended.abort(new Error("the turn is over"));
    await expect(vectors).rejects.toThrow("the turn is over");
    await expect(embedder.embed(["rent"], ended.signal)).rejects.toThrow("the turn is over");
    await expect(embedder.embed(["rent"])).resolves.toHaveLength(1);
  });
});

describe("a thread that fails", () => {
  it("fails the request it had, and the next one has a new thread", async () => {
    const script = `port.on("message", ({ id, texts }) => {
      if (texts[0] === "crash") throw new Error("crash");
      port.postMessage({ id, vectors: ${ones} });
    });`;
    const crashing = embedderOn(script);
    const [first, bad, last] = await Promise.allSettled(
      ["rent", "crash", "car"].map((text) => crashing.embed([text])),
    );
    expect(first).toMatchObject({ status: "fulfilled" });
    expect(bad).toMatchObject({ reason: { code: "model_unavailable", retryable: true } });
    expect(last).toMatchObject({ status: "fulfilled" });
    await crashing.close?.();
  });

  it("is replaced when its model did not load", async () => {
    const home = await mkdtemp(join(tmpdir(), "mama-worker-"));
    const packaged = async (name: string, script: string): Promise<void> => {
      const directory = join(home, "node_modules", "@energetic-ai", name);
      await mkdir(directory, { recursive: true });
      const named = { name: `@energetic-ai/${name}`, type: "module", exports: "./index.js" };
      await writeFile(join(directory, "package.json"), JSON.stringify(named));
      await writeFile(join(directory, "index.js"), script);
    };
    // A model that is not there the first time.
    await packaged(
      "embeddings",
      `import { existsSync, writeFileSync } from "node:fs";
       import { setImmediate } from "node:timers/promises";
       export async function initModel(seen) {
         if (existsSync(seen)) return { embed: async (texts) => texts.map(() => Array(512).fill(1)) };
         writeFileSync(seen, "");
         // A text is waiting by the time that loading fails.
         for (let turn = 0; turn < 50; turn += 1) await setImmediate();
         throw new Error("the weights cannot be read");
       }`,
    );
    await packaged(
      "model-embeddings-en",
      `export const modelSource = ${JSON.stringify(join(home, "seen"))};`,
    );
    await copyFile(new URL("../../src/embedding/worker.mjs", import.meta.url), join(home, "worker.mjs"));
    const late = localEmbedder({ worker: pathToFileURL(join(home, "worker.mjs")), patienceMs: 20_000 });
    await expect(late.embed(["rent"])).rejects.toMatchObject({ code: "model_unavailable" });
    await expect(late.embed(["rent"])).resolves.toHaveLength(1);
    await late.close?.();
    await rm(home, { recursive: true });
  });

  it("counts as hung when it is silent for too long", async () => {
    const silent = embedderOn(`port.on("message", () => {});`, 50);
    await expect(silent.embed(["rent"])).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("never hands on numbers that are none", async () => {
    for (const bad of [
      "new Float32Array(512).fill(NaN)",
      "new Float32Array(512).fill(1 / 0)",
      "new Float32Array(3)",
    ]) {
      const broken = embedderOn(answer(bad));
      await expect(broken.embed(["rent"])).rejects.toMatchObject({ code: "model_bad_answer" });
      await broken.close?.();
    }
  });

  it("tells whoever waits when it is closed", async () => {
    const closing = embedderOn(`port.on("message", () => {});`);
    const waiting = ["rent", "car"].map((text) => closing.embed([text]));
    const told = Promise.allSettled(waiting);
    await closing.close?.();
    const refusal = { reason: { code: "model_unavailable" } };
    expect(await told).toMatchObject([refusal, refusal]);
    await expect(closing.embed(["house"])).rejects.toMatchObject(refusal.reason);
  });
});

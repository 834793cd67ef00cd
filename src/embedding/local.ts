/**
 * The embedder that needs no key and no network (SPEC S10.6, S14): sentence vectors whose weights come with an npm
 * package, made in one worker thread, and a similarity that also looks at the words.
 *
 *   text ─ Malay as English (gloss.ts) ─ queue ─ thread ─ worker ─→ centred vector
 */
import { limits } from "../kernel/limits.ts";
import type { Embedder } from "../memory/ports/embedder.ts";
import mean from "./data/mean.json" with { type: "json" };
import { EmbeddingQueue } from "./queue.ts";
import { EmbeddingThread } from "./thread.ts";
import { centred, cosine, nothing } from "./vectors.ts";

const WORKER = new URL("worker.mjs", import.meta.url);

/** What the model reads of a text: at least a letter or a digit, at most a paragraph. */
function readable(text: string): string {
  const cut = text.slice(0, limits.embeddedCharacters).replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(cut) ? cut : "";
}

/** Starts nothing: the thread comes with the first text, and never keeps the process alive when it has nothing to do. */
export function localEmbedder({ worker = WORKER, patienceMs = limits.embeddingPatienceMs } = {}): Embedder {
  const thread = new EmbeddingThread(worker, patienceMs);
  const queue = new EmbeddingQueue(
    async (texts) => centred(await thread.run(texts), texts.length),
    limits.embeddingQueue,
  );
  return {
    model: `use-lite-0.2.0-mean-${mean.version}`,
    dimensions: limits.embeddingDimensions,
    thresholds: { close: 0.25, alike: 0.8 },
    embed: async (texts, signal) => {
      const words = texts.map(readable);
      const vectors = await queue.embed(
        words.filter((text) => text !== ""),
        signal,
      );
      let next = 0;
      return words.map((text) => {
        if (text === "") return nothing();
        next += 1;
        return vectors[next - 1] ?? nothing();
      });
    },
    similarities: ({ vector }, candidates) =>
      candidates.map((candidate) => Math.max(0, cosine(vector, candidate.vector))),
    close: () => thread.close(),
  };
}

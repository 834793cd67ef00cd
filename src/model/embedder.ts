/** The model server's embeddings as memory asks for them (SPEC S10.6). */
import { limits } from "../kernel/limits.ts";
import type { EmbedOptions, Model } from "../kernel/model.ts";
import type { Embedder } from "../memory/ports/embedder.ts";

/**
 * Cosines of text-embedding-3-small at 512 dimensions: a question and a statement that has the answer are mostly at 0.3
 * to 0.6, short texts of different subjects below 0.2, the same thing said in other words above 0.7. What is a little
 * too near costs a line of the prompt; what is left out costs the advice its sense, so `close` is low.
 */
const THRESHOLDS = { close: 0.28, alike: 0.72 };

/**
 * @param name the embedding model as the server knows it; its vectors are never compared with those of another
 * @param use  who is told of each exchange, and what may be spent
 */
export function modelEmbedder(model: Model, name: string, use: EmbedOptions = {}): Embedder {
  const { embeddingDimensions: dimensions } = limits;
  return {
    model: `${name}-${dimensions}`,
    dimensions,
    thresholds: THRESHOLDS,
    embed: async (texts, signal = AbortSignal.timeout(limits.modelTimeoutMs)) => {
      // Servers refuse a text of nothing.
      const said = texts.filter((text) => text.trim() !== "");
      const vectors = said.length === 0 ? [] : await model.embed(said, signal, use);
      let next = 0;
      return texts.map((text) => {
        if (text.trim() === "") return new Float32Array(dimensions);
        next += 1;
        return Float32Array.from(vectors[next - 1] ?? []);
      });
    },
  };
}

/**
 * An embedder that is quick, always says the same, and knows no meaning: texts are alike as far as they share words.
 * Tests that need two sentences to be near give them words in common.
 */
import { limits } from "../../src/kernel/limits.ts";
import type { Embedder } from "../../src/memory/ports/embedder.ts";

const STOPS = new Set(
  "a an and are at be for from has have her his i im in is it me my of on or our she he that the their they to user was we will with you your what do how about can should saya nak untuk yang dan di ke ini itu".split(
    " ",
  ),
);

/** FNV-1a. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (const unit of word) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** Each word that says something is one axis; the vector is of length 1, or all zeros for no words. */
export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(limits.embeddingDimensions);
  for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])) {
    const axis = hash(word) % vector.length;
    if (!STOPS.has(word)) vector[axis] = (vector[axis] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

export interface FakeEmbedder extends Embedder {
  /** The texts of each call so far. */
  readonly calls: readonly (readonly string[])[];
}

/**
 * @param model      another name makes rows of another model
 * @param pause      awaited in each call, for an embedder that is slow or fails
 * @param scores     whether it scores all rows itself, as the local one does
 */
export function fakeEmbedder({
  model = "fake-words",
  pause,
  scores = false,
}: {
  model?: string;
  pause?: (signal?: AbortSignal) => Promise<unknown>;
  scores?: boolean;
} = {}): FakeEmbedder {
  const calls: (readonly string[])[] = [];
  return {
    model,
    dimensions: limits.embeddingDimensions,
    thresholds: { close: 0.2, alike: 0.8 },
    calls,
    embed: async (texts, signal) => {
      calls.push(texts);
      await pause?.(signal);
      signal?.throwIfAborted();
      return texts.map(vectorOf);
    },
    ...(scores && {
      similarities: (_text, candidates) => candidates.map(({ cosine }) => Math.max(0, cosine)),
    }),
  };
}

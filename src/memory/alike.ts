/** How alike texts are by the embedder's own measure (SPEC S10.6). */
import type { Embedder } from "./ports/embedder.ts";

/** @returns for each of `others`, 0 to 1 */
export async function alikeOf(
  embedder: Embedder,
  text: string,
  others: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const [own, ...vectors] = await embedder.embed([text, ...others], signal);
  if (own === undefined) return others.map(() => 0);
  const candidates = others.map((other, at) => ({ text: other, cosine: cosine(own, vectors[at]) }));
  return embedder.similarities?.({ text, vector: own }, candidates) ?? candidates.map((one) => one.cosine);
}

function cosine(one: Float32Array, other: Float32Array | undefined): number {
  let product = 0;
  let own = 0;
  let others = 0;
  for (const [at, value] of one.entries()) {
    const against = other?.[at] ?? 0;
    product += value * against;
    own += value * value;
    others += against * against;
  }
  return own === 0 || others === 0 ? 0 : product / Math.sqrt(own * others);
}

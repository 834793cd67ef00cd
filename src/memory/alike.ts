/** How alike texts are by the embedder's own measure (SPEC S10.6). */
import { cosine } from "../kernel/cosine.ts";
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
  const candidates = others.map((other, at) => ({
    text: other,
    cosine: cosine(own, vectors[at] ?? new Float32Array()),
  }));
  return embedder.similarities?.({ text, vector: own }, candidates) ?? candidates.map((one) => one.cosine);
}

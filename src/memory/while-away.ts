/** What memory's background work does while the model or the embedder is away: it goes on without. */
import { MamaError } from "../kernel/errors.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { Vector } from "./ports/vector.ts";

/** Whether the model failed, and not something of ours. */
export function isModelError(error: unknown): boolean {
  return error instanceof MamaError && error.code.startsWith("model_");
}

/**
 * @returns null when it cannot be had now: the re-embedding job fills it
 * @throws the signal's reason once it is aborted
 */
export async function vectorOf(
  text: string,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Vector | null> {
  try {
    const [values] = await embedder.embed([text], signal);
    return values ? { model: embedder.model, values } : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelError(error)) throw error;
    return null;
  }
}

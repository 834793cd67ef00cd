/**
 * From the model's vectors to the ones that are compared. What all sentences share is taken away (the mean of a fixed
 * sample, made by scripts/embedding/mean.ts): it made everything alike, and thresholds useless.
 */
import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import mean from "./data/mean.json" with { type: "json" };

const DIMENSIONS = limits.embeddingDimensions;

/** Makes the vector one long; the vector of nothing stays as it is. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/**
 * @param raw the model's vectors, one behind the other
 * @returns vectors of length 1
 * @throws MamaError("model_bad_answer") when they are not `count` vectors of finite numbers
 */
export function centred(raw: Float32Array, count: number): Float32Array[] {
  if (raw.length !== count * DIMENSIONS || !raw.every(Number.isFinite))
    throw new MamaError("model_bad_answer", "the local embedder gave vectors that cannot be used");
  return Array.from({ length: count }, (_, index) =>
    unit(
      raw
        .slice(index * DIMENSIONS, (index + 1) * DIMENSIONS)
        .map((value, at) => value - (mean.values[at] ?? 0)),
    ),
  );
}

/** The vector of a text without words: at no angle to anything. */
export function nothing(): Float32Array {
  return new Float32Array(DIMENSIONS);
}

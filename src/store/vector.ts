/** Vectors as pgvector's `halfvec` takes them: a literal that is cast in the statement, `$n::halfvec`. */

/**
 * @param values floats; what is no finite number becomes 0, since one of them would refuse the whole row
 * @returns "[0.5,-1,…]"
 */
export function vectorLiteral(values: Float32Array): string {
  const written = Array.from(values, (value) => (Number.isFinite(value) ? String(Math.fround(value)) : "0"));
  return `[${written.join(",")}]`;
}

/** The cosine of two vectors, -1 to 1; 0 beside a vector of nothing. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let own = 0;
  let other = 0;
  for (const [at, value] of a.entries()) {
    const against = b[at] ?? 0;
    product += value * against;
    own += value * value;
    other += against * against;
  }
  return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other);
}

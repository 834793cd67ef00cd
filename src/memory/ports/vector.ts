/** A vector with the name of the model that made it, as a row keeps it (SPEC S10.6). */
export interface Vector {
  readonly model: string;
  /** `Embedder.dimensions` floats. */
  readonly values: Float32Array;
}

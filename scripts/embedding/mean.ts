/**
 * Makes `src/embedding/data/mean.json`: the mean of the model's vectors of a fixed sample, which is what all
 * sentences have in common. The vectors of stored memories change with it, and so does the model's name.
 *
 *   node --import tsx scripts/embedding/mean.ts
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { EmbeddingThread } from "../../src/embedding/thread.ts";
import { limits } from "../../src/kernel/limits.ts";

const SAMPLE = new URL("mean-sample.txt", import.meta.url);
const FILE = new URL("../../src/embedding/data/mean.json", import.meta.url);

const texts = readFileSync(SAMPLE, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "");
const thread = new EmbeddingThread(new URL("../../src/embedding/worker.mjs", import.meta.url), 60_000);
const sums = new Float64Array(limits.embeddingDimensions);
for (const text of texts) {
  const vector = await thread.run([text]);
  for (const [at, value] of vector.entries()) sums[at] = (sums[at] ?? 0) + value;
}
await thread.close();
const values = Array.from(sums, (sum) => Number((sum / texts.length).toFixed(6)));
const version = createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 6);
writeFileSync(FILE, `${JSON.stringify({ version, values })}\n`);
console.log(`${texts.length} sentences, mean ${version}`);

/**
 * What the local embedder costs: its start, a sentence alone and among others, scoring a user's 500 memories, and the
 * memory of the process.
 *
 *   npm run bench:embed
 */
import { readFileSync } from "node:fs";
import { embedded, parsePairs, ranked } from "../scripts/eval-recall.ts";
import { localEmbedder } from "../src/embedding/local.ts";

const MEMORIES = 500;
const before = process.memoryUsage().rss;
const pairs = parsePairs(readFileSync(new URL("../eval/memory-dev.jsonl", import.meta.url), "utf8"));
const embedder = localEmbedder();

function median(times: readonly number[]): string {
  return ([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(2);
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const first = await timed(() => embedder.embed(["How much did I save for the wedding?"]));
const alone: number[] = [];
for (const { query } of pairs.slice(0, 50)) alone.push(await timed(() => embedder.embed([query])));
const texts = Array.from({ length: MEMORIES }, (_, at) => {
  const { memory, query } = pairs[at % pairs.length] ?? { memory: "", query: "" };
  return at < pairs.length ? memory : `${query} ${at}`;
});
const together = await timed(() => embedder.embed(texts));
const memories = await embedded(embedder, texts);
const queries = await embedded(
  embedder,
  pairs.map(({ query }) => query),
);
const [coldQuery, ...warmQueries] = queries;
const cold = coldQuery && (await timed(() => ranked(embedder, coldQuery, memories)));
const warm: number[] = [];
for (const query of warmQueries) warm.push(await timed(() => ranked(embedder, query, memories)));
const memory = (process.memoryUsage().rss - before) / 1e6;
await embedder.close?.();

console.log(`first vector, with the start of the thread: ${first.toFixed(0)} ms`);
console.log(
  `a sentence alone: median ${median(alone)} ms; of ${MEMORIES}: ${(together / MEMORIES).toFixed(2)} ms`,
);
console.log(
  `${MEMORIES} memories scored: the first time ${(cold ?? 0).toFixed(0)} ms, then median ${median(warm)} ms`,
);
console.log(`memory: ${memory.toFixed(0)} MB more`);

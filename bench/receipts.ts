/**
 * What a look at a receipt costs, by each engine: time, and the memory of the process that looks.
 *
 *   npm run bench:receipts -- DIR    (a folder of JPEG pictures)
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { extract } from "../src/receipts/extract.ts";
import type { EngineName } from "../src/receipts/ocr/port.ts";
import { PicturePool } from "../src/receipts/pool.ts";
import { rowsOf } from "../src/receipts/rows.ts";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("name a folder of JPEG pictures");
const pictures = readdirSync(directory)
  .filter((name) => name.endsWith(".jpg"))
  .map((name) => readFileSync(join(directory, name)));

function median(times: readonly number[]): string {
  return ([...times].sort((one, other) => one - other)[times.length >> 1] ?? 0).toFixed(1);
}

async function measure(engine: EngineName): Promise<void> {
  const pool = new PicturePool({
    file: fileURLToPath(new URL("../src/receipts/ocr/worker.mjs", import.meta.url)),
    workers: 1,
    threads: 2,
    patienceMs: 120_000,
    startMs: 60_000,
    longestQueue: 1,
    picturesPerWorker: Number.POSITIVE_INFINITY,
    largestWorkerBytes: Number.POSITIVE_INFINITY,
    idleMs: 60_000,
  });
  const [looks, readings]: [number[], number[]] = [[], []];
  let largest = 0;
  for (const bytes of pictures) {
    const startedAt = performance.now();
    const outcome = await pool.look({ bytes, kind: "jpeg", engine }, new AbortController().signal);
    const seenAt = performance.now();
    if (typeof outcome === "string") throw new Error(outcome);
    if ("seen" in outcome) extract(rowsOf(outcome.seen.words));
    looks.push(seenAt - startedAt);
    readings.push(performance.now() - seenAt);
    largest = Math.max(largest, outcome.residentBytes);
  }
  pool.close();
  console.log(
    `${engine}: ${pictures.length} pictures, first ${looks[0]?.toFixed(0)} ms, median ${median(looks)} ms, ` +
      `fields ${median(readings)} ms, largest process ${(largest / 1e6).toFixed(0)} MB`,
  );
}

await measure("paddle");
await measure("tesseract");

/**
 * Measures Mama on labelled data (SPEC S15). The last line is JSON, for scripts; the tables above it are for people.
 *
 *   npm run eval -- messages FILE [--now ISO] [--split NAME] [--failures]
 *   npm run eval -- memory --pairs FILE --distractors FILE [--failures]
 *   npm run eval -- locomo FILE
 *   npm run eval -- receipts DIR [--variants photo|90|180|270] [--failures]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localEmbedder } from "../src/embedding/local.ts";
import { createReceiptReader } from "../src/receipts/receipt-reader.ts";
import { evalLocomo, parseLocomo } from "./eval-locomo.ts";
import { DEFAULT_NOW, parseMessages, type Scored, scoreMessages, summarise } from "./eval-messages.ts";
import { evalRecall, parseDistractors, parsePairs, type RecallEval } from "./eval-recall.ts";
import { parseTruth, type ScoredReceipt, scoreReceipts, summariseReceipts } from "./eval-receipts.ts";
import { VARIANTS } from "./photo-like.ts";

const USAGE = `npm run eval -- messages FILE [--now ISO] [--split NAME] [--failures]
npm run eval -- memory --pairs FILE --distractors FILE [--failures]
npm run eval -- locomo FILE
npm run eval -- receipts DIR [--variants photo|90|180|270] [--failures]`;
const OFF_TOPIC = new URL("../eval/off-topic.json", import.meta.url);

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function contentOf(file: string | URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return fail(`Cannot read ${file}: ${reason(error)}`);
  }
}

/** What the file says, or the end with a sentence that names it. */
function read<T>(file: string, parse: (content: string) => T): T {
  const content = contentOf(file);
  try {
    return parse(content);
  } catch (error) {
    return fail(`${file}, ${reason(error)}`);
  }
}

function percent(fraction: number): string {
  return (fraction * 100).toFixed(1).padStart(9);
}

function table(title: string, scored: readonly Scored[], keyOf: (one: Scored) => string): void {
  console.log(`\n${title.padEnd(16)}     n   mode %   full % certain %  right %`);
  const keys = [...new Set(scored.map(keyOf))].sort();
  for (const key of [...keys, "all"]) {
    const { n, mode, full, certain, certainRight } = summarise(
      key === "all" ? scored : scored.filter((one) => keyOf(one) === key),
    );
    const right = certain === 0 ? "        -" : percent(certainRight);
    console.log(
      `${key.padEnd(16)}${String(n).padStart(6)}${percent(mode)}${percent(full)}${percent(certain)}${right}`,
    );
  }
}

function printFailures(scored: readonly Scored[]): void {
  const failures = scored.filter((one) => !one.full);
  console.log(`\n${failures.length} not fully right`);
  for (const { message, reading, modeRight, wrongWrite } of failures) {
    const kind = wrongWrite ? "WRITES WRONG" : modeRight ? "mode right" : "mode wrong";
    const items = reading.items.map((item) => `${item.tool} ${JSON.stringify(item.input)}`).join("; ");
    console.log(
      `line ${message.line} ${kind}: ${JSON.stringify(message.text)} is ${message.intent}, read as ` +
        `${reading.mode} (${reading.verdict}, ${reading.decidedBy ?? "reader"}) ${items}`,
    );
  }
}

interface MessageOptions {
  readonly now: string;
  readonly split: string | undefined;
  readonly failures: boolean;
}

function evalMessages(file: string, { now, split, failures }: MessageOptions): void {
  const nowMs = Date.parse(now);
  if (Number.isNaN(nowMs)) fail(`--now ${now} is not a time; write it as ${DEFAULT_NOW}`);
  let messages = read(file, parseMessages);
  if (split !== undefined) messages = messages.filter((message) => message.split === split);
  if (messages.length === 0)
    fail(`${file} has no messages${split === undefined ? "" : ` of the split ${split}`}`);
  console.log(`${messages.length} messages of ${file}, sent at ${now} from Kuala Lumpur`);
  const scored = scoreMessages(messages, nowMs);
  table("intent", scored, (one) => one.message.intent);
  table("language", scored, (one) => one.message.lang);
  if (failures) printFailures(scored);
  console.log(`\n${JSON.stringify(summarise(scored))}`);
}

function printRecall({ scored, fires }: RecallEval, failures: boolean): void {
  for (const lang of [...new Set(scored.map(({ pair }) => pair.lang))].sort()) {
    const those = scored.filter(({ pair }) => pair.lang === lang);
    const within = (places: number): string =>
      percent(those.filter(({ place }) => place < places).length / those.length);
    console.log(`${lang.padEnd(8)}${String(those.length).padStart(5)}  @1${within(1)} %  @5${within(5)} %`);
  }
  if (!failures) return;
  for (const { pair, place, similarity, first } of scored.filter((one) => one.place >= 5))
    console.log(`place ${place + 1} (${similarity.toFixed(2)}): ${pair.query} | ${pair.memory} | ${first}`);
  for (const { message, statement, similarity } of fires)
    console.log(`fires (${similarity.toFixed(2)}): ${message} | ${statement}`);
}

async function evalMemory(pairsFile: string, distractorsFile: string, failures: boolean): Promise<void> {
  const pairs = read(pairsFile, parsePairs);
  const distractors = read(distractorsFile, parseDistractors);
  const offTopic = parseDistractors(contentOf(OFF_TOPIC));
  const result = await evalRecall(embedder, pairs, { distractors, offTopic });
  printRecall(result, failures);
  console.log(`\n${JSON.stringify(result.summary)}`);
}

function printReceipts(scored: readonly ScoredReceipt[]): void {
  for (const one of scored.filter(({ total, date, merchant }) => !total || !date || !merchant)) {
    const wrong = (["total", "date", "merchant"] as const).filter((field) => !one[field]).join(", ");
    const { truth, outcome, recorded } = one;
    const read = outcome.is === "receipt" ? outcome.reading : undefined;
    const found = [read?.total?.value, read?.date?.value, read?.merchant?.value].map((value) => value ?? "-");
    console.log(
      `${truth.file} ${recorded ? "RECORDED " : ""}${wrong}: ${truth.total} | ${truth.date} | ${truth.company}, ` +
        `read as ${outcome.is === "receipt" ? found.join(" | ") : outcome.why}`,
    );
  }
}

/** A machine that is busy with other things makes no reading wrong. */
const PATIENT_MS = 120_000;

async function evalReceipts(
  directory: string,
  variants: string | undefined,
  failures: boolean,
): Promise<void> {
  const variant = VARIANTS.find((known) => known === variants);
  if (variants !== undefined && variant === undefined)
    fail(`--variants ${variants} is none of ${VARIANTS.join(", ")}`);
  const cases = read(join(directory, "truth.json"), parseTruth);
  const reader = createReceiptReader({ patienceMs: PATIENT_MS, startMs: PATIENT_MS });
  try {
    const scored = await scoreReceipts(reader, cases, { directory, variant });
    if (failures) printReceipts(scored);
    console.log(JSON.stringify(summariseReceipts(scored)));
  } finally {
    await reader.close();
  }
}

const embedder = localEmbedder();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      now: { type: "string", default: DEFAULT_NOW },
      split: { type: "string" },
      failures: { type: "boolean", default: false },
      pairs: { type: "string" },
      distractors: { type: "string" },
      variants: { type: "string" },
    },
  });
  const [what, file] = positionals;
  const { pairs, distractors, failures } = values;
  if (what === "messages" && file !== undefined) {
    evalMessages(file, { now: values.now, split: values.split, failures });
  } else if (what === "memory" && pairs !== undefined && distractors !== undefined) {
    await evalMemory(pairs, distractors, failures);
  } else if (what === "locomo" && file !== undefined) {
    console.log(JSON.stringify(await evalLocomo(embedder, read(file, parseLocomo))));
  } else if (what === "receipts" && file !== undefined) {
    await evalReceipts(file, values.variants, failures);
  } else {
    fail(`Say what to measure:\n${USAGE}`);
  }
} catch (error) {
  fail(`${reason(error)}\n${USAGE}`);
} finally {
  await embedder.close?.();
}

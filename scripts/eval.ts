/**
 * Measures Mama on labelled data (SPEC S15). The last line is JSON, for scripts; the tables above it are for people.
 *
 *   npm run eval -- messages FILE [--now ISO] [--split NAME] [--failures]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DEFAULT_NOW, parseMessages, type Scored, scoreMessages, summarise } from "./eval-messages.ts";

const USAGE = "npm run eval -- messages FILE [--now ISO] [--split NAME] [--failures]";

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  let content = "";
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    fail(`Cannot read ${file}: ${reason(error)}`);
  }
  let messages: ReturnType<typeof parseMessages> = [];
  try {
    messages = parseMessages(content);
  } catch (error) {
    fail(`${file}, ${reason(error)}`);
  }
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

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      now: { type: "string", default: DEFAULT_NOW },
      split: { type: "string" },
      failures: { type: "boolean", default: false },
    },
  });
  const [what, file] = positionals;
  if (what !== "messages" || file === undefined) fail(`Say what to measure: ${USAGE}`);
  evalMessages(file, { now: values.now, split: values.split, failures: values.failures });
} catch (error) {
  fail(`${reason(error)}\n${USAGE}`);
}

/**
 * How long it takes to understand a message (SPEC S14: under 1 ms with the classifier), over 10,000 messages of the
 * kinds that the classifier is trained on, so that most of them need it.
 *
 *   npm run bench:reader
 */

import { DEFAULT_NOW, evalContext } from "../scripts/eval-messages.ts";
import { handWrittenMessages, madeMessages } from "../scripts/training/messages.ts";
import { understand } from "../src/language/understand.ts";

const COUNT = 10_000;
const context = evalContext(Date.parse(DEFAULT_NOW));
const texts = [...handWrittenMessages("heldOut"), ...handWrittenMessages("training"), ...madeMessages()].map(
  ({ text }) => text,
);

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(3);
}

for (const text of texts.slice(0, 1_000)) understand(text, context);

const all: number[] = [];
const guessed: number[] = [];
for (let at = 0; at < COUNT; at += 1) {
  const text = texts[at % texts.length] ?? "";
  const startedAt = performance.now();
  const { verdict } = understand(text, context);
  const took = performance.now() - startedAt;
  all.push(took);
  if (verdict !== "certain") guessed.push(took);
}
for (const [name, times] of [
  ["all", all],
  ["with the classifier", guessed],
] as const) {
  times.sort((a, b) => a - b);
  console.log(
    `${name}: ${times.length} messages, median ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`,
  );
}

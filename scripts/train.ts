/**
 * Trains the classifier (SPEC S14) from the messages of `scripts/training` alone, and prints how good it is on the
 * hand-written ones that it has not seen. Run it again and the file is the same, byte for byte.
 *
 *   npm run train
 *   npm run train -- --check    only says whether the file is what training makes; for CI
 */
import { readFileSync, writeFileSync } from "node:fs";
import { CLASSES, classify, type Model } from "../src/language/classifier.ts";
import { featuresOf } from "../src/language/features.ts";
import { messageOf } from "../src/language/message.ts";
import { normalise } from "../src/language/normalise.ts";
import { read } from "../src/language/reader.ts";
import { tokenise } from "../src/language/tokens.ts";
import { DEFAULT_NOW, evalContext } from "./eval-messages.ts";
import { type Example, learn, quantise } from "./training/learn.ts";
import { handWrittenMessages, madeMessages, type TrainingMessage } from "./training/messages.ts";

const FILE = new URL("../src/language/data/classifier.json", import.meta.url);
/** A message by hand is worth several of a grammar. */
const HAND_WRITTEN_TIMES = 4;
const context = evalContext(Date.parse(DEFAULT_NOW));

function exampleOf({ text, mode }: TrainingMessage): Example {
  const message = messageOf(tokenise(normalise(text)), context);
  return { features: featuresOf(message, read(text, context)), answer: CLASSES.indexOf(mode) };
}

/** Prints how often the classifier alone is right, per mode, and what the messages are that it was not trained on. */
function report(messages: readonly TrainingMessage[], model: Model): void {
  const judged = messages.map((message) => ({
    mode: message.mode,
    right: classify(exampleOf(message).features, model).mode === message.mode,
  }));
  for (const mode of [...CLASSES, "all"]) {
    const those = judged.filter((one) => mode === "all" || one.mode === mode);
    const right = those.filter((one) => one.right).length;
    console.log(
      `  ${mode.padEnd(11)}${String(right).padStart(4)} of ${String(those.length).padStart(4)}` +
        `${((right / those.length) * 100).toFixed(1).padStart(8)} %`,
    );
  }
}

const made = madeMessages();
const training = handWrittenMessages("training");
const heldOut = handWrittenMessages("heldOut");
const repeated = Array.from({ length: HAND_WRITTEN_TIMES }, () => training).flat();
const model = quantise(learn([...made, ...repeated].map(exampleOf)));
const weights = Buffer.from(model.weights).toString("base64");
const file = `${JSON.stringify({ scales: model.scales, weights })}\n`;
if (process.argv.includes("--check")) {
  const current = readFileSync(FILE, "utf8") === file;
  console.log(
    current ? "The classifier is current." : "The classifier is not of this reader: run npm run train.",
  );
  process.exit(current ? 0 : 1);
}
writeFileSync(FILE, file);
console.log(
  `Trained on ${made.length} made and ${training.length} hand-written messages; ${file.length} bytes.`,
);
console.log(`The classifier alone on ${heldOut.length} hand-written messages that it has not seen:`);
report(heldOut, model);

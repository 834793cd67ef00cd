/**
 * Trains the classifier (SPEC S14) from the messages of `scripts/training` alone, and prints how good it is on the
 * hand-written ones that it has not seen. Run it again and the file is the same, byte for byte.
 *
 *   npm run train
 */
import { writeFileSync } from "node:fs";
import { CLASSES } from "../src/language/classifier.ts";
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

const made = madeMessages();
const training = handWrittenMessages("training");
const examples = [...made, ...Array.from({ length: HAND_WRITTEN_TIMES }, () => training).flat()].map(exampleOf);
const { scales, bytes } = quantise(learn(examples));
writeFileSync(FILE, `${JSON.stringify({ scales, weights: Buffer.from(bytes.buffer).toString("base64") })}\n`);
console.log(`trained on ${made.length} made and ${training.length} hand-written messages`);

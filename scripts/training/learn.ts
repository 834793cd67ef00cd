/** Multinomial logistic regression by stochastic gradient descent: sequential, seeded, and so the same every time. */
import { CLASSES, type Model, softmax, wordShare } from "../../src/language/classifier.ts";
import { BUCKETS, type Features, FLAGS } from "../../src/language/features.ts";
import { seeded, shuffled } from "./random.ts";

/** A message as the classifier sees it, and the index of its mode in `CLASSES`. */
export interface Example {
  readonly features: Features;
  readonly answer: number;
}

const SEED = 7;
const EPOCHS = 8;
const FIRST_STEP = 0.5;
const SHRINK = 1e-6;
/** How often the reader's flags are hidden, so that the words are learned too. */
const HIDE_FLAGS = 0.35;
const WIDTH = CLASSES.length;

/** @returns one weight per bucket and class, the classes of a bucket side by side */
export function learn(examples: readonly Example[]): Float64Array {
  const weights = new Float64Array((BUCKETS + FLAGS) * WIDTH);
  const random = seeded(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const step = FIRST_STEP * (1 - epoch / EPOCHS);
    for (const { features, answer } of shuffled(examples, random)) {
      const seen = random() < HIDE_FLAGS ? { words: features.words, flags: [] } : features;
      improve(weights, { features: seen, answer }, step);
    }
  }
  return weights;
}

/** Calls `visit` with the first weight of every bucket that is hit, and how much the hit counts. */
function visitHits(features: Features, visit: (from: number, share: number) => void): void {
  const share = wordShare(features);
  for (const bucket of features.words) visit(bucket * WIDTH, share);
  for (const flag of features.flags) visit((BUCKETS + flag) * WIDTH, 1);
}

function improve(weights: Float64Array, { features, answer }: Example, step: number): void {
  const sums = new Float64Array(WIDTH);
  visitHits(features, (from, share) => {
    for (let at = 0; at < WIDTH; at += 1) sums[at] = (sums[at] ?? 0) + (weights[from + at] ?? 0) * share;
  });
  const errors = softmax(sums);
  errors[answer] = (errors[answer] ?? 0) - 1;
  visitHits(features, (from, share) => {
    // Flags are few and in every message: smaller steps keep them from drowning the words.
    const size = share === 1 ? step * 0.1 : step * share * 4;
    for (let at = 0; at < WIDTH; at += 1) {
      const weight = weights[from + at] ?? 0;
      weights[from + at] = weight * (1 - SHRINK) - size * (errors[at] ?? 0);
    }
  });
}

/** The weights as one byte each, the largest of a class being 127. */
export function quantise(weights: Float64Array): Model {
  const largest = new Array<number>(WIDTH).fill(1e-9);
  weights.forEach((weight, at) => {
    largest[at % WIDTH] = Math.max(largest[at % WIDTH] ?? 0, Math.abs(weight));
  });
  const scales = largest.map((most) => Number((most / 127).toPrecision(8)));
  return {
    scales,
    weights: Int8Array.from(weights, (weight, at) => Math.round(weight / (scales[at % WIDTH] ?? 1))),
  };
}

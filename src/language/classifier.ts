/**
 * The small classifier for what the reader leaves (SPEC S14): multinomial logistic regression over hashed words,
 * with weights of one byte each. `npm run train` makes them from the messages in `scripts/training`.
 */
import type { Mode } from "../kernel/types.ts";
import trained from "./data/classifier.json" with { type: "json" };
import type { Features } from "./features.ts";
import { BUCKETS } from "./features.ts";

/** The modes it tells apart, in the order of its weights. A receipt is a picture, so it is none of them. */
export const CLASSES = [
  "expense",
  "income",
  "reminder",
  "cap",
  "question",
  "edit",
  "memory",
  "settings",
  "coaching",
  "chat",
  "small_talk",
  "unclear",
] as const satisfies readonly Mode[];

/** The likeliest mode, and how likely: 0 to 1. */
export interface Guess {
  readonly mode: (typeof CLASSES)[number];
  readonly probability: number;
}

/** One weight per bucket and class, the classes of a bucket side by side; times the scale of its class. */
export interface Model {
  readonly weights: Int8Array;
  readonly scales: readonly number[];
}

const bytes = Buffer.from(trained.weights, "base64");
const shipped: Model = {
  weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  scales: trained.scales,
};

/** Words count in proportion: a long message is no surer than a short one. */
export function wordShare({ words }: Features): number {
  return 1 / Math.sqrt(Math.max(1, words.length));
}

/** Turns sums into probabilities, in place. */
export function softmax(sums: Float64Array): Float64Array {
  const most = Math.max(...sums);
  let total = 0;
  for (let at = 0; at < sums.length; at += 1) {
    sums[at] = Math.exp((sums[at] ?? 0) - most);
    total += sums[at] ?? 0;
  }
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) / total;
  return sums;
}

/**
 * The likeliest mode of a message. Pure, and done in well under a fifth of a millisecond.
 * @param model other weights than the ones Mama comes with, for training
 */
export function classify(features: Features, { weights, scales }: Model = shipped): Guess {
  const sums = new Float64Array(CLASSES.length);
  const add = (bucket: number, share: number): void => {
    const from = bucket * CLASSES.length;
    for (let at = 0; at < CLASSES.length; at += 1)
      sums[at] = (sums[at] ?? 0) + (weights[from + at] ?? 0) * share;
  };
  const share = wordShare(features);
  for (const bucket of features.words) add(bucket, share);
  for (const flag of features.flags) add(BUCKETS + flag, 1);
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) * (scales[at] ?? 0);
  const probabilities = softmax(sums);
  const best = probabilities.indexOf(Math.max(...probabilities));
  return { mode: CLASSES[best] ?? "unclear", probability: probabilities[best] ?? 0 };
}

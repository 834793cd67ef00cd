/**
 * How well what a person says brings to mind what is known of them, without a model (SPEC S16): on pairs that the word
 * lists were not worked on with, by the code of `npm run eval`. Floors that a change may raise and not sink below.
 */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { evalRecall, parseDistractors, parsePairs } from "../scripts/eval-recall.ts";
import { localEmbedder } from "../src/embedding/local.ts";

const embedder = localEmbedder();
afterAll(() => embedder.close?.());

const read = (name: string): string => readFileSync(new URL(`../eval/${name}`, import.meta.url), "utf8");

test("three in four memories are among the first five of 250, in English, Malay and the mix", async () => {
  const { summary } = await evalRecall(embedder, parsePairs(read("memory-unseen.jsonl")), {
    distractors: parseDistractors(read("memory-unseen-distractors.json")),
    offTopic: parseDistractors(read("off-topic.json")),
  });
  // 0.80 and 0.23 when this was written; SPEC S16 asks for 0.75.
  expect(summary.recallAt5).toBeGreaterThanOrEqual(0.76);
  expect(summary.offTopicFires).toBeLessThanOrEqual(0.3);
}, 120_000);

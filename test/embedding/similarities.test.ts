/** What a message brings to mind, by vectors and words together (SPEC S10.6), on the real local embedder. */
import { afterAll, describe, expect, it } from "vitest";
import { embedded, ranked } from "../../scripts/eval-recall.ts";
import { localEmbedder } from "../../src/embedding/local.ts";

const embedder = localEmbedder();
afterAll(() => embedder.close?.());

const MEMORIES = [
  "The user is saving RM3,000 for her wedding in June",
  "The user is saving RM5,000 for an emergency fund",
  "The user's daughter Aina starts university next year",
  "The user's car is often in the workshop",
  "The user has two cats",
  "The user rents a room in Cheras",
  "The user was laid off in February",
  "The user drinks coffee every day",
];

async function closest(query: string): Promise<{ memory: string; similarity: number }> {
  const [asked, ...memories] = await embedded(embedder, [query, ...MEMORIES]);
  if (asked === undefined) throw new Error("nothing was embedded");
  const [first] = ranked(embedder, asked, memories);
  return { memory: MEMORIES[first?.index ?? 0] ?? "", similarity: first?.similarity ?? 0 };
}

describe("what a message brings to mind", () => {
  it.each([
    ["how much do I need when I tie the knot?", 0],
    ["nak kahwin ni, cukup ke duit?", 0],
    ["my rainy day money, should I touch it?", 1],
    ["what about the 5k?", 1],
    ["should I put money aside for Aina's studies?", 2],
    ["kereta masuk bengkel lagi", 3],
    ["what to feed my kittens", 4],
    ["my landlady wants more", 5],
    ["I lost my job and have no income", 6],
  ])("%s", async (query, expected) => {
    const { memory, similarity } = await closest(query);
    expect(memory).toBe(MEMORIES[expected]);
    expect(similarity).toBeGreaterThan(embedder.thresholds.close);
  });

  it("is nothing when the message is about nothing of it", async () => {
    for (const message of ["thanks mama", "lunch 15", "who won the match?", "ok", ""])
      expect((await closest(message)).similarity).toBeLessThan(embedder.thresholds.close);
  });

  it("is between 0 and 1, most of all for the same words", async () => {
    const texts = await embedded(embedder, [...MEMORIES, "", "RM3,000", "🙂"]);
    for (const text of texts) {
      for (const { similarity } of ranked(embedder, text, texts)) {
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1.000_001);
      }
    }
    expect((await closest(MEMORIES[3] ?? "")).similarity).toBeGreaterThan(embedder.thresholds.alike);
  });
});

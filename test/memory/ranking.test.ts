/** What a memory weighs (SPEC S10.6), in figures worked out by hand. */
import { expect, test } from "vitest";
import { effectiveImportance, insightWeight, memoryScore, recency } from "../../src/memory/ranking.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const daysAgo = (days: number): number => NOW - days * 86_400_000;

function memory(given: { importance: number; uses?: number; usedDaysAgo?: number; createdDaysAgo?: number }) {
  const { importance, uses = 0, usedDaysAgo, createdDaysAgo = 0 } = given;
  return {
    importance,
    uses,
    lastUsedAtMs: usedDaysAgo === undefined ? null : daysAgo(usedDaysAgo),
    createdAtMs: daysAgo(createdDaysAgo),
  };
}

test.each([
  ["a new one is a fifth of what it was given", memory({ importance: 3 }), 0.6],
  ["each use adds a fiftieth", memory({ importance: 3, uses: 4, usedDaysAgo: 1 }), 0.68],
  ["ten uses count, not more", memory({ importance: 2, uses: 50, usedDaysAgo: 0 }), 0.6],
  ["nothing weighs more than 1", memory({ importance: 5, uses: 3, usedDaysAgo: 0 }), 1],
  ["thirty idle days cost nothing", memory({ importance: 4, createdDaysAgo: 30 }), 0.8],
  ["the next thirty cost a tenth", memory({ importance: 4, createdDaysAgo: 60 }), 0.72],
  ["and thirty more a tenth of the rest", memory({ importance: 5, createdDaysAgo: 90 }), 0.81],
  ["a use ends the idling", memory({ importance: 4, uses: 1, createdDaysAgo: 400, usedDaysAgo: 10 }), 0.82],
  ["a clock that was ahead adds nothing", memory({ importance: 1, createdDaysAgo: -3 }), 0.2],
])("effective importance: %s", (_what, given, expected) => {
  expect(effectiveImportance(given, NOW)).toBeCloseTo(expected, 10);
});

test.each([
  [0, 1],
  [1, 0.5],
  [3, 0.25],
  [-2, 1],
])("recency after %s days is %s", (days, expected) => {
  expect(recency(daysAgo(days), NOW)).toBeCloseTo(expected, 10);
});

test("the score is 0.60·similarity + 0.25·effective importance + 0.15·recency", () => {
  // 0.6·0.5 + 0.25·0.6 + 0.15·0.25
  const given = memory({ importance: 3, createdDaysAgo: 3 });
  expect(memoryScore(given, { similarity: 0.5, nowMs: NOW })).toBeCloseTo(0.4875, 10);
});

test("the weights of a score are a parameter", () => {
  const given = memory({ importance: 3, createdDaysAgo: 3 });
  const weights = { similarity: 0, importance: 0, recency: 1 };
  expect(memoryScore(given, { similarity: 0.5, nowMs: NOW, weights })).toBeCloseTo(0.25, 10);
});

test.each([
  [0.8, 0, 0.8],
  [0.8, 45, 0.4],
  [0.6, 90, 0.15],
])("an insight of confidence %s weighs, after %s days, %s", (confidence, days, expected) => {
  expect(insightWeight({ confidence, createdAtMs: daysAgo(days) }, NOW)).toBeCloseTo(expected, 10);
});

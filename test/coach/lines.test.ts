/**
 * Replies as coaches write them, and replies that make figures up (SPEC S7). A part of both was held out while the words
 * of the check were first chosen; later words were chosen with it in view.
 */
import { expect, test } from "vitest";
import everyday from "./everyday-lines.json" with { type: "json" };
import { faults } from "./facts.ts";
import lines from "./lines.json" with { type: "json" };

/** What the tools returned; none of the lines states it. */
const known = "RM412.00 · 57 · 34%";

function caughtOf(replies: readonly string[]): readonly string[] {
  return replies.filter((reply) => faults(reply, { known }).length > 0);
}

function missedOf(replies: readonly string[]): readonly string[] {
  return replies.filter((reply) => faults(reply, { known }).length === 0);
}

test("good advice is let through, but for a line here and there", () => {
  const caught = caughtOf(lines.advice);
  expect(caught.length / lines.advice.length, caught.join("\n")).toBeLessThanOrEqual(0.08);
});

test("what is made up is caught", () => {
  expect(missedOf(lines.inventions)).toEqual([]);
});

test("so it is on lines that the check was not first made for", () => {
  const { heldOutAdvice, heldOutInventions } = lines;
  expect(caughtOf(heldOutAdvice).length / heldOutAdvice.length).toBeLessThanOrEqual(0.1);
  expect(missedOf(heldOutInventions).length / heldOutInventions.length).toBeLessThanOrEqual(0.05);
});

test("so it is on lines full of prices, goals and reckoning, which the check has been shown since", () => {
  const caught = caughtOf(everyday.advice);
  expect(caught.length / everyday.advice.length, caught.join("\n")).toBeLessThanOrEqual(0.22);
  const missed = missedOf(everyday.inventions);
  expect(missed.length / everyday.inventions.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
});

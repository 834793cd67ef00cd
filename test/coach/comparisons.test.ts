/** What is said of somebody's money without a figure needs rows, too (SPEC S7). */
import { describe, expect, test } from "vitest";
import { unsupported } from "../../src/coach/comparisons.ts";
import { factsOfResult } from "../../src/coach/facts.ts";

const none = factsOfResult([]);
const less = factsOfResult({ difference: { amountMinor: -3000, currency: "MYR" } });

describe("comparisons", () => {
  test.each([
    "Your biggest expense is food.",
    "Most of your money goes to food.",
    "Food is your highest category.",
    "Makan paling banyak.",
  ])("when nothing was read: %s", (reply) => {
    expect(unsupported(reply, none, false)).toMatchObject({ kind: "comparison" });
    expect(unsupported(reply, none, true)).toBeNull();
  });

  test.each([
    "Your spending is going up.",
    "You spent more than last month.",
    "Belanja makan awak naik berbanding bulan lepas.",
  ])("a change that is not known, or goes the other way: %s", (reply) => {
    expect(unsupported(reply, none, true)).toMatchObject({ kind: "comparison" });
    expect(unsupported(reply, less, true)).toMatchObject({ kind: "comparison" });
  });

  test("a change that is known", () => {
    expect(unsupported("You spent less than last month. Nice.", less, true)).toBeNull();
  });

  test.each([
    "Pick your biggest expense and cut it a little.",
    "If you spend more than last month, look at Grab first.",
    "Prices are going up everywhere.",
    "Bila gaji naik, naikkan simpanan.",
    "Try to spend less than last month.",
  ])("advice is none: %s", (reply) => {
    expect(unsupported(reply, none, false)).toBeNull();
  });
});

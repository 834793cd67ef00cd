/**
 * Nothing that a user types makes the reader throw, be sure of a write that was not meant, or hand a tool what that does
 * not take (SPEC S2): random texts, 10,000 of them in the long suite.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReaderContext } from "../../src/kernel/reading.ts";
import { read } from "../../src/language/reader.ts";
import { storable } from "../../src/store/inbox.ts";
import { findTool } from "../../src/tools/registry.ts";
import { anyText, couldBeMeant } from "../support/hostile.ts";
import { NOW } from "../support/journey.ts";
import { runs } from "../support/runs.ts";

const CONTEXT: ReaderContext = {
  nowMs: Date.parse(NOW),
  settings: {
    zone: "Asia/Kuala_Lumpur",
    currency: "MYR",
    language: "auto",
    weekStart: 1,
    quietHours: null,
    digests: true,
  },
  ownCategories: [],
};

const WRITES = new Set(["expense", "income", "correct", "delete", "undo", "setting", "reminder", "cap"]);

test("the reader takes random texts without throwing, and is sure of no write that was not meant", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(read(text, CONTEXT).mode).toBeTypeOf("string");
      // What the inbox keeps of a text is what is read in earnest.
      const kept = storable(text);
      const { verdict, items } = read(kept, CONTEXT);
      if (verdict === "certain" && items.some(({ tool }) => WRITES.has(tool)))
        expect(couldBeMeant(kept)).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

const WORDS = [
  ..."lunch grab kopi rent delete undo change that was to the how much on today semalam paid gaji masuk".split(
    " ",
  ),
  ..."remind me cap budget find show my expenses over under not actually 15 RM15 12.50 -3 1e9 5/3 31/2 0".split(
    " ",
  ),
  ..."SGD use I'm in London yesterday every month , ; ? ! / \" ' %".split(" "),
];
const mixed = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
      fc.string({ unit: "grapheme", maxLength: 90 }),
    ),
    {
      maxLength: 25,
    },
  )
  .map((words) => words.join(" "));

test("whatever the reader makes of words and junk, its tool takes: no message fails for its shape", () => {
  fc.assert(
    fc.property(mixed, (text) => {
      for (const { tool, input } of read(text, CONTEXT).items) {
        const taken = findTool(tool)?.input.safeParse(input);
        expect(taken?.error?.issues ?? [], `${tool} ${JSON.stringify(input)}`).toEqual([]);
      }
    }),
    { numRuns: runs(3_000) },
  );
});

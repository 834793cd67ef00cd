/** The classifier by itself (SPEC S14): its weights fit, it is small, quick and the same every time. */
import { statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLASSES, classify } from "../../src/language/classifier.ts";
import { BUCKETS, type Features, FLAGS, featuresOf } from "../../src/language/features.ts";
import { messageOf } from "../../src/language/message.ts";
import { normalise } from "../../src/language/normalise.ts";
import { read } from "../../src/language/reader.ts";
import { tokenise } from "../../src/language/tokens.ts";
import { context } from "./reading.ts";

const FILE = new URL("../../src/language/data/classifier.json", import.meta.url);

function features(text: string): Features {
  return featuresOf(messageOf(tokenise(normalise(text)), context()), read(text, context()));
}

describe("features", () => {
  test("numbers are alike, and so are capitals and signs", () => {
    expect(features("Lunch, 15!").words).toEqual(features("lunch 99").words);
  });

  test("every bucket is within its table, whatever the text", () => {
    for (const text of ["", "?", "😀😀", "a".repeat(1_999), "makan ".repeat(300), "ラーメン 850円"]) {
      const { words, flags } = features(text);
      expect(words.every((bucket) => bucket >= 0 && bucket < BUCKETS)).toBe(true);
      expect(flags.every((flag) => flag >= 0 && flag < FLAGS)).toBe(true);
    }
  });

  test("a long text costs no more than its beginning", () => {
    expect(features("abcdefgh".repeat(240)).words.length).toBeLessThan(1_300);
  });
});

describe("the weights", () => {
  test("are one byte per bucket and mode, in less than 400 kB", () => {
    expect(statSync(FILE).size).toBeLessThan(400_000);
    const guess = classify({ words: [BUCKETS - 1], flags: [FLAGS - 1] });
    expect(CLASSES).toContain(guess.mode);
    expect(guess.probability).toBeGreaterThan(1 / CLASSES.length - 0.01);
    expect(guess.probability).toBeLessThanOrEqual(1);
  });

  test("give the same guess for the same message", () => {
    const text = "how do people manage on so little";
    expect(classify(features(text))).toEqual(classify(features(text)));
  });

  test.each([
    ["where has all of it gone this week", "question"],
    ["my parents want me to pay for everything and I'm tired", "coaching"],
    ["asyik beli benda tak perlu je aku ni", "coaching"],
    ["please don't text me after eleven at night", "settings"],
    ["kau ingat lagi tak pasal rumah aku", "memory"],
    ["I recorded that twice, take one out", "edit"],
    ["can you write me a short poem about durian", "chat"],
    ["mama terbaik la", "small_talk"],
    ["20 or 25, can't remember", "unclear"],
  ])("%s: %s", (text, mode) => {
    expect(classify(features(text)).mode).toBe(mode);
  });
});

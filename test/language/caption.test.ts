/** What people write under the photo of a receipt (SPEC S8): each kind of it, with what must be understood. */
import { describe, expect, test } from "vitest";
import { type Caption, readCaption, readShare } from "../../src/language/caption.ts";
import { context } from "./reading.ts";

const read = (text: string): Caption => readCaption(text, context());

describe("what it was for", () => {
  test.each([
    ["untuk makan malam", "food"],
    ["for dinner", "food"],
    ["for tonight's dinner", "food"],
    ["utk buka puasa", "food"],
    ["for lunch and dinner", "food"],
    ["makan tengahari ofis, boleh claim", "food"],
    ["office lunch, claim", "food"],
    ["untuk kucing", "pets"],
    ["hadiah untuk cikgu", "gifts"],
    ["this is groceries", "groceries"],
    ["petrol for mum's car", "transport"],
    ["rent for the house", "housing"],
  ])("%s is %s", (caption, category) => {
    expect(read(caption).category).toBe(category);
  });

  test.each([
    "for the house",
    "untuk rumah",
    "stuff for the house",
    "for the car",
    "for school",
    "for the trip to penang",
    "for mum",
    "untuk anak",
    "for work",
    "for mum's birthday",
  ])("%s leaves what the shop sells", (caption) => {
    expect(read(caption).category).toBeNull();
  });

  test.each(["for the house", "for my mum", "untuk mak", "with ali and siti"])(
    "%s stays in words",
    (caption) => {
      expect(read(caption).words).toBe(caption);
    },
  );
});

describe("who shares it", () => {
  test.each([
    ["split 3", 3],
    ["kongsi 3 orang", 3],
    ["share 4 ppl", 4],
    ["bahagi dua", 2],
    ["split with 2 friends", 3],
    ["kongsi dengan dua kawan", 3],
    ["half half", 2],
    ["separuh", 2],
    ["kongsi bertiga", 3],
    ["split it 3 ways", 3],
    ["split it by 3", 3],
    ["split the bill between 3", 3],
    ["split the bill equally between 4 people", 4],
    ["share the cost among 5 of us", 5],
    ["kongsi bil ni sama rata 3 orang", 3],
    ["split 50/50", 2],
    ["split it half half", 2],
    ["÷3", 3],
    ["/4", 4],
  ])("%s is by %i, and nothing else", (caption, ways) => {
    expect(read(caption)).toMatchObject({ ways, amounts: [], words: "" });
    expect(readShare(caption, context())).toBe(ways);
  });

  test("is said beside other things", () => {
    expect(read("dinner, half half")).toMatchObject({ ways: 2, category: "food", words: "dinner" });
    expect(read("RM45 semalam, split 2, untuk mak")).toMatchObject({
      ways: 2,
      amounts: [{ amountMinor: 4500, currency: "MYR" }],
      day: "2026-03-10",
      words: "untuk mak",
    });
  });

  test.each(["split with ali", "half is mine", "kongsi dengan kawan", "my share only"])(
    "%s does not say by how many",
    (caption) => {
      expect(read(caption)).toMatchObject({ ways: null, sharedSomehow: true });
    },
  );

  test("an amount behind what is split is money", () => {
    expect(read("split the bill 20")).toMatchObject({
      ways: null,
      amounts: [{ amountMinor: 2000, currency: "MYR" }],
    });
  });

  test.each(["half chicken", "3 pax", "for 3 people", "setengah ayam"])("%s is no share", (caption) => {
    expect(read(caption).ways).toBeNull();
  });
});

test("a caption in Malay is answered in Malay, whatever is left of it", () => {
  expect(read("kongsi dengan 2 kawan").language).toBe("ms");
});

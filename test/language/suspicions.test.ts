/** What reads like a plain purchase and is none, or not for certain: it is shown before it is written (SPEC S3). */
import { describe, expect, test } from "vitest";
import { onlyInput, reading, records, writes } from "./reading.ts";

describe("not written without a question", () => {
  test.each([
    ["somebody else's money", "office paid taxi 18"],
    ["somebody else's money", "syarikat bayar tol 9"],
    ["a treat", "bos belanja dinner 40"],
    ["owed, and not paid", "saya hutang kawan saya Ali RM500"],
    ["whose lunch?", "her lunch 14"],
    ["half of it paid", "karaoke 60 siti bayar separuh"],
    ["to be claimed", "petrol 70 boleh claim"],
    ["the price of one night", "homestay 180/night 2 nights"],
    ["the price of one hour", "court 20/jam 2 jam"],
    ["the price of one", "beli seluar 3 helai 45 satu"],
    ["three of them, or three ringgit", "3 karipap"],
    ["a rise of the price", "minyak naik 15 sen"],
    ["a price", "harga ayam 9"],
    ["a price of long ago", "roti canai used to be 1"],
    ["only in the cart", "lazada 90 in cart"],
    ["only wanted", "craving burger 12"],
    ["tonight, at noon", "tonight dinner 60"],
    ["for a day to come", "concert ticket 90 for friday"],
    ["given back", "jacket 80 returned"],
    ["one or the other", "breakfast 7 ke 8"],
    ["a question", "eh tol 5 ke"],
    ["a part of it", "lotus 80, 15 of it snacks"],
    ["more of it", "parking +2"],
    ["a day, or an amount", "dentist on 12"],
    ["an hour, or an amount", "movie at 930"],
    ["a size", "photo frame 4x6"],
    ["ten percent more", "dinner 45 + 10%"],
    ["one of them shared, or both", "breakfast 20, dinner 60 split 3"],
    ["crossed out", "lunch 15 ❌"],
    ["the day of the first, or of the second", "lunch 12 yesterday dinner 15"],
    ["a heading that takes it back", "tak jadi beli: topi 20, tali pinggang 30"],
    ["a heading that names somebody", "siti paid: topi 20, tali pinggang 30"],
  ])("%s: %s", (_, text) => {
    expect(writes(reading(text))).toBe(false);
  });
});

describe("no reminder and no cap", () => {
  test.each([
    "don't remind me to pay the gas",
    "tak payah ingatkan bayar air esok",
    "my sister will remind me to pay on friday",
    "don't buy coffee 5 every day",
    "dulu rokok 15 setiap hari",
    "don't set budget 300",
    "my budget was 400",
    "food budget 500 next month",
  ])("%s", (text) => {
    expect(reading(text).verdict).not.toBe("certain");
  });

  test.each(["remind me every 30 feb to celebrate", "ingatkan setiap 31 april bayar cukai"])(
    "%s: no such day",
    (text) => {
      expect(JSON.stringify(reading(text).items)).not.toContain("yearly");
    },
  );
});

describe("everything is not forgotten by half a sentence", () => {
  test.each(["forget this", "lupakan je"])("%s", (text) => {
    const read = reading(text);
    expect(read.verdict === "certain" && read.mode === "memory").toBe(false);
  });
});

test("a record and a question about it are both answered", () => {
  expect(reading("taxi 12. how much on taxi?")).toMatchObject({
    verdict: "certain",
    items: [{ tool: "expense" }, { tool: "question", input: { words: ["taxi"] } }],
  });
});

test("days in front of each item are each item's own", () => {
  expect(records("yesterday lunch 12 today dinner 15")).toEqual([
    "expense 12.00 MYR food 2026-03-10",
    "expense 15.00 MYR food",
  ]);
});

test("she is greeted by her name, which is no word of the record", () => {
  expect(onlyInput("hi mama lunch 15")).toMatchObject({ description: "lunch", category: "food" });
});

test("a category by any name", () => {
  expect(() => reading("constructor 50", { ownCategories: ["constructor", "__proto__"] })).not.toThrow();
});

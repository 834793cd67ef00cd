/** Extraction without a model (SPEC S14): what people are, goals that end, what is smaller than it sounds, hostile texts. */
import { describe, expect, test, vi } from "vitest";
import { PhraseTable } from "../../src/language/phrases.ts";
import { extractLocally } from "../../src/memory/extract-locally.ts";
import { AT } from "../support/people.ts";

const zone = "Asia/Kuala_Lumpur";
const exchange = (said: string) => ({ said, saidAtMs: AT, zone });
const learns = (...said: string[]): string[] =>
  extractLocally(said.map(exchange), []).map(({ text, importance }) => `${importance}: ${text}`);

describe("what somebody is", () => {
  test.each([
    ["I'm vegetarian", "3: The user is vegetarian."],
    ["I'm a teacher at a school in Ipoh, how do I save?", "3: The user is a teacher at a school in Ipoh."],
    ["I'm a wedding planner", "3: The user is a wedding planner."],
    ["I'm pregnant", "5: The user is pregnant."],
    ["I'm a single mum", "4: The user is a single mum."],
    ["saya vegetarian", '3: The user says of themselves: "saya vegetarian".'],
    ["saya seorang guru", '3: The user works: "saya seorang guru".'],
    ["saya mengandung", '5: The user is having a baby: "saya mengandung".'],
    ["saya ibu tunggal", '4: The user looks after others: "saya ibu tunggal".'],
  ])("%s", (said, expected) => expect(learns(said)).toEqual([expected]));

  test.each(["I'm a bit tired", "I'm a mess", "I'm not a teacher", "are you a teacher?"])(
    "not: %s",
    (said) => {
      expect(learns(said)).toEqual([]);
    },
  );
});

test("a birth that names nobody is of whoever tells it", () => {
  expect(learns("baby girl arrived yesterday, 3.1kg!")).toEqual([
    '5: The user has a new baby: "baby girl arrived on 10 March 2026, 3.1kg".',
  ]);
});

test("what is liked better is not what is disliked", () => {
  expect(learns("saya lebih suka bayar tunai")).toEqual([
    '2: The user prefers this: "saya lebih suka bayar tunai".',
  ]);
  expect(learns("I prefer short answers")).toEqual([
    '3: The user asks for answers like this: "I prefer short answers".',
  ]);
});

test("a part is not the whole: a car's battery is no car, a toy house no home", () => {
  for (const said of [
    "bought a car battery",
    "I bought a car phone holder",
    "dah beli bateri kereta",
    "bought a house plant",
  ])
    expect(learns(said), said).toEqual([]);
  expect(learns("bought a car yesterday")).toEqual(["4: The user bought a car on 10 March 2026."]);
  expect(learns("dah beli rumah")).toEqual(['5: The user has bought a home: "dah beli rumah".']);
});

describe("a goal ends when they say so", () => {
  const known = [
    {
      id: "wedding",
      type: "semantic",
      text: "The user wants to save RM5,000 for the wedding.",
      importance: 4,
    },
    {
      id: "nikah",
      type: "semantic",
      text: 'The user wants to save for the wedding: "nak simpan untuk kahwin".',
      importance: 4,
    },
    { id: "car", type: "semantic", text: "The user wants to buy a car.", importance: 4 },
    { id: "worry", type: "semantic", text: "The user is worried about the wedding.", importance: 3 },
  ] as const;
  test.each([
    ["I don't want to save for the wedding any more", ["wedding", "nikah"]],
    ["we called off the wedding", ["wedding", "nikah"]],
    ["I don't want to save RM5,000 for the wedding any more", ["wedding"]],
    ["tak nak simpan untuk kahwin lagi", ["wedding", "nikah"]],
    ["tak jadi beli kereta", ["car"]],
    ["gave up on buying a car", ["car"]],
  ])("%s", (said, ended) => {
    const [found, another] = extractLocally([exchange(said)], known);
    expect(found).toMatchObject({ category: "decision", replaces: ended });
    expect(another).toBeUndefined();
  });

  test("and nobody else's, nor by a question", () => {
    expect(extractLocally([exchange("any more tips to save for the wedding?")], known)).toEqual([]);
    const hers = extractLocally([exchange("my sister called off her wedding")], known);
    expect(hers.flatMap(({ replaces }) => replaces)).toEqual([]);
  });

  test("what was said and taken back in one breath is no goal", () => {
    expect(learns("I want to save for a house. Actually I don't want to save for a house any more")).toEqual([
      "3: The user doesn't want to save for a house any more.",
    ]);
  });
});

test.each([
  ["the car loan is RM900 a month and I can barely pay it", "worry"],
  ["ansuran kereta RM900 sebulan, tak cukup duit nak bayar", "worry"],
  ["my dad was admitted to hospital, bills are piling up", "situation"],
  ["ayah saya kena tahan wad, bil makin banyak", "situation"],
  ["I'm going for umrah next year, need about RM12k", "goal"],
  ["we're going to buy a house in 2028", "goal"],
])("trouble and plans in everyday words: %s", (said, category) => {
  expect(extractLocally([exchange(said)], []).map((one) => one.category)).toEqual([category]);
});

test("only so much of a message is read, and a longer one costs no more than its length", () => {
  const goal = "I want to save RM3,000 for the wedding";
  expect(learns(`${"so it goes. ".repeat(100)}${goal}`)).toHaveLength(1);
  expect(learns(`${"so it goes. ".repeat(400)}${goal}`)).toEqual([]);
  // Counted, not timed: other work may be going on beside it.
  const looks = vi.spyOn(PhraseTable.prototype, "match");
  const looksOf = (text: string): number => {
    looks.mockClear();
    learns(text);
    return looks.mock.calls.length;
  };
  for (const part of ["a,b, ", "and ", "I want to save RM5, ", "<a", "tomorrow "]) {
    const short = looksOf(part.repeat(Math.floor(1_000 / part.length)));
    const long = looksOf(part.repeat(Math.floor(4_000 / part.length)));
    expect(long / short, part).toBeLessThan(5);
  }
  looks.mockRestore();
});

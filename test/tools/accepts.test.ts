/** What the reader hands over, its tool takes: a reading that the schema refuses would end the turn. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReaderContext, ReadItem } from "../../src/kernel/reading.ts";
import currencies from "../../src/language/data/currencies.json" with { type: "json" };
import dates from "../../src/language/data/dates.json" with { type: "json" };
import intents from "../../src/language/data/intents.json" with { type: "json" };
import { findTool } from "../../src/tools/registry.ts";
import { context, reading } from "../language/reading.ts";

/** The items that their tools refuse, with why. Reminders and caps have no tool yet. */
function refused(items: readonly ReadItem[]): string[] {
  return items.flatMap((item) => {
    const result = findTool(item.tool)?.input.safeParse(item.input);
    return result?.error ? [`${JSON.stringify(item)}: ${result.error.message}`] : [];
  });
}

const numbers = fc.oneof(
  fc.constantFrom(
    "0",
    "0.01",
    "999",
    "900000000",
    "1000000000",
    "1,000,000",
    "1.5",
    "15",
    "5/3",
    "2049",
    "12k",
  ),
  fc.integer({ min: 0, max: 3_000_000_000 }).map(String),
  fc.integer({ min: 0, max: 100_000 }).map((sen) => (sen / 100).toFixed(2)),
);
const money = fc.constantFrom(...Object.keys(currencies.prefixes), ...currencies.codes, ...currencies.cents);
const spoken = fc.constantFrom(
  ...["x", "half", "split", "k", "juta", "billion", "ringgit", "sen", "over", "under", "lebih", "than"],
  ...[
    "lunch",
    "grab",
    "rent",
    "gold",
    "gaji",
    "gift",
    "kopi",
    "petrol",
    "car",
    "and",
    ",",
    "\n",
    "-",
    "?",
    ".",
  ],
  ...[
    "to",
    "was",
    "not",
    "actually",
    "change",
    "delete",
    "undo",
    "that",
    "use",
    "my",
    "days",
    "months",
    "last",
  ],
);
const asking = fc.constantFrom(...Object.values(intents).flat());
const days = fc.constantFrom(
  ...Object.keys(dates.periods),
  ...Object.keys(dates.offsets),
  ...Object.keys(dates.months),
  ...dates.since,
);
const words = fc.oneof(
  { weight: 4, arbitrary: numbers },
  { weight: 2, arbitrary: money },
  { weight: 4, arbitrary: spoken },
  { weight: 3, arbitrary: asking },
  { weight: 2, arbitrary: days },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 130 }) },
);
const contexts: fc.Arbitrary<Partial<ReaderContext>> = fc
  .constantFrom("MYR", "JPY", "KWD", "KRW", "IDR", "SGD")
  .map((currency) => ({ settings: { ...context().settings, currency }, ownCategories: ["cats"] }));

test("whatever the words, no item is one that its tool refuses", () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), contexts, (parts, changes) => {
      expect(refused(reading(parts.join(" "), changes).items)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);

test("nor for a text of any characters at all", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ unit: "grapheme" }),
      (one, two) => {
        expect(refused(reading(`lunch ${one} ${two} 15`).items)).toEqual([]);
        expect(refused(reading(`how much ${one} ${two}?`).items)).toEqual([]);
      },
    ),
  );
});

describe("an amount past the bound is a doubt, however it was reckoned", () => {
  test.each([
    "house 2 x RM900000000",
    "gold 999 x RM9000000",
    "gold RM9000000 x 999",
    "gold RM1000000000 50 sen",
    "house 2 x KWD900000000",
    "house 3 x ¥900000000",
  ])("%s", (text) => {
    const { items, verdict, doubts } = reading(text);
    expect({ items, verdict }).toEqual({ items: [], verdict: "no" });
    expect(doubts).toContain("amount_out_of_range");
  });

  test("what is just inside is read", () => {
    expect(reading("house 2 x RM500000000").items[0]?.input).toMatchObject({ amountMinor: 100_000_000_000 });
  });
});

describe("sen are hundredths, and only of a currency that has them", () => {
  test("of the amount's own money", () => {
    expect(reading("kopi 5 ringgit 50 sen").items[0]?.input).toMatchObject({ amountMinor: 550 });
    expect(reading("coffee S$5 50 cents").items[0]?.input).toMatchObject({
      amountMinor: 550,
      currency: "SGD",
    });
  });

  test.each(["ramen ¥500 50 sen", "dates KWD5 50 sen"])("%s is not one amount", (text) => {
    expect(reading(text).items).toEqual([]);
  });

  test("50 sen of a currency without them is asked about", () => {
    for (const currency of ["JPY", "KWD"]) {
      const { items, doubts } = reading("kopi 50 sen", { settings: { ...context().settings, currency } });
      expect({ items, doubts }).toEqual({ items: [], doubts: expect.arrayContaining(["bad_amount"]) });
    }
  });
});

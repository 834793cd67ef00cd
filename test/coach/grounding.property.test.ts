/** What must hold for every reply that is made of facts: it passes, and one wrong digit in it does not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { merge } from "../../src/coach/facts.ts";
import { ungrounded } from "../../src/coach/grounding.ts";
import { factsOfUser } from "../../src/coach/grounds.ts";
import { formatMoney } from "../../src/kernel/money.ts";
import type { IsoDate, Money } from "../../src/kernel/types.ts";
import { messagesIn } from "../../src/messages/index.ts";
import { runs } from "../support/runs.ts";
import { context } from "./facts.ts";

interface Known {
  readonly money: Money;
  readonly count: number;
  readonly percent: number;
  readonly date: IsoDate;
}

const currency = fc.constantFrom(
  "MYR",
  "SGD",
  "USD",
  "EUR",
  "GBP",
  "THB",
  "IDR",
  "AUD",
  "HKD",
  "JPY",
  "KWD",
  "SEK",
);
const day = fc.integer({ min: 0, max: 700 }).map((back) => {
  return new Date(Date.UTC(2026, 2, 16) - back * 86_400_000).toISOString().slice(0, 10);
});
const known: fc.Arbitrary<Known> = fc.record({
  money: fc.record({ amountMinor: fc.integer({ min: 0, max: 300_000_000 }), currency }),
  count: fc.integer({ min: 1, max: 4_000 }),
  percent: fc.integer({ min: 1, max: 1_000 }).map((tenths) => tenths / 10),
  date: day,
});

const en = messagesIn("en");
const ms = messagesIn("ms");
/** Each is cut around the figures, so that a digit of one can be changed. */
const REPLIES: readonly ((known: Known) => readonly [string, string][])[] = [
  ({ money, date }) => [
    ["You spent ", formatMoney(money)],
    [" on food on ", en.day(date, context.today)],
    [".", ""],
  ],
  ({ money, count }) => [
    ["Total: ", formatMoney(money)],
    [" in ", `${count} entries`],
    [".", ""],
  ],
  ({ percent, money }) => [
    ["Food is ", `${percent}%`],
    [" of it, or ", formatMoney(money)],
    [" so far.", ""],
  ],
  ({ money, date }) => [
    ["Awak dah belanja ", formatMoney(money)],
    [" pada ", ms.day(date, context.today)],
    [" je.", ""],
  ],
  ({ count, percent }) => [
    ["Grab ", `${count} kali`],
    [", ", `${percent} peratus`],
    [" daripada jumlah.", ""],
  ],
  ({ date, money }) => [
    ["Paid on ", date],
    [": ", formatMoney(money)],
    [".", ""],
  ],
];
const reply = fc.constantFrom(...REPLIES);

const joined = (parts: readonly [string, string][]): string => parts.flat().join("");

test("a reply made of facts has no fault", () => {
  fc.assert(
    fc.property(known, reply, (facts, make) => {
      const results = {
        amounts: [facts.money],
        counts: [facts.count],
        percentages: [facts.percent],
        dates: [facts.date],
      };
      expect(ungrounded(joined(make(facts)), results, context)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

test("one wrong digit is a fault", () => {
  fc.assert(
    fc.property(known, reply, fc.nat(), fc.integer({ min: 1, max: 9 }), (facts, make, pick, step) => {
      const results = {
        amounts: [facts.money],
        counts: [facts.count],
        percentages: [facts.percent],
        dates: [facts.date],
      };
      const parts = make(facts);
      const digits = parts.flatMap(([, figure], part) =>
        [...figure].flatMap((sign, at) => (/\d/.test(sign) ? [{ part, at }] : [])),
      );
      const changed = digits[pick % digits.length];
      if (changed === undefined) return;
      const wrong = parts.map(([text, figure], part): [string, string] => {
        if (part !== changed.part) return [text, figure];
        const digit = (Number(figure.charAt(changed.at)) + step) % 10;
        return [text, `${figure.slice(0, changed.at)}${digit}${figure.slice(changed.at + 1)}`];
      });
      const found = ungrounded(joined(wrong), results, context);
      expect(found, joined(wrong)).not.toEqual([]);
    }),
    { numRuns: runs(2_000) },
  );
});

test("no text makes the check throw", () => {
  const text = fc.array(
    fc.constantFrom(
      "RM",
      "15",
      "50/30/20",
      "5/3",
      "to",
      "%",
      "march",
      "-",
      "3",
      "kali",
      "k",
      "(",
      ")",
      "\n",
      ".",
      "you",
      "spent",
      "dua",
      "puluh",
      "ringgit",
      "😀",
      "1.",
      "half of",
      "in",
      "days",
      "may",
      "2026",
      "x",
      "$",
      ";",
      "99/99",
      "sen",
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(text, fc.constantFrom(" ", ""), (parts, space) => {
      const said = parts.join(space);
      ungrounded(said, merge(factsOfUser(said, context)), context);
    }),
    { numRuns: runs(2_000) },
  );
});

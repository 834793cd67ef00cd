/** A true figure of the wrong thing, or that goes the wrong way, is as false as one that is made up (SPEC S7). */
import { describe, expect, test } from "vitest";
import { factsOfResult } from "../../src/coach/facts.ts";
import { ungrounded } from "../../src/coach/grounding.ts";
import { context } from "./facts.ts";

const rm = (ringgit: number) => ({ amountMinor: Math.round(ringgit * 100), currency: "MYR" });

/** As the tools return them. */
const RESULTS = [
  {
    from: "2026-03-01",
    to: "2026-03-31",
    asked: { from: "2026-03-01", to: "2026-03-31" },
    categories: [
      { category: "food", count: 20, total: rm(300) },
      { category: "transport", count: 9, total: rm(120) },
    ],
  },
  {
    records: [
      {
        kind: "expense",
        description: "grab to klcc",
        category: "transport",
        date: "2026-03-18",
        amount: rm(14),
      },
      { kind: "expense", description: "unifi bill", category: "bills", date: "2026-03-05", amount: rm(129) },
      { kind: "expense", description: "water bill", category: "bills", date: "2026-03-06", amount: rm(21) },
      { kind: "expense", description: "lent to Ali", category: "other", date: "2026-02-20", amount: rm(80) },
      { kind: "expense", description: "lent to Sara", category: "other", date: "2026-02-21", amount: rm(60) },
    ],
  },
  {
    sides: [
      { from: "2026-03-01", to: "2026-03-19", totals: [rm(700)] },
      { from: "2026-02-01", to: "2026-02-19", totals: [rm(730)] },
    ],
    difference: [rm(-30)],
  },
  { income: rm(3000), spending: rm(3050), left: rm(-50) },
  {
    caps: [
      { category: "food", cap: rm(400), spent: rm(300), left: rm(100) },
      { category: "overall", cap: rm(650), overBy: rm(45) },
    ],
  },
  { change: { percent: -20, rounded: { percent: -20 } } },
];

function faults(reply: string): string[] {
  return ungrounded(reply, factsOfResult(RESULTS), context).map(({ text }) => text);
}

describe("what may be said", () => {
  test.each([
    "Food RM300, transport RM120.",
    "You spent RM300 on food and RM120 on transport this month.",
    "Makan RM300, pengangkutan RM120.",
    "Transport is RM120 while food reached RM300.",
    "The grab was RM14, the Unifi bill RM129 and the water bill RM21.",
    "RM80 went to Ali and RM60 to Sara.",
    "This month you spent RM700, last month RM730 in the same days.",
    "You spent RM30 less than last month.",
    "Belanja turun 20%.",
    "Spending is down 20%.",
    "You earned RM3,000 and spent RM3,050, so you are RM50 short.",
    "Net: -RM50.00.",
    "You have RM100 left for food.",
    "You're RM45 over your cap.",
    "Of the RM3,000 you earned, you spent RM3,050.",
    "You spent RM300 over the weekend on food.",
  ])("%s", (reply) => {
    expect(faults(reply)).toEqual([]);
  });
});

describe("what may not", () => {
  test.each([
    ["Food RM120, transport RM300.", ["RM120", "RM300"]],
    ["You spent RM120 on food.", ["RM120"]],
    ["Makan RM120 je bulan ni.", ["RM120"]],
    ["The water bill was RM129.", ["RM129"]],
    ["Ali got RM60.", ["RM60"]],
    ["RM80 went to Sara.", ["RM80"]],
    ["Last month you spent RM700.", ["RM700"]],
    ["You earned RM3,050.", ["RM3,050"]],
    ["You spent RM30 more than last month.", ["RM30"]],
    ["Spending is up 20%.", ["20%"]],
    ["Belanja naik 20%.", ["20%"]],
    ["You have RM50 left.", ["RM50"]],
    ["Baki awak RM50.", ["RM50"]],
    ["You're RM100 over your food cap.", ["RM100"]],
    ["You have RM45 left of your cap.", ["RM45"]],
    ["You spent -RM300 on food.", ["RM300"]],
  ])("%s", (reply, wanted) => {
    expect(faults(reply)).toEqual(wanted);
  });
});

describe("a figure cannot hide", () => {
  test.each([
    "You spent RM٩٩٩ on food.",
    "You spent RM𝟗𝟗𝟗 on food.",
    "You spent RM９９９ on food.",
    "You spent RM9\u200b9\u20609 on food.",
    "You spent RM9**9**9 on food.",
    "You took ⑧ rides.",
    "Your spending doubled.",
    "Belanja awak berganda.",
    "Nearly half of it went to food.",
    "Beratus ringgit habis untuk kopi.",
    "You bought a dozen kopi.",
    "You spent nothing on pets.",
    "Takde belanja untuk haiwan.",
  ])("%s", (reply) => {
    expect(faults(reply)).toHaveLength(1);
  });

  test.each([
    ["Your spending doubled.", { change: { percent: 100 } }],
    ["Nearly half of it went to food.", { percent: 48 }],
    ["You spent nothing on pets.", { category: "pets", count: 0, total: rm(0) }],
    ["Half of your spending is food.", { percent: 50 }],
    ["You took ⑨ rides.", { count: 9 }],
    ["You spent RM𝟗𝟗𝟗 on food.", { category: "food", total: rm(999) }],
  ])("but it may be true: %s", (reply, result) => {
    expect(ungrounded(reply, factsOfResult(result), context)).toEqual([]);
  });
});

test("a fault is named as it was written, and where", () => {
  const reply = "😀 You spent RM𝟗\u200b𝟗𝟗 on food.";
  const [fault] = ungrounded(reply, factsOfResult([]), context);
  expect(fault?.text).toBe("RM𝟗\u200b𝟗𝟗");
  expect(reply.indexOf("RM")).toBe(fault?.at);
});

/** Extraction without a model (SPEC S14): kinds of things that people say, in English, Malay and both. */
import { describe, expect, test } from "vitest";
import { extractLocally, toldOutright } from "../../src/memory/extract-locally.ts";
import { AT } from "../support/people.ts";

function learns(...said: string[]): string[] {
  const exchanges = said.map((text) => ({ said: text, saidAtMs: AT, zone: "Asia/Kuala_Lumpur" }));
  return extractLocally(exchanges, []).map(
    ({ text, importance, category }) => `${category ?? "-"} ${importance}: ${text}`,
  );
}

describe("worth keeping", () => {
  test.each([
    [
      "a goal, with its question left out",
      "I want to save RM3,000 for the wedding by next June, how do I start?",
      "goal 4: The user wants to save RM3,000 for the wedding by June 2026.",
    ],
    [
      "a goal in Malay",
      "nak simpan RM3000 untuk kahwin tahun depan, macam mana nak mula?",
      'goal 4: The user wants to save for the wedding: "nak simpan RM3000 untuk kahwin pada 2027".',
    ],
    [
      "a debt to be rid of",
      "trying to pay off my PTPTN by 2028",
      "goal 4: The user is trying to pay off their PTPTN by 2028.",
    ],
    [
      "a worry",
      "I'm stressed, my landlord raised the rent to RM1,400",
      "worry 3: The user is stressed, their landlord raised the rent to RM1,400.",
    ],
    [
      "a worry in Malay",
      "risau pasal loan kereta RM800 sebulan",
      'worry 3: The user is worried about the car loan: "risau pasal loan kereta RM800 sebulan".',
    ],
    [
      "a new job",
      "I got a new job at Petronas starting next month!",
      "situation 5: The user got a new job at Petronas starting in April 2026.",
    ],
    [
      "a new job in Malay",
      "baru dapat kerja baru di Maybank",
      'situation 5: The user has a new job: "baru dapat kerja baru di Maybank".',
    ],
    ["a baby", "we're having a baby in August", "situation 5: The user is having a baby in August 2026."],
    [
      "a decision",
      "I've decided to stop buying coffee",
      "decision 3: The user has decided to stop buying coffee.",
    ],
    ["a preference", "I hate budgets", "preference 2: The user hates budgets."],
    [
      "how to be answered",
      "tolong jawab pendek je",
      'preference 3: The user asks for answers like this: "jawab pendek je".',
    ],
    ["a liking, which is little", "I love Zus coffee", "- 1: The user loves Zus coffee."],
    [
      "somebody else's news stays theirs",
      "my sister is getting married in July",
      "situation 3: The user's sister is getting married in July 2026.",
    ],
    [
      "a thought is no plan",
      "thinking of buying a car next year",
      "- 2: The user is considering buying a car in 2027.",
    ],
    [
      "a thought in Malay",
      "tengah fikir nak beli kereta baru",
      '- 2: The user is considering this: "tengah fikir nak beli kereta baru".',
    ],
    [
      "what is asked to be remembered",
      "remember that my rent goes up to RM900 in May",
      "situation 3: The user's rent goes up to RM900 in May 2026.",
    ],
  ])("%s", (_, said, expected) => {
    expect(learns(said)).toEqual([expected]);
  });
});

describe("said in one breath", () => {
  test.each([
    [
      "a purchase before a goal is not part of it",
      "I bought shoes for RM80 and I want to save RM600 next month",
      ["goal 4: The user wants to save RM600 in April 2026."],
    ],
    [
      "two pieces of news are two statements",
      "my husband lost his job last month and we have 2 kids",
      ["situation 5: The user's husband lost his job in February 2026.", "situation 4: The user has 2 kids."],
    ],
    [
      "who promises is the one who will",
      "I promise I will stop buying coffee",
      ["decision 3: The user promises the user will stop buying coffee."],
    ],
    [
      "what the worry is about was no question",
      "my car broke down and repairs cost RM2,500, I'm stressed",
      [
        'worry 3: The user is worried about the car: "my car broke down and repairs cost RM2,500, I\'m stressed".',
      ],
    ],
  ])("%s", (_, said, expected) => {
    expect(learns(said)).toEqual(expected);
  });
});

describe("births, deaths and illness are told of whom they happened to", () => {
  test.each([
    ["my daughter was born yesterday", "situation 5: The user's daughter was born on 10 March 2026."],
    ["anak saya baru lahir", 'situation 5: The user\'s child was born: "anak saya baru lahir".'],
    ["ayah saya meninggal", 'situation 3: The user\'s father has died: "ayah saya meninggal".'],
    ["my dad died in January", "situation 3: The user's dad died in January 2026."],
    ["my dad died in May", "situation 3: The user's dad died in May 2025."],
    ["my sister has diabetes", "situation 3: The user's sister has diabetes."],
  ])("%s", (said, expected) => {
    expect(learns(said)).toEqual([expected]);
  });
});

test("what comes again and again is not pinned to one day", () => {
  expect(learns("I pay RM200 every Monday for tuition and it worries me")).toEqual([
    "worry 3: The user pays RM200 every Monday for tuition and it worries them.",
  ]);
});

test("markup in what people write is not kept", () => {
  expect(learns("I want to save RM3,000 for the <b>wedding</b>")).toEqual([
    "goal 4: The user wants to save RM3,000 for the wedding.",
  ]);
});

describe("not worth keeping", () => {
  test.each([
    "the weather is nice, I love it",
    "mama you are the best, I love you",
    "saya suka tu",
    "I bought a coffee for RM12 and I feel good",
    "what's a good way to save money?",
    "how much should I save for a wedding?",
    "haha the weather is so hot today",
    "I want to eat nasi lemak",
    "the news says people are losing jobs",
    "I'm not worried about the loan",
    "if I lose my job what happens",
    "do you think I can afford a Myvi?",
    "thanks, that helps a lot",
    "ok terima kasih",
    "do you remember my goal?",
    "remember to pay the rent",
  ])("%s", (said) => {
    expect(learns(said)).toEqual([]);
  });
});

test("a second amount is a second goal; an amount put right is the first one", () => {
  expect(
    learns(
      "I want to save RM3,000 for the wedding, ok?",
      "and RM5,000 for an emergency fund, is that too much?",
    ),
  ).toEqual([
    "goal 4: The user wants to save RM3,000 for the wedding.",
    "goal 4: The user wants to save RM5,000 for an emergency fund.",
  ]);
  expect(learns("I want to save RM5,000 for the wedding", "not 5,000, make it 6,000")).toEqual([
    "goal 4: The user wants to save RM6,000 for the wedding.",
  ]);
  expect(learns("nak simpan RM5000 untuk umrah", "bukan 5000, tukar jadi 6000")).toEqual([
    'goal 4: The user wants to save for the umrah: "nak simpan RM6,000 untuk umrah".',
  ]);
});

test("a new job takes the old one's place, not anybody else's", () => {
  const known = [
    { id: "old", type: "semantic", text: "The user works at Maybank.", importance: 3 },
    { id: "wife", type: "semantic", text: "The user's wife works at Maybank.", importance: 3 },
    { id: "worry", type: "semantic", text: "The user is worried about their job.", importance: 3 },
  ] as const;
  const exchanges = [{ said: "I got a new job at Petronas", saidAtMs: AT, zone: "Asia/Kuala_Lumpur" }];
  expect(extractLocally(exchanges, known)).toMatchObject([{ replaces: ["old"] }]);
});

test.each([
  ["I'm allergic to peanuts", "The user is allergic to peanuts."],
  ["anak saya alergi kacang", 'The user said: "anak saya alergi kacang".'],
  ["my wife is Aina", "The user's wife is Aina."],
])("told outright: %s", (said, expected) => {
  const at = { saidAtMs: AT, zone: "Asia/Kuala_Lumpur" };
  expect(toldOutright(said, { at, known: [] }).text).toBe(expected);
});

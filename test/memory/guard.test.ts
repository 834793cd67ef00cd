/** The guard (SPEC S10.4): different amounts, dates, people or things are two facts, whatever anybody says. */
import { describe, expect, test } from "vitest";
import { addsTo, differ, sameFacts } from "../../src/memory/guard.ts";

describe("two facts, never one", () => {
  test.each([
    ["amounts", "The user is saving RM3,000 for the wedding.", "The user is saving RM5,000 for the wedding."],
    ["currencies", "The user owes RM500.", "The user owes USD500."],
    ["amounts beside one that is the same", "Saved RM3,000 of RM9,000.", "Saved RM3,000 of RM10,000."],
    ["months", "The wedding is in June 2027.", "The wedding is in July 2027."],
    ["years", "The wedding is in June 2026.", "The wedding is in June 2027."],
    ["days", "The baby is due on 12 May 2026.", "The baby is due on 2026-05-21."],
    ["relatives", "The user's sister is getting married.", "The user's brother is getting married."],
    ["somebody and the user", "The user's sister is getting married.", "The user is getting married."],
    ["names", "Ali is getting married.", "Abu is getting married."],
    ["strangers' names", "The user owes Vellu RM50.", "The user owes Meng RM50."],
    ["names of things", "The user works at Maybank.", "The user works at Petronas."],
    ["purposes", "The user is saving RM5,000 for the wedding.", "The user is saving RM5,000 for a car."],
    ["counts", "The user has 2 children.", "The user has 3 children."],
    ["yes and no", "The user wants to use a budget.", "The user does not want to use a budget."],
    ["a plan and a thought", "The user is buying a car.", "The user is considering a car."],
    ["in Malay too", "simpan RM3000 untuk kahwin", "simpan RM5000 untuk kahwin"],
  ])("%s", (_, one, other) => {
    expect(differ(one, other)).toBe(true);
    expect(sameFacts(one, other)).toBe(false);
  });
});

describe("one fact in two wordings", () => {
  test.each([
    ["The user is saving RM3,000 for the wedding.", "The user wants to put aside RM3000 for a wedding"],
    ["The user is saving RM3,000 for the wedding.", "nak simpan 3k untuk kahwin"],
    ["The wedding is on 12 June 2027.", "The wedding is on 2027-06-12."],
    ["The user's mother is ill.", "The user's mum is sick"],
  ])("%s / %s", (one, other) => {
    expect(differ(one, other)).toBe(false);
    expect(sameFacts(one, other)).toBe(true);
  });
});

test("what is said more closely can take the place of what was said loosely, and not the other way", () => {
  const loose = "The user is saving for the wedding.";
  const close = "The user is saving RM3,000 for the wedding in June 2027.";
  expect(differ(loose, close)).toBe(false);
  expect(sameFacts(loose, close)).toBe(false);
  expect([addsTo(close, loose), addsTo(loose, close)]).toEqual([true, false]);
});

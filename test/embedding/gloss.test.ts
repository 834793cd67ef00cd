/** Malay becomes English before a text is compared (SPEC S14): words, affixes, short forms, and what is left alone. */
import { describe, expect, it } from "vitest";
import { inEnglish } from "../../src/embedding/gloss.ts";

describe("Malay read as English", () => {
  it.each([
    ["sy nak kawin thn depan", "i want wedding marry next year"],
    ["anak-anak nak masuk tadika", "children want enter kindergarten"],
    ["bini mengandung, x cukup duit hujung bln", "wife pregnant, not enough money end of the month"],
    ["menyewa bilik kat KL", "rent room at KL"],
    ["perkahwinannya bulan Jun", "wedding marry month june"],
    ["dia menyimpan utk Aina", "he saving money for Aina"],
  ])("%s", (malay, english) => expect(inEnglish(malay)).toBe(english));

  it("reads a mix of both", () => {
    expect(inEnglish("can i afford kereta baru next month")).toBe("can i afford car new next month");
  });

  it("leaves English alone, also where a word is Malay too", () => {
    for (const text of [
      "The main issue is the traffic jam",
      "I have a plan to settle my debts along the way",
      "Susan and Sulaiman directed the season",
    ])
      expect(inEnglish(text)).toBe(text);
  });
});

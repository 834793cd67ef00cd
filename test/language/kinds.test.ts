/** Kinds of messages that were once read wrong: each table is one kind, with strangers' words for it (SPEC S4, S5). */
import { describe, expect, test } from "vitest";
import { onlyInput, reading, records, writes } from "./reading.ts";

describe("the price of one and how many", () => {
  test.each([
    ["kasut sekolah 3 pasang rm40 sepasang", "expense 120.00 MYR"],
    ["tiket wayang 4 orang rm15 seorang", "expense 60.00 MYR"],
    ["door gift 200 pcs x 1.50", "expense 300.00 MYR"],
    ["telur 2 papan 14 sepapan", "expense 28.00 MYR groceries"],
  ])("%s", (text, expected) => {
    expect(records(text)).toHaveLength(1);
    expect(records(text)[0]).toContain(expected);
  });

  test("without a count it stays the price of one, and is asked about", () => {
    expect(records("kurma sekilo RM48")).toEqual(["expense 48.00 MYR groceries"]);
    expect(writes(reading("kurma sekilo RM48"))).toBe(false);
  });
});

describe("numbers that count and are no money", () => {
  test.each([
    ["servis aircond 3 unit 240", ["expense 240.00 MYR housing"]],
    ["beras 2 kampit 10kg 76", ["expense 76.00 MYR groceries"]],
    ["sewa bilik bln 3 450", ["expense 450.00 MYR housing"]],
    ["parking klia 6, tol 4.70", ["expense 6.00 MYR transport", "expense 4.70 MYR transport"]],
  ])("%s", (text, expected) => {
    expect(records(text)).toEqual(expected);
  });
});

test("what stands behind the last amount belongs to its item", () => {
  expect(records("kopi 4.50 roti canai 3.20 di kedai yu kee")).toEqual([
    "expense 4.50 MYR food",
    "expense 3.20 MYR food",
  ]);
});

describe("a word that only says more about a known noun", () => {
  test.each([["nasi goreng 8 bah"], ["sewa rumah bln ni 900"], ["roti canai telur 3.50"]])(
    "%s is certain",
    (text) => {
      expect(writes(reading(text))).toBe(true);
    },
  );

  test.each([
    ["a prize or a purchase", "nasi hadiahan 15"],
    ["a price only seen", "kasut harganye 90"],
    ["no word of any language", "lunch flumph 15"],
    ["a fish that nobody listed", "ikan belukap 15"],
    ["three of them", "ikan belukap lokaru menata 15"],
    ["money that may have come in", "deposit pelaminan 500"],
    ["a purchase that did not happen", "tok jadi beli sofa 900"],
  ])("%s is not", (_, text) => {
    expect(writes(reading(text))).toBe(false);
  });
});

describe("dialects of Malay", () => {
  test.each([
    ["belanjo nasi lemak 5", "expense 5.00 MYR food"],
    ["semale beli baju 45", "expense 45.00 MYR shopping 2026-03-10"],
    ["atok bg rm50", "income 50.00 MYR other_income"],
    ["anok kirim pitih 300", "income 300.00 MYR other_income"],
  ])("%s", (text, expected) => {
    expect(records(text)).toEqual([expected]);
  });
});

describe("a rhythm is never half understood", () => {
  test.each([
    ["remind me every fortnight on friday to pay the gardener 80", "weekly:FR/2"],
    ["tiap hari minggu ingatkan telefon anak", "weekly:SU"],
    ["setiap hari jumaat ingatkan sedekah", "weekly:FR"],
  ])("%s", (text, recurrence) => {
    expect(onlyInput(text)).toMatchObject({ recurrence });
  });

  test("nor is the number of a name an amount", () => {
    expect(writes(reading("zorblat 6 preorder opens on the 27th, remind me"))).toBe(false);
  });
});

describe("caps by other names", () => {
  test.each([
    ["Set monthly dining budget at RM600", "food"],
    ["My budget for the grandchildren is RM200 a month", "family"],
  ])("%s", (text, category) => {
    expect(onlyInput(text)).toMatchObject({ category });
  });

  test("a Malay brand is no cap", () => {
    expect(reading("budu cap ketereh 2 botol 7.50").mode).toBe("expense");
  });
});

/** Numbers beside a price that are none (SPEC S4): how many there were, and what several things came to. */
import { describe, expect, test } from "vitest";
import { reading } from "./reading.ts";

describe("what several things came to is no item of its own", () => {
  test.each([
    ["kailan 4, telur 12, tauhu 3 total 19", [400, 1200, 300]],
    ["mee rebus 7 + cincau 3 = 10", [700, 300]],
    ["tyre 280 battery 250 total 530", [28000, 25000]],
    ["tyre 280, battery 250, total is 530", [28000, 25000]],
    ["kailan 4 telur 12 jumlah semua 16", [400, 1200]],
  ])("%s", (text, amounts) => {
    expect(reading(text)).toMatchObject({ verdict: "certain" });
    expect(amountsOf(text)).toEqual(amounts);
  });

  test("a sum that does not add up is asked about", () => {
    expect(reading("kailan 4, telur 12, tauhu 3 total 21").verdict).not.toBe("certain");
    expect(reading("kailan 4, telur 12, tauhu 3, total 21").verdict).not.toBe("certain");
  });
});

describe("how many there were is not what they cost", () => {
  test.each([
    ["2 roti planta 6.00 1 sirap bandung 2.50", [600, 250]],
    ["3x karipap 2.40", [240]],
    ["lazada 4 items 63.90", [6390]],
    ["tuisyen 3 subjek 210", [21000]],
    ["udang 22 sayur 7", [2200, 700]],
    ["ansuran motor 280 bulan 4", [28000]],
  ])("%s", (text, amounts) => {
    expect(amountsOf(text)).toEqual(amounts);
  });
});

test.each([["milk 12 item 5"], ["nasi 2 sayur 3"]])("%s could be two things", (text) => {
  expect(reading(text).verdict).not.toBe("certain");
});

function amountsOf(text: string): readonly number[] {
  return reading(text).items.map(({ input }) => (input as { amountMinor: number }).amountMinor);
}

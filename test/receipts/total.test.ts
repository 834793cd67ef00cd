/** The total, by its label and by arithmetic; what disagrees is never sure (SPEC S8). */
import { describe, expect, test } from "vitest";
import { extract } from "../../src/receipts/extract.ts";
import { LUNCH, type Printed, readAs } from "../support/receipts.ts";

/** A receipt of these rows, with a head and a day. */
function reading(...rows: readonly Printed[]) {
  return extract(readAs(["KEDAI MAKAN AMAN", ["Date: 18/01/2026", "12:47"], ...rows]));
}
const total = (...rows: readonly Printed[]): number | undefined => reading(...rows)?.total?.value;

describe("the total is what was paid", () => {
  test("not the subtotal, the tax, the cash or the change", () => {
    expect(extract(readAs(LUNCH))?.total?.value).toBe(2660);
  });

  test("the grand total above the total, and the rounded one above both", () => {
    expect(total(["TOTAL", "25.03"], ["SERVICE CHARGE 10%", "2.50"], ["GRAND TOTAL", "27.53"])).toBe(2753);
    expect(total(["TOTAL", "27.53"], ["ROUNDING", "0.02"], ["TOTAL ROUNDED", "27.55"])).toBe(2755);
    expect(total(["Total Sales (Excluding GST)", "28.58"], ["GST 6%", "1.72"], ["Nett Total", "30.30"])).toBe(
      3030,
    );
  });

  test("in Malay", () => {
    expect(
      total(
        ["JUMLAH KECIL", "18.00"],
        ["CUKAI 6%", "1.08"],
        ["JUMLAH BESAR", "19.08"],
        ["TUNAI", "20.00"],
        ["BAKI", "0.92"],
      ),
    ).toBe(1908);
    expect(
      total(["Nasi", "8.00"], ["Teh", "2.00"], ["JUMLAH", "10.00"], ["TUNAI", "10.00"], ["BAKI", "0.00"]),
    ).toBe(1000);
  });

  test("a row further down when label and amount are apart", () => {
    expect(total(["Roti", "4.00"], ["Kopi", "2.50"], "TOTAL", "RM 6.50")).toBe(650);
  });

  test("the third of net, tax and both, and none of a tax summary", () => {
    expect(total(["TOTAL", "94.34", "5.66", "100.00"])).toBe(10000);
    expect(
      total(
        ["Total (Incl GST)", "100.00"],
        ["GST Summary", "Amount", "Tax"],
        ["SR 6%", "94.34", "5.66"],
        ["Total", "94.34", "5.66"],
      ),
    ).toBe(10000);
  });

  test("not what it includes", () => {
    expect(
      total(["Total", "26.60"], ["CASH", "30.00"], ["Change", "3.40"], ["TOTAL INCLUDES 6% GST", "1.51"]),
    ).toBe(2660);
  });

  test("cash less change where its label cannot be read", () => {
    expect(total(["Nasi", "8.00"], ["T#%&", "8.00"], ["CASH", "10.00"], ["CHANGE", "2.00"])).toBe(800);
  });

  test("with its point, where it was lost", () => {
    expect(total(["Kopi", "10.00"], ["GRAND TOTAL", "1000"], ["CASH", "20.00"], ["CHANGE", "10.00"])).toBe(
      1000,
    );
  });

  test("without the dollar that looks like a five", () => {
    expect(total(["Pork $2.70", "$2.70"], ["Vege", "$5.50"], ["TOTAL", "58.20"], ["CASH", "$8.20"])).toBe(
      820,
    );
  });

  test("never a sum of what happens to be visible", () => {
    expect(reading(["Nasi", "8.00"], ["Teh", "2.00"], ["Roti", "1.50"])?.total).toBeNull();
  });

  test("negative on a refund, and not for a shop's rules about refunds", () => {
    expect(total("REFUND", ["Kasut", "59.90"], ["TOTAL", "59.90"])).toBe(-5990);
    expect(total(["TOTAL", "-59.90"])).toBe(-5990);
    expect(total(["TOTAL", "59.90"], "STRICTLY NO CASH REFUND")).toBe(5990);
  });
});

describe("how sure it is", () => {
  test("sure when a label says so and the arithmetic agrees", () => {
    expect(extract(readAs(LUNCH))?.sure).toBe(true);
  });

  test("not by a label alone", () => {
    expect(reading(["Nasi", "8.00"], ["TOTAL", "12.00"])).toMatchObject({
      total: { value: 1200 },
      sure: false,
    });
  });

  test("two totals that do not agree are both shown", () => {
    const two = reading(["TOTAL", "45.00"], ["GRAND TOTAL", "54.00"]);
    expect(two).toMatchObject({ total: { value: 5400 }, otherTotalMinor: 4500, sure: false });
  });

  test("an exact and a rounded total are not two, and still asked about", () => {
    const rounded = reading(
      ["TOTAL", "26.82"],
      ["ROUNDING", "-0.02"],
      ["AMOUNT DUE", "26.80"],
      ["CASH", "30.00"],
      ["CHANGE", "3.20"],
    );
    expect(rounded).toMatchObject({
      total: { value: 2680 },
      otherTotalMinor: null,
      roundingMinor: -2,
      sure: false,
    });
  });

  test("not without a day", () => {
    const undated = extract(readAs(LUNCH.filter((row) => !String(row).includes("Date"))));
    expect(undated).toMatchObject({ date: null, total: { value: 2660 }, sure: false });
  });
});

test("a text without amounts is no receipt", () => {
  expect(extract(readAs(["Dear all,", "the meeting is on 18/01/2026", "Best regards"]))).toBeNull();
});

describe("what proves a total, so that nobody is asked", () => {
  const sure = (...rows: readonly Printed[]) => {
    const read = reading(...rows);
    return [read?.total?.value, read?.sure];
  };

  test("goods that add up to it", () => {
    expect(sure(["Nasi", "8.00"], ["Teh", "2.00"], ["TOTAL", "10.00"])).toEqual([1000, true]);
    expect(sure(["Nasi", "8.00"], ["Teh", "3.00"], ["TOTAL", "10.00"])).toEqual([1000, false]);
    // A line that rounds may not have been read.
    expect(sure(["Nasi", "8.00"], ["Teh", "2.02"], ["TOTAL", "10.02"])).toEqual([1002, false]);
  });

  test("what was taxed, and the tax of it", () => {
    const summary = (net: string): readonly Printed[] => [
      ["GST Summary", "Amount", "Tax"],
      ["S = 6%", net, "1.12"],
      ["Z = 0%", "0.00", "0.00"],
    ];
    expect(sure(["Kismis 2 x", "9.90"], ["NET TOTAL", "19.80"], ...summary("18.68"))).toEqual([1980, true]);
    expect(sure(["Kismis 2 x", "9.90"], ["NET TOTAL", "19.80"], ...summary("18.60"))).toEqual([1980, false]);
  });

  test("the receipt's own word that the rounded figure is the total", () => {
    const paid: readonly Printed[] = [
      ["CASH", "50.00"],
      ["CHANGE", "1.85"],
    ];
    const before: Printed = ["Total (Inclusive of GST)", "48.16"];
    expect(sure(before, ["Rounding Adj", "-0.01"], ["TOTAL", "48.15"], ...paid)).toEqual([4815, true]);
    // Nothing says why they differ; and here it calls both of them its total.
    expect(sure(before, ["TOTAL", "48.15"], ...paid)).toEqual([4815, false]);
    expect(
      sure(["Total", "48.16"], ["Rounding Adj", "-0.01"], ["Amount To Be Paid", "48.15"], ...paid),
    ).toEqual([4815, false]);
  });

  test("a subtotal whose name was misread is none beside what it leads to", () => {
    const rows = (tax: string): readonly Printed[] => [
      ["8 SUB TOIAL", "64.00"],
      ["GST 6%", tax],
      ["ROUNDING ADJ", "0.01"],
      ["NET TOTAL", "67.85"],
      ["CASH", "100.00"],
      ["CHANGE", "32.15"],
    ];
    expect(sure(...rows("3.84"))).toEqual([6785, true]);
    expect(sure(...rows("3.34"))).toEqual([6785, false]);
  });
});

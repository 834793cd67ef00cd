/** Kinds of questions about money that were once read wrong (SPEC S7): each group is one kind, with words of its own. */
import { describe, expect, test } from "vitest";
import { wordPattern } from "../../src/store/word-patterns.ts";
import { onlyInput, reading } from "./reading.ts";

type Rows = [string, object][];

function certain(rows: Rows): void {
  test.each(rows)("%s", (text, expected) => {
    expect(reading(text)).toMatchObject({ mode: "question", verdict: "certain" });
    expect(onlyInput(text)).toMatchObject(expected);
  });
}

function days(from: string, to: string): object {
  return { period: { from, to } };
}

describe("stretches of days", () => {
  certain([
    ["how much on tolls since 3 march", days("2026-03-03", "2026-03-11")],
    ["spending since last sunday", days("2026-03-08", "2026-03-11")],
    ["sejak sabtu berapa habis", days("2026-03-07", "2026-03-11")],
    ["how much from 2 to 9 february", days("2026-02-02", "2026-02-09")],
    ["3-8 march total", days("2026-03-03", "2026-03-08")],
    ["total between 2 and 4 march", days("2026-03-02", "2026-03-04")],
    ["berapa dari 2hb hingga 7hb", days("2026-03-02", "2026-03-07")],
    ["how much from 25 december to 5 january", days("2025-12-25", "2026-01-05")],
    ["berapa dari 5hb hingga 20hb", days("2026-03-05", "2026-03-20")],
    ["past 4 days", days("2026-03-08", "2026-03-11")],
    ["6 hari lepas", days("2026-03-06", "2026-03-11")],
    ["last 10 days food", { category: "food", ...days("2026-03-02", "2026-03-11") }],
    ["how much last quarter", days("2025-10-01", "2025-12-31")],
    ["q4 2025", days("2025-10-01", "2025-12-31")],
    ["total suku tahun lepas", days("2025-10-01", "2025-12-31")],
    ["groceries january", { category: "groceries", ...days("2026-01-01", "2026-01-31") }],
    ["gaji februari", { kind: "income", ...days("2026-02-01", "2026-02-28") }],
    ["expenses 2025", days("2025-01-01", "2025-12-31")],
    ["perbelanjaan 2024", days("2024-01-01", "2024-12-31")],
    ["how much march", days("2026-03-01", "2026-03-31")],
    ["how much on weekdays", { weekdays: [1, 2, 3, 4, 5] }],
    ["how much on sundays", { weekdays: [7] }],
  ]);

  test("two days back is a day", () => {
    expect(onlyInput("belanja apa 2 hari lepas")).toMatchObject(days("2026-03-09", "2026-03-09"));
  });

  test("a polite may is no month", () => {
    expect(onlyInput("may i see my expenses")).not.toMatchObject({ period: { name: "month" } });
  });
});

describe("comparisons", () => {
  certain([
    [
      "compare january and march",
      { ask: "compare", period: { from: "2026-01-01" }, against: { from: "2026-03-01" } },
    ],
    ["jan vs mac", { ask: "compare", period: { from: "2026-01-01" }, against: { from: "2026-03-01" } }],
    ["shopee vs lazada", { ask: "compare", words: ["shopee"], other: { words: ["lazada"] } }],
    ["compare groceries with transport", { category: "groceries", other: { category: "transport" } }],
    [
      "bandingkan tol dengan parking bulan lepas",
      { words: ["tol"], other: { words: ["parking"] }, period: { name: "last_month" } },
    ],
    ["pendapatan tolak perbelanjaan", { ask: "net" }],
    ["spending vs income last month", { ask: "net", period: { name: "last_month" } }],
  ]);
});

describe("what is left out", () => {
  certain([
    ["apart from insurance how much did i spend", { except: [{ words: ["insurance"] }] }],
    ["total transport this month except tolls", { category: "transport", except: [{ words: ["tolls"] }] }],
    [
      "not counting groceries and petrol, how much this week",
      { except: [{ category: "groceries" }, { words: ["petrol"] }] },
    ],
    ["berapa belanja tanpa ansuran kereta", { ask: "total" }],
    ["kecuali petrol", { ask: "total", except: [{ words: ["petrol"] }] }],
  ]);

  test.each([["dinner 12 without drinks"], ["mee goreng 7 tanpa telur"]])("%s is no question", (text) => {
    expect(reading(text).mode).not.toBe("question");
  });
});

describe("averages, shares and extremes", () => {
  certain([
    ["average dinner", { ask: "average", per: "entry", words: ["dinner"] }],
    ["purata parking", { ask: "average", per: "entry" }],
    ["average food spending", { ask: "average", per: "day", category: "food" }],
    ["what fraction of my spending is groceries", { ask: "share", category: "groceries" }],
    [
      "berapa peratus petrol bulan lepas",
      { ask: "share", words: ["petrol"], period: { name: "last_month" } },
    ],
    ["what percentage of my income went to rent", { ask: "share", of: "income", words: ["rent"] }],
    ["kategori mana paling besar", { ask: "total", per: "category" }],
    ["which category is the biggest this week", { ask: "total", per: "category" }],
    ["lowest expense this week", { ask: "smallest" }],
    ["what day did i spend the most last month", { ask: "top_day", period: { name: "last_month" } }],
    ["bulan mana paling banyak belanja", { ask: "top_day", per: "month", period: { name: "all" } }],
    ["how many times did i buy bubble tea", { ask: "count" }],
  ]);
});

describe("paid already", () => {
  certain([
    ["has my salary come in?", { ask: "paid_already", kind: "income", category: "salary" }],
    ["elaun dah masuk belum", { ask: "paid_already", kind: "income" }],
    ["dah bayar astro?", { ask: "paid_already", words: ["astro"] }],
    ["unifi dah bayar ke", { ask: "paid_already", words: ["unifi"] }],
    ["did i pay the insurance in january?", { ask: "paid_already", period: { from: "2026-01-01" } }],
  ]);

  test.each([["belum bayar astro"], ["tak bayar astro"]])("%s is told", (text) => {
    expect(reading(text).items).toEqual([]);
  });
});

describe("questions that sound like something else", () => {
  certain([
    ["expenses above 80 last month", { ask: "search", minMinor: 8000, strict: true }],
    ["any purchase over RM150?", { ask: "search", minMinor: 15000, strict: true }],
    ["transactions at least 40", { ask: "search", minMinor: 4000 }],
    ["perbelanjaan bawah 15 minggu ni", { ask: "search", maxMinor: 1500, strict: true }],
    ["expenses up to 15", { ask: "search", maxMinor: 1500 }],
    ["transactions between 10 and 30", { minMinor: 1000, maxMinor: 3000 }],
    ["transport yesterday", { ask: "total", category: "transport" }],
    ["apa je semalam", { ask: "total", period: { name: "yesterday" } }],
    ["by week", { ask: "total", per: "week" }],
    ["duit aku habis ke mana", { ask: "total" }],
    ["brape i spend last munth", { ask: "total", period: { name: "last_month" } }],
    ["this wk profit", { ask: "net", period: { name: "this_week" } }],
  ]);

  test.each([["keep expenses below 300 a month"], ["dont spend more than 90 on petrol"]])(
    "%s is a cap",
    (text) => {
      expect(reading(text).mode).toBe("cap");
    },
  );

  test.each([["how much without florbix"], ["what share is florbix"], ["petrol vs florbix"]])(
    "%s is not certain: nobody knows the word",
    (text) => {
      expect(reading(text).verdict).not.toBe("certain");
    },
  );
});

describe("words in singular and plural", () => {
  const found = (word: string, text: string): boolean =>
    new RegExp(wordPattern(word).replaceAll("[[:alnum:]]", "[\\p{L}\\p{N}]"), "iu").test(text);

  test.each([
    ["sandwiches", "sandwich"],
    ["batteries", "AA battery"],
    ["battery", "batteries"],
    ["bus", "buses"],
    ["pies", "pie"],
    ["kuih2", "kuih"],
    ["kuih", "kuih2 raya"],
    ["shoes", "shoe"],
    ["kopi", "kopi ais"],
  ])("%s finds %s", (word, text) => {
    expect(found(word, text)).toBe(true);
  });

  test.each([
    ["tea", "steak"],
    ["tea", "team dinner"],
    ["gas", "ga"],
    ["rent", "parents"],
    ["c++", "cc"],
  ])("%s does not find %s", (word, text) => {
    expect(found(word, text)).toBe(false);
  });
});

/** More kinds that were once read wrong (SPEC S4, S5, S6): each group is one kind, with words of its own. */
import { describe, expect, test } from "vitest";
import { onlyInput, reading, records, writes } from "./reading.ts";

describe("a verb of changing may be a purchase", () => {
  test.each([["tukar tayar depan 210"], ["replace wiper 45"], ["put 30 in the tabung"]])("%s", (text) => {
    expect(reading(text).mode).toBe("expense");
  });

  test.each([["change the parking to 9"], ["put the parking under travel"], ["tukar kopi jadi 4"]])(
    "%s is a correction",
    (text) => {
      expect(reading(text).mode).toBe("edit");
    },
  );
});

describe("limits in soft words", () => {
  test.each([
    ["hold me to 80 a week on snacks", 8000, "week"],
    ["could you cap my shopping at 250 per month?", 25000, "month"],
    ["i want spend only 20 ringgit one day", 2000, "day"],
    ["mama set limit kopi 10 sehari", 1000, "day"],
    ["overall cap 3,000 this month", 300000, "month"],
    ["had topup telefon rm25 sebulan", 2500, "month"],
  ])("%s", (text, amountMinor, period) => {
    const [item] = reading(text).items;
    expect(item).toMatchObject({ tool: "cap", input: { amountMinor, period } });
  });
});

describe("days of the month, however they are said", () => {
  test.each([
    ["remind me to pay the maid on the 27th of every month", { recurrence: "monthly:27" }],
    ["ingatkan bayaran kereta setiap 12 hari bulan", { recurrence: "monthly:12" }],
    ["remind me on the last day of each month to file claims", { recurrence: "monthly:31" }],
    ["remind me to renew the passport on the last day of this month", { date: "2026-03-31" }],
    ["remind me about the gas bill on 19", { date: "2026-03-19" }],
    ["ingatkan tanggal 24 bayar kos", { date: "2026-03-24" }],
    ["insurance expires 22/3, remind me esok", { date: "2026-03-12" }],
    ["remind me on Good Friday, 3 April, to call the choir", { date: "2026-04-03" }],
  ])("%s", (text, expected) => {
    expect(onlyInput(text)).toMatchObject(expected);
  });
});

describe("what is done is no reminder", () => {
  test.each([
    ["bought a used keyboard rm45 on monday", "expense 45.00 MYR shopping 2026-03-09"],
    ["baiki paip 350 hari ahad", "expense 350.00 MYR housing 2026-03-08"],
  ])("%s", (text, expected) => {
    expect(records(text)).toEqual([expected]);
  });
});

describe("the thing decides, not where it was or how it was paid", () => {
  test.each([
    ["airport cafe 14", "food"],
    ["beli seluar pasar malam 25", "shopping"],
    ["topup robux 30", "entertainment"],
    ["ikea meatballs 32", "food"],
  ])("%s", (text, category) => {
    expect(onlyInput(text)).toMatchObject({ category });
  });
});

describe("which way the money went", () => {
  test.each([
    ["got 180 for singing at a dinner", "income"],
    ["annual bonus RM4k banked in", "income"],
    ["rental from the flat in Cheras, 1,900", "income"],
    ["concert ticket deposit rm150", "expense"],
    ["deposit for the caterer, RM900", "expense"],
  ])("%s: %s", (text, mode) => {
    expect(reading(text).mode).toBe(mode);
    expect(writes(reading(text))).toBe(false);
  });
});

test("a heading is no item", () => {
  expect(records("weekend shopping: socks 12, chocolate 6.60")).toEqual([
    "expense 12.00 MYR shopping",
    "expense 6.60 MYR food",
  ]);
});

test("a count behind the amount is no second amount", () => {
  expect(records("economy rice 8.50 only got 2 veg")).toEqual(["expense 8.50 MYR food"]);
});

test.each(["undo the last two", "undo last 2 records", "batal dua rekod terakhir"])("%s", (text) => {
  expect(onlyInput(text)).toEqual({ target: { words: [], latest: 2 } });
});

test("undo may say why", () => {
  expect(reading("take that back, i sent it too early").items).toEqual([{ tool: "undo", input: {} }]);
});

describe("one message may set several limits", () => {
  test.each([
    ["cap groceries 400 and petrol 250", ["groceries 40000 month", "transport 25000 month"]],
    ["bajet makan rm90 dan hiburan rm40 seminggu", ["food 9000 week", "entertainment 4000 week"]],
  ])("%s", (text, expected) => {
    const { items, verdict } = reading(text);
    expect(verdict).toBe("certain");
    expect(
      items.map((item) =>
        item.tool === "cap"
          ? `${item.input.category} ${item.input.amountMinor} ${item.input.period}`
          : item.tool,
      ),
    ).toEqual(expected);
  });

  test("two limits of one category are not told apart", () => {
    expect(writes(reading("had makan 25 sehari, kopi 6 sehari"))).toBe(false);
  });
});

test.each(["set bills cap 90", "had keseluruhan rm1800 sebulan"])("plain words set a limit: %s", (text) => {
  expect(writes(reading(text))).toBe(true);
});

test.each(["add category pets", "buat kategori taman", "create category groceries"])(
  "a category that is only made moves no record without asking: %s",
  (text) => {
    expect(writes(reading(text))).toBe(false);
  },
);

describe("hours and minutes in one number", () => {
  test.each([
    ["remind me at 1130pm to lock up", "23:30"],
    ["remind me tonight 845pm transfer 200 to mak", "20:45"],
    ["ingatkan esok 730am bayar kelas", "07:30"],
  ])("%s", (text, time) => {
    expect(onlyInput(text)).toMatchObject({ time });
  });

  test("so much a month stays a price", () => {
    expect(onlyInput("remind me storage 350 pm every 1st")).toMatchObject({ amountMinor: 35000 });
  });
});

describe("a reminder that would not be what was meant is shown first", () => {
  test.each([
    ["remind me on 9/3 to file claims", "a day that has just passed"],
    ["ingatkan 28 feb bayar cukai", "a day that has just passed"],
    ["remind me to pay tuition every 5th until november", "an end that is not kept"],
    ["ingatkan bayar kutu setiap 1hb sampai disember", "an end that is not kept"],
  ])("%s: %s", (text) => {
    const { verdict, items } = reading(text);
    expect([verdict, items.length]).toEqual(["likely", 1]);
  });

  test("a day of next year that is long past this year is plain", () => {
    expect(writes(reading("remind me on 5 jan to renew the passport"))).toBe(true);
  });
});

test.each([
  ["I owe Farid 60 remind me on saturday", true],
  ["Farid will remind me on saturday to pay 60", false],
])("who is named before the asking: %s", (text, sets) => {
  expect(writes(reading(text))).toBe(sets);
});

test.each([
  "remind me every 3 hours to stretch",
  "setiap jam ingatkan minum air",
  "remind me every 20 minutes",
])("more often than a day is said to be so: %s", (text) => {
  expect(reading(text).doubts).toContain("too_often");
});

describe("where somebody is", () => {
  test.each([
    ["I'm in Venus/Aphrodite now", "Venus/Aphrodite"],
    ["i'm back in malaysia", "Asia/Kuala_Lumpur"],
    ["dah balik ke kl", "Asia/Kuala_Lumpur"],
  ])("%s", (text, value) => {
    expect(onlyInput(text)).toEqual({ name: "zone", value });
  });

  test("in trouble is no place", () => {
    expect(reading("im in a fight/argument").mode).not.toBe("settings");
  });
});

test.each([
  "when do i get my weekly summary?",
  "bila saya dapat ringkasan mingguan",
  "what time is my digest",
])("asked when she looks back, the settings say it: %s", (text) => {
  expect(onlyInput(text)).toEqual({ name: "show" });
});

test.each(["summary?", "when did i last pay rent", "bila gaji masuk"])("%s asks for no setting", (text) => {
  expect(reading(text).mode).not.toBe("settings");
});

test.each(["groceries cap 0", "set transport budget -20", "had makan 0 sehari"])(
  "a limit that cannot be is about limits still: %s",
  (text) => {
    expect(reading(text)).toMatchObject({ mode: "cap", items: [] });
  },
);

test.each([
  "I got a new job at Shell, starting Jan, 6k a month",
  "got promoted, salary now 8k",
  "naik gaji RM300 mulai bulan depan",
])("what a job will pay is news, not money that came: %s", (text) => {
  expect(reading(text)).toMatchObject({ mode: "coaching", items: [] });
});

test("pay that came in is income, whatever is new about it", () => {
  expect(reading("salary increment received 500")).toMatchObject({ mode: "income", verdict: "certain" });
  expect(reading("bought new shoes for my new job 150")).toMatchObject({ mode: "expense" });
});

describe("what was paid is recorded, however often it comes", () => {
  test.each([
    ["pilates rm160/month just paid"],
    ["paid astro 99 monthly"],
    ["bayar pengasuh 450 sebulan dah"],
  ])("%s", (text) => {
    expect(reading(text).mode).toBe("expense");
  });

  test("what comes every month and was not paid is a reminder", () => {
    expect(reading("astro 99 every month").mode).toBe("reminder");
  });
});

test("a doubt is no part of what something is called", () => {
  expect(onlyInput("i think parking was 9")).toMatchObject({ description: "parking" });
  expect(onlyInput("lebih kurang 40 ikan")).toMatchObject({ description: "ikan" });
});

describe("the name of a language is a wish for it", () => {
  test.each([
    ["english please", "en"],
    ["bahasa malaysia", "ms"],
    ["boleh bm", "ms"],
  ])("%s", (text, value) => {
    expect(onlyInput(text)).toEqual({ name: "language", value });
  });

  test.each([["no english"], ["english today"], ["malay at night"]])("%s is no such wish", (text) => {
    expect(reading(text).items).toEqual([]);
  });

  test("and no such wish beside an amount", () => {
    expect(reading("kelas english 120").mode).toBe("expense");
  });
});

test("“that one was yesterday” in Malay puts the day right", () => {
  expect(onlyInput("minyak tu semalam")).toMatchObject({
    target: { words: ["minyak"] },
    change: { date: "2026-03-10" },
  });
  expect(reading("minyak tu semalam ke").mode).not.toBe("edit");
});

test("of a month that is over the last day is offered, where what comes by the month may be for it", () => {
  expect(onlyInput("beli kasut 90 bulan lepas")).toMatchObject({ date: "2026-02-28" });
  expect(onlyInput("sewa bulan lepas 900")).toMatchObject({ date: "2026-03-11" });
  expect(onlyInput("sofa 900 in december")).toMatchObject({ date: "2025-12-31" });
  expect(records("grab 20 last month and lunch 15").at(-1)).toBe("expense 15.00 MYR food");
});

describe("all of something is asked about, and everything is not the latest one", () => {
  test.each([
    ["delete all tea", ["tea"]],
    ["padam semua grab", ["grab"]],
  ])("%s", (text, words) => {
    expect(onlyInput(text)).toMatchObject({ target: { words } });
  });

  test.each([["delete all expenses"], ["delete all"], ["padam semua teh minggu lepas"]])(
    "%s is never done at once",
    (text) => {
      expect(reading(text)).toMatchObject({ mode: "edit", verdict: "likely" });
    },
  );

  test("what is left out of it is not what goes", () => {
    expect(reading("delete all tea except chatime").items).toEqual([]);
  });
});

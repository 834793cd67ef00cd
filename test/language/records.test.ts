/** What people of all kinds text when they have spent or received money, and what must come of it (SPEC S4). */
import { describe, expect, test } from "vitest";
import { onlyInput, reading, records, writes } from "./reading.ts";

describe("an everyday expense is certain, with its category and day", () => {
  test.each([
    ["the student's lunch", "lunch 15", "expense 15.00 MYR food"],
    ["the order of words does not matter", "rm4.50 nasi lemak", "expense 4.50 MYR food"],
    ["a hawker's gas", "gas tong 28", "expense 28.00 MYR bills"],
    ["a driver's petrol in Malay", "isi minyak RM60", "expense 60.00 MYR transport"],
    ["a mother's groceries", "barang dapur kat mydin 220.40", "expense 220.40 MYR groceries"],
    ["particles are ignored", "tealive rm12.9 lah, so expensive", "expense 12.90 MYR food"],
    ["a retiree's clinic", "klinik gigi 150 semalam", "expense 150.00 MYR health 2026-03-10"],
    ["a place behind a preposition", "coffee 13.90 at starbucks klcc", "expense 13.90 MYR food"],
    ["a name behind a preposition", "bayar hutang kat Farid 120", "expense 120.00 MYR debt"],
    ["company is no second amount", "dinner for 2 - 96.80", "expense 96.80 MYR food"],
    ["a gift of money to parents", "bagi mak 200", "expense 200.00 MYR family"],
    ["had is not a limit here", "had lunch 15", "expense 15.00 MYR food"],
  ])("%s", (_, text, expected) => {
    expect(records(text)).toEqual([expected]);
    expect(reading(text).verdict).toBe("certain");
  });
});

describe("the form of an amount", () => {
  test.each([
    ["lunch 15 ringgit", "15.00 MYR"],
    ["sofa RM1,250.50", "1250.50 MYR"],
    ["sofa 1.250,50", "1250.50 MYR"],
    ["laptop 2.8k", "2800.00 MYR"],
    ["kopi 50 sen", "0.50 MYR"],
    ["kuih 3 ringgit 50 sen", "3.50 MYR"],
    ["2 x 3.50 roti canai", "7.00 MYR"],
    ["kuih RM3 x 4", "12.00 MYR"],
    ["makan dua puluh ringgit", "20.00 MYR"],
    ["barang dapur seratus lima puluh ringgit", "150.00 MYR"],
    ["petrol fifty ringgit", "50.00 MYR"],
    ["book $20", "20.00 USD"],
    ["coffee S$5", "5.00 SGD"],
    ["ramen 1200 yen", "1200 JPY"],
    ["gojek 20rb di jakarta", "20000.00 IDR"],
    ["half of 86 dinner", "43.00 MYR"],
    ["dinner 120 split 3", "40.00 MYR"],
  ])("%s", (text, amount) => {
    expect(records(text).join()).toContain(`expense ${amount} `);
  });

  test.each([
    ["lunch 24,24.7", "bad_amount"],
    ["lunch 1.,23", "bad_amount"],
    ["lunch 1e9", "bad_amount"],
    ["1e444444410", "bad_amount"],
    ["lunch 1.250", "bad_amount"],
    ["lunch -500", "negative_amount"],
    ["RM", "bad_amount"],
    ["lunch RM5 usd", "two_currencies"],
    ["lunch 99999999999", "amount_out_of_range"],
    ["lunch 0", "amount_out_of_range"],
    ["lunch 15 16", "two_amounts"],
  ])("%s is refused, not bent", (text, doubt) => {
    const result = reading(text);
    expect(result).toMatchObject({ mode: "unclear", items: [] });
    expect(result.doubts).toContain(doubt);
  });

  test.each([
    ["bought iphone 15 for 3899", "3899.00"],
    ["7-eleven 6.50", "6.50"],
    ["100plus 3.20", "3.20"],
    ["lunch 15 call 012-345 6789", "15.00"],
    ["shoes 89.90 order 8812345", "89.90"],
    ["lunch 20 RM5 off", "20.00"],
    ["chicken 2kg 24", "24.00"],
  ])("in %s only one number is money", (text, amount) => {
    expect(records(text)).toHaveLength(1);
    expect(records(text).join()).toContain(` ${amount} `);
  });
});

describe("the day of spending", () => {
  test.each([
    ["yesterday", "2026-03-10"],
    ["semalam", "2026-03-10"],
    ["malam tadi", "2026-03-10"],
    ["3 days ago", "2026-03-08"],
    ["2 minggu lepas", "2026-02-25"],
    ["last friday", "2026-03-06"],
    ["isnin lepas", "2026-03-09"],
    ["monday", "2026-03-09"],
    ["on 5/3", "2026-03-05"],
    ["3hb", "2026-03-03"],
    ["28 feb", "2026-02-28"],
    ["2026-03-02", "2026-03-02"],
  ])("%s", (day, date) => {
    expect(records(`petrol 50 ${day}`)).toEqual([`expense 50.00 MYR transport ${date}`]);
    expect(reading(`petrol 50 ${day}`).verdict).toBe("certain");
  });

  test.each(["32/1", "30 feb", "the other day", "last month"])("%s is asked about", (day) => {
    expect(reading(`petrol 50 ${day}`)).toMatchObject({ verdict: expect.not.stringMatching("certain") });
    expect(writes(reading(`petrol 50 ${day}`))).toBe(false);
  });

  test("tomorrow is no day of spending", () => {
    expect(writes(reading("petrol 50 tomorrow"))).toBe(false);
  });
});

describe("several items in one message", () => {
  test.each([
    [
      "lunch 15, grab 12, coffee 9.5",
      ["expense 15.00 MYR food", "expense 12.00 MYR transport", "expense 9.50 MYR food"],
    ],
    ["nasi lemak 5 teh tarik 2.50", ["expense 5.00 MYR food", "expense 2.50 MYR food"]],
    [
      "spent 45 on groceries and 20 on petrol",
      ["expense 45.00 MYR groceries", "expense 20.00 MYR transport"],
    ],
    ["Petrol RM70\nCar wash RM15", ["expense 70.00 MYR transport", "expense 15.00 MYR transport"]],
    [
      "semalam makan malam 30, tol 4.20",
      ["expense 30.00 MYR food 2026-03-10", "expense 4.20 MYR transport 2026-03-10"],
    ],
    [
      "yesterday grab 15, today lunch 12",
      ["expense 15.00 MYR transport 2026-03-10", "expense 12.00 MYR food"],
    ],
    ["grab pergi 13 balik 15", ["expense 13.00 MYR transport", "expense 15.00 MYR transport"]],
    ["coffee and cake 15", ["expense 15.00 MYR food"]],
  ])("%s", (text, expected) => {
    expect(records(text)).toEqual(expected);
    expect(reading(text).verdict).toBe("certain");
  });
});

describe("money that comes in", () => {
  test.each([
    ["a nurse's pay", "gaji masuk 3500", "income 3500.00 MYR salary"],
    ["a freelancer's invoice", "got paid 650 for freelance logo", "income 650.00 MYR side_income"],
    ["from a friend", "received 250 from Ali", "income 250.00 MYR other_income"],
    ["from mother, against to mother", "mak bagi 100", "income 100.00 MYR other_income"],
    ["an old phone", "sold old phone for 400", "income 400.00 MYR other_income"],
    ["a client who paid", "client paid 1500", "income 1500.00 MYR side_income"],
    ["a loan that came back", "Ali paid me back 50", "income 50.00 MYR other_income"],
  ])("%s", (_, text, expected) => {
    expect(records(text)).toEqual([expected]);
  });
});

describe("what is not certain is never written", () => {
  test.each([
    "lunch 15 or 16",
    "kfc maybe 25 or 30",
    "lunch about 15",
    "will buy shoes 200",
    "nak beli kasut 200",
    "didn't buy the shoes 120",
    "tak jadi beli 50",
    "if lunch is 15",
    "lunch 15?",
    "Farid paid 50 for lunch",
    "my husband spent 200 on petrol",
    "lunch 15k",
    "blorf 15",
    "lunch 15 paid by Ali",
    "my rent is 900",
    "wife salary 4000",
    "movie at 9.30",
    "1/2 chicken 15",
    "transfer 500 to my savings account",
    "upah jahit baju 120",
    "15",
    "Ali 50",
    "3 shirts 20 each",
    "kelmarin lunch 12",
    "lunch at 12",
    "lunch ~15",
    "shoes 12,50",
  ])("%s", (text) => {
    expect(writes(reading(text))).toBe(false);
  });

  test.each(["15", "Ali 50", "kfc maybe 25 or 30", "rm20"])(
    "%s is asked about with nothing prefilled",
    (text) => {
      expect(reading(text)).toMatchObject({ mode: "unclear", items: [] });
    },
  );
});

describe("a description keeps the person's words", () => {
  test.each([
    ["Grab to KLCC 14.20 semalam", "grab to KLCC"],
    ["spnt rm12.50 on nasi lemak", "nasi lemak"],
    ["bayar bil tnb 132.40 semalam", "bil tnb"],
    ["tapau char kuey teow 9", "char kuey teow"],
    ["7-eleven 6.50", "7-eleven"],
    ["mom's medicine 85", "mom's medicine"],
    ["amazon $29.99 book", "amazon book"],
    ["mak bagi 100", "mak bagi"],
  ])("%s", (text, description) => {
    expect(onlyInput(text)).toMatchObject({ description });
  });
});

test("a category of one's own comes first", () => {
  const [item] = reading("work 15", { ownCategories: ["work"] }).items;
  expect(item?.input).toMatchObject({ category: "work" });
});

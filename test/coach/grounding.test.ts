/** The grounding check of SPEC S7, as a table: a reply, what is known in this turn, and what must be named as a fault. */
import { describe, expect, test } from "vitest";
import { ungrounded } from "../../src/coach/grounding.ts";
import { context, faults, results } from "./facts.ts";

interface Case {
  readonly reply: string;
  /** Of tool results. */
  readonly known?: string;
  /** The user's words in this turn. */
  readonly said?: string;
  /** None when absent. */
  readonly faults?: readonly string[];
}

const TRUE_STATEMENTS: readonly Case[] = [
  { reply: "You spent RM412 on food this month.", known: "RM412.00" },
  { reply: "You spent RM1,250.50 so far.", known: "RM1250.50" },
  { reply: "You spent RM1250.5 so far.", known: "RM1250.50" },
  { reply: "That is 1,250.50 ringgit in all.", known: "RM1250.50" },
  { reply: "That came to RM1.25k.", known: "RM1250.00" },
  { reply: "Your savings are RM3 ribu now.", known: "RM3000.00" },
  { reply: "You've saved RM2 juta!", known: "RM2000000.00" },
  { reply: "Kopi tadi dua puluh ringgit.", known: "RM20.00" },
  { reply: "The parking was 50 sen.", known: "RM0.50" },
  { reply: "It was 5 ringgit 50 sen.", known: "RM5.50" },
  { reply: "**RM412.00** on food, __S$6.50__ on coffee.", known: "RM412.00 · S$6.50" },
  { reply: "You have RM0.00 left.", known: "RM0" },
  { reply: "You're RM30 over your cap.", known: "RM-30.00" },
  { reply: "Food was 12 % of it, transport 12.5 percent.", known: "12% · 12.50%" },
  { reply: "Makanan 34 peratus daripada perbelanjaan awak.", known: "34%" },
  { reply: "You took 3 Grab rides and had two coffees.", known: "3 · 2" },
  { reply: "Awak dah naik Grab 5 kali bulan ni.", known: "5" },
  { reply: "Rent went out on 5 March.", known: "2026-03-05" },
  { reply: "Sewa dibayar pada 5 Mac 2026.", known: "2026-03-05" },
  { reply: "Paid on March 5, again on 6/3 and 2026-03-07.", known: "2026-03-05 · 2026-03-06 · 2026-03-07" },
  { reply: "Bil Unifi RM129 pada 5hb.", known: "RM129.00 · 2026-04-05" },
  { reply: "From 9–15 March you spent RM40.", known: "RM40.00 · 2026-03-09 · 2026-03-15" },
  { reply: "From March 9 to 15 you spent RM40.", known: "RM40.00 · 2026-03-09 · 2026-03-15" },
  { reply: "Your Unifi bill of RM129 is due in 3 days.", known: "RM129.00 · 2026-03-22" },
  { reply: "You spent RM12 yesterday.", known: "RM12.00 · 2026-03-18" },
  { reply: "Semalam awak belanja RM12.", known: "RM12.00 · 2026-03-18" },
  { reply: "In the last 7 days you spent RM70.", known: "RM70.00 · 2026-03-13 · 2026-03-19" },
  { reply: "You have RM88 left for the 12 days left this month.", known: "RM88.00" },
  { reply: "In February you spent RM300.", known: "RM300.00 · 2026-02-01 · 2026-02-28" },
  { reply: "As of 19 March you have 12 days left.", known: "RM88.00" },
  { reply: "Today you've spent RM8.50, mostly on Friday's kopi.", known: "RM8.50" },
  { reply: "You spent 250 on food, in 12 transactions.", known: "RM250.00 · 12" },
  { reply: "Your Unifi 300 bill was RM129.", known: "RM129.00 · Unifi 300" },
  { reply: "- Food: RM412.00\n- Grab: RM88.00\nTotal: RM500.00", known: "RM412 · RM88 · RM500" },
];

const USERS_OWN: readonly Case[] = [
  { reply: "RM15 for lunch sounds fine, you have room for it.", said: "is 15 ok for lunch" },
  { reply: "You said you earn RM3,500 and want 20% saved.", said: "gaji 3.5k, nak simpan 20%" },
  { reply: "You have RM5,000 as your goal by December.", said: "I want to save RM5,000 by December" },
  { reply: "Your trip is on 5 June, so you have your date.", said: "going to japan 5/6" },
  { reply: "Awak ada 3 anak, memang banyak belanja.", said: "anak saya 3 orang" },
  { reply: "You'd have RM600 in the 6 months.", said: "so in 6 months", known: "RM600.00" },
];

const FREE: readonly Case[] = [
  { reply: "The 50/30/20 rule is a good start." },
  { reply: "Cuba kaedah 50/30/20: 50% keperluan, 30% kehendak, 20% simpanan." },
  { reply: "With a 50-30-20 split, needs take 50%." },
  { reply: "Try to save 10–20 % of your income." },
  { reply: "Save 10 to 20 percent of your pay first." },
  { reply: "An emergency fund of 3 to 6 months of expenses is a good aim." },
  { reply: "Most people keep RM1,000 as a first cushion." },
  { reply: "Wait 24 hours before buying anything over RM200." },
  { reply: "Set aside RM50 a week, or RM10 a day." },
  { reply: "Maybe try RM20 first, and see how it feels." },
  { reply: "How about RM50 a week?" },
  { reply: "Elok ketepikan RM50 setiap minggu." },
  { reply: "Awak boleh cuba simpan RM100 sebulan dulu." },
  { reply: "Sasarkan 3 hingga 6 bulan perbelanjaan sebagai dana kecemasan." },
  { reply: "Cuba limit makan luar to RM15 sehari, boleh?" },
  { reply: "Here are 3 ideas:\n1. Cook at home twice a week.\n2. Take the bus.\n3) Skip one kopi." },
  { reply: "A simple plan for you:\n- Needs: 50%\n- Wants: 30%\n- Savings: RM100 a week" },
  { reply: "If this gets too heavy, call 15999 or 03-7627 2929. They are there 24/7." },
  { reply: "Kalau kena scam, hubungi 997 segera, 8 pagi hingga 8 malam." },
  { reply: "AKPK can help for free: 1-800-22-2575, from 9.30am to 5:30 pm." },
  { reply: "In 2026 EPF has three accounts you can read about.", known: "3" },
  { reply: "The 1st step is the hardest. Your 3rd try may be the one." },
  { reply: "You're not alone in this. One thing at a time." },
  { reply: "Let's look at it on Friday, or next week." },
  { reply: "7-Eleven snacks and the iPhone 15 can wait." },
  { reply: "You spent RM412 on food, so try setting aside RM50 a week.", known: "RM412.00" },
  { reply: "Makan bulan ni RM412. Cuba kurangkan RM50 seminggu.", known: "RM412.00" },
  { reply: "You may want to start small." },
  { reply: "For example, RM5 a day is one kopi less." },
  { reply: "Small wins count. Even RM5 a day makes a difference over a year." },
  { reply: "A common approach: 50% for needs, 30% for wants, 20% for savings." },
  { reply: "Ramai orang guna kaedah 50/30/20. 50% untuk keperluan, 30% untuk kehendak." },
  { reply: "Pay the highest interest first; many charge 15% to 18% a year." },
  { reply: "One idea: move RM20 to savings each time you get paid." },
  { reply: "Cook at home 2 more nights a week." },
  { reply: "Zakat is 2.5% of savings above nisab." },
  { reply: "If you can, RM50 a week is a good start." },
  { reply: "Boleh start from RM50 sebulan dulu." },
  { reply: "Set aside RM50 a week: that's RM2,600 a year." },
  { reply: "Step 1: list your bills. Step 2: pick one to cut." },
];

const FALSE_STATEMENTS: readonly Case[] = [
  { reply: "You spent RM412 on food.", known: "RM413.00", faults: ["RM412"] },
  { reply: "You spent about RM400 on food.", known: "RM398.20", faults: ["RM400"] },
  { reply: "You spent S$412 on food.", known: "RM412.00", faults: ["S$412"] },
  { reply: "You spent 412 dollars on food.", known: "RM412.00", faults: ["412 dollars"] },
  { reply: "Food: RM412.", faults: ["RM412"] },
  { reply: "Food took 33% of it.", known: "33.3%", faults: ["33%"] },
  { reply: "Food is 12% of your spending.", known: "12", faults: ["12%"] },
  { reply: "You took 4 rides.", known: "3 · RM4.00", faults: ["4 rides"] },
  { reply: "You had two coffees.", known: "3", faults: ["two coffees"] },
  { reply: "Awak dah naik Grab 5 kali.", known: "6", faults: ["5 kali"] },
  { reply: "You bought bubble tea twice.", known: "3", faults: ["twice"] },
  { reply: "Rent went out on 6 March.", known: "2026-03-05", faults: ["6 March"] },
  { reply: "Sewa dibayar pada 5 Mac 2025.", known: "2026-03-05", faults: ["5 Mac 2025"] },
  { reply: "Your bill is due tomorrow.", known: "2026-03-22", faults: ["tomorrow"] },
  { reply: "Semalam awak belanja RM12.", known: "RM12.00 · 2026-03-17", faults: ["Semalam"] },
  { reply: "In January you spent RM300.", known: "RM300.00 · 2026-02-01", faults: ["January"] },
  { reply: "Your Unifi bill is due in 4 days.", known: "2026-03-22", faults: ["4 days"] },
  { reply: "You spent 250 on food.", known: "RM260.00", faults: ["250"] },
  { reply: "Belanja awak 250 bulan ini.", known: "RM260.00", faults: ["250"] },
  { reply: "You spent RM1.250 on food.", known: "RM1250.00", faults: ["RM1.250"] },
  { reply: "You have RM88 left, so try RM20 a day.", known: "RM90.00", faults: ["RM88"] },
  { reply: "You could cut your food (RM412 this month) a little.", faults: ["RM412"] },
  { reply: "Try to cut it from RM412 to RM350.", faults: ["RM412"] },
  { reply: "Maybe trim your RM412 food bill.", faults: ["RM412"] },
  { reply: "Set aside RM50 a week: that's RM3,600 a year.", faults: ["RM3,600"] },
  { reply: "RM50 a week would be RM200 a month.", said: "if I save RM50 a week", faults: ["RM200"] },
  { reply: "With the 50/30/20 rule your needs get RM1,500.", known: "RM3000.00", faults: ["RM1,500"] },
  { reply: "Half of your spending went to food.", known: "34%", faults: ["Half"] },
  { reply: "You can spend RM40 a day until payday.", known: "RM400.00", faults: ["RM40"] },
  { reply: "Baki awak tinggal RM120 je.", known: "RM102.00", faults: ["RM120"] },
  {
    reply: "Jumlah bulan ni RM1,402.30 untuk 57 transaksi.",
    known: "RM1420.30 · 57",
    faults: ["RM1,402.30"],
  },
  { reply: "So far:\n- Food: RM412\n- Grab: RM89", known: "RM412.00 · RM88.00", faults: ["RM89"] },
  { reply: "Between RM50 and 100 went to snacks.", known: "RM50.00", faults: ["100"] },
  { reply: "Your cap is RM3 ribu.", known: "RM3300.00", faults: ["RM3 ribu"] },
  { reply: "You owe dua puluh ringgit to Ali.", known: "RM25.00", faults: ["dua puluh ringgit"] },
  { reply: "I can see RM412 on food and RM88 on Grab.", known: "RM88.00", faults: ["RM412"] },
  { reply: "On RM3,500 a month, you could put a little aside.", faults: ["RM3,500"] },
  { reply: "Cutting 5 rides could save you RM60.", faults: ["5 rides", "RM60"] },
  { reply: "Try not to worry, RM412 is okay.", faults: ["RM412"] },
  { reply: "Try to bring it down from RM412.", faults: ["RM412"] },
  { reply: "Rent is due on the 1st.", known: "2026-04-05", faults: ["1st"] },
  { reply: "Rent went out on 19 March.", known: "2026-03-05", faults: ["19 March"] },
  { reply: "Emergency fund: RM3,000 of RM5,000.", said: "aim RM5000", faults: ["RM3,000"] },
  { reply: "So RM412 on food, right?", faults: ["RM412"] },
  { reply: "Most common: Grab, RM212.", faults: ["RM212"] },
  { reply: "Your salary of RM3,500 leaves RM900 after bills.", known: "RM900.00", faults: ["RM3,500"] },
  { reply: "Hutang kad awak RM4,200 pada kadar 18%.", known: "RM4200.00", faults: ["18%"] },
  { reply: "Spending is up 20%.", known: "RM20.00", faults: ["20%"] },
  { reply: "You spent RM12 at 9pm and RM13 on lunch.", known: "RM12.00", faults: ["RM13"] },
];

function tell({ reply, known, said }: Case): string {
  return `${reply.replaceAll("\n", " ⏎ ")}${known ? ` [${known}]` : ""}${said ? ` (“${said}”)` : ""}`;
}

function table(name: string, cases: readonly Case[]): void {
  describe(name, () => {
    test.each(cases.map((one) => [tell(one), one] as const))(
      "%s",
      (_, { reply, faults: wanted = [], ...facts }) => {
        expect(faults(reply, facts)).toEqual(wanted);
      },
    );
  });
}

table("what the tools returned may be said, however it is written", TRUE_STATEMENTS);
table("the user's own figures may be said back", USERS_OWN);
table("figures of general advice and numbers that are no figures are free", FREE);
table("what nothing proves is named", FALSE_STATEMENTS);

test("a fault says what it is and where it stands in the reply as it was written", () => {
  const reply = "**Food** — you’ve spent RM412, 12% of it on 3 rides, on 5 March.";
  const found = ungrounded(reply, results(""), context);
  expect(found.map(({ kind, text }) => [kind, text])).toEqual([
    ["amount", "RM412"],
    ["percentage", "12%"],
    ["count", "3 rides"],
    ["date", "5 March"],
  ]);
  for (const { text, at } of found) expect(reply.slice(at, at + text.length)).toBe(text);
});

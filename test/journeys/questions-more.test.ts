/** More kinds of questions about money, each figure from the database (SPEC S7). */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("a word is found in singular and plural, and not inside another", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("burger 12");
  await ann.says("burgers 20");
  await ann.says("steak 60");
  await ann.says("tea 4");
  await ann.says("sandwich 9");
  expect((await ann.says("how many burgers today")).text).toContain(
    "RM32.00 on burgers today, in 2 expenses",
  );
  expect((await ann.says("how much on burger today")).text).toContain("RM32.00");
  expect((await ann.says("total sandwiches")).text).toContain("RM9.00");
  expect((await ann.says("how much on tea today")).text).toBe("RM4.00 on tea today, in 1 expense.");
});

journey("what is left out is said", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("paid rent 900");
  await ann.says("lunch 15");
  await ann.says("kfc 25");
  await ann.says("petrol 60");
  expect((await ann.says("how much this month excluding rent")).text.split("\n")[0]).toBe(
    "RM100.00 without rent this month, in 3 expenses.",
  );
  expect((await ann.says("how much on food this month except kfc")).text).toBe(
    "RM15.00 on food without kfc this month, in 1 expense.",
  );
  expect((await ann.says("total apart from food and transport this month")).text).toContain(
    "RM900.00 without food and transport this month",
  );
  expect((await ann.says("berapa belanja bulan ni selain petrol")).text.split("\n")[0]).toBe(
    "RM940.00 tanpa petrol bulan ini, dalam 3 rekod.",
  );
});

journey("two subjects, and parts of a whole", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("grab 12");
  await ann.says("petrol 60");
  expect((await ann.says("petrol vs grab")).text.split("\n")).toEqual([
    "Compared this month:",
    "• petrol: RM60.00",
    "• grab: RM12.00",
    "That is RM48.00 more for petrol.",
  ]);
  expect((await ann.says("makan vs pengangkutan bulan ni")).text.split("\n")).toEqual([
    "Perbandingan bulan ini:",
    "• makanan: RM15.00",
    "• pengangkutan: RM72.00",
    "Jadi makanan kurang RM57.00.",
  ]);
  expect((await ann.says("what percentage of my spending is food")).text).toBe(
    "17% of your spending: RM15.00 on food of RM87.00 this month.",
  );
  expect((await ann.says("berapa peratus pengangkutan bulan ni")).text).toContain("83%");
  await ann.says("gaji masuk 3000");
  expect((await ann.says("what share of my salary went to petrol")).text).toBe(
    "2% of your income: RM60.00 on petrol of RM3,000.00 this month.",
  );
  expect((await ann.says("duit masuk vs duit keluar")).text).toContain("RM2,913.00");
});

journey("extremes: the smallest, the day, the categories", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("kopi 3.50");
  await ann.says("lunch 15");
  await ann.says("petrol 60 on 4/3");
  expect((await ann.says("cheapest thing this month")).text).toContain("RM3.50 kopi");
  expect((await ann.says("which day did I spend the most this month")).text).toBe(
    "You spent the most this month: Wed 4 Mar, RM60.00.",
  );
  expect((await ann.says("hari mana paling banyak belanja bulan ni")).text).toContain("RM60.00");
  expect((await ann.says("which month did I spend the most")).text).toContain("March 2026, RM78.50");
  expect((await ann.says("top categories")).text.split("\n").slice(1)).toEqual([
    "• transport: RM60.00",
    "• food: RM18.50",
  ]);
  expect((await ann.says("spending by day this month")).text.split("\n")).toEqual([
    "RM78.50 this month, in 3 expenses.",
    "• Wed 4 Mar: RM60.00",
    "• today: RM18.50",
  ]);
  expect((await ann.says("spending by week this month")).text).toContain("Mon 2 Mar to Sun 8 Mar: RM60.00");
  expect((await ann.says("average lunch")).text).toBe("RM15.00 on lunch per record on average, this month.");
});

journey("whether it was paid names the days, and the last time", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("tnb 120 on 10/2");
  await ann.says("paid rent 900 for feb");
  expect((await ann.says("did I pay tnb this month?")).text).toBe(
    "No, nothing on tnb this month. The last was RM120.00 tnb · bills · Tue 10 Feb.",
  );
  expect((await ann.says("did I pay tnb in february?")).text).toContain("Yes: RM120.00 tnb");
  expect((await ann.says("did I pay rent in february?")).text).toContain("Yes: RM900.00");
  expect((await ann.says("did I pay unifi this month?")).text).toBe("No, nothing on unifi this month.");
  expect((await ann.says("gaji dah masuk ke?")).text).toContain("Belum, tiada rekod pendapatan");
  await ann.says("gaji masuk 3500");
  expect((await ann.says("gaji dah masuk ke?")).text).toContain("Sudah: RM3,500.00 gaji");
});

journey("over is more, at least is as much or more", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("dinner 20");
  await ann.says("dinner 30");
  const first = async (text: string) => (await ann.says(text)).text.split("\n")[0];
  expect(await first("find dinner over 20")).toBe("1 expense over RM20.00 on dinner so far:");
  expect(await first("find dinner at least 20")).toBe("2 expenses of RM20.00 or more on dinner so far:");
  expect(await first("expenses below 30 this month")).toBe("1 expense under RM30.00 this month:");
  expect(await first("expenses up to 30 this month")).toBe("2 expenses of up to RM30.00 this month:");
  expect(await first("perbelanjaan lebih 25 bulan ni")).toBe("1 rekod melebihi RM25.00 bulan ini:");
  expect(await first("expenses between 20 and 25")).toBe("1 expense from RM20.00 to RM25.00 so far:");
});

journey("ranges of days, and days of the week", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 10 on 2/3");
  await ann.says("lunch 15 on 6/3");
  await ann.says("lunch 40 on 7/3");
  await ann.says("lunch 5");
  expect((await ann.says("how much from 1 to 6 march")).text).toContain("RM25.00");
  expect((await ann.says("berapa dari 6hb hingga 8hb")).text).toContain("RM55.00");
  expect((await ann.says("spending since last friday")).text).toContain("RM60.00");
  expect((await ann.says("last 5 days")).text).toContain("RM45.00");
  expect((await ann.says("how much on weekends this month")).text).toContain(
    "RM40.00 on weekends this month",
  );
  expect((await ann.says("how much in january")).text).toBe("Nothing recorded in January 2026.");
});

journey("a total of several currencies lists the categories of each", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("petrol 60");
  await ann.says("coffee S$6.50");
  await ann.says("mrt S$2");
  expect((await ann.says("how much today")).text.split("\n").slice(1)).toEqual([
    "MYR:",
    "• transport: RM60.00",
    "• food: RM15.00",
    "SGD:",
    "• food: S$6.50",
    "• transport: S$2.00",
  ]);
});

journey("one person's figures are never another's", async ({ ann, person }) => {
  const bob = person("bob");
  await ann.says("hi");
  await bob.says("hi");
  await ann.says("petrol 60");
  await bob.says("petrol 5");
  await bob.says("lunch 15");
  expect((await bob.says("what share of my spending is petrol")).text).toContain(
    "RM5.00 on petrol of RM20.00",
  );
  expect((await ann.says("which day did I spend the most")).text).toContain("RM60.00");
  expect((await bob.says("how much today without lunch")).text).toContain("RM5.00");
});

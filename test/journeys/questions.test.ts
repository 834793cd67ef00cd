/** Questions about money: every figure is read from the database in that turn (SPEC S7). */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("totals by category, merchant and period", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("grab 12");
  await ann.says("yesterday grab 22");
  await ann.says("groceries 84.20 on 2/3");
  await ann.says("petrol 60 on 20/2");
  expect((await ann.says("how much on grab this month?")).text).toContain("RM34.00 on grab this month");
  expect((await ann.says("how much did I spend on food this month?")).text).toBe(
    "RM15.00 on food this month, in 1 expense.",
  );
  expect((await ann.says("how much did I spend this month?")).text).toContain(
    "RM133.20 this month, in 4 expenses.",
  );
  expect((await ann.says("total spending yesterday")).text).toContain("RM22.00 yesterday");
  expect((await ann.says("how much last month?")).text).toContain("RM60.00 last month");
  expect((await ann.says("berapa belanja makan bulan ni?")).text).toContain("RM15.00");
});

journey("a list says when it is cut", async ({ ann }) => {
  await ann.says("hi");
  for (let day = 1; day <= 21; day++) await ann.says(`lunch ${day}`);
  const list = await ann.says("show my expenses");
  expect(list.text).toContain("showing 20 of 21");
  expect(list.text.split("\n")).toHaveLength(21);
  const three = await ann.says("show my last 3 expenses");
  expect(three.text).toContain("showing 3 of 21");
  expect(three.text.split("\n")).toHaveLength(4);
});

journey("the biggest, and whether something was paid already", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("paid rent 900");
  expect((await ann.says("what's my biggest expense this month?")).text).toContain("RM900.00 rent");
  expect((await ann.says("did I pay rent already?")).text).toBe("Yes: RM900.00 rent · housing");
  expect((await ann.says("did I pay unifi already?")).text).toContain("No");
});

journey("nothing recorded is said, not guessed", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("how much today?")).text).toBe("Nothing recorded today.");
});

journey("this month against last, the same days of each", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("lunch 10 on 5/2");
  // Past the 11th, so it is not set against these eleven days.
  await ann.says("petrol 60 on 20/2");
  const reply = await ann.says("compare this month to last month");
  expect(reply.text).toContain("this month: RM15.00");
  expect(reply.text).toContain("Sun 1 Feb to Wed 11 Feb: RM10.00");
  expect(reply.text).toContain("RM5.00 more");
});

journey("a sum stays exact past what floating point keeps", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 0.10");
  await ann.says("lunch 0.20");
  await ann.says("bought car 999,999,999.99");
  await ann.says("yes");
  expect((await ann.says("how much today?")).text).toContain("RM1,000,000,000.29");
});

journey("the other way round, the same days of each are set against each other", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("lunch 10 on 5/2");
  await ann.says("petrol 60 on 20/2");
  const reply = await ann.says("compare last month with this month");
  expect(reply.text.split("\n")).toEqual([
    "Compared:",
    "• Sun 1 Feb to Wed 11 Feb: RM10.00",
    "• this month: RM15.00",
    "That is RM5.00 more.",
  ]);
});

journey("one day against another has its plain name", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("yesterday lunch 10");
  const reply = await ann.says("compare today with yesterday");
  expect(reply.text.split("\n").slice(0, 3)).toEqual([
    "Compared:",
    "• today: RM15.00",
    "• yesterday: RM10.00",
  ]);
});

journey("the average so far starts with the first record", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 10 on 7/3");
  await ann.says("lunch 0.03");
  // Five days from the 7th to the 11th: 10.03 / 5 = 2.006.
  expect((await ann.says("average daily spending so far")).text).toBe("RM2.01 per day on average, so far.");
  expect((await ann.says("average daily spending this month")).text).toContain("RM0.91 per day");
});

journey("the biggest is said of each currency, since two do not compare", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("grab 22");
  await ann.says("ramen ¥1200");
  await ann.says("coffee S$6.50");
  expect((await ann.says("what's my biggest expense this month?")).text.split("\n")).toEqual([
    "Your biggest expense this month, of each currency:",
    "• RM22.00 grab · transport",
    "• JPY 1,200 ramen · food",
    "• S$6.50 coffee · food",
  ]);
  expect((await ann.says("apa belanja paling besar bulan ni?")).text.split("\n")[0]).toBe(
    "Belanja paling besar bulan ini, setiap mata wang:",
  );
});

journey("a bound is of one currency", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("grab 22");
  await ann.says("grab 12");
  await ann.says("grab ¥3000");
  await ann.says("grab S$25");
  expect((await ann.says("find grab rides over 20")).text.split("\n")).toEqual([
    "1 expense over RM20.00 on grab so far:",
    "• RM22.00 grab · transport",
  ]);
  expect((await ann.says("find grab rides over S$20")).text.split("\n")).toEqual([
    "1 expense over S$20.00 on grab so far:",
    "• S$25.00 grab · transport",
  ]);
  expect((await ann.says("find grab rides over RM50")).text).toBe(
    "Nothing recorded over RM50.00 on grab so far.",
  );
});

journey("an amount that names its currency means no record of another", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("coffee S$7");
  expect((await ann.says("delete the RM7 coffee")).text).toContain("I find no record");
  expect((await ann.says("delete the S$7 coffee")).text).toContain("Deleted: S$7.00 coffee");
});

journey("words are found as they are typed, however many", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("nasi lemak 12");
  await ann.says("nasi ayam 75");
  expect((await ann.says("how much on nasi lemak this month?")).text).toContain("RM12.00 on nasi lemak");
  expect((await ann.says("delete the nasi lemak")).text).toContain("Deleted: RM12.00 nasi lemak");
});

journey("lists of income, cut and whole, in both languages", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("gaji masuk 3500");
  expect((await ann.says("show my income this month")).text).toBe(
    "1 entry of income this month:\n• RM3,500.00 gaji · salary",
  );
  await ann.says("gaji masuk 100");
  await ann.says("gaji masuk 200");
  expect((await ann.says("show my last 2 income this month")).text.split("\n")[0]).toBe(
    "3 entries of income this month, showing 2 of 3:",
  );
  expect((await ann.says("tunjuk pendapatan bulan ini")).text.split("\n")[0]).toBe(
    "3 rekod pendapatan bulan ini:",
  );
  expect((await ann.says("show my income last month")).text).toBe("No income recorded last month.");
});

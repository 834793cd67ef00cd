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

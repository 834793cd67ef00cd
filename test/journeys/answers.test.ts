/** What people say while a question waits, and what they mean by it (SPEC S2, S3). */
import { expect } from "vitest";
import { journeys, type TestPerson } from "../support/journey.ts";

const { journey } = journeys();

async function amounts(person: TestPerson): Promise<string[]> {
  return (await person.records()).map(({ description, amountMinor }) => `${description} ${amountMinor}`);
}

journey("a correction of a guess changes the guess, not an older record", async ({ ann }) => {
  await ann.says("coffee 4");
  await ann.says("zorblax 12");
  expect((await ann.says("no, 20")).text).toBe("RM20.00 zorblax · other, right?");
  expect((await ann.says("actually 25")).text).toBe("RM25.00 zorblax · other, right?");
  expect((await ann.says("that was entertainment")).text).toBe("RM25.00 zorblax · entertainment, right?");
  await ann.says("ok");
  expect(await amounts(ann)).toEqual(["coffee 400", "zorblax 2500"]);
});

journey("a correction that names another record is about that one", async ({ ann }) => {
  await ann.says("coffee 4");
  await ann.says("zorblax 12");
  await ann.says("change the coffee to 5");
  await ann.says("yes");
  expect(await amounts(ann)).toEqual(["coffee 500"]);
});

journey("cancel leaves a question, and takes back nothing that was recorded", async ({ ann }) => {
  const lunch = await ann.says("lunch 15");
  await ann.says("zorblax 12");
  expect((await ann.says("cancel")).text).toBe("OK, I leave it as it is.");
  await ann.presses("Edit", lunch);
  expect((await ann.says("cancel")).text).toBe("OK, I leave it as it is.");
  await ann.presses("Edit", lunch);
  expect((await ann.says("no")).text).toBe("OK, I leave it as it is.");
  expect(await amounts(ann)).toEqual(["lunch 1500"]);
});

journey("an edit takes an amount and a day at once", async ({ ann }) => {
  const lunch = await ann.says("lunch 15");
  await ann.presses("Edit", lunch);
  expect((await ann.says("RM40 yesterday")).text).toBe(
    "Changed: RM40.00 lunch · food · yesterday (was RM15.00, today)",
  );
});

journey("a new expense is no answer to Edit", async ({ ann }) => {
  const lunch = await ann.says("lunch 15");
  await ann.presses("Edit", lunch);
  await ann.says("dinner 12");
  expect(await amounts(ann)).toEqual(["lunch 1500", "dinner 1200"]);
});

journey("a yes to nothing says so", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("zorblax 12");
  await ann.says("grab 5");
  expect((await ann.says("yes")).text).toContain("no question open");
  expect(await amounts(ann)).toEqual(["grab 500"]);
});

journey("a rule for one word does not make a record of other words", async ({ ann }) => {
  await ann.says("grab 12");
  await ann.says("that was groceries");
  await ann.says("change the grab to 14");
  await ann.says("how much did I pay grab 12");
  await ann.says("budget grab 50");
  expect(await amounts(ann)).toEqual(["grab 1400"]);
});

journey("a change of language is confirmed in the new one", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("speak malay")).text).toBe("Saya akan jawab dalam Bahasa Melayu.");
  expect((await ann.says("tukar bahasa ke English")).text).toBe("I'll answer in English.");
});

journey("which one: the first one, both, none", async ({ ann }) => {
  await ann.says("kopi 3");
  await ann.says("kopi 4 semalam");
  await ann.says("kopi 5 semalam");
  await ann.says("delete kopi");
  expect((await ann.says("none of them")).text).toBe("OK, I leave it as it is.");
  await ann.says("delete kopi");
  await ann.says("the first one");
  expect(await ann.records()).toHaveLength(2);
  await ann.says("delete kopi");
  expect((await ann.says("both")).text).toContain("Deleted");
  expect(await amounts(ann)).toEqual([]);
  await ann.says("undo");
  expect(await ann.records()).toHaveLength(2);
});

journey("to delete is no answer to which one to change", async ({ ann }) => {
  await ann.says("kopi 3");
  await ann.says("kopi 3.20");
  expect((await ann.says("change the kopi to 2.50")).text).toContain("Which one?");
  await ann.says("delete all");
  expect(await amounts(ann)).toEqual(["kopi 300", "kopi 320"]);
});

journey("another thing with its amount is no answer about a reminder", async ({ ann }) => {
  expect((await ann.says("gonna pay rent 900 tomorrow")).text).toContain("right?");
  expect((await ann.says("saving 200 asb")).text).not.toContain("rent");
  await ann.says("gonna pay rent 900 tomorrow");
  expect((await ann.says("950")).text).toContain("RM950.00");
});

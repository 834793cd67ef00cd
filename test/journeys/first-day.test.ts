/** The first day with Mama: record, ask, undo, in one chat, in either language. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("a lunch and two more are recorded, counted, and two taken back", async ({ ann }) => {
  const first = await ann.says("Lunch RM15");
  expect(first.text).toContain("Recorded: RM15.00 lunch · food");
  expect(first.text).toContain("how much today?");
  expect(first.buttons).toEqual(["Undo", "Edit"]);
  expect(await ann.ledger()).toEqual(["expense | MYR 1500 | lunch | food | 2026-03-11"]);

  const second = await ann.says("grab 12, kopi 3.50");
  expect(second.text).toContain("RM12.00 grab · transport");
  expect(second.text).toContain("RM3.50 kopi · food");
  expect(second.text).toContain("RM15.50");
  expect(second.text).not.toContain("I'm Mama");

  expect((await ann.says("how much today?")).text).toContain("RM30.50 today, in 3 expenses.");
  const undone = await ann.says("undo");
  expect(undone.text).toContain("RM12.00 grab");
  expect(undone.text).toContain("RM3.50 kopi");
  expect((await ann.says("how much today?")).text).toBe("RM15.00 today, in 1 expense.");
});

journey("Malay is answered in Malay", async ({ ann }) => {
  await ann.says("hai");
  expect((await ann.says("semalam makan malam 30, tol 4.20")).text).toBe(
    "Dicatat, 2 perkara:\n• RM30.00 makan malam · makanan · semalam\n• RM4.20 tol · pengangkutan · semalam\nJumlah RM34.20",
  );
  expect(await ann.ledger()).toEqual([
    "expense | MYR 3000 | makan malam | food | 2026-03-10",
    "expense | MYR 420 | tol | transport | 2026-03-10",
  ]);
  expect((await ann.says("berapa belanja semalam?")).text).toContain("RM34.20 semalam, dalam 2 rekod.");
});

journey("money in is not money out", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("gaji masuk 3500")).text).toBe("Duit masuk: RM3,500.00 gaji · gaji");
  await ann.says("paid rent 900");
  expect(await ann.ledger()).toEqual([
    "income | MYR 350000 | gaji | salary | 2026-03-11",
    "expense | MYR 90000 | rent | housing | 2026-03-11",
  ]);
  expect((await ann.says("how much did I spend today?")).text).toContain("RM900.00");
});

journey("small talk and questions write nothing", async ({ ann }) => {
  for (const text of [
    "hi mama",
    "terima kasih!",
    "how much today?",
    "what can you do?",
    "15",
    "Ali 50",
    "24,24.7",
  ]) {
    await ann.says(text);
  }
  expect(await ann.ledger()).toEqual([]);
});

journey("what was missing can be said in the next message", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("15")).text).toContain("what was it for?");
  expect((await ann.says("lunch")).text).toBe("Recorded: RM15.00 lunch · food");
  await ann.says("20");
  await ann.says("grab 12");
  expect((await ann.says("lunch")).text).not.toContain("20");
  expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1500, 1200]);
});

journey("an unsure reading is asked about, and only a yes writes it", async ({ ann }) => {
  await ann.says("hi");
  const asked = await ann.says("zorblax 12");
  expect(asked.text).toBe("RM12.00 zorblax · other, right?");
  expect(asked.buttons).toEqual(["Yes", "Change", "No"]);
  expect(await ann.ledger()).toEqual([]);
  expect((await ann.says("no")).text).toBe("OK, I leave it as it is.");
  await ann.says("zorblax 12");
  await ann.says("ya");
  const pressed = await ann.says("zorblax 13");
  await ann.presses("Yes", pressed);
  expect((await ann.presses("Yes", pressed)).text).toContain("no longer works");
  await ann.says("zorblax 14");
  await ann.says("lunch 5");
  await ann.says("yes");
  expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1200, 1300, 500]);
});

journey("foreign money is kept as it is, and never added up with other money", async ({ ann }) => {
  await ann.says("coffee S$6.50");
  await ann.says("lunch 15");
  await ann.says("use SGD");
  await ann.says("tea 4");
  expect((await ann.says("how much today?")).text).toMatch(/S\$10\.50 and RM15\.00|RM15\.00 and S\$10\.50/);
});

journey("two people never see each other's records", async ({ ann, ben }) => {
  await ann.says("lunch 15");
  await ben.says("grab 12");
  expect((await ben.says("how much today?")).text).toContain("RM12.00");
  await ben.says("undo");
  expect((await ben.says("undo")).text).toContain("nothing to undo");
  expect((await ben.says("delete the lunch")).text).toContain("no record");
  expect(await ann.ledger()).toHaveLength(1);
});

journey("settings are changed by talking, and undone like anything else", async ({ ann, at }) => {
  await ann.says("hi");
  expect((await ann.says("I'm in London now")).text).toBe(
    "Time zone is now Europe/London, where it is 02:00.",
  );
  // 01:00 in Kuala Lumpur on the 12th is still the 11th in London.
  at("2026-03-12T01:00:00+08:00");
  await ann.says("tea 4");
  expect(await ann.ledger()).toEqual(["expense | MYR 400 | tea | food | 2026-03-11"]);
  await ann.says("week starts on sunday");
  expect((await ann.says("settings")).text).toContain("week starts on: Sunday");
  expect((await ann.says("undo")).text).toContain("week starts on: Monday");
});

/** She learns from corrections, notices doubles, and lets a guess be changed before it is written (SPEC S3, S4). */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();
const MINUTE = 60_000;

journey("a corrected category holds from then on, for that thing alone", async ({ ann, ben }) => {
  await ann.says("grab 12");
  await ann.says("that was food");
  expect((await ann.says("grab 20")).text).toContain("RM20.00 grab · food");
  expect((await ann.says("grab to klcc 14")).text).toContain("RM14.00 grab to klcc · food");
  expect((await ann.says("taxi 9")).text).toContain("taxi · transport");
  expect((await ben.says("grab 12")).text).toContain("grab · transport");
});

journey("a word she did not know is known once it was corrected", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("zorblax 12");
  await ann.says("yes");
  await ann.says("that was entertainment");
  expect((await ann.says("zorblax 15")).text).toBe("Recorded: RM15.00 zorblax · entertainment");
});

journey("what she learned is listed and forgotten by talking, and undone", async ({ ann }) => {
  await ann.says("coffee 6");
  await ann.says("that was groceries");
  expect((await ann.says("my rules")).text).toBe("What you taught me:\n1. coffee → groceries");
  expect((await ann.says("forget the rule for coffee")).text).toContain("no longer goes to groceries");
  expect((await ann.says("coffee 7")).text).toContain("coffee · food");
  expect((await ann.says("forget the rule for tea")).text).toContain("no rule for “tea”");

  await ann.says("teh 3");
  await ann.says("that was groceries");
  // Taking the correction back takes back what it taught.
  expect((await ann.says("undo")).text).toBe("Undone: back to RM3.00 teh · food");
  expect((await ann.says("my rules")).text).toContain("no categories from you yet");
});

journey("peraturan in Malay", async ({ ann }) => {
  await ann.says("saya beli kopi 6");
  await ann.says("tukar kopi jadi barang dapur");
  expect((await ann.says("peraturan saya")).text).toBe("Apa yang awak ajar saya:\n1. kopi → barang dapur");
  expect((await ann.says("padam peraturan untuk kopi")).text).toContain("tak lagi masuk barang dapur");
});

journey("the same entry twice is recorded, and asked about with a one-tap remove", async ({ ann, later }) => {
  await ann.says("lunch 15");
  later(2 * MINUTE);
  const again = await ann.says("Lunch RM15");
  expect(again.text).toContain("Same one twice?");
  expect(again.buttons).toEqual(["Remove one", "Keep both", "Edit"]);
  expect(await ann.records()).toHaveLength(2);
  expect((await ann.presses("Remove one", again)).text).toBe("Deleted: RM15.00 lunch · food");
  expect(await ann.records()).toHaveLength(1);
  expect((await ann.presses("Remove one", again)).text).toContain("gone already");
  expect(await ann.records()).toHaveLength(1);
});

journey("the one-tap remove works however many messages came after", async ({ ann }) => {
  await ann.says("lunch 15");
  const again = await ann.says("lunch 15");
  await ann.says("grab 12");
  expect((await ann.presses("Remove one", again)).text).toBe("Deleted: RM15.00 lunch · food");
  expect(await ann.records()).toHaveLength(2);
});

journey("a new description is no lesson about categories", async ({ ann, platform, app }) => {
  const chat = { chatKey: ann.name, senderKey: ann.name };
  await platform.receive({
    ...chat,
    kind: "text",
    eventKey: `${ann.name}-1`,
    messageKey: "m",
    text: "grab 12",
  });
  const { inboxId } = await platform.receive({
    ...chat,
    kind: "edited",
    eventKey: `${ann.name}-2`,
    refersTo: "m",
    text: "kfc 12",
  });
  await app.path.answered(inboxId);
  expect(await ann.ledger()).toEqual(["expense | MYR 1200 | kfc | food | 2026-03-11"]);
  expect((await ann.says("my rules")).text).toContain("no categories from you yet");
});

journey("yes removes the double, no keeps it, another message lets it be", async ({ ann }) => {
  await ann.says("lunch 15");
  await ann.says("lunch 15");
  await ann.says("yes");
  expect(await ann.records()).toHaveLength(1);
  await ann.says("lunch 15");
  expect((await ann.says("no")).text).toBe("OK, I leave it as it is.");
  expect(await ann.records()).toHaveLength(2);
  await ann.says("lunch 15");
  await ann.says("grab 12");
  await ann.says("yes");
  expect(await ann.records()).toHaveLength(4);
});

journey("ten minutes later, in another amount or on another day it is no double", async ({ ann, later }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  expect((await ann.says("lunch 16")).text).not.toContain("twice");
  expect((await ann.says("yesterday lunch 15")).text).not.toContain("twice");
  expect((await ann.says("lunch 15, lunch 15")).text).toContain("twice");
  later(11 * MINUTE);
  expect((await ann.says("lunch 15")).text).not.toContain("twice");
});

journey("a guess can be changed before it is recorded", async ({ ann }) => {
  await ann.says("hi");
  const asked = await ann.says("zorblax 12");
  expect(asked.buttons).toEqual(["Yes", "Change", "No"]);
  await ann.presses("Change", asked);
  expect((await ann.says("18")).text).toBe("RM18.00 zorblax · other, right?");
  await ann.says("change");
  expect((await ann.says("entertainment")).text).toBe("RM18.00 zorblax · entertainment, right?");
  expect((await ann.says("yes")).text).toBe("Recorded: RM18.00 zorblax · entertainment");
  expect(await ann.records()).toHaveLength(1);
});

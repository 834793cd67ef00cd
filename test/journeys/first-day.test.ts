/** The first day with Mama: record, ask, undo, correct, delete, in one chat. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("a lunch is recorded, repeated back, and counted", async ({ ann }) => {
  const reply = await ann.says("Lunch RM15");
  expect(reply.text).toContain("RM15.00 lunch");
  expect(reply.buttons).toEqual(["Undo", "Edit"]);
  expect(await ann.ledger()).toEqual(["expense | MYR 1500 | lunch | food | 2026-03-11"]);
  await ann.says("grab 12, kopi 3.50");
  expect((await ann.says("how much today?")).text).toContain("RM30.50");
  const undone = await ann.says("undo");
  expect(undone.text).toContain("RM12.00 grab");
  expect(undone.text).toContain("RM3.50 kopi");
  expect((await ann.says("how much today?")).text).toContain("RM15.00");
});

/** Messages that are edited after they were sent correct what they recorded (SPEC S2). */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { journeys, type TestPerson, type World } from "../support/journey.ts";

const { journey } = journeys();

/** Sends a message, or an edit of it, and returns the reply. */
function sender({ app, platform }: World, { name }: TestPerson) {
  return async (kind: "text" | "edited", messageKey: string, text: string): Promise<string> => {
    const event = { chatKey: name, senderKey: name, eventKey: randomUUID(), kind, text };
    const { inboxId } = await platform.receive(
      kind === "text" ? { ...event, messageKey } : { ...event, refersTo: messageKey },
    );
    await app.path.answered(inboxId);
    return platform.delivered.findLast((sent) => sent.inboxId === inboxId)?.text ?? "";
  };
}

journey("an edited lunch is corrected in place, on its own day", async (world) => {
  const { ann, at } = world;
  const send = sender(world, ann);
  await send("text", "m1", "lunch 15");
  await ann.says("grab 12");
  at("2026-03-12T09:00:00+08:00");
  expect(await send("edited", "m1", "lunch 18")).toBe(
    "Changed: RM18.00 lunch · food · yesterday (was RM15.00)",
  );
  expect(await ann.ledger()).toEqual([
    "expense | MYR 1800 | lunch | food | 2026-03-11",
    "expense | MYR 1200 | grab | transport | 2026-03-11",
  ]);
});

journey("an edit to more items writes them anew, and undo brings the old ones back", async (world) => {
  const { ann } = world;
  const send = sender(world, ann);
  await ann.says("hi");
  await send("text", "m1", "grab 12, kopi 3.50");
  const reply = await send("edited", "m1", "grab 12, kopi 3.50, teh 2");
  expect(reply).toContain("Deleted: RM12.00 grab");
  expect(reply).toContain("Deleted: RM3.50 kopi");
  expect(reply).toContain("RM2.00 teh");
  expect(await ann.records()).toHaveLength(3);
  await ann.says("undo");
  expect((await ann.records()).map(({ description }) => description)).toEqual(["grab", "kopi"]);
  // The same number again is corrected row by row, and each row is said.
  const corrected = await send("edited", "m1", "grab 14, kopi 4");
  expect(corrected).toContain("RM14.00 grab");
  expect(corrected).toContain("RM4.00 kopi");
});

journey("an edit that cannot be read for certain changes nothing", async (world) => {
  const { ann } = world;
  const send = sender(world, ann);
  await send("text", "m1", "lunch 15");
  expect(await send("edited", "m1", "qwerty")).toContain("the record stays as it was");
  expect(await ann.ledger()).toEqual(["expense | MYR 1500 | lunch | food | 2026-03-11"]);
});

journey("what was asked about first belongs to the message that it was asked about", async (world) => {
  const { ann } = world;
  const send = sender(world, ann);
  await ann.says("hi");
  await send("text", "m1", "zorblax 15");
  await ann.says("yes");
  await send("edited", "m1", "lunch 16");
  expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1600]);
});

journey("an edit of a message that recorded nothing is no command", async (world) => {
  const { ann } = world;
  const send = sender(world, ann);
  await ann.says("lunch 15");
  await ann.says("grab 12");
  await send("text", "m1", "undo");
  expect(await send("edited", "m1", "undo!")).toContain("nothing to change");
  expect(await ann.records()).toHaveLength(1);
  await ann.says("lunch 15");
  await ann.says("delete the lunch");
  await send("edited", "m1", "1");
  expect(await ann.records()).toHaveLength(2);
  // A message that said nothing yet may become a record.
  await send("text", "m2", "asdf");
  expect(await send("edited", "m2", "tea 3")).toContain("Recorded: RM3.00 tea");
});

journey("words that were missing count for the day of the first message", async (world) => {
  const { ann, at } = world;
  await ann.says("hi");
  at("2026-03-11T23:58:00+08:00");
  await ann.says("15");
  at("2026-03-12T00:01:00+08:00");
  expect((await ann.says("lunch")).text).toBe("Recorded: RM15.00 lunch · food · yesterday");
});

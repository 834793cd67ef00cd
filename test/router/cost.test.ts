/** What a message costs, in round trips to the database: the floor under the speed of SPEC S16. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

/**
 * inbox · claim chats, twice · claim next, twice · begin, insert, settle, commit · claim reply, twice · mark sent,
 * and a poll that may fall in between.
 */
const MOST = 15;

journey("a lunch is recorded and answered in a handful of round trips", async (world) => {
  const { ann, database, platform, next } = world;
  await ann.says("hi");
  const before = database.count();
  const sent = next("sent");
  const chat = { chatKey: ann.name, senderKey: ann.name };
  await platform.receive({ ...chat, eventKey: `${ann.name}-cost`, kind: "text", text: "lunch 15" });
  await sent;
  expect(database.count() - before).toBeLessThanOrEqual(MOST);
  expect(await ann.records()).toHaveLength(1);
});

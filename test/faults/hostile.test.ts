/**
 * Nothing that a user types may crash the process, hang a lane or write a record by accident (SPEC S2): hostile
 * and random texts go the whole way, each gets one reply, and nothing is written.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { garbage, HOSTILE } from "../support/hostile.ts";
import { openWorld } from "../support/journey.ts";
import { rows } from "../support/people.ts";

/** The same texts each time: hostile.property.test.ts looks at others with each FUZZ_SEED. */
const SEED = 20260311;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Sends each text as somebody new, and returns those that were not answered once, as handled, with no effect. */
async function mishandled(texts: readonly string[]): Promise<string[]> {
  const { app, platform } = world;
  const sent = await Promise.all(
    texts.map((text) => {
      const chatKey = randomUUID();
      return platform.receive({ chatKey, senderKey: chatKey, eventKey: randomUUID(), kind: "text", text });
    }),
  );
  await app.path.drained({ platform: "fake", account: "bot" });
  const states = new Map((await rows(app.database, "inbox")).map(({ id, state }) => [id, state]));
  const acted = new Set((await rows(app.database, "action")).map((row) => row.inbox_id));
  const replies = new Map<string | undefined, string[]>();
  for (const { inboxId, text } of platform.delivered)
    replies.set(inboxId, [...(replies.get(inboxId) ?? []), text]);
  return sent.flatMap(({ inboxId }, position) => {
    const got = replies.get(inboxId) ?? [];
    const fine = states.get(inboxId) === "done" && !acted.has(inboxId) && got.length === 1 && got[0] !== "";
    return fine
      ? []
      : [`${JSON.stringify(texts[position]?.slice(0, 60))}: ${states.get(inboxId)}, ${got.join(" | ")}`];
  });
}

test("each hostile text gets one reply, and none is an apology for a failure", async () => {
  expect(await mishandled(HOSTILE)).toEqual([]);
  expect(await rows(world.app.database, "ledger_entry")).toEqual([]);
});

test("so does each of 30 random texts", async () => {
  expect(await mishandled(fc.sample(garbage, { numRuns: 30, seed: SEED }))).toEqual([]);
  expect(await rows(world.app.database, "ledger_entry")).toEqual([]);
});

test("hostile texts in one chat do not keep the next message from being recorded", async () => {
  const ann = world.person();
  await ann.says("hello");
  for (const text of HOSTILE.slice(0, 12)) await ann.says(text);
  expect((await ann.says("Lunch RM15")).text).toContain("RM15.00 lunch");
  expect(await ann.ledger()).toHaveLength(1);
});

test("what Postgres cannot hold does not spoil a message, and a wildcard means itself", async () => {
  const ann = world.person();
  await ann.says("hello");
  expect((await ann.says("lunch 15\0")).text).toBe("Recorded: RM15.00 lunch · food");
  for (const text of ["delete l_nch", "delete l%"])
    expect((await ann.says(text)).text, text).not.toContain("Deleted");
  expect(await ann.ledger()).toEqual(["expense | MYR 1500 | lunch | food | 2026-03-11"]);
});

/**
 * Nothing that a user types may crash the process, hang a lane or write a record by accident (SPEC S2): hostile
 * and random texts go the whole way, each gets one reply, and nothing is written.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReaderContext } from "../../src/kernel/reading.ts";
import { read } from "../../src/language/reader.ts";
import { storable } from "../../src/store/inbox.ts";
import { findTool } from "../../src/tools/registry.ts";
import { anyText, couldBeMeant, garbage, HOSTILE } from "../support/hostile.ts";
import { NOW, openWorld } from "../support/journey.ts";
import { rows } from "../support/people.ts";

/** The same texts each time: the random look is at the reader itself, below. */
const SEED = 20260311;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const CONTEXT: ReaderContext = {
  nowMs: Date.parse(NOW),
  settings: {
    zone: "Asia/Kuala_Lumpur",
    currency: "MYR",
    language: "auto",
    weekStart: 1,
    quietHours: null,
    digests: true,
  },
  ownCategories: [],
};

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

test("so does each of 60 random texts", async () => {
  expect(await mishandled(fc.sample(garbage, { numRuns: 60, seed: SEED }))).toEqual([]);
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

const WRITES = new Set(["expense", "income", "correct", "delete", "undo", "setting", "reminder", "cap"]);

test("the reader takes 10,000 random texts without throwing, and is sure of no write that was not meant", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(read(text, CONTEXT).mode).toBeTypeOf("string");
      // What the inbox keeps of a text is what is read in earnest.
      const kept = storable(text);
      const { verdict, items } = read(kept, CONTEXT);
      if (verdict === "certain" && items.some(({ tool }) => WRITES.has(tool)))
        expect(couldBeMeant(kept)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
});

const WORDS = [
  ..."lunch grab kopi rent delete undo change that was to the how much on today semalam paid gaji masuk".split(
    " ",
  ),
  ..."remind me cap budget find show my expenses over under not actually 15 RM15 12.50 -3 1e9 5/3 31/2 0".split(
    " ",
  ),
  ..."SGD use I'm in London yesterday every month , ; ? ! / \" ' %".split(" "),
];
const mixed = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
      fc.string({ unit: "grapheme", maxLength: 90 }),
    ),
    {
      maxLength: 25,
    },
  )
  .map((words) => words.join(" "));

test("whatever the reader makes of words and junk, its tool takes: no message fails for its shape", () => {
  fc.assert(
    fc.property(mixed, (text) => {
      for (const { tool, input } of read(text, CONTEXT).items) {
        const taken = findTool(tool)?.input.safeParse(input);
        expect(taken?.error?.issues ?? [], `${tool} ${JSON.stringify(input)}`).toEqual([]);
      }
    }),
    { numRuns: 3_000 },
  );
});

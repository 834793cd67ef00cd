/**
 * The model failing in every way it can (SPEC S9): each ends with a right record or an honest sentence, in time, and the
 * next message works. The table of what happened is printed.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  calls,
  cutsInBody,
  cutText,
  drops,
  emptyChoices,
  fails,
  hangs,
  hangsInBody,
  html,
  json,
  malformed,
  type Reply,
  rateLimited,
  raw,
  text,
} from "../fakes/model-replies.ts";
import { openThinkingWorld, type ThinkingWorld } from "../support/brain.ts";
import type { TestPerson } from "../support/journey.ts";

/** A small part of the product's patience, so that a hung server costs the suite little. */
const TIMEOUT_MS = 600;
const TURN_MS = 2_500;

let world: ThinkingWorld;
const table: string[] = [];
beforeAll(async () => {
  // A circuit that stays closed, so that each failure is met as if it were the first.
  world = await openThinkingWorld({ timeoutMs: TIMEOUT_MS, failuresToRest: 1_000 }, { turnMs: TURN_MS });
});
afterAll(async () => {
  process.stdout.write(`\n${table.join("\n")}\n\n`);
  await world.close();
});

const FAILURES: readonly (readonly [string, () => Reply])[] = [
  ["malformed JSON", () => malformed()],
  ["wrong schema", () => json({ mode: "party", items: "many" })],
  ["429 with retry-after", () => rateLimited(1)],
  ["429 for an hour", () => rateLimited(3_600_000)],
  ["500", () => fails(500)],
  ["401, a wrong key", () => fails(401)],
  ["400 to everything", () => fails(400)],
  ["hangs", () => hangs()],
  ["hangs in the body", () => hangsInBody()],
  ["cuts the connection", () => drops()],
  ["cuts the body", () => cutsInBody()],
  ["a page of HTML", () => html()],
  ["no choices", () => emptyChoices()],
  ["an empty text", () => text("")],
  ["cut for its length", () => cutText('{"mode":"exp')],
  ["tool calls that nobody asked for", () => calls({ name: "erase_everything", arguments: { all: true } })],
  [
    "absurd tool arguments",
    () => calls({ name: "spending", arguments: { period: "'; DROP TABLE inbox; --" } }),
  ],
  ["not even HTTP's idea of JSON", () => raw("null")],
];

async function met(): Promise<TestPerson> {
  const person = world.person();
  await person.says("hi");
  return person;
}

/** Says it, and notes how long that took. */
async function asked(person: TestPerson, words: string): Promise<{ answer: string; tookMs: number }> {
  const startedMs = performance.now();
  const { text: answer } = await person.says(words);
  return { answer, tookMs: Math.round(performance.now() - startedMs) };
}

function note(name: string, where: string, { answer, tookMs }: { answer: string; tookMs: number }): void {
  table.push(
    `${name.padEnd(34)}${where.padEnd(12)}${String(tookMs).padStart(6)} ms  ${answer.split("\n")[0]?.slice(0, 60)}`,
  );
}

test.each(FAILURES)("when it should sort a message: %s", async (name, failure) => {
  const ann = await met();
  world.server.always(failure);
  const done = await asked(ann, "zorblax 12 with Ali la");
  note(name, "sorting", done);
  expect(done.answer).toContain("RM12.00 zorblax");
  expect(done.answer).toContain("right?");
  world.server.always(() => undefined);
  await ann.says("yes");
  expect(await ann.ledger()).toEqual([expect.stringContaining("MYR 1200 | zorblax")]);
});

test.each(FAILURES)("when it should give advice: %s", async (name, failure) => {
  const ann = await met();
  await ann.says("lunch 15");
  world.server.next(json({ mode: "coaching", items: [] }));
  world.server.always(failure);
  const done = await asked(ann, "be honest am I doing okay with my spending habits");
  note(name, "advice", done);
  expect(done.answer).toMatch(/simple mode|RM15\.00/);
  world.server.always(() => undefined);
  expect((await ann.says("grab 12")).text).toContain("Recorded: RM12.00 grab");
});

test("a budget that is spent leaves the local brain, and the next day asks again", async () => {
  const small = await openThinkingWorld({}, { dailyTokens: 10 });
  try {
    const ann = small.person();
    await ann.says("hi");
    small.server.always(() => json({ mode: "unclear", items: [] }));
    await ann.says("zorblax 12 with Ali la");
    expect(small.server.requests).toHaveLength(1);
    expect((await ann.says("zorblax 13 with Ali la")).text).toContain("right?");
    expect(small.server.requests).toHaveLength(1);
    small.later(24 * 60 * 60 * 1000);
    await ann.says("zorblax 14 with Ali la");
    expect(small.server.requests).toHaveLength(2);
  } finally {
    await small.close();
  }
});

test("after failures in a row it is left alone, and nobody waits for it", async () => {
  const away = await openThinkingWorld({ failuresToRest: 3, restMs: 60_000, retries: 0 });
  try {
    const ann = away.person();
    await ann.says("hi");
    away.server.always(() => fails(500));
    for (const amount of [1, 2, 3]) await ann.says(`zorblax 4${amount} with Ali la`);
    const before = away.server.requests.length;
    expect((await ann.says("zorblax 45 with Ali la")).text).toContain("right?");
    expect(away.server.requests).toHaveLength(before);
  } finally {
    await away.close();
  }
});

/** The database as this person's turns find it, until it is given back. */
function troubled(trouble: (plain: typeof world.database.withUser) => typeof world.database.withUser): {
  over(): void;
} {
  const { withUser } = world.database;
  world.database.withUser = trouble(withUser);
  return {
    over: () => {
      world.database.withUser = withUser;
    },
  };
}

test("a database that is slow ends with the turn's time, and with an honest sentence", async () => {
  const ann = await met();
  await ann.says("lunch 15");
  let free = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  // What only reads, within the turn's time, is never answered; what writes is.
  const slow = troubled((withUser) => async (scope, work, within) => {
    const done = await withUser(scope, work);
    if (within) await held;
    return done;
  });
  world.server.next(
    json({ mode: "coaching", items: [] }),
    calls({ name: "spending", arguments: { period: {} } }),
  );
  const done = await asked(ann, "be honest am I doing okay with my spending habits");
  note("a slow database", "advice", done);
  slow.over();
  free();
  world.server.always(() => undefined);
  expect(done.answer).toContain("could not look that up in time");
});

test("records that stand are said to stand when the rest of their message can never be answered", async () => {
  const ann = await met();
  const items = [
    {
      tool: "expense",
      amount: "1200",
      currency: "MYR",
      description: "rent",
      category: "housing",
      date: "2026-03-11",
    },
  ];
  const broken = troubled(
    (withUser) => (scope, work, within) =>
      withUser(
        scope,
        (tx) =>
          work({
            ...tx,
            query: (text, values) => {
              if (/INSERT INTO outbox/i.test(text)) throw new Error("a bug of the reply's");
              return tx.query(text, values);
            },
          }),
        within,
      ),
  );
  world.server.next(json({ mode: "coaching", items }));
  const { answer } = await asked(ann, "paid 1200 rent, how do i cut down?");
  broken.over();
  expect(answer).toBe(
    "I kept what you recorded, but I could not answer the rest. “undo” takes the records back.",
  );
  expect(await ann.records()).toHaveLength(1);
});

/** "Make it 6,000" is about what was just talked of (SPEC S10.8), whether or not a flush has seen it; records keep theirs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { openWorld, type World } from "../support/journey.ts";

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await openWorld({}, { embedder: fakeEmbedder() });
});
afterAll(() => world.close());

async function flushes(): Promise<void> {
  world.later(11 * 60_000);
  await world.app.path.flushNow();
}

/** Live memories, then those whose place was taken. */
async function remembers(name: string): Promise<{ live: string[]; replaced: string[] }> {
  const rows = await world.database.system.query<{ text: string; over: boolean }>(
    `SELECT m.text, m.superseded_at IS NOT NULL AS over FROM memory m JOIN identity i ON i.user_id = m.user_id
     WHERE i.platform_user_id = $1 ORDER BY m.id`,
    [name],
  );
  const of = (over: boolean) => rows.filter((row) => row.over === over).map(({ text }) => text);
  return { live: of(false), replaced: of(true) };
}

const GOAL = "I want to save RM5,000 for the wedding, can I afford it?";
const SIX = "The user wants to save RM6,000 for the wedding.";

describe("before a flush", () => {
  test.each([
    [GOAL, "not 5,000, make it 6,000", SIX],
    [GOAL, "make it 6,000", SIX],
    [GOAL, "actually RM6,000", SIX],
    [
      "nak simpan RM5000 untuk umrah, macam mana nak mula?",
      "bukan 5000, tukar jadi 6000",
      'The user wants to save for the umrah: "nak simpan RM6,000 untuk umrah".',
    ],
    [
      "nak simpan RM5000 untuk umrah, macam mana nak mula?",
      "tukar jadi 6000",
      'The user wants to save for the umrah: "nak simpan RM6,000 untuk umrah".',
    ],
  ])("%s · %s", async (told, correction, kept) => {
    const ann = world.person();
    await ann.says("lunch 15");
    await ann.says(told);
    expect((await ann.says(correction)).text).toMatch(
      /^(Thank you, corrected|Terima kasih, dah dibetulkan): /,
    );
    await flushes();
    expect(await remembers(ann.name)).toEqual({ live: [kept], replaced: [] });
    expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1500]);
  });

  test("twice in a row, and in the order it was said", async () => {
    const ann = world.person();
    await ann.says(GOAL);
    await ann.says("make it 7,000");
    await ann.says("not 7,000, make it 6,000");
    await flushes();
    expect(await remembers(ann.name)).toEqual({ live: [SIX], replaced: [] });
  });

  test("a flush that comes between replaces the one that it stored", async () => {
    const ann = world.person();
    await ann.says(GOAL);
    await flushes();
    await ann.says("make it 6,000");
    expect(await remembers(ann.name)).toEqual({
      live: [SIX],
      replaced: ["The user wants to save RM5,000 for the wedding."],
    });
  });

  test("of two goals of that amount none is guessed", async () => {
    const ann = world.person();
    await ann.says(GOAL);
    await ann.says("I want to save RM5,000 for a car, can I afford it?");
    await ann.says("not 5,000, make it 6,000");
    await flushes();
    expect((await remembers(ann.name)).live.filter((line) => line.includes("RM5,000"))).toHaveLength(2);
  });

  test("what was recorded last is what an amount alone is about", async () => {
    const ann = world.person();
    await ann.says(GOAL);
    await ann.says("lunch 15");
    await ann.says("make it 18");
    expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1800]);
    await ann.says("paid 1,200 rent, how do I cut down?");
    await ann.says("make it 1,300");
    expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1800, 130000]);
    await flushes();
    expect((await remembers(ann.name)).live).toContain("The user wants to save RM5,000 for the wedding.");
  });
});

test("what was told outright is put right by the next words, and no record is", async () => {
  const ann = world.person();
  await ann.says("lunch 15");
  await ann.says("remember that my rent is RM900");
  await ann.says("make it 950");
  expect((await remembers(ann.name)).live).toEqual(["The user's rent is RM950."]);
  expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([1500]);
});

test("an amount without a currency is in that of the one it puts right", async () => {
  const ann = world.person();
  await ann.says("remember that I owe my aunt S$5,000");
  await ann.says("what do you remember about me?");
  expect((await ann.says("no, it's 6,000")).text).toContain("corrected");
  expect((await remembers(ann.name)).live).toEqual(["The user owes their aunt S$6,000."]);
});

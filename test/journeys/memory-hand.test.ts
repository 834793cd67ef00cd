/** The user's hand on what is remembered (SPEC S10.8): seen, corrected, forgotten, at once and everywhere. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/types.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { NOW, openWorld, type TestPerson, type World } from "../support/journey.ts";
import { remembering } from "../support/memories.ts";

const embedder = fakeEmbedder();
let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await openWorld({}, { embedder, recallMs: 20_000 });
});
afterAll(() => world.close());

async function scopeOf({ name }: TestPerson): Promise<Scope> {
  const [row] = await world.database.system.query<Scope>(
    'SELECT org_id AS "orgId", user_id AS "userId" FROM identity WHERE platform_user_id = $1',
    [name],
  );
  if (!row) throw new Error("nobody of that name has written");
  return row;
}

/** Somebody who has said hello, and how to make Mama remember things of them. */
async function met() {
  const ann = world.person();
  await ann.says("hi");
  const scope = await scopeOf(ann);
  const live = async (table: "memory" | "insight"): Promise<string[]> => {
    const rows = await world.database.system.query<{ text: string }>(
      `SELECT text FROM ${table} WHERE user_id = $1 AND superseded_at IS NULL ORDER BY text`,
      [scope.userId],
    );
    return rows.map(({ text }) => text);
  };
  return { ann, scope, live, give: remembering(world.database, scope, Date.parse(NOW)) };
}

test("the list is numbered, most important and newest first, memories and then insights", async () => {
  const { ann, give } = await met();
  expect((await ann.says("what do you remember about me?")).text).toContain("don't know much about you yet");
  await give.memory({ text: "The user likes kopi", importance: 1 });
  await give.memory({ text: "The user changed jobs", importance: 5, daysAgo: 3 });
  await give.memory({ text: "The user's son was born", importance: 5, daysAgo: 1 });
  await give.insight({ text: "Saving for a house" });
  const { text } = await ann.says("what do you remember about me?");
  expect(text.split("\n").slice(1, 5)).toEqual([
    "1. Your son was born",
    "2. Changed jobs",
    "3. Likes kopi",
    "4. Saving for a house",
  ]);
  expect(await ann.mode()).toBe("memory");
  expect((await ann.says("apa yang mama ingat pasal saya")).text).toContain(
    "Yang saya ingat tentang awak:\n1. Your son",
  );
});

test("an insight in the words of a memory is not shown beside it, and goes with it", async () => {
  const { ann, give, live } = await met();
  const id = await give.memory({ text: "The user is worried about rent.", importance: 3 });
  await give.insight({ text: "The user is worried about rent.", category: "worry", from: { memory: id } });
  await give.insight({ text: "the user is worried about RENT", category: "situation" });
  await give.insight({ text: "Saving for a house" });
  const { text } = await ann.says("what do you remember about me?");
  expect(text.split("\n").slice(1, 3)).toEqual(["1. Is worried about rent.", "2. Saving for a house"]);
  await ann.says("forget 1");
  expect(await live("memory")).toEqual([]);
  expect(await live("insight")).toEqual(["Saving for a house"]);
});

test("what is added to a statement stands before its full stop", async () => {
  const { ann, live, give } = await met();
  await give.memory({ text: "The user is saving for a laptop." });
  await ann.says("what do you remember about me?");
  await ann.says("number 1 is wrong: RM6,000");
  expect(await live("memory")).toEqual(["The user is saving for a laptop, RM6,000."]);
});

test("a long list is cut, and says so", async () => {
  const { ann, give } = await met();
  for (let index = 0; index < 34; index += 1) await give.memory({ text: `Cat number${index}` });
  const { text } = await ann.says("/memories");
  expect(text).toContain("(30 of 34)");
  expect(text.match(/^\d+\. /gm)).toHaveLength(30);
});

test("forget 2 deletes that one with the insights and summaries that came from it, and the words it was told in", async () => {
  const { ann, scope, give, live } = await met();
  const { system } = world.database;
  await ann.says("how can I save for my wedding in June?");
  const [told] = await system.query<{ inbox_id: string }>(
    "SELECT inbox_id FROM message WHERE user_id = $1 AND text LIKE '%wedding%' AND role = 'user'",
    [scope.userId],
  );
  const flush = randomUUID();
  await system.query("DELETE FROM memory_exchange WHERE user_id = $1", [scope.userId]);
  await system.query(
    `INSERT INTO memory_exchange (id, org_id, user_id, inbox_id, said, reply, language, zone, said_at, state, flush_id)
     VALUES ($1, $2, $3, $4, 'wedding', 'ok', 'en', 'Asia/Kuala_Lumpur', now(), 'flushed', $5)`,
    [randomUUID(), scope.orgId, scope.userId, told?.inbox_id ?? "", flush],
  );
  const longer = await give.summary({ text: "Long talk of weddings", level: 2 });
  const summary = await give.summary({ text: "Talked about the wedding", parent: longer });
  await system.query("UPDATE message SET summary_id = $1 WHERE inbox_id = $2", [
    summary,
    told?.inbox_id ?? "",
  ]);
  await give.memory({ text: "Changed jobs", importance: 5 });
  const wedding = await give.memory({
    text: "Getting married in June",
    source: { type: "flush", id: flush },
  });
  await give.insight({ text: "Plans a wedding", from: { memory: wedding } });
  await give.insight({ text: "Likes parties", from: { summary } });
  await give.insight({ text: "Careful with money" });

  await ann.says("what do you remember about me?");
  expect((await ann.says("forget 2")).text).toBe("Forgotten: Getting married in June");
  expect(await live("memory")).toEqual(["Changed jobs"]);
  expect(await live("insight")).toEqual(["Careful with money"]);
  const left = await system.query(
    `SELECT (SELECT count(*)::int FROM summary WHERE user_id = $1) AS summaries,
       (SELECT count(*)::int FROM message WHERE inbox_id = $2 AND forgotten_at IS NOT NULL) AS forgotten,
       (SELECT array_agg(state || said) FROM memory_exchange WHERE user_id = $1) AS exchanges`,
    [scope.userId, told?.inbox_id ?? ""],
  );
  expect(left).toEqual([{ summaries: 0, forgotten: 2, exchanges: ["forgotten"] }]);
});

test("the numbers are those of the list last shown, and an old one never hits another row", async () => {
  const { ann, give, live } = await met();
  await give.memory({ text: "First", importance: 5 });
  await give.memory({ text: "Second", importance: 4 });
  await give.memory({ text: "Third", importance: 3 });
  expect((await ann.says("forget 2")).text).toContain("Say it again with its number");
  await ann.says("thanks mama");
  await give.memory({ text: "Newer than the list", importance: 5 });
  expect((await ann.says("lupakan 2")).text).toBe("Dilupakan: Second");
  await ann.says("thanks mama");
  expect((await ann.says("forget 2")).text).toContain("no number 2 any more");
  expect((await ann.says("forget 9")).text).toContain("no number 9 any more");
  expect(await live("memory")).toEqual(["First", "Newer than the list", "Third"]);
});

test("no words of anybody reach another user's memories", async () => {
  const { ann } = await met();
  const { ann: ben, give, live } = await met();
  const id = await give.memory({ text: "Ben has a wedding in June" });
  await ben.says("what do you remember about me?");
  for (const text of [
    "what do you remember about me?",
    "forget 1",
    "forget the wedding",
    "number 1 is wrong: it's in July",
  ])
    expect((await ann.says(text)).text).not.toContain("Ben");
  await ann.says("forget everything about me");
  await ann.presses("Yes");
  expect(await live("memory")).toEqual(["Ben has a wedding in June"]);
  expect(id).not.toBe("");
});

test("that's wrong, it's in July: corrected, embedded again, weightier, with the insight that came from it", async () => {
  const { ann, scope, give, live } = await met();
  const old = await give.memory({ text: "The user's wedding is in June 2026", importance: 3 });
  await give.insight({ text: "Saves for a wedding in June 2026", from: { memory: old } });
  await give.insight({ text: "Worries about rent", category: "worry" });
  await ann.says("what do you remember about me?");
  expect((await ann.says("that's wrong, it's in July")).text).toBe(
    "Thank you, corrected: Your wedding is in July 2026",
  );
  await world.app.afterwards.done();
  expect(await live("insight")).toEqual(["Saves for a wedding in July 2026", "Worries about rent"]);
  const [row] = await world.database.system.query(
    `SELECT text, importance, source_type, embedding_model FROM memory WHERE user_id = $1 AND superseded_at IS NULL`,
    [scope.userId],
  );
  expect(row).toEqual({
    text: "The user's wedding is in July 2026",
    importance: 4,
    source_type: "user_correction",
    embedding_model: embedder.model,
  });
  // Its number is still its number, and what it was before goes with it.
  await ann.says("forget 1");
  expect(
    await world.database.system.query("SELECT 1 FROM memory WHERE user_id = $1", [scope.userId]),
  ).toEqual([]);
});

test("an amount is put right in either language; what fits several is asked", async () => {
  const { ann, give, live } = await met();
  await give.memory({ text: "Saving RM3,000 for a laptop", importance: 5 });
  await give.memory({ text: "Changed jobs", importance: 4 });
  await ann.says("what do you remember about me?");
  await ann.says("no, it's RM6,000");
  expect(await live("memory")).toEqual(["Changed jobs", "Saving RM6,000 for a laptop"]);
  await ann.says("apa yang mama ingat pasal saya");
  await ann.says("bukan, RM7,000");
  expect(await live("memory")).toContain("Saving RM7,000 for a laptop");
  await give.memory({ text: "Saving RM900 for a phone", importance: 3 });
  await ann.says("what do you remember about me?");
  expect((await ann.says("no, it's RM950")).text).toContain("Which one is wrong?");
  await ann.says("3 is wrong, it's RM950");
  expect(await live("memory")).toContain("Saving RM950 for a phone");
  await ann.says("number 2 is wrong: I changed jobs in May 2025");
  expect(await live("memory")).toContain("The user changed jobs in May 2025.");
  expect(await ann.records()).toEqual([]);
});

test("forget the wedding: the one that it is about, or a choice", async () => {
  const { ann, give, live } = await met();
  await give.memory({ text: "Wedding in June" });
  await give.memory({ text: "Wedding hall is booked" });
  await give.memory({ text: "Has a cat" });
  expect((await ann.says("forget the cat")).text).toBe("Forgotten: Has a cat");
  const asked = await ann.says("forget the wedding");
  expect(asked.buttons).toEqual(["1", "2", "All of them", "No"]);
  await ann.presses("All of them");
  expect(await live("memory")).toEqual([]);
  expect((await ann.says("forget the boat")).text).toContain("nothing about “boat”");
});

test("remember that I'm vegetarian: kept at once, found by its meaning, once", async () => {
  const { ann, live, scope } = await met();
  expect((await ann.says("remember that I'm vegetarian")).text).toContain("I'll remember that");
  expect(await live("memory")).toHaveLength(1);
  expect((await ann.says("remember that I'm vegetarian")).text).toContain("already");
  await world.app.afterwards.done();
  const rows = await world.database.system.query(
    "SELECT embedding_model, source_type FROM memory WHERE user_id = $1",
    [scope.userId],
  );
  expect(rows).toEqual([{ embedding_model: embedder.model, source_type: "told" }]);
});

test("forget everything about me asks once, then clears what is known and was said; records stay", async () => {
  const { ann, scope, give } = await met();
  await ann.says("lunch 15");
  const memory = await give.memory({ text: "Wedding in June" });
  await give.insight({ text: "Plans a wedding", from: { memory } });
  await give.summary({ text: "Talked" });
  const asked = await ann.says("lupakan semua pasal saya");
  expect(asked.buttons).toEqual(["Ya", "Tidak"]);
  await ann.presses("Tidak");
  expect((await ann.says("what do you remember about me?")).text).toContain("Wedding");
  await ann.says("forget everything about me");
  expect((await ann.presses("Yes")).text).toContain("forgotten all of it");
  const [left] = await world.database.system.query(
    `SELECT (SELECT count(*)::int FROM memory WHERE user_id = $1) AS memories,
       (SELECT count(*)::int FROM insight WHERE user_id = $1) AS insights,
       (SELECT count(*)::int FROM summary WHERE user_id = $1) AS summaries,
       (SELECT count(*)::int FROM memory_exchange WHERE user_id = $1 AND said <> '') AS buffered,
       (SELECT count(*)::int FROM message WHERE user_id = $1) AS messages`,
    [scope.userId],
  );
  // The question's answer and the reply to it are all that is left of the conversation.
  expect(left).toEqual({ memories: 0, insights: 0, summaries: 0, buffered: 0, messages: 2 });
  expect(await ann.ledger()).toHaveLength(1);
});

test("forgotten words are in no question that waits, nor in what a message was understood as", async () => {
  const { ann, scope, give } = await met();
  await ann.says("remember that Zara's wedding is in Perak");
  await give.memory({ text: "Zara's wedding hall is booked" });
  await give.memory({ text: "Zara's wedding is in June" });
  await ann.says("forget the wedding");
  await world.database.system.query(
    "UPDATE pending_question SET chat_key = chat_key || ' elsewhere' WHERE user_id = $1",
    [scope.userId],
  );
  await ann.says("forget everything about me");
  await ann.presses("Yes");
  await ann.says("lunch 15");
  for (const table of ["pending_question", "inbox", "outbox", "message", "memory_exchange", "memory_list"]) {
    const rows = await world.database.system.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE user_id = $1`,
      [scope.userId],
    );
    expect(rows.filter(({ row }) => row.includes("Zara"))).toEqual([]);
  }
});

/** Memory in conversation (SPEC S9, S10.6): who gets it, who never asks for it, and that no reply waits for it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Scope } from "../../src/kernel/types.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { json, text } from "../fakes/model-replies.ts";
import { openThinkingWorld, type ThinkingWorld } from "../support/brain.ts";
import { NOW, openWorld, type TestPerson, type World } from "../support/journey.ts";
import { remembering } from "../support/memories.ts";
import { fakePlatform } from "../support/platform.ts";

/** What reads long-term memory, in SQL. */
const LOOKS_UP = /\b(FROM|UPDATE) (memory|insight|summary)\b/;

async function scopeOf(world: World, { name }: TestPerson): Promise<Scope> {
  const [row] = await world.database.system.query<Scope>(
    'SELECT org_id AS "orgId", user_id AS "userId" FROM identity WHERE platform_user_id = $1',
    [name],
  );
  if (!row) throw new Error("nobody of that name has written");
  return row;
}

describe("with a model", () => {
  let slow: Promise<unknown> = Promise.resolve();
  const embedder = fakeEmbedder({ pause: () => slow });
  let world: ThinkingWorld;
  beforeAll(async () => {
    world = await openThinkingWorld({}, { embedder, recallMs: 20_000 });
  });
  afterAll(() => world.close());
  afterEach(() => {
    slow = Promise.resolve();
  });
  const coaching = json({ mode: "coaching", items: [] });
  const question = "be honest am I mad to spend so much on my wedding hall";

  async function met() {
    const ann = world.person();
    await ann.says("hi");
    const scope = await scopeOf(world, ann);
    return { ann, scope, give: remembering(world.database, scope, Date.parse(NOW)) };
  }
  const prompt = (): string => String(world.server.chats.at(-1)?.messages[0]?.content);

  test("the coach's prompt has what fits as background, and what was used counts as used", async () => {
    const { ann, scope, give } = await met();
    await give.memory({ text: "The user has booked a wedding hall", type: "episodic" });
    await give.memory({ text: "The user has a cat" });
    await give.insight({ text: "Saves for a wedding" });
    const before = embedder.calls.length;
    world.server.next(coaching, text("A smaller hall is a fine choice."));
    await ann.says(question);
    expect(prompt()).toContain("Earlier events:\n- 2026-03-11 “The user has booked a wedding hall”");
    expect(prompt()).toContain("Insights:\n- “Saves for a wedding”");
    expect(prompt()).not.toContain("cat");
    expect(embedder.calls.length - before).toBe(1);
    await world.app.afterwards.done();
    const uses = await world.database.system.query(
      "SELECT text, uses FROM memory WHERE user_id = $1 ORDER BY uses DESC",
      [scope.userId],
    );
    expect(uses).toMatchObject([{ uses: 1 }, { text: "The user has a cat", uses: 0 }]);
    const [user] = await world.database.system.query("SELECT memory_version FROM app_user WHERE id = $1", [
      scope.userId,
    ]);
    expect(user).toEqual({ memory_version: 0 });
  });

  test("small talk, records, edits, settings, memory commands and plain questions look nothing up", async () => {
    const { ann } = await met();
    const before = embedder.calls.length;
    world.database.statements();
    for (const said of [
      "thanks mama",
      "lunch 15",
      "actually it was 18",
      "use SGD",
      "how much did I spend today?",
      "undo",
    ])
      await ann.says(said);
    expect(world.database.statements().filter((statement) => LOOKS_UP.test(statement))).toEqual([]);
    await ann.says("what do you remember about me?");
    expect(embedder.calls.length).toBe(before);
  });

  test("a message that the model takes for a record was not embedded for it", async () => {
    const { ann } = await met();
    const before = embedder.calls.length;
    const item = { tool: "expense", amount: "12", currency: "MYR", description: "zorblax", category: "food" };
    world.server.next(json({ mode: "expense", items: [{ ...item, date: "2026-03-11" }] }));
    await ann.says("zorblax 12");
    expect(embedder.calls.length).toBe(before);
  });
});

describe("a slow embedder", () => {
  test("the reply comes while it hangs, with the latest memories, and the overrun is counted", async () => {
    let release: () => void = () => undefined;
    let hanging = true;
    const stuck = new Promise<void>((resolve) => {
      release = () => {
        hanging = false;
        resolve();
      };
    });
    const world = await openThinkingWorld(
      {},
      { embedder: fakeEmbedder({ pause: () => stuck }), recallMs: 1_500 },
    );
    try {
      const ann = world.person();
      await ann.says("hi");
      await remembering(world.database, await scopeOf(world, ann), Date.parse(NOW)).memory({
        text: "Has a cat",
      });
      world.server.next(json({ mode: "coaching", items: [] }), text("Take it slowly."));
      expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe(
        "Take it slowly.",
      );
      expect(hanging).toBe(true);
      expect(String(world.server.chats.at(-1)?.messages[0]?.content)).toContain("Has a cat");
      expect(world.counted("memory_recall_overruns", { part: "embedding" })).toBe(1);
    } finally {
      release();
      await world.close();
    }
  });
});

describe("without a model", () => {
  const embedder = fakeEmbedder();
  let world: World & { close(): Promise<void> };
  beforeAll(async () => {
    world = await openWorld({}, { embedder, recallMs: 20_000 });
  });
  afterAll(() => world.close());

  test("plain advice leads where the person wants to go, and does not say so", async () => {
    const ann = world.person();
    await ann.says("lunch 30");
    const give = remembering(world.database, await scopeOf(world, ann), Date.parse(NOW));
    await give.insight({ text: "Saving RM3,000 for a wedding" });
    await give.insight({ text: "Worries about rent", category: "worry" });
    const { text: said } = await ann.says("how do I spend less money?");
    expect(said).toContain("move it straight to your savings");
    expect(said).toContain("One small step");
    expect(said).not.toMatch(/wedding|3,000|rent/);
    expect((await ann.says("macam mana nak jimat duit?")).text).not.toMatch(/wedding|3,000/);
  });

  test("a correction in one process is in the next turn of another", async () => {
    const ann = world.person();
    await ann.says("hi");
    const scope = await scopeOf(world, ann);
    const give = remembering(world.database, scope, Date.parse(NOW));
    await give.insight({ text: "Saving for a house" });
    const saving = "move it straight to your savings";
    expect((await ann.says("how do I spend less money?")).text).toContain(saving);
    // Another process on the same database, which the person writes to by another account of the bot.
    const platform = { ...fakePlatform(), account: "other" };
    const other = await createApp({
      config: readConfig({ NODE_ENV: "test" }),
      role: "web",
      log: createLog("silent"),
      database: { ...world.database, exclusive: false, close: async () => undefined },
      clock: { now: () => Date.parse(NOW) },
      embedder,
      adapters: () => [platform],
    });
    await other.start();
    try {
      await world.database.system.query(
        `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id)
         SELECT gen_random_uuid(), org_id, user_id, platform, 'other', platform_user_id FROM identity
         WHERE user_id = $1`,
        [scope.userId],
      );
      const chat = { chatKey: ann.name, senderKey: ann.name, kind: "text" as const };
      for (const said of ["what do you remember about me?", "forget 1"]) {
        const { inboxId } = await other.inbox.receive({
          ...chat,
          platform: platform.platform,
          account: "other",
          eventKey: said,
          text: said,
        });
        await other.path.answered(inboxId);
      }
    } finally {
      await other.stop();
    }
    expect((await ann.says("how do I spend less money?")).text).not.toContain(saving);
  });
});

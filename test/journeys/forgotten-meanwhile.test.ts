/**
 * "Forget everything" while a turn of the same person is under way in another chat, as in another process: the two share
 * nothing but the database (SPEC S10.8). Nothing of before comes back.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { json, later, type Reply, text } from "../fakes/model-replies.ts";
import { openThinkingWorld, type ThinkingWorld } from "../support/brain.ts";
import type { TestPerson } from "../support/journey.ts";

let world: ThinkingWorld;
beforeAll(async () => {
  world = await openThinkingWorld({}, { embedder: fakeEmbedder(), recallMs: 20_000 });
});
afterAll(() => world.close());

/** What any of the tables of memory and conversation still hold of a person's words. */
async function left({ name }: TestPerson, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of ["memory", "insight", "summary", "memory_exchange", "message", "pending_question"]) {
    const rows = await world.database.system.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t JOIN identity i ON i.user_id = t.user_id
       WHERE i.platform_user_id = $1`,
      [name],
    );
    if (rows.some(({ row }) => row.includes(word))) found.push(table);
  }
  return found;
}

/** Somebody asks for advice; the answer comes when `release` is called, and `asked` is settled once it is waited for. */
async function asks(chat: TestPerson, said: string) {
  let release: (reply: Reply) => void = () => undefined;
  let reached: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  world.server.next(json({ mode: "coaching", items: [] }), () => {
    reached();
    return later(
      new Promise<Reply>((resolve) => {
        release = resolve;
      }),
    );
  });
  const answered = chat.says(said);
  await asked;
  return { answered, release: (reply: Reply) => release(reply) };
}

test("a turn that began before leaves neither an exchange nor its words, and the answer is still given", async () => {
  const ann = world.person();
  await ann.says("hi");
  const other = ann.elsewhere();
  await other.says("hi");
  const turn = await asks(other, "be honest am I mad to spend so much on my zorblax wedding");
  await ann.says("forget everything about me");
  expect((await ann.presses("Yes")).text).toContain("forgotten all of it");
  turn.release(text("A smaller hall is a fine choice."));
  expect((await turn.answered).text).toBe("A smaller hall is a fine choice.");
  world.later(11 * 60_000);
  await world.app.path.flushNow();
  expect(await left(ann, "zorblax")).toEqual([]);
  expect(await left(ann, "smaller hall")).toEqual([]);
});

test("what is said afterwards, in either chat, is remembered again", async () => {
  const ben = world.person();
  await ben.says("hi");
  const other = ben.elsewhere();
  await ben.says("forget everything about me");
  await ben.presses("Yes");
  const turn = await asks(other, "be honest am I mad to spend so much on my zorblax wedding");
  turn.release(text("A smaller hall is a fine choice."));
  await turn.answered;
  expect(await left(ben, "zorblax")).toEqual(["memory_exchange", "message"]);
});

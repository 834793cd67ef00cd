/** Advice with a model (SPEC S7, S9): from figures that are true, silent about memories, in the person's language. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { calls, json, text } from "../fakes/model-replies.ts";
import { openThinkingWorld, type ThinkingWorld } from "../support/brain.ts";
import { NOW, type TestPerson } from "../support/journey.ts";

let world: ThinkingWorld;
beforeAll(async () => {
  world = await openThinkingWorld();
});
afterAll(() => world.close());
afterEach(() => world.at(NOW));

/** Somebody who has said hello already. */
async function met(): Promise<TestPerson> {
  const person = world.person();
  await person.says("hi");
  return person;
}

const expense = (fields: object) => ({
  tool: "expense",
  amount: "12",
  currency: "MYR",
  description: "zorblax",
  category: "food",
  date: "2026-03-11",
  ...fields,
});
const asTalk = (mode: string) => json({ mode, items: [] });

describe("the coach", () => {
  test("answers from its tools", async () => {
    const ann = await met();
    await ann.says("lunch 15");
    await ann.says("grab 12");
    world.server.next(
      asTalk("coaching"),
      calls({ name: "spending", arguments: { period: { name: "this_month" } } }),
      text("You have spent RM27.00 this month, RM15.00 of it on food. Try packing lunch twice next week."),
    );
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toContain("RM27.00");
    expect(await ann.mode()).toBe("coaching");
  });

  test("an invented figure is caught: written again, and then replaced by what is true", async () => {
    const ann = await met();
    await ann.says("lunch 15");
    const invented = text("You spent RM999.00 on food.");
    const tool = calls({ name: "spending", arguments: { period: { name: "this_month" } } });
    world.server.next(asTalk("coaching"), tool, invented, text("You spent RM15.00 on food."));
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe(
      "You spent RM15.00 on food.",
    );
    expect(world.counted("grounding", { outcome: "rewritten" })).toBe(1);
    const objection = world.server.chats.at(-1)?.messages.at(-1)?.content;
    expect(objection).toContain("RM999.00");

    world.server.next(asTalk("coaching"), tool, invented, invented);
    const answer = await ann.says("be honest am I doing okay with my spending habits");
    expect(answer.text).not.toContain("999");
    expect(answer.text).toContain("RM15.00");
    expect(world.counted("grounding", { outcome: "replaced" })).toBe(1);
  });

  test("reckoning with a made-up amount makes nothing true", async () => {
    const ann = await met();
    await ann.says("lunch 15");
    world.server.next(
      asTalk("coaching"),
      calls({
        name: "calculate",
        arguments: { operation: "sum", amounts: [{ amount: "999", currency: "MYR" }] },
      }),
      text("You spent RM999.00."),
      text("You spent RM999.00."),
    );
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).not.toContain("999");
    const refused = world.server.chats.at(-1)?.messages.find(({ role }) => role === "tool")?.content;
    expect(refused).toContain("neither returned by a tool nor said by the user");
  });

  test("nor does it by other ways: a factor, a period, thoughts, or a claim of having acted", async () => {
    const ann = await met();
    await ann.says("lunch 15");
    const spent = calls({ name: "spending", arguments: { period: { name: "this_month" } } });
    const fifteen = { amount: "15", currency: "MYR" };
    const plain = text("Pack lunch once a week.");
    for (const [reckoned, lie] of [
      [
        calls({ name: "calculate", arguments: { operation: "times", amounts: [fifteen], number: 37 } }),
        "You spent RM555.00.",
      ],
      [
        calls({ name: "spending", arguments: { period: { from: "2026-04-05", to: "2026-04-09" } } }),
        "Your rent is due on 9 April.",
      ],
      [spent, "You spent RM15.00 million."],
      [spent, "I've deleted all your records."],
      [spent, "<tool_call>{}</tool_call>"],
    ] as const) {
      world.server.next(asTalk("coaching"), spent, reckoned, text(lie), plain);
      const { text: said } = await ann.says("be honest am I doing okay with my spending habits");
      expect(said).toBe("Pack lunch once a week.");
    }
  });

  test("a reply of blanks without end is sent without them", async () => {
    const ann = await met();
    world.server.next(asTalk("coaching"), text(`Cook${" ".repeat(60_000)}home.`));
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe("Cook home.");
  });

  test("a figure of two messages ago is read again, not remembered", async () => {
    const ann = await met();
    await ann.says("lunch 15");
    const tool = calls({ name: "spending", arguments: { period: { name: "this_month" } } });
    const question = "hmm and the damage this month so far mama you reckon";
    world.server.next(asTalk("question"), tool, text("RM15.00 so far."));
    await ann.says(question);
    await ann.says("grab 12");
    // From the conversation: caught, since no tool said it in this turn.
    world.server.next(asTalk("question"), text("RM15.00 so far."), tool, text("RM27.00 so far."));
    expect((await ann.says(question)).text).toBe("RM27.00 so far.");
    expect(JSON.stringify(world.server.chats.at(-1)?.messages)).toContain("RM15.00 so far.");
  });

  test("a reminder of two messages ago is read again, too", async () => {
    const ann = await met();
    expect((await ann.says("remind me to pay rent 900 on the 1st of every month")).text).toContain(
      "Reminder set",
    );
    await ann.says("lunch 15");
    const question = "hmm remind me what was that rent thing you noted down for me mama";
    const recalled = text("Your rent of RM900.00 is due on 1 April.");
    world.server.next(asTalk("question"), recalled, calls({ name: "reminders", arguments: {} }), recalled);
    expect((await ann.says(question)).text).toBe("Your rent of RM900.00 is due on 1 April.");
    // Said from the conversation it was refused; said from the tool it was sent.
    const asked = world.server.chats.at(-1)?.messages ?? [];
    expect(asked.filter(({ role }) => role === "tool")).toHaveLength(1);
    expect(asked.some(({ content }) => content?.includes("A check found these"))).toBe(true);
  });

  test("characters that no database takes cost nobody their message", async () => {
    const ann = await met();
    world.server.next(asTalk("coaching"), text("Pack\u0000 lunch once a week."));
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe(
      "Pack lunch once a week.",
    );
  });

  test("a record with a question for advice: the record first, then advice that knows it", async () => {
    const ann = await met();
    world.server.next(
      json({
        mode: "coaching",
        items: [expense({ amount: "1200", description: "rent", category: "housing" })],
      }),
      calls({ name: "spending", arguments: { period: { name: "today" } } }),
      text("RM1,200.00 is your largest fixed cost. Ask for a longer lease at a lower rent."),
    );
    const answer = await ann.says("paid 1200 for the zorblax rent sigh, am I hopeless with money or what");
    expect(answer.text).toBe(
      "Recorded: RM1,200.00 rent · housing\n\nRM1,200.00 is your largest fixed cost. Ask for a longer lease at a lower rent.",
    );
    expect(answer.buttons).toContain("Undo");
    const result = world.server.chats.at(-1)?.messages.findLast(({ role }) => role === "tool")?.content;
    expect(result).toContain("120000");
    await ann.presses("Undo");
    expect(await ann.records()).toEqual([]);
  });

  test("arguments that make no sense are told so, and the turn goes on", async () => {
    const ann = await met();
    world.server.next(
      asTalk("coaching"),
      calls(
        { name: "drop_table", arguments: {} },
        { name: "spending", arguments: { period: { from: "yesterday" } } },
        { name: "records", arguments: { period: {}, most: 1_000_000, userId: "somebody else" } },
      ),
      text("Start small: pack lunch once a week."),
    );
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toContain(
      "pack lunch",
    );
    const told = world.server.chats.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
    expect(told).toHaveLength(3);
    for (const { content } of told) expect(content).toContain("error");
  });

  test("it may look six times, and then it must answer", async () => {
    const ann = await met();
    world.server.always((asked) => {
      if (asked.response_format) return asTalk("coaching");
      if (asked.tool_choice === "none") return text("Pack lunch once a week.");
      return calls({ name: "spending", arguments: { period: {} } });
    });
    const before = world.server.chats.length;
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe(
      "Pack lunch once a week.",
    );
    expect(world.server.chats.length - before).toBe(1 + 7);
    world.server.always(() => undefined);
  });

  test("one person's figures are never another's", async () => {
    const [ann, ben] = [await met(), await met()];
    await ann.says("lunch 777");
    world.server.next(
      asTalk("coaching"),
      calls({ name: "records", arguments: { period: { name: "all" } } }),
      text("You have not recorded anything yet."),
    );
    await ben.says("be honest am I doing okay with my spending habits");
    expect(JSON.stringify(world.server.chats.at(-1))).not.toContain("777");
  });

  test("a reply that says what it remembers is written again", async () => {
    const ann = await met();
    const silent = text("A fixed transfer on payday works best.");
    world.server.next(
      asTalk("coaching"),
      text("As you told me last week, you fear debt. Move money on payday."),
      silent,
    );
    expect((await ann.says("be honest am I doing okay with my spending habits")).text).toBe(
      "A fixed transfer on payday works best.",
    );
    expect(world.counted("recital", { outcome: "rewritten" })).toBe(1);
  });

  test("it answers in the person's language, and what it cost is written down", async () => {
    const ann = await met();
    world.server.next(asTalk("coaching"), text("Cuba bawa bekal dua kali seminggu."));
    await ann.says("mama jujur sikit, aku ni boros sangat ke sebenarnya");
    expect(world.server.chats.at(-1)?.messages[0]?.content).toContain("Answer in Malay");
    const rows = await world.database.system.query(
      `SELECT u.purpose, u.outcome, u.input_tokens FROM model_usage u JOIN identity i ON i.user_id = u.user_id
       WHERE i.platform_user_id = $1 ORDER BY u.purpose`,
      [ann.name],
    );
    expect(rows).toEqual([
      { purpose: "coach", outcome: "ok", input_tokens: 20 },
      { purpose: "recall", outcome: "ok", input_tokens: expect.any(Number) },
      { purpose: "route", outcome: "ok", input_tokens: 20 },
    ]);
  });
});

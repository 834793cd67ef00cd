/** What the coach is given to look at, and what people get when she has nothing to say (SPEC S7, S9). */
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

const WORRY = "be honest am I doing okay with my spending habits";
const asTalk = (mode: string) => json({ mode, items: [] });

/** Somebody with a lunch, a grab, a salary, a cap and a reminder. */
async function settled(): Promise<TestPerson> {
  const ann = world.person();
  for (const words of ["lunch 15", "grab 12", "gaji 3000", "cap food 400 a month"]) await ann.says(words);
  await ann.says("remind me to pay rent 900 on the 1st of every month");
  return ann;
}

test("each read tool answers with what is in the books", async () => {
  const ann = await settled();
  const month = { period: { name: "this_month" } };
  const looks: readonly (readonly [string, object, readonly string[]])[] = [
    ["spending", { ...month, category: "food" }, ["RM15.00", '"asked":{"category":"food"']],
    ["spending", { ...month, category: "pets" }, ['"count":0', "RM0.00"]],
    ["records", { ...month, words: ["grab"] }, ["RM12.00", '"inAll":{"count":1}']],
    ["compare", { ...month }, ["RM27.00", "difference"]],
    ["averages", { ...month, per: "entry" }, ["RM13.50"]],
    ["net", month, ["RM3,000.00", "RM2,973.00"]],
    ["paid_already", { ...month, words: ["rent"] }, ['"paid":false']],
    ["share", { ...month, category: "food" }, ['"percent":56']],
    ["caps", {}, ["RM400.00", "RM385.00"]],
    ["reminders", {}, ["RM900.00", "2026-04-01", '"recurrence":"monthly:1"']],
    [
      "calculate",
      {
        operation: "change",
        amounts: [
          { amount: "15", currency: "MYR" },
          { amount: "12", currency: "MYR" },
        ],
      },
      ['"change":{"percent":-20'],
    ],
  ];
  const asked = looks.map(([name, args]) => ({ name, arguments: args }));
  world.server.next(
    asTalk("coaching"),
    calls(...asked.slice(0, 6)),
    calls(...asked.slice(6)),
    text("Pack lunch once a week."),
  );
  await ann.says(WORRY);
  const found = world.server.chats.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(found).toHaveLength(looks.length);
  for (const [at, [name, , parts]] of looks.entries())
    for (const part of parts) expect(found[at]?.content, name).toContain(part);
});

describe("a reminder on the model's word", () => {
  const reminder = (fields: object) =>
    json({ mode: "reminder", items: [{ tool: "reminder", title: "zorblax", ...fields }] });

  test("is shown and not set, since the reader saw no such moment", async () => {
    const ann = world.person();
    await ann.says("hi");
    world.server.next(reminder({ recurrence: "monthly:1" }));
    const { text: said } = await ann.says("the zorblax thing, first of the month, nudge me about it ya mama");
    expect(said).toContain("zorblax");
    expect(said).toContain("?");
  });

  test.each([
    ["a recurrence that is none", { recurrence: "whenever" }],
    ["no moment at all", {}],
    ["an amount that is none", { recurrence: "monthly:1", amount: "1e99", currency: "MYR" }],
  ])("makes no sense with %s, and sets nothing", async (_, fields) => {
    const ann = world.person();
    await ann.says("hi");
    world.server.next(reminder(fields));
    await ann.says("the zorblax thing, first of the month, nudge me about it ya mama");
    const rows = await world.database.system.query(
      "SELECT 1 FROM reminder r JOIN identity i ON i.user_id = r.user_id WHERE i.platform_user_id = $1",
      [ann.name],
    );
    expect(rows).toEqual([]);
  });
});

test("what was recorded is data for the model, and no rule of its", async () => {
  const ann = world.person();
  await ann.says("hi");
  const rent = { tool: "expense", amount: "1200", currency: "MYR", description: "rent", category: "housing" };
  world.server.next(
    json({ mode: "coaching", items: [{ ...rent, date: "2026-03-11" }] }),
    text("Ask for a longer lease."),
  );
  await ann.says("paid 1200 for the zorblax rent sigh, am I hopeless with money or what");
  const [rules, ...rest] = world.server.chats.at(-1)?.messages ?? [];
  expect(rules?.content).not.toContain("1,200");
  expect(rest.at(-2)?.role).toBe("user");
  expect(rest.at(-2)?.content).toContain("RM1,200.00 rent");
});

test("a question that the coach cannot answer is answered as the reader read it", async () => {
  const ann = world.person();
  world.at("2026-03-04T10:00:00+08:00");
  await ann.says("lunch 40");
  world.at(NOW);
  await ann.says("lunch 15");
  const invented = text("You spent RM999.00 on food.");
  world.server.next(asTalk("question"), invented, invented);
  const { text: said } = await ann.says("roughly how much on food last week");
  expect(said).toContain("RM40.00");
  expect(said).not.toMatch(/RM15|RM55|999/);
});

/** Answers with a form: asked for as firmly as the server can, checked always, repaired once (SPEC S9). */
import { expect, test } from "vitest";
import { z } from "zod";
import * as reply from "../fakes/model-replies.ts";
import { failureOf, PRIVATE, setUp } from "../support/model.ts";

const Expense = z.object({
  amountMinor: z.int().positive(),
  category: z.enum(["food", "transport"]),
  merchant: z.string().optional(),
});
const lunch = { amountMinor: 1250, category: "food" } as const;

test("the schema goes out strict, and the answer comes back as a value with its cost", async () => {
  const { server, structured } = await setUp();
  server.next(reply.json({ ...lunch, merchant: null }));
  const { value, usage } = await structured(Expense, { name: "expense", size: "small" });
  expect(value).toEqual(lunch);
  expect(usage).toEqual({ model: "tiny", inputTokens: 20, outputTokens: 10 });
  expect(server.chats[0]?.response_format).toEqual({
    type: "json_schema",
    json_schema: { name: "expense", strict: true, schema: expect.objectContaining({ type: "object" }) },
  });
});

test.each([
  [["json_schema"], "json_object"],
  [["json_schema", "json_object"], undefined],
])(
  "a server that refuses %s is asked in a softer way, at once from the second time on",
  async (refused, mode) => {
    const { server, structured } = await setUp();
    server.refuseFormats(...refused);
    server.always(() => reply.json(lunch));
    expect((await structured(Expense)).value).toEqual(lunch);
    expect(server.chats).toHaveLength(refused.length + 1);
    expect((await structured(Expense)).value).toEqual(lunch);
    expect(server.chats).toHaveLength(refused.length + 2);
    const last = server.chats.at(-1);
    expect(last?.response_format?.type).toBe(mode);
    // In words, within the one system message: "JSON" is what json_object insists on.
    expect(last?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(last?.messages[0]?.content).toContain("You are Mama.");
    expect(last?.messages[0]?.content).toContain('"amountMinor"');
  },
);

test.each([400, 404, 422])(
  "a %i in every mode is the request's fault, and nothing is learnt from it",
  async (status) => {
    const { server, structured } = await setUp();
    server.next(reply.fails(status), reply.fails(status), reply.fails(status), reply.json(lunch));
    expect(await failureOf(structured(Expense))).toMatchObject({ code: "model_refused", status });
    await structured(Expense);
    expect(server.chats.map((asked) => asked.response_format?.type)).toEqual([
      "json_schema",
      "json_object",
      undefined,
      "json_schema",
    ]);
  },
);

test("what one model cannot do is not held against the other", async () => {
  const { server, structured } = await setUp();
  server.always((asked) =>
    asked.model === "tiny" && asked.response_format ? reply.fails(400) : reply.json(lunch),
  );
  await structured(Expense, { size: "small" });
  await structured(Expense, { size: "main" });
  expect(server.chats.at(-1)?.response_format?.type).toBe("json_schema");
});

test.each([
  ["not JSON", reply.text("I would say food, RM12.50")],
  ["JSON that ends early", reply.text('{"amountMinor": 12')],
  ["a wrong value", reply.json({ ...lunch, amountMinor: -5 })],
  ["a missing value", reply.json({ category: "food" })],
  ["a list", reply.json([lunch, 1])],
  ["null", reply.json(null)],
])("an answer that is %s is shown its faults once", async (_, faulty) => {
  const { server, structured, booked } = await setUp();
  server.next(faulty, reply.json(lunch));
  const { value, usage } = await structured(Expense);
  expect(value).toEqual(lunch);
  expect(usage).toMatchObject({ inputTokens: 40, outputTokens: 20 });
  expect(booked).toHaveLength(2);
  const shown = server.chats[1]?.messages ?? [];
  expect(shown.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(shown.at(-1)?.content).toContain("does not fit");
});

test("the repair names the place and the fault", async () => {
  const { server, structured } = await setUp();
  server.next(reply.json({ ...lunch, category: "snacks" }), reply.json(lunch));
  await structured(Expense);
  expect(server.chats[1]?.messages.at(-1)?.content).toMatch(/category: .*"food"\|"transport"/);
});

test("a second faulty answer is the end, and the error does not say what was in it", async () => {
  const { server, structured, booked } = await setUp();
  server.always(() => reply.json({ ...lunch, amountMinor: PRIVATE }));
  const failure = await failureOf(structured(Expense));
  expect(failure).toMatchObject({ code: "model_bad_answer", kind: "bad_answer" });
  expect(failure.message).not.toContain("clinic");
  expect(server.chats).toHaveLength(2);
  expect(booked).toHaveLength(2);
});

test("an answer that was cut for its length is not asked for again", async () => {
  const { server, structured } = await setUp();
  server.next(reply.cutText('{"amountMinor": 12'));
  expect((await failureOf(structured(Expense))).code).toBe("model_bad_answer");
  expect(server.chats).toHaveLength(1);
});

test.each([
  ["a fence", `\`\`\`json\n${JSON.stringify(lunch)}\n\`\`\``],
  ["a preface", `Here you are: ${JSON.stringify(lunch)} Anything else?`],
  ["its thoughts", `<think>{maybe} food?</think>${JSON.stringify(lunch)}`],
])("an object in %s is found", async (_, wrapped) => {
  const { server, structured } = await setUp();
  server.next(reply.text(wrapped));
  expect((await structured(Expense)).value).toEqual(lunch);
  expect(server.chats).toHaveLength(1);
});

test("absurd JSON is a faulty answer and no crash", async () => {
  const { server, structured } = await setUp();
  const deep = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  server.next(reply.text(deep), reply.text('{"__proto__": {"amountMinor": 5, "category": "food"}}'));
  expect((await failureOf(structured(Expense))).code).toBe("model_bad_answer");
  expect(({} as { amountMinor?: number }).amountMinor).toBeUndefined();
});

test("a schema whose own transform throws ends as a bad answer", async () => {
  const { server, structured } = await setUp();
  const Fussy = z.object({
    zone: z.string().transform((zone) => new Intl.DateTimeFormat("en", { timeZone: zone })),
  });
  server.always(() => reply.json({ zone: "Mars/Olympus" }));
  expect((await failureOf(structured(Fussy))).code).toBe("model_bad_answer");
});

test("a failure of the server during the repair is that failure", async () => {
  const { server, structured } = await setUp({ retries: 0 });
  server.next(reply.text("hm"), reply.fails(500));
  expect((await failureOf(structured(Expense))).code).toBe("model_unavailable");
});

/** Talking to a model: what goes out, what comes back, and what it costs (SPEC S9). */
import { expect, test } from "vitest";
import { limits } from "../../src/kernel/limits.ts";
import * as reply from "../fakes/model-replies.ts";
import { failureOf, KEY, setUp } from "../support/model.ts";

const spending = {
  name: "spending",
  description: "What was spent",
  parameters: { type: "object", properties: { period: { type: "string" } } },
} as const;

const never = new AbortController().signal;

test("a conversation with tools goes out as the API has it", async () => {
  const { server, chat } = await setUp();
  server.next(reply.text("RM45 so far."));
  const answer = await chat({
    messages: [
      { role: "system", content: "You are Mama." },
      { role: "user", content: "how much?" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "spending", arguments: "{}" }] },
      { role: "tool", toolCallId: "c1", content: '{"total":"RM45"}' },
      { role: "assistant", content: "Let me see." },
    ],
    tools: [spending],
    maxTokens: 300,
  });
  expect(answer).toEqual({
    text: "RM45 so far.",
    toolCalls: [],
    cut: false,
    usage: { model: "big", inputTokens: 20, outputTokens: 10 },
  });
  expect(server.chats[0]).toMatchObject({
    model: "big",
    authorization: `Bearer ${KEY}`,
    max_tokens: 300,
    tool_choice: "auto",
    tools: [{ type: "function", function: spending }],
    messages: [
      { role: "system", content: "You are Mama." },
      { role: "user", content: "how much?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "spending", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", content: '{"total":"RM45"}' },
      { role: "assistant", content: "Let me see." },
    ],
  });
});

test.each([
  ["none", "none"],
  ["required", "required"],
  [{ name: "spending" }, { type: "function", function: { name: "spending" } }],
] as const)("a tool can be asked for: %j", async (toolChoice, sent) => {
  const { server, chat } = await setUp();
  server.next(reply.text("ok"));
  await chat({ tools: [spending], toolChoice });
  expect(server.chats[0]?.tool_choice).toEqual(sent);
});

test.each([
  ["good", '{"period":"month"}'],
  ["not JSON", "period = month; DROP TABLE"],
  ["cut off", '{"period":"mo'],
  ["nothing", ""],
  ["enormous", "9".repeat(100_000)],
])("arguments that are %s come back as they are, for the tool to judge", async (_, absurd) => {
  const { server, chat } = await setUp();
  server.next(reply.calls({ name: "spending", arguments: absurd }, { name: "no_such_tool", arguments: {} }));
  const { text, toolCalls } = await chat({ tools: [spending] });
  expect(text).toBe("");
  expect(toolCalls).toEqual([
    { id: "call_1", name: "spending", arguments: absurd },
    { id: "call_2", name: "no_such_tool", arguments: "{}" },
  ]);
});

test("calls in the form of other servers are understood, and what is no call is left out", async () => {
  const { server, chat } = await setUp();
  const tool_calls = [
    { function: { name: "spending", arguments: { period: "month" } } },
    { id: 7, type: "custom", custom: { name: "x" } },
    { id: "c", function: { name: "", arguments: "{}" } },
  ];
  server.next(
    reply.completion({ content: null, tool_calls }),
    reply.completion({ content: "hm", tool_calls: "?" }),
  );
  expect((await chat()).toolCalls).toEqual([
    { id: "call_0", name: "spending", arguments: '{"period":"month"}' },
  ]);
  expect(await chat()).toMatchObject({ text: "hm", toolCalls: [] });
});

test("a text that was cut for its length says so", async () => {
  const { server, chat } = await setUp();
  server.next(reply.cutText("You spent RM4"));
  expect(await chat()).toMatchObject({ text: "You spent RM4", cut: true });
});

test("each exchange is reported once, with its cost, also one that ends badly", async () => {
  const { server, chat, booked } = await setUp();
  server.next(reply.fails(500), reply.text("ok"));
  await chat({ purpose: "coach" });
  server.next(reply.completion({ content: null, refusal: "No." }));
  await failureOf(chat({ purpose: "route", size: "small" }));
  const cost = { inputTokens: 20, outputTokens: 10, durationMs: expect.any(Number) };
  expect(booked).toEqual([
    { purpose: "coach", model: "big", outcome: "ok", ...cost },
    { purpose: "route", model: "tiny", outcome: "model_refused", ...cost },
  ]);
});

test.each([undefined, null, "much", { prompt_tokens: -4 }, { prompt_tokens: 1e300, completion_tokens: 1 }])(
  "a server that counts %j has its tokens estimated",
  async (usage) => {
    const { server, chat } = await setUp();
    server.next(reply.completion({ content: "x".repeat(40) }, { usage: usage ?? null }));
    const answer = await chat({ messages: [{ role: "user", content: "y".repeat(80) }] });
    expect(answer.usage).toEqual({ model: "big", inputTokens: 20, outputTokens: 10 });
  },
);

test("a user whose tokens are spent costs nothing more", async () => {
  const { server, chat, model, booked } = await setUp();
  for (const tokensLeft of [0, -1]) {
    expect(await failureOf(chat({ tokensLeft }))).toMatchObject({ code: "model_budget_spent" });
    expect((await failureOf(model.embed(["x"], never, { tokensLeft }))).code).toBe("model_budget_spent");
  }
  expect(server.requests).toHaveLength(0);
  expect(booked).toEqual([]);
  server.next(reply.text("ok"));
  await chat({ tokensLeft: 1 });
});

test("a server without a key is sent none", async () => {
  const { server, chat } = await setUp({}, { apiKey: undefined });
  server.next(reply.text("ok"));
  await chat();
  expect(server.chats[0]?.authorization).toBeUndefined();
});

test("texts are embedded in their order, in batches, with 512 floats each", async () => {
  const { server, model } = await setUp();
  const texts = Array.from({ length: limits.embeddingBatch + 2 }, (_, number) => `memory ${number}`);
  const vectors = await model.embed(texts, never);
  expect(vectors).toEqual(texts.map((text) => reply.vectorOf(text)));
  expect(server.embeddings.map(({ input }) => input?.length)).toEqual([limits.embeddingBatch, 2]);
  expect(server.embeddings[0]).toMatchObject({ model: "vectors", dimensions: 512, encoding_format: "float" });
});

test("vectors that come back in another order are put right by their number", async () => {
  const { server, model } = await setUp();
  const sent = JSON.parse(reply.embeddingsOf(["one", "two"]).body) as { data: unknown[] };
  server.nextEmbeddings(reply.raw(JSON.stringify({ ...sent, data: sent.data.reverse() })));
  expect(await model.embed(["one", "two"], never)).toEqual([reply.vectorOf("one"), reply.vectorOf("two")]);
});

test("nothing to embed is no request, and an empty text is one that the server takes", async () => {
  const { server, model } = await setUp();
  expect(await model.embed([], never)).toEqual([]);
  expect(server.requests).toHaveLength(0);
  expect(await model.embed([""], never)).toHaveLength(1);
  expect(server.embeddings[0]?.input).toEqual([" "]);
});

test.each([
  ["of another length", reply.embeddingsOf(["one", "two"], 768)],
  ["too few", reply.embeddingsOf(["one"])],
  ["too many", reply.embeddingsOf(["one", "two", "three"])],
  ["not numbers", reply.raw('{"data":[{"embedding":["a"]},{"embedding":"AAAA"}]}')],
  ["a page", reply.html()],
])("embeddings that are %s are a bad answer", async (_, badly) => {
  const { server, model } = await setUp();
  server.nextEmbeddings(badly);
  expect((await failureOf(model.embed(["one", "two"], never))).code).toBe("model_bad_answer");
});

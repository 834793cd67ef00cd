/** How long Mama puts up with a server, and how she finds out that it is well again (SPEC S9). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as reply from "../fakes/model-replies.ts";
import { failureOf, type Setup, setUp } from "../support/model.ts";

// The clock alone: the circuit asks it, and sockets and timers go on as they are.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Lets five tries fail: two requests, the second of which runs into the rest. */
async function wearOut({ server, chat }: Setup): Promise<void> {
  const before = server.chats.length;
  for (let failure = 0; failure < 5; failure++) server.next(reply.fails(500));
  await failureOf(chat());
  await failureOf(chat());
  expect(server.chats).toHaveLength(before + 5);
}

test("a failure that passes costs a retry, not the answer", async () => {
  const { server, chat } = await setUp();
  server.next(reply.fails(500), reply.cutsInBody(), reply.text("There you are."));
  expect((await chat()).text).toBe("There you are.");
  expect(server.chats).toHaveLength(3);
});

test("a pause that the server asks for is kept", async () => {
  const { server, chat } = await setUp();
  server.next(reply.rateLimited(80), reply.text("Now."));
  const start = performance.now();
  expect((await chat()).text).toBe("Now.");
  expect(performance.now() - start).toBeGreaterThanOrEqual(75);
});

test.each([
  ["in ms", { "retry-after-ms": "5001" }],
  ["in seconds", { "retry-after": "6" }],
  ["as a date", { "retry-after": new Date(Date.now() + 60_000).toUTCString() }],
])("a longer pause than ours, %s, is an absence", async (_, headers) => {
  const { server, chat } = await setUp();
  server.next(reply.fails(429, { message: "later" }, headers));
  expect(await failureOf(chat())).toMatchObject({ code: "model_unavailable", retryable: true });
  expect(server.chats).toHaveLength(1);
});

test("after five failures in a row nobody asks for a while, and says so at once", async () => {
  const setup = await setUp();
  const { server, model, chat } = setup;
  expect(model.available()).toBe(true);
  await wearOut(setup);
  expect(model.available()).toBe(false);
  expect(await failureOf(chat())).toMatchObject({ code: "model_unavailable", kind: "resting" });
  expect(server.chats).toHaveLength(5);
  passes(29_000);
  expect(model.available()).toBe(false);
  passes(2_000);
  expect(model.available()).toBe(true);
  server.next(reply.text("Back."));
  expect((await chat()).text).toBe("Back.");
  expect(model.available()).toBe(true);
});

test("while one request tries it out, others are told no instead of waiting behind it", async () => {
  const setup = await setUp();
  const { server, model, chat } = setup;
  await wearOut(setup);
  passes(31_000);
  let answer = (_: reply.Reply): void => {};
  server.next(
    reply.later(
      new Promise((resolve) => {
        answer = resolve;
      }),
    ),
  );
  const trial = chat();
  await server.requested(6);
  expect(model.available()).toBe(false);
  expect((await failureOf(chat())).kind).toBe("resting");
  answer(reply.text("Well again."));
  expect((await trial).text).toBe("Well again.");
  expect(model.available()).toBe(true);
});

test("a trial that fails, or that its caller gives up, means another rest", async () => {
  const setup = await setUp();
  const { server, model, chat } = setup;
  await wearOut(setup);
  passes(31_000);
  server.next(reply.fails(500));
  await failureOf(chat());
  expect(server.chats).toHaveLength(6);
  expect(model.available()).toBe(false);
  passes(31_000);
  server.next(reply.hangs());
  const caller = new AbortController();
  const trial = chat({ signal: caller.signal });
  await server.requested(7);
  caller.abort();
  expect((await failureOf(trial)).kind).toBe("aborted");
  expect(model.available()).toBe(false);
});

test("an answer in between starts the count anew", async () => {
  const { server, model, chat } = await setUp({ retries: 0 });
  for (const round of [1, 2, 3]) {
    server.next(reply.fails(500), reply.fails(500), reply.fails(500), reply.fails(500), reply.text("ok"));
    for (let failure = 0; failure < 4; failure++) await failureOf(chat());
    expect((await chat()).text, `round ${round}`).toBe("ok");
  }
  expect(model.available()).toBe(true);
});

test("each part rests by itself", async () => {
  const setup = await setUp();
  await wearOut(setup);
  const { server, model, chat } = setup;
  expect([model.available("main"), model.available("small"), model.available("embedding")]).toEqual([
    false,
    true,
    true,
  ]);
  server.next(reply.text("The small one is well."));
  expect((await chat({ size: "small" })).text).toBe("The small one is well.");
  expect(server.chats.at(-1)?.model).toBe("tiny");
});

test.each([
  ["requests that are wrong in themselves", reply.fails(400)],
  ["a wrong key", reply.fails(401)],
  ["refusals", reply.completion({ content: null, refusal: "No." })],
])("%s are not the server's fault", async (_, refusing) => {
  const { server, model, chat } = await setUp();
  for (let time = 0; time < 7; time++) {
    server.next(refusing);
    await failureOf(chat());
  }
  expect(model.available()).toBe(true);
});

test.each([
  ["hanging", reply.hangs()],
  ["nonsense", reply.html()],
])("%s is", async (_, badly) => {
  const { server, model, chat } = await setUp({ timeoutMs: 30 });
  for (let time = 0; time < 5; time++) {
    server.next(badly);
    await failureOf(chat());
  }
  expect(model.available()).toBe(false);
});

test("callers who give up are not the server's fault either", async () => {
  const { server, model, chat } = await setUp();
  for (let time = 1; time <= 6; time++) {
    server.next(reply.hangs());
    const caller = new AbortController();
    const asked = chat({ signal: caller.signal });
    await server.requested(time);
    caller.abort();
    await failureOf(asked);
  }
  expect(model.available()).toBe(true);
});

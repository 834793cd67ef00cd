/**
 * Whatever a model server does, a request ends as an answer or as one of our errors, in time (SPEC S9): every way
 * of failing that a server has, over real HTTP.
 */
import { createServer } from "node:net";
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import type { ErrorCode } from "../../src/kernel/errors.ts";
import { createLog } from "../../src/kernel/log.ts";
import * as reply from "../fakes/model-replies.ts";
import { startModelServer } from "../fakes/model-server.ts";
import { failureOf, KEY, PRIVATE, setUp } from "../support/model.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Name, what the server does, the error's code and kind, and how many requests are made of it. */
const FAILURES: readonly [string, reply.Reply, ErrorCode, string, number][] = [
  ["too many requests", reply.rateLimited(), "model_unavailable", "rate_limited", 3],
  ["a broken server", reply.fails(500), "model_unavailable", "server_error", 3],
  ["an overloaded server", reply.fails(503), "model_unavailable", "server_error", 3],
  ["a connection cut before the answer", reply.drops(), "model_unavailable", "connection", 3],
  ["a connection cut in the answer", reply.cutsInBody(), "model_unavailable", "connection", 3],
  ["a wrong key", reply.fails(401), "model_refused", "bad_key", 1],
  ["a key without this model", reply.fails(403), "model_refused", "bad_key", 1],
  ["a request that is wrong in itself", reply.fails(400), "model_refused", "refused", 1],
  ["a model that is not there", reply.fails(404), "model_refused", "refused", 1],
  ["a page instead of JSON", reply.html(), "model_bad_answer", "garbage", 1],
  ["JSON that ends in the middle", reply.malformed(), "model_bad_answer", "garbage", 1],
  ["JSON that is something else", reply.raw("[1,2,3]"), "model_bad_answer", "garbage", 1],
  ["JSON null", reply.raw("null"), "model_bad_answer", "garbage", 1],
  ["no body", reply.raw("", 204), "model_bad_answer", "garbage", 1],
  ["no choices", reply.emptyChoices(), "model_bad_answer", "garbage", 1],
  ["a choice without a message", reply.raw('{"choices":[{}]}'), "model_bad_answer", "garbage", 1],
  ["content null", reply.completion({ content: null }), "model_bad_answer", "bad_answer", 1],
  ["content of spaces", reply.text(" \n"), "model_bad_answer", "bad_answer", 1],
  ["content of a wrong type", reply.completion({ content: 7 }), "model_bad_answer", "bad_answer", 1],
  ["a refusal", reply.completion({ content: null, refusal: "No." }), "model_refused", "refused", 1],
  [
    "a content filter",
    reply.completion({ content: "x" }, { finish: "content_filter" }),
    "model_refused",
    "refused",
    1,
  ],
];

test.each(FAILURES)("%s ends as one error", async (_, badly, code, kind, requests) => {
  const { server, chat, booked } = await setUp({ failuresToRest: 100 });
  server.next(badly, badly, badly, badly);
  const failure = await failureOf(chat());
  expect(failure).toMatchObject({ name: "MamaError", code, kind });
  expect(server.chats).toHaveLength(requests);
  expect(booked).toEqual([expect.objectContaining({ purpose: "test", model: "big", outcome: code })]);
});

test("an account without quota is not asked again", async () => {
  const { server, chat } = await setUp();
  server.next(reply.fails(429, { message: "quota", code: "insufficient_quota" }));
  expect(await failureOf(chat())).toMatchObject({ code: "model_unavailable", kind: "rate_limited" });
  expect(server.chats).toHaveLength(1);
});

test("a server that is not there is unavailable, with the system's word for it", async () => {
  const gone = await startModelServer();
  await gone.close();
  const { chat } = await setUp({}, { baseUrl: gone.url });
  const failure = await failureOf(chat());
  expect(failure).toMatchObject({ code: "model_unavailable", kind: "connection" });
  expect(failure.message).toContain("ECONNREFUSED");
});

test("a server that does not speak HTTP is one that cannot be reached", async () => {
  const odd = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
  const address = odd.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { chat } = await setUp({}, { baseUrl: `http://127.0.0.1:${port}/v1` });
  expect(await failureOf(chat())).toMatchObject({ code: "model_unavailable" });
  odd.close();
});

test.each([
  ["an answer that never begins", reply.hangs()],
  ["an answer that stops in the middle", reply.hangsInBody()],
])("%s is given up when its time is up, once, and the connection with it", async (_, hanging) => {
  const { server, chat } = await setUp({ timeoutMs: 400 });
  server.next(hanging, hanging);
  expect(await failureOf(chat())).toMatchObject({
    code: "model_timeout",
    kind: "timeout",
    retryable: true,
  });
  expect(server.chats).toHaveLength(1);
  await server.hangsUp(await server.requested(1));
});

test.each([
  ["no answer", reply.hangs()],
  ["half an answer", reply.hangsInBody()],
])("a caller who gives up with %s is let go at once", async (_, hanging) => {
  const { server, chat } = await setUp();
  server.next(hanging);
  const caller = new AbortController();
  const asked = chat({ signal: caller.signal });
  await server.requested(1);
  caller.abort();
  expect(await failureOf(asked)).toMatchObject({ code: "model_timeout", kind: "aborted", retryable: false });
  await server.hangsUp(await server.requested(1));
});

test("a caller's deadline that passes is a timeout, also while waiting to try again", async () => {
  let pausing = (): void => {};
  const paused = new Promise<void>((resolve) => {
    pausing = resolve;
  });
  const random = (): number => {
    pausing();
    return 0;
  };
  const { server, chat } = await setUp({ pauseMs: 3_000, random });
  server.next(reply.fails(500));
  const caller = new AbortController();
  const asked = chat({ signal: caller.signal });
  await paused;
  caller.abort(new DOMException("the turn is over", "TimeoutError"));
  expect(await failureOf(asked)).toMatchObject({ code: "model_timeout", kind: "timeout" });
  expect(server.chats).toHaveLength(1);
});

test("a request that comes after its deadline is not sent", async () => {
  const { server, chat, structured, model } = await setUp();
  const signal = AbortSignal.abort();
  const { z } = await import("zod");
  expect((await failureOf(chat({ signal }))).code).toBe("model_timeout");
  expect((await failureOf(structured(z.object({}), { signal }))).code).toBe("model_timeout");
  expect((await failureOf(model.embed(["x"], signal))).code).toBe("model_timeout");
  expect(server.requests).toHaveLength(0);
});

test("neither the key nor what a person said is in any error or log, though the server quotes both", async () => {
  vi.stubEnv("OPENAI_LOG", "debug");
  const printed = (["log", "info", "warn", "error", "debug"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const { server, chat, logged } = await setUp({ failuresToRest: 2 });
  const quoting = { message: `Incorrect API key provided: ${KEY}; you said ${PRIVATE}`, code: PRIVATE };
  const log = createLog("trace", { write: (line) => void said.push(line) });
  const said: string[] = [];
  for (const status of [400, 401, 429, 500]) {
    server.next(reply.fails(status, quoting), reply.fails(status, quoting), reply.fails(status, quoting));
    const failure = await failureOf(chat());
    log.error({ err: failure }, failure.message);
    said.push(inspect(failure, { depth: 10 }), JSON.stringify(failure));
  }
  const everything = [...said, ...logged].join("\n");
  expect(everything).not.toContain("SECRET");
  expect(everything).not.toContain("clinic");
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

test("a key that found its way into a log line is scrubbed from it", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  log.warn({ header: `Bearer ${KEY}` }, `asked with ${KEY}`);
  expect(lines.join()).not.toContain("SECRET");
});

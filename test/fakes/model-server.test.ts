/** The fake model server itself: other tests believe it, so its promises are kept here. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { calls, drops, hangsInBody, json, later, type Reply, text, vectorOf } from "./model-replies.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

/** What the server says to this, as the client reads it. */
async function say(content: string, more: object = {}, signal?: AbortSignal) {
  const response = await fetch(`${server.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content }], ...more }),
    ...(signal ? { signal } : {}),
  });
  const body = (await response.json()) as { choices?: { message: { content: string } }[] };
  return { status: response.status, content: body.choices?.[0]?.message.content };
}

test("the queue answers first, then the rule; what neither answers is 501 and remembered", async () => {
  server.next(text("one"), (asked) => text(`two to ${asked.messages[0]?.content}`));
  server.always((asked) => (asked.messages[0]?.content === "rule?" ? json({ rule: true }) : undefined));
  expect((await say("rule?")).content).toBe("one");
  expect((await say("b")).content).toBe("two to b");
  expect((await say("rule?")).content).toBe('{"rule":true}');
  expect((await say("stray")).status).toBe(501);
  expect(server.unscripted).toEqual(["stray"]);
  expect(server.chats.map(({ messages }) => messages[0]?.content)).toEqual(["rule?", "b", "rule?", "stray"]);
});

test("what memory asks takes no chat's turn, and finds nothing unless it is scripted", async () => {
  const asks = (name: string) => ({
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema: {} } },
  });
  server.next(text("for the chat"));
  expect((await say("block", asks("memories"))).content).toBe('{"memories":[]}');
  server.nextMemory(json({ memories: [1] }));
  expect((await say("block", asks("memories"))).content).toBe('{"memories":[1]}');
  expect((await say("x", asks("classification"))).content).toBe("for the chat");
  expect([server.chats.length, server.memory.length]).toEqual([1, 2]);
});

test("a refused format does not use up the queue", async () => {
  server.refuseFormats("json_schema");
  server.next(text("ok"));
  expect((await say("x", { response_format: { type: "json_schema" } })).status).toBe(400);
  expect((await say("x", { response_format: { type: "json_object" } })).content).toBe("ok");
});

test("a slow answer comes when the test lets it", async () => {
  let answer = (_: Reply): void => {};
  server.next(
    later(
      new Promise<Reply>((resolve) => {
        answer = resolve;
      }),
    ),
  );
  const waiting = say("x");
  await server.requested(1);
  answer(calls({ name: "spending", arguments: {} }));
  expect((await waiting).status).toBe(200);
});

test("a client that hangs up is noticed, and closing ends what is open", async () => {
  server.next(hangsInBody(), hangsInBody(), drops());
  const client = new AbortController();
  const given = say("x", {}, client.signal).catch(() => "given up");
  const asked = await server.requested(1);
  client.abort();
  expect(await given).toBe("given up");
  await server.hangsUp(asked);
  expect(server.chats[0]?.hungUp).toBe(true);
  const left = say("y").catch(() => "cut");
  await server.requested(2);
  await server.close();
  expect(await left).toBe("cut");
  server = await startModelServer();
});

test("texts with words in common are near each other, others are not, and the same text is the same", () => {
  const cosine = (a: string, b: string) => {
    const other = vectorOf(b);
    return vectorOf(a).reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
  };
  expect(vectorOf("Wedding fund")).toHaveLength(512);
  expect(cosine("saving for the wedding", "saving for the wedding")).toBeCloseTo(1);
  expect(cosine("saving for the wedding", "the wedding saving")).toBeGreaterThan(0.8);
  expect(Math.abs(cosine("saving for the wedding", "my car broke down"))).toBeLessThan(0.3);
});

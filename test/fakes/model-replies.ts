/**
 * What a model server can answer, well and badly: the replies that tests script for ./model-server.ts. Each is
 * a plain value, so that a script reads like the conversation it stands for.
 */
import { createHash } from "node:crypto";

/** How a server ends a request. Make them with the functions below. */
export type Reply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** Sends so many characters of the body and no more. */
      readonly stopsAfter?: number;
      /** And then cuts the connection, instead of leaving it open. */
      readonly thenCuts?: boolean;
    }
  | { readonly kind: "later"; readonly reply: Promise<Reply> }
  | { readonly kind: "hang" }
  | { readonly kind: "drop" };

type Answer = Extract<Reply, { kind: "answer" }>;

/** Any status, headers and body, word for word. */
export function raw(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { kind: "answer", status, headers: { "content-type": "application/json", ...headers }, body };
}

/** A completion of this message, such as `{ content: null }`; the fields are as the API names them. */
export function completion(
  message: Readonly<Record<string, unknown>>,
  about: { finish?: string; usage?: unknown } = {},
): Answer {
  const { finish = "stop", usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 } } = about;
  return raw(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "fake",
      choices: [
        { index: 0, finish_reason: finish, logprobs: null, message: { role: "assistant", ...message } },
      ],
      usage,
    }),
  );
}

/** She says this. */
export function text(content: string): Answer {
  return completion({ content, refusal: null });
}

/** She says this, and was cut for its length. */
export function cutText(content: string): Answer {
  return completion({ content }, { finish: "length" });
}

/** A structured answer: this value, as JSON. */
export function json(value: unknown): Answer {
  return text(JSON.stringify(value));
}

/**
 * She wants these tools run. Ids are call_1, call_2, …
 * @param wanted arguments as a string go out word for word, however absurd; anything else as JSON
 */
export function calls(...wanted: readonly { name: string; arguments: unknown }[]): Answer {
  return completion(
    {
      content: null,
      tool_calls: wanted.map((call, position) => ({
        id: `call_${position + 1}`,
        type: "function",
        function: {
          name: call.name,
          arguments:
            typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {}),
        },
      })),
    },
    { finish: "tool_calls" },
  );
}

/** The server's error: 401 wrong key, 404 no such model, 500, 503 … */
export function fails(
  status: number,
  error: Readonly<Record<string, unknown>> = { message: "failed" },
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return raw(JSON.stringify({ error }), status, headers);
}

/** 429; `afterMs` goes out as retry-after-ms. */
export function rateLimited(afterMs?: number): Answer {
  const headers = afterMs === undefined ? undefined : { "retry-after-ms": String(afterMs) };
  return fails(429, { message: "slow down" }, headers);
}

/** A page of a proxy, with a good status. */
export function html(): Answer {
  return raw("<html><body>Sign in to the Wi-Fi</body></html>", 200, { "content-type": "text/html" });
}

/** JSON that is no completion: no choices. */
export function emptyChoices(): Answer {
  return raw(JSON.stringify({ id: "chatcmpl-1", object: "chat.completion", choices: [] }));
}

/** A body that says it is JSON and ends in the middle of it. */
export function malformed(): Answer {
  return raw('{"choices":[{"message":{"content":"Hel');
}

/** Nothing at all, with the connection left open. */
export function hangs(): Reply {
  return { kind: "hang" };
}

/** The headers and the first half of the body, and then nothing, with the connection left open. */
export function hangsInBody(reply: Answer = text("never complete")): Reply {
  return { ...reply, stopsAfter: Math.floor(reply.body.length / 2) };
}

/** The headers and the first half of the body, and then the connection is cut. */
export function cutsInBody(reply: Answer = text("never complete")): Reply {
  return { ...hangsInBody(reply), thenCuts: true } as Reply;
}

/** The connection is cut before any answer. */
export function drops(): Reply {
  return { kind: "drop" };
}

/** Slow: answers once the test resolves the promise. */
export function later(reply: Promise<Reply>): Reply {
  return { kind: "later", reply };
}

/** Vectors for these texts, in the form of the API. */
export function embeddingsOf(texts: readonly string[], dimensions = 512): Answer {
  return raw(
    JSON.stringify({
      object: "list",
      model: "fake",
      data: texts.map((content, index) => ({
        object: "embedding",
        index,
        embedding: vectorOf(content, dimensions),
      })),
      usage: { prompt_tokens: 5 * texts.length, total_tokens: 5 * texts.length },
    }),
  );
}

/**
 * The same vector for the same text, of length 1. Each word has a direction of its own, so that texts with words
 * in common are near each other (cosine about the share of them) and others are not.
 */
export function vectorOf(content: string, dimensions = 512): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["\u0000"]) {
    const hash = createHash("sha256").update(word).digest();
    for (let at = 0; at < hash.length; at += 4) {
      const place = hash.readUInt16LE(at) % dimensions;
      vector[place] = (vector[place] ?? 0) + (hash.readUInt8(at + 2) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/**
 * A model server over real HTTP on 127.0.0.1, for everything that talks to one: it speaks /v1/chat/completions and
 * /v1/embeddings, answers what a test has scripted, and keeps what it was asked.
 *
 *   const server = await startModelServer();
 *   // Point Mama at it: OPENAI_BASE_URL=server.url
 *   server.next(calls({ name: "spending", arguments: { period: "month" } }), text("RM45 so far."));
 *   … ann asks …
 *   expect(server.chats).toHaveLength(2);
 *   expect(server.chats[1]?.messages.at(-1)).toMatchObject({ role: "tool" });
 *   await server.close();
 *
 * What a request is answered with, in this order:
 *   1. a response format named in `refuseFormats` gets 400;
 *   2. the next reply of the queue (`next`, `nextEmbeddings`);
 *   3. the standing rule (`always`), for conversations whose order a test does not want to spell out;
 *   4. embeddings: vectors made of the texts' words; chats: 501, and a line in `unscripted`.
 * What memory asks in the background, known by the name of its schema, never takes a chat's turn: it has a queue of its
 * own (`nextMemory`), and finds nothing where a test has scripted nothing.
 *
 * Replies are made in ./model-replies.ts. A reply may be a function of the request. Nothing here waits for time
 * to pass: a slow answer is one whose promise the test holds (`later`).
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { embeddingsOf, fails, json, type Reply } from "./model-replies.ts";

/** The body of a request, parsed; the fields are as the API names them. */
export interface AskedBody {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
  readonly tool_choice?: unknown;
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly strict: boolean; readonly schema: object };
  };
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  /** Of embeddings. */
  readonly input?: readonly string[];
  readonly dimensions?: number;
  readonly encoding_format?: string;
}

/** One request that came in. */
export interface Asked extends AskedBody {
  readonly path: string;
  readonly authorization: string | undefined;
  /** True once whoever asked has hung up before the answer was complete. */
  readonly hungUp: boolean;
}

export type Scripted = Reply | ((asked: Asked) => Reply);

export interface ModelServer {
  /** For OPENAI_BASE_URL: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Every request, oldest first; `chats`, `embeddings` and `memory` are its parts. */
  readonly requests: readonly Asked[];
  readonly chats: readonly Asked[];
  readonly embeddings: readonly Asked[];
  readonly memory: readonly Asked[];
  /** Last user message of each chat that nothing was scripted for. */
  readonly unscripted: readonly string[];
  /** Queues answers for the next chats, one each. */
  next(...replies: readonly Scripted[]): void;
  /** Queues answers for the next requests of memory, one each. */
  nextMemory(...replies: readonly Scripted[]): void;
  /** Queues answers for the next requests for embeddings, one each. */
  nextEmbeddings(...replies: readonly Scripted[]): void;
  /** Answers every chat that the queue does not; undefined leaves it unscripted. Replaces the rule before. */
  always(rule: (asked: Asked) => Reply | undefined): void;
  /** Answers 400 to these response formats ("json_schema", "json_object") from now on; none takes all again. */
  refuseFormats(...types: readonly string[]): void;
  /** Resolves once `count` requests, but for those of memory, have come in since the start, with the last of them. */
  requested(count: number): Promise<Asked>;
  /** Resolves once whoever sent this request has hung up. */
  hangsUp(asked: Asked): Promise<void>;
  /** Ends everything, open requests too. */
  close(): Promise<void>;
}

type Part = "chat" | "embeddings" | "memory";

/** The schemas that memory asks for, each with the answer that finds nothing. */
const NOTHING_LEARNED: Readonly<Record<string, object>> = {
  memories: { memories: [] },
  insights: { insights: [] },
  same: { same: [] },
  pairs: { pairs: [] },
};

function partOf({ path, response_format: format }: Asked): Part {
  if (path.endsWith("/embeddings")) return "embeddings";
  const name = format?.json_schema?.name ?? "";
  return name in NOTHING_LEARNED || name === "summary" ? "memory" : "chat";
}

/** @param port default: a free one; give one to come back where a server has been */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const requests: Asked[] = [];
  const unscripted: string[] = [];
  const queues: Record<Part, Scripted[]> = { chat: [], embeddings: [], memory: [] };
  const arrivals = new Set<() => void>();
  const hangUps = new Map<Asked, Promise<void>>();
  let refused: readonly string[] = [];
  let standing: (asked: Asked) => Reply | undefined = () => undefined;

  const replyTo = (asked: Asked): Reply => {
    if (refused.includes(asked.response_format?.type ?? "")) {
      return fails(400, { message: "response_format is not supported" });
    }
    const part = partOf(asked);
    const scripted = queues[part].shift();
    if (scripted !== undefined) return typeof scripted === "function" ? scripted(asked) : scripted;
    if (part === "embeddings") return embeddingsOf(asked.input ?? []);
    const nothing = NOTHING_LEARNED[asked.response_format?.json_schema?.name ?? ""];
    if (nothing) return json(nothing);
    const ruled = standing(asked);
    if (ruled) return ruled;
    unscripted.push(asked.messages.findLast(({ role }) => role === "user")?.content ?? "");
    return fails(501, { message: "nothing is scripted for this request" });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await read(request);
    hangUps.set(asked, hangUpOf(asked, response));
    requests.push(asked);
    for (const arrived of arrivals) arrived();
    if (!/\/v1\/(chat\/completions|embeddings)$/.test(asked.path)) response.writeHead(404).end();
    else await send(replyTo(asked), response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get chats() {
      return requests.filter((asked) => partOf(asked) === "chat");
    },
    get embeddings() {
      return requests.filter((asked) => partOf(asked) === "embeddings");
    },
    get memory() {
      return requests.filter((asked) => partOf(asked) === "memory");
    },
    unscripted,
    next: (...replies) => void queues.chat.push(...replies),
    nextMemory: (...replies) => void queues.memory.push(...replies),
    nextEmbeddings: (...replies) => void queues.embeddings.push(...replies),
    always: (rule) => {
      standing = rule;
    },
    refuseFormats: (...types) => {
      refused = types;
    },
    requested: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const asked = requests.filter((one) => partOf(one) !== "memory")[count - 1];
          if (asked === undefined) return;
          arrivals.delete(look);
          resolve(asked);
        };
        arrivals.add(look);
        look();
      }),
    hangsUp: async (asked) => hangUps.get(asked),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as AskedBody;
  return {
    ...body,
    path: request.url ?? "",
    authorization: request.headers.authorization,
    hungUp: false,
  };
}

function hangUpOf(asked: Asked, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", () => {
      if (response.writableFinished) return;
      (asked as { hungUp: boolean }).hungUp = true;
      resolve();
    });
  });
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.kind === "later") {
    const now = await reply.reply;
    if (!response.destroyed) await send(now, response);
    return;
  }
  if (reply.kind === "hang") return;
  if (reply.kind === "drop") {
    response.destroy();
    return;
  }
  const { status, headers, body, stopsAfter, thenCuts } = reply;
  response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers });
  if (stopsAfter === undefined) {
    response.end(body);
    return;
  }
  // Headers and the first bytes are out before the connection goes, so that the cut is in the body.
  await new Promise<void>((resolve) => {
    response.write(body.slice(0, stopsAfter), () => resolve());
  });
  if (thenCuts) response.destroy();
}

/**
 * The model, put together (SPEC S9): a request goes through the guard of its part to the server, what comes back
 * is read, and every exchange is reported to whoever asked, so that it can be booked.
 */
import type { ModelConfig } from "../kernel/config.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { EmbedOptions, Model, ModelCall, ModelMessage, ModelRequest, Usage } from "../kernel/model.ts";
import { createGuard, type Guard, type Patience, patience } from "./breaker.ts";
import { ModelFailure } from "./errors.ts";
import { type CompletionRequest, type ModelServer, openAiServer } from "./openai.ts";
import { type Completion, readCompletion, readEmbeddings, readUsage } from "./read-answer.ts";
import { type KnownModes, structured } from "./structured.ts";

type Part = "main" | "small" | "embedding";

interface Connection {
  readonly config: ModelConfig;
  readonly server: ModelServer;
  readonly guards: Readonly<Record<Part, Guard>>;
}

export interface ModelOptions {
  readonly log: Log;
  /** Whatever is not given is as in `limits`. */
  readonly patience?: Partial<Patience> | undefined;
}

/** The model of this configuration. */
export function createModel(config: ModelConfig, options: ModelOptions): Model {
  const given = { ...patience, ...options.patience };
  const guard = (part: Part): Guard => createGuard(part, given, options.log);
  const connection: Connection = {
    config,
    server: openAiServer(config),
    guards: { main: guard("main"), small: guard("small"), embedding: guard("embedding") },
  };
  const known: KnownModes = new Map();
  return {
    available: (part = "main") => connection.guards[part].available,
    async chat(request) {
      const { completion, usage } = await complete(connection, request, request);
      return { ...completion, usage };
    },
    async structured(request) {
      const model = config[request.size];
      let total: Usage = { model, inputTokens: 0, outputTokens: 0 };
      const value = await structured(request, {
        model,
        known,
        ask: async (messages, format) => {
          const { maxTokens } = request;
          const { completion, usage } = await complete(connection, request, { messages, format, maxTokens });
          total = plus(total, usage);
          return completion;
        },
      });
      return { value, usage: total };
    },
    embed: (texts, signal, about = {}) => embed(connection, texts, { ...about, signal }),
  };
}

async function complete(
  connection: Connection,
  request: ModelRequest,
  about: Omit<CompletionRequest, "model">,
): Promise<{ completion: Completion; usage: Usage }> {
  const model = connection.config[request.size];
  const { answer, usage } = await exchange(connection.guards[request.size], request, {
    model,
    characters: about.messages.reduce((sum, message) => sum + charactersOf(message), 0),
    send: (signal) => connection.server.complete({ ...about, model }, signal),
    read: readCompletion,
  });
  return { completion: answer, usage };
}

async function embed(
  { config, server, guards }: Connection,
  texts: readonly string[],
  about: EmbedOptions & Pick<ModelRequest, "signal">,
): Promise<number[][]> {
  const vectors: number[][] = [];
  for (let start = 0; start < texts.length; start += limits.embeddingBatch) {
    // An empty text is refused by the server, and a blank one means the same.
    const batch = texts.slice(start, start + limits.embeddingBatch).map((text) => text.trim() || " ");
    const request = { ...about, purpose: about.purpose ?? "embed" };
    const { answer } = await exchange(guards.embedding, request, {
      model: config.embedding,
      characters: batch.reduce((sum, text) => sum + text.length, 0),
      send: (signal) => server.embed({ model: config.embedding, texts: batch }, signal),
      read: (body) => readEmbeddings(body, batch.length),
    });
    vectors.push(...answer);
  }
  return vectors;
}

interface Exchange<T> {
  readonly model: string;
  /** What is sent, for the estimate where the server does not count. */
  readonly characters: number;
  readonly send: (signal: AbortSignal) => Promise<unknown>;
  /** Throws a ModelFailure when the answer is none; then the circuit counts it. */
  readonly read: (body: unknown) => T;
}

/** One request, with its retries, and its line in the book. */
async function exchange<T>(
  guard: Guard,
  request: Pick<ModelRequest, "purpose" | "signal" | "tokensLeft" | "onCall">,
  { model, characters, send, read }: Exchange<T>,
): Promise<{ answer: T; usage: Usage }> {
  if (request.tokensLeft !== undefined && request.tokensLeft <= 0) {
    throw new ModelFailure("budget_spent", "this user's tokens of the day are used up");
  }
  const startedMs = performance.now();
  let body: unknown;
  const book = (outcome: ModelCall["outcome"]): Usage => {
    const usage =
      body === undefined ? { model, inputTokens: 0, outputTokens: 0 } : readUsage(body, model, characters);
    request.onCall?.({
      ...usage,
      purpose: request.purpose,
      durationMs: Math.round(performance.now() - startedMs),
      outcome,
    });
    return usage;
  };
  let answer: T;
  try {
    answer = await guard.run(async (signal) => {
      body = undefined;
      body = await send(signal);
      return read(body);
    }, request.signal);
  } catch (error) {
    book(error instanceof ModelFailure ? error.code : "model_bad_answer");
    throw error;
  }
  return { answer, usage: book("ok") };
}

/** A picture costs about as much as so many characters, where a server does not count. */
const PICTURE_CHARACTERS = 4_000;

function charactersOf(message: ModelMessage): number {
  const pictures = message.role === "user" ? (message.pictures?.length ?? 0) : 0;
  return message.content.length + pictures * PICTURE_CHARACTERS;
}

function plus(one: Usage, other: Usage): Usage {
  return {
    model: one.model,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** A model as Mama has it, pointed at a fake server, with little patience; everything ends with the test. */
import { onTestFinished } from "vitest";
import type { ModelConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import { noMetrics } from "../../src/kernel/metrics.ts";
import {
  type ChatRequest,
  type Model,
  type ModelCall,
  noModel,
  type StructuredAnswer,
  type StructuredRequest,
} from "../../src/kernel/model.ts";
import type { Patience } from "../../src/model/breaker.ts";
import { ModelFailure } from "../../src/model/errors.ts";
import { createModel } from "../../src/model/model.ts";
import type { Brain } from "../../src/router/turn-parts.ts";
import { type ModelServer, startModelServer } from "../fakes/model-server.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";

/** A key that must never be seen in a log or an error. */
export const KEY = "sk-test-0123456789abcdefSECRET";
/** What a person said, which must not be either. */
export const PRIVATE = "clinic RM450, please tell nobody";

export interface Setup {
  readonly server: ModelServer;
  readonly model: Model;
  /** Every exchange that was reported. */
  readonly booked: readonly ModelCall[];
  /** All lines of the log. */
  readonly logged: readonly string[];
  /** A chat with the private words in it, and whatever the test wants of it. */
  chat(changes?: Partial<ChatRequest>): ReturnType<Model["chat"]>;
  structured<T>(
    schema: StructuredRequest<T>["schema"],
    changes?: Partial<StructuredRequest<T>>,
  ): Promise<StructuredAnswer<T>>;
}

/** Starts a server and a model; retries do not pause unless the test says so. */
export async function setUp(
  patience: Partial<Patience> = {},
  config: Partial<ModelConfig> = {},
): Promise<Setup> {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const booked: ModelCall[] = [];
  const logged: string[] = [];
  const log = createLog("trace", { write: (line) => void logged.push(line) });
  const model = createModel(
    {
      apiKey: KEY,
      baseUrl: server.url,
      main: "big",
      small: "tiny",
      embedding: "vectors",
      dailyTokens: 1_000,
      ...config,
    },
    { log, patience: { timeoutMs: 5_000, pauseMs: 0, random: () => 0, ...patience } },
  );
  const common = {
    purpose: "test",
    size: "main",
    messages: [
      { role: "system", content: "You are Mama." },
      { role: "user", content: PRIVATE },
    ],
    signal: new AbortController().signal,
    onCall: (call: ModelCall) => void booked.push(call),
  } as const;
  return {
    server,
    model,
    booked,
    logged,
    chat: (changes) => model.chat({ ...common, ...changes }),
    structured: (schema, changes) => model.structured({ ...common, name: "answer", schema, ...changes }),
  };
}

/** The failure that this ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<ModelFailure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** What a turn thinks with where no model is. */
export const NO_BRAIN: Brain = {
  model: noModel,
  readTools: [],
  metrics: noMetrics,
  dailyTokens: 0,
  receipts: { reader: fakeReceiptReader(), vision: false, keep: false },
};

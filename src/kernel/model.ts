/**
 * The language model as a port (SPEC S9): what the rest of Mama may ask of one, and what it gets back. Whoever
 * asks brings a signal, never waits longer than it, and gets an answer or a MamaError with a model_* code:
 *
 *   model_timeout       too late, or the caller's own signal ended it
 *   model_unavailable   not configured, not reachable, overloaded, or resting after failures
 *   model_bad_answer    answered, but not with what was asked for
 *   model_refused       the server or the model said no; the same request will not work later either
 *   model_budget_spent  this user's tokens of the day are used up; nothing was sent
 */
import type { z } from "zod";
import { type ErrorCode, MamaError } from "./errors.ts";

/** The main model talks and reasons; the small one reads and sorts. */
export type ModelSize = "main" | "small";

/** A tool that the model wants run. Everything in it is the model's word, unchecked. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Meant to be JSON, and sometimes is not. */
  readonly arguments: string;
}

/** A picture as it is handed to a model: its bytes, never an address of a platform. */
export interface ModelPicture {
  readonly mime: "image/jpeg" | "image/png" | "image/webp";
  readonly bytes: Uint8Array;
}

export type ModelMessage =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user";
      readonly content: string;
      readonly pictures?: readonly ModelPicture[] | undefined;
    }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[] | undefined;
    }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

/** A tool as the model is told of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments; an object at the root. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Tokens as the server counted them, or an estimate where it does not count. */
export interface Usage {
  /** The model's name as configured. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

/** One exchange with the server, for the book of usage: tokens are spent by answers that were no good, too. */
export interface ModelCall extends Usage {
  readonly purpose: string;
  readonly durationMs: number;
  readonly outcome: "ok" | ModelErrorCode;
}

/** What every request has. */
export interface ModelRequest {
  /** What it is for, as a short word for logs and figures ("route", "coach"); never a user's text. */
  readonly purpose: string;
  readonly size: ModelSize;
  readonly messages: readonly ModelMessage[];
  /** Ends the request, whatever the server does. */
  readonly signal: AbortSignal;
  /** The most tokens to answer with. */
  readonly maxTokens?: number | undefined;
  /** What this user may still spend today; at zero or less nothing is sent (`model_budget_spent`). */
  readonly tokensLeft?: number | undefined;
  /** Is told of each exchange once it has ended, well or not. Must not throw. */
  readonly onCall?: ((call: ModelCall) => void) | undefined;
}

export interface ChatRequest extends ModelRequest {
  readonly tools?: readonly ToolSpec[] | undefined;
  /** Default: the model decides. */
  readonly toolChoice?: "auto" | "none" | "required" | { readonly name: string } | undefined;
}

export interface ChatAnswer {
  /** May be empty when there are tool calls. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** It ran into its longest length: the text, or the arguments of the last tool call, may end anywhere. */
  readonly cut: boolean;
  readonly usage: Usage;
}

export interface StructuredRequest<T> extends ModelRequest {
  /** Of the answer's schema: letters, digits, `_` and `-`. */
  readonly name: string;
  /** An object at the root. What is optional may be left out by the model, or be null. */
  readonly schema: z.ZodType<T>;
}

export interface StructuredAnswer<T> {
  /** Has passed the schema. */
  readonly value: T;
  /** Of all exchanges that it took. */
  readonly usage: Usage;
}

export interface EmbedOptions {
  readonly purpose?: string | undefined;
  readonly tokensLeft?: number | undefined;
  readonly onCall?: ((call: ModelCall) => void) | undefined;
}

export interface Model {
  /**
   * Whether it is worth asking: configured, and not resting after failures in a row. Once the rest is over it
   * counts as available again, so that somebody tries.
   * @param part default `main`
   */
  available(part?: ModelSize | "embedding"): boolean;
  /** @throws MamaError with a model_* code */
  chat(request: ChatRequest): Promise<ChatAnswer>;
  /** @throws MamaError with a model_* code; `model_bad_answer` after one attempt at repair */
  structured<T>(request: StructuredRequest<T>): Promise<StructuredAnswer<T>>;
  /**
   * @returns one vector of `limits.embeddingDimensions` floats for each text, in their order
   * @throws MamaError with a model_* code
   */
  embed(texts: readonly string[], signal: AbortSignal, options?: EmbedOptions): Promise<number[][]>;
}

const absent = (): Promise<never> =>
  Promise.reject(new MamaError("model_unavailable", "no model is configured: set OPENAI_API_KEY"));

/** What stands in where no model is configured: never available. */
export const noModel: Model = { available: () => false, chat: absent, structured: absent, embed: absent };

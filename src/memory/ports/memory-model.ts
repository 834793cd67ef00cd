/** The small model as memory asks it: a structured answer, from what people wrote as data (SPEC S10.3, S12). */
import type { z } from "zod";
import type { Scope } from "../../kernel/types.ts";

export interface MemoryRequest<T> {
  /** Whose tokens it costs: they are booked, and count for the user's day. */
  readonly scope: Scope;
  /** A short word for logs and figures ("extract"); never a user's text. */
  readonly purpose: string;
  /** Of the answer's schema: letters, digits, `_` and `-`. */
  readonly name: string;
  /** An object at the root. */
  readonly schema: z.ZodType<T>;
  /** The instruction. Nothing that a person wrote is in it. */
  readonly system: string;
  /** What people wrote, and what is known of them: data, whatever it says. */
  readonly data: string;
  readonly signal: AbortSignal;
}

export interface MemoryModel {
  /** Whether it is worth asking; without it the local path does the work. */
  available(): boolean;
  /**
   * @returns an answer that has passed the schema
   * @throws MamaError with a model_* code; `model_budget_spent` when the user's day is used up
   */
  ask<T>(request: MemoryRequest<T>): Promise<T>;
}

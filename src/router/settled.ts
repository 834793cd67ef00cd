/** What a message may settle a question with, and what is known about that message (SPEC S2). */
import type { Reading } from "../kernel/reading.ts";
import type { Shape } from "../language/shape.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";

/** An option that was chosen; a message read as an answer; or the question once more. */
export type Settled =
  | { readonly option: Option }
  | { readonly reading: Reading; readonly text: string }
  | { readonly again: PendingQuestion };

/** The message that may be an answer. */
export interface Said {
  readonly text: string;
  /** The message read by itself. */
  readonly reading: Reading;
  /** Reads other words as the same person, at the same moment or at another one, ms. */
  reread(text: string, saidAtMs?: number): Reading;
  /** Whether a text holds an amount, words, or both. */
  shape(text: string): Shape;
  /** The currency that amounts without one are in. */
  readonly ownCurrency: string;
}

/** Leaves everything as it is. */
export const LEAVE: Settled = { option: { label: "", does: [], mode: "edit" } };

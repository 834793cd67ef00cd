/** What summaries ask of a store (SPEC S10.5). Every call is inside one user of one organisation. */
import type { IsoDate, Scope } from "../../kernel/types.ts";
import type { Summary } from "./types.ts";
import type { Vector } from "./vector.ts";

/** A message of the conversation that no summary has yet. */
export interface Said {
  readonly id: string;
  readonly role: "user" | "mama";
  readonly text: string;
  readonly atMs: number;
  /** The day in the user's zone. */
  readonly day: IsoDate;
}

export interface SummaryDraft extends Summary {
  /** Null when the embedder was away: the re-embedding job fills it. */
  readonly vector: Vector | null;
  readonly createdAtMs: number;
}

export interface SummaryStore<Tx> {
  /** Locks the user's row until the commit: changes of what is known of one user come one after another. */
  hold(tx: Tx, scope: Scope): Promise<void>;
  /** The oldest messages of conversation, both sides, that are neither summarised nor forgotten; in order. */
  unsummarised(tx: Tx, scope: Scope, most: number): Promise<Said[]>;
  /**
   * Stores a summary of exactly these messages, each of which has it from then on.
   * @returns false, with nothing changed, when one of them was summarised or forgotten meanwhile
   */
  saveSummary(tx: Tx, scope: Scope, draft: SummaryDraft, messageIds: readonly string[]): Promise<boolean>;
  /** The oldest summaries of messages that no longer one has; in order. */
  unjoined(tx: Tx, scope: Scope, most: number): Promise<Summary[]>;
  /** As `saveSummary`, of summaries. */
  saveLonger(tx: Tx, scope: Scope, draft: SummaryDraft, partIds: readonly string[]): Promise<boolean>;
  /** Summaries of messages that the daily pass has not looked at, the oldest first. */
  unexamined(tx: Tx, scope: Scope, most: number): Promise<Summary[]>;
  /** @returns false when another process has, when it is gone, or when it holds what the user wanted forgotten */
  markExamined(tx: Tx, scope: Scope, summaryId: string, nowMs: number): Promise<boolean>;
  /**
   * Removes summaries, and the longer ones that they are part of, that still hold what the user wanted forgotten.
   * Their other messages count again.
   * @returns how many went
   */
  removeForgotten(tx: Tx, scope: Scope): Promise<number>;
}

/** The user's hand on memory, as rows (SPEC S10.8). Every call is inside one user of one organisation. */
import type { ChatAddress } from "../../kernel/ports.ts";
import type { Scope } from "../../kernel/types.ts";
import type { Insight, Memory } from "./types.ts";
import type { Vector } from "./vector.ts";

/** A row that a list shows. */
export interface Shown {
  readonly of: "memory" | "insight";
  readonly id: string;
}

export interface HandStore<Tx> {
  /** Live at `nowMs`. */
  memories(tx: Tx, scope: Scope, nowMs: number): Promise<readonly Memory[]>;
  /** Live ones. */
  insights(tx: Tx, scope: Scope): Promise<readonly Insight[]>;

  /** What the numbers of this chat mean from now on. */
  showList(
    tx: Tx,
    scope: Scope,
    list: { chat: ChatAddress; items: readonly Shown[]; nowMs: number },
  ): Promise<void>;
  /** What they mean; null when no list was shown. */
  shownList(tx: Tx, scope: Scope, chat: ChatAddress): Promise<readonly Shown[] | null>;
  /** The numbers of a row, in every chat, mean the one that took its place. */
  replaceShown(tx: Tx, scope: Scope, change: { readonly from: string; readonly to: string }): Promise<void>;

  /**
   * Deletes a memory with those whose place it took, and the insights and summaries that came from any of them; what
   * was said when they were told is in no prompt, summary or extraction again.
   * @returns false when there is no such row of this user
   */
  forgetMemory(tx: Tx, scope: Scope, row: { readonly id: string; readonly nowMs: number }): Promise<boolean>;
  /** Deletes an insight with those whose place it took. @returns as forgetMemory */
  forgetInsight(tx: Tx, scope: Scope, id: string): Promise<boolean>;
  /** Memories, insights, summaries, buffer and conversation text, but for the turn of `inboxId`; records stay. */
  forgetAll(
    tx: Tx,
    scope: Scope,
    message: { readonly inboxId: string; readonly nowMs: number },
  ): Promise<void>;

  /** Writes a memory without a vector; it takes the place of `instead`, when that is given. */
  tell(tx: Tx, scope: Scope, memory: Memory, instead: string | null): Promise<void>;
  /** Live insights that came from this memory. */
  insightsFrom(tx: Tx, scope: Scope, memoryId: string): Promise<readonly Insight[]>;
  /** Makes an insight anew, in other words and as said outright; without words it is only ended. */
  remake(
    tx: Tx,
    scope: Scope,
    change: {
      readonly id: string;
      /** Null where it has no words any more. */
      readonly made: (Pick<Insight, "id" | "text" | "confidence"> & { readonly sourceId: string }) | null;
      readonly memoryId: string | null;
      readonly nowMs: number;
    },
  ): Promise<void>;

  /** Live memories that have no vector yet. */
  vectorless(
    tx: Tx,
    scope: Scope,
    most: number,
  ): Promise<readonly { readonly id: string; readonly text: string }[]>;
  /** Gives a memory its vector, unless its text has changed. */
  giveVector(
    tx: Tx,
    scope: Scope,
    row: { readonly id: string; readonly text: string; readonly vector: Vector },
  ): Promise<void>;
}

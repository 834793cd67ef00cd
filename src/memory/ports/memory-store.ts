/** Memories as they are written and compared (SPEC S10.3). Every call is inside one user of one organisation. */
import type { Scope } from "../../kernel/types.ts";
import type { Memory, MemorySource, MemoryType } from "./types.ts";
import type { Vector } from "./vector.ts";

export interface NewMemory {
  readonly id: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly importance: number;
  readonly expiresAtMs: number | null;
  readonly source: MemorySource;
  readonly createdAtMs: number;
  /** Null when it could not be made now: the re-embedding job fills it. */
  readonly vector: Vector | null;
}

/** A live memory with its cosine to what was asked about; 0 where their vectors cannot be compared. */
export interface NearMemory extends Memory {
  readonly cosine: number;
}

export interface MemoryStore<Tx> {
  insert(tx: Tx, scope: Scope, memories: readonly NewMemory[]): Promise<void>;

  /** Live memories at `nowMs`, nearest to `near` first, and the latest first where there is nothing to compare. */
  nearest(
    tx: Tx,
    scope: Scope,
    query: { readonly near: Vector | null; readonly nowMs: number; readonly most: number },
  ): Promise<NearMemory[]>;

  /** These were told again in a later flush: one more source each, and they count as used then. */
  toldAgain(
    tx: Tx,
    scope: Scope,
    again: { readonly ids: readonly string[]; readonly flushId: string; readonly nowMs: number },
  ): Promise<void>;

  /** Puts the memory `by` in the place of live `ids`; the older stay as history. @returns those that were live */
  supersede(
    tx: Tx,
    scope: Scope,
    change: { readonly ids: readonly string[]; readonly by: string; readonly nowMs: number },
  ): Promise<string[]>;
}

/** What upkeep asks of a store (SPEC S10.7). Calls with a scope are inside one user of one organisation. */
import type { Scope } from "../../kernel/types.ts";
import type { ImportanceRule, Memory } from "./types.ts";
import type { Vector } from "./vector.ts";

/** A memory as upkeep weighs it. */
export interface Weighed extends Pick<Memory, "id" | "importance" | "uses" | "lastUsedAtMs" | "createdAtMs"> {
  /** Something newer took its place; it is history. */
  readonly superseded: boolean;
}

/** Two live memories of one type that may be the same thing said twice. */
export interface Pair {
  readonly one: Pick<Memory, "id" | "text" | "createdAtMs">;
  readonly other: Pick<Memory, "id" | "text" | "createdAtMs">;
  readonly cosine: number;
}

export interface Merge {
  /** What stays and what it takes in, each with the text that it was judged by. */
  readonly kept: { readonly id: string; readonly text: string };
  readonly gone: { readonly id: string; readonly text: string };
  /** Another text for what stays, with its vector; null leaves both as they are. */
  readonly rewritten: { readonly text: string; readonly vector: Vector | null } | null;
  readonly nowMs: number;
}

export interface UpkeepStore<Tx> {
  /** Locks the user's row until the commit: changes of what is known of one user come one after another. */
  hold(tx: Tx, scope: Scope): Promise<void>;
  /** All memories of the user, history too. */
  weighed(tx: Tx, scope: Scope): Promise<Weighed[]>;
  /**
   * Pairs of one type and model, live at `nowMs`, one of them made after `sinceMs` (null: whenever), alike from `least` on;
   * the most alike first.
   */
  pairs(
    tx: Tx,
    scope: Scope,
    query: {
      readonly model: string;
      readonly least: number;
      readonly sinceMs: number | null;
      readonly nowMs: number;
      readonly most: number;
    },
  ): Promise<Pair[]>;
  /**
   * What stays gets the higher importance, the sum of the uses and the insights of both; the other becomes its history,
   * with the source that it came from.
   * @returns false, with nothing changed, when one of them changed or went meanwhile
   */
  merge(tx: Tx, scope: Scope, merge: Merge): Promise<boolean>;
  /** Gives memories without an end the one that their organisation sets, from the day they were made. */
  setExpiry(tx: Tx, scope: Scope): Promise<void>;
  /** @returns how many memories went */
  removeExpired(tx: Tx, scope: Scope, nowMs: number): Promise<number>;
  /** @returns how many memories went */
  remove(tx: Tx, scope: Scope, ids: readonly string[]): Promise<number>;
  /** Removes insights that nothing supports any more. @returns how many went */
  removeUnfounded(tx: Tx, scope: Scope): Promise<number>;

  /** Organisations, or this one, with more live memories than their quota, and how many more. Sees all users. */
  overQuota(orgId?: string): Promise<{ readonly orgId: string; readonly over: number }[]>;
  /** The live memories of an organisation that are worth least: by effective importance, uses, age. Sees its users. */
  leastWorth(query: {
    readonly orgId: string;
    readonly rule: ImportanceRule;
    readonly nowMs: number;
    readonly most: number;
  }): Promise<{ readonly scope: Scope; readonly id: string }[]>;
}

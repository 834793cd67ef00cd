/** What re-embedding asks of a store (SPEC S10.6): rows whose vector is another model's, or is not there. */
import type { Scope } from "../../kernel/types.ts";
import type { Vector } from "./vector.ts";

export interface StaleRow {
  readonly tier: "memory" | "summary";
  readonly scope: Scope;
  readonly id: string;
  readonly text: string;
}

export interface ReembedStore<Tx> {
  /** The newest rows that are not of this model, live ones alone, without those of `except`. Sees all users. */
  stale(query: {
    readonly model: string;
    readonly except: readonly string[];
    readonly most: number;
  }): Promise<StaleRow[]>;
  /** A row whose text changed meanwhile is left as it is. @returns how many got their vector */
  setVectors(
    tx: Tx,
    scope: Scope,
    rows: readonly { readonly row: StaleRow; readonly vector: Vector }[],
  ): Promise<number>;
}

/** What recall reads (SPEC S10.6): live rows of one user of one organisation, in one transaction. */
import type { Scope } from "../../kernel/types.ts";
import type { Scoped } from "./scoped.ts";
import type { ImportanceRule, Insight, Memory, MemoryType, Summary } from "./types.ts";
import type { Vector } from "./vector.ts";

/** A row with the cosine of its vector and that of the message. */
export type Near<Row> = Row & { readonly cosine: number };

/** The nearest rows of the vector's model, and how many live ones are of no or another model. */
export interface Found<Row> {
  readonly rows: readonly Near<Row>[];
  readonly skipped: number;
}

/** Effective importance, and the least of it that is recalled; `memoryLimits` fits. */
export interface RecallRule extends ImportanceRule {
  readonly minimumImportance: number;
}

export interface RecallStore<Tx> extends Scoped<Tx> {
  /** Holds every later statement of this transaction to a time, ms, where the database can be held to one. */
  within(tx: Tx, leftMs: number): Promise<void>;
  /** Nearest first: of these types, live at `nowMs`, and of the least effective importance or more. */
  memories(
    tx: Tx,
    scope: Scope,
    query: {
      readonly near: Vector;
      readonly types: readonly MemoryType[];
      readonly rule: RecallRule;
      readonly nowMs: number;
      readonly most: number;
    },
  ): Promise<Found<Memory>>;
  /** The latest, whatever their vectors. */
  recent(
    tx: Tx,
    scope: Scope,
    query: { readonly types: readonly MemoryType[]; readonly nowMs: number; readonly most: number },
  ): Promise<readonly Memory[]>;
  /** Nearest first. */
  summaries(
    tx: Tx,
    scope: Scope,
    query: { readonly near: Vector; readonly most: number },
  ): Promise<Found<Summary>>;
  /** The latest live ones. */
  insights(tx: Tx, scope: Scope, most: number): Promise<readonly Insight[]>;
  /** One more use of each of these memories; what is known does not change by it. */
  used(tx: Tx, scope: Scope, use: { readonly ids: readonly string[]; readonly nowMs: number }): Promise<void>;
}

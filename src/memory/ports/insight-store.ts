/** Insights as they are written and compared (SPEC S10.4). Every call is inside one user of one organisation. */
import type { Scope } from "../../kernel/types.ts";
import type { Insight } from "./types.ts";

/** What an insight was read from. */
export type InsightSource = { readonly memoryId: string } | { readonly summaryId: string };

export interface NewInsight extends Insight {
  readonly sources: readonly InsightSource[];
}

/** A live insight with the ids of the memories and summaries behind it. */
export interface SourcedInsight extends Insight {
  readonly sourceIds: readonly string[];
}

export interface InsightStore<Tx> {
  /** The live ones, latest first. */
  live(tx: Tx, scope: Scope): Promise<SourcedInsight[]>;
  /** Sources that are gone meanwhile are left out. */
  insert(
    tx: Tx,
    scope: Scope,
    insights: readonly NewInsight[],
    ids: { readonly next: () => string },
  ): Promise<void>;
  /** The same was said again: one more source of each. */
  support(
    tx: Tx,
    scope: Scope,
    links: readonly { readonly insightId: string; readonly source: InsightSource }[],
    ids: { readonly next: () => string },
  ): Promise<void>;
  /** Ends live ones; `by` takes their place, or nothing does. The rows stay as history. */
  supersede(
    tx: Tx,
    scope: Scope,
    change: { readonly ids: readonly string[]; readonly by: string | null; readonly nowMs: number },
  ): Promise<void>;
}

/** What is counted while Mama runs (SPEC S7, S10.9, S13), as a port: the server shows it, tests read it. */

/** Each counter with its labels; a new one is a line here and one in server/metrics.ts. */
export interface Counters {
  /** Every classification, by who decided it (SPEC S3). */
  readonly routed: { readonly source: string; readonly mode: string };
  /** Exchanges with the model, by what became of them. */
  readonly model_calls: { readonly purpose: string; readonly outcome: string };
  readonly model_tokens: { readonly purpose: string; readonly direction: "in" | "out" };
  /** What the grounding check said of a reply: right at once, right when written again, replaced (SPEC S7). */
  readonly grounding: { readonly outcome: "grounded" | "rewritten" | "replaced" };
  /** Replies that announced or recited a memory (SPEC S9). */
  readonly recital: { readonly outcome: "rewritten" | "replaced" };
  /** Flushes of the buffer, by what became of them (SPEC S10.2); `lost` was taken over or overtaken by a change. */
  readonly memory_flushes: { readonly outcome: "done" | "retried" | "failed" | "lost" };
  /** Exchanges whose flush was given up. */
  readonly memory_exchanges_failed: Readonly<Record<never, never>>;
  /** What extraction and the insight passes kept, and what they refused (SPEC S10.3, S10.4). */
  readonly memory_kept: { readonly kind: MemoryKind; readonly by: "model" | "local" | "told" };
  readonly memory_refused: { readonly kind: MemoryKind; readonly reason: string };
  readonly memory_superseded: { readonly kind: MemoryKind };
  /** What was pushed out or removed by upkeep, by why (SPEC S10.4, S10.7). */
  readonly memory_evicted: { readonly kind: MemoryKind; readonly reason: string };
  /** Parts of a recall that found nothing, stood in for another, or were late (SPEC S10.6). */
  readonly memory_recall_misses: { readonly part: string };
  readonly memory_recall_fallbacks: { readonly part: string };
  readonly memory_recall_overruns: { readonly part: string };
  /** Live rows whose vector is of another embedding model, or is not made yet. */
  readonly memory_recall_skipped: { readonly part: string };
  /** Insights that were, and were not, kept from an earlier turn. */
  readonly memory_insight_cache: { readonly outcome: "hit" | "miss" };
  /** An estimate of the prompt's tokens that the memory block took. */
  readonly memory_block_tokens: Readonly<Record<never, never>>;
}

export type MemoryKind = "memory" | "insight" | "summary";

/** What is measured over many: each with its labels. */
export interface Histograms {
  readonly memory_recall_ms: { readonly part: string };
  readonly memory_recall_results: { readonly part: string };
  readonly memory_flush_ms: Readonly<Record<never, never>>;
  /** Memories that one flush brought. */
  readonly memory_flush_yield: Readonly<Record<never, never>>;
}

export interface Metrics {
  count<Name extends keyof Counters>(name: Name, labels: Counters[Name], by?: number): void;
  /** @param value in the unit that the name ends in: `_ms`, or a number of rows */
  observe<Name extends keyof Histograms>(name: Name, value: number, labels: Histograms[Name]): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined };

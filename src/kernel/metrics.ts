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
}

export interface Metrics {
  count<Name extends keyof Counters>(name: Name, labels: Counters[Name], by?: number): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { count: () => undefined };

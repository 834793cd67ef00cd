/** The counters of kernel/metrics.ts as Prometheus shows them (SPEC S13). */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Counters, Histograms, Metrics } from "../kernel/metrics.ts";

const HELP: Readonly<Record<keyof Counters, { help: string; labels: readonly string[] }>> = {
  routed: { help: "Messages, by who decided what they are for", labels: ["source", "mode"] },
  model_calls: { help: "Exchanges with the model, by what became of them", labels: ["purpose", "outcome"] },
  model_tokens: { help: "Tokens sent to the model and received", labels: ["purpose", "direction"] },
  grounding: { help: "Replies of the coach, by what the grounding check said", labels: ["outcome"] },
  recital: {
    help: "Replies of the coach that recited a memory, by what became of them",
    labels: ["outcome"],
  },
  memory_flushes: { help: "Flushes of the memory buffer, by what became of them", labels: ["outcome"] },
  memory_exchanges_failed: { help: "Exchanges whose flush was given up", labels: [] },
  memory_kept: { help: "Memories, insights and summaries that were kept", labels: ["kind", "by"] },
  memory_refused: { help: "What was refused on its way into memory", labels: ["kind", "reason"] },
  memory_superseded: { help: "Memories and insights whose place was taken", labels: ["kind"] },
  memory_evicted: { help: "What was pushed out of memory, by why", labels: ["kind", "reason"] },
  memory_recall_misses: { help: "Parts of a recall that found nothing", labels: ["part"] },
  memory_recall_fallbacks: { help: "Parts of a recall that another stood in for", labels: ["part"] },
  memory_recall_overruns: { help: "Parts of a recall that were late and left out", labels: ["part"] },
  memory_recall_skipped: {
    help: "Live rows of another embedding model, left out of a recall",
    labels: ["part"],
  },
  memory_insight_cache: { help: "Insights kept from an earlier turn, or read", labels: ["outcome"] },
  memory_block_tokens: { help: "Tokens that memory took in prompts, estimated", labels: [] },
};

const MS = [1, 2, 5, 10, 20, 50, 100, 150, 250, 500, 1_000, 5_000, 15_000, 60_000];
const ROWS = [0, 1, 2, 3, 5, 8, 13];

const MEASURED: Readonly<
  Record<keyof Histograms, { help: string; labels: readonly string[]; buckets: number[] }>
> = {
  memory_recall_ms: { help: "Time of a recall, by part", labels: ["part"], buckets: MS },
  memory_recall_results: { help: "Rows that a recall brought, by part", labels: ["part"], buckets: ROWS },
  memory_flush_ms: { help: "Time of a flush of the memory buffer", labels: [], buckets: MS },
  memory_flush_yield: { help: "Memories that one flush brought", labels: [], buckets: ROWS },
};

export interface ExposedMetrics extends Metrics {
  /** The text that Prometheus scrapes, and its content type. */
  expose(): Promise<{ text: string; contentType: string }>;
}

/** Counters of this process; each set has a registry of its own. */
export function createMetrics(): ExposedMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "mama_process_" });
  const counters = new Map(
    Object.entries(HELP).map(([name, { help, labels }]) => [
      name,
      new Counter({ name: `mama_${name}_total`, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const histograms = new Map(
    Object.entries(MEASURED).map(([name, { help, labels, buckets }]) => [
      name,
      new Histogram({ name: `mama_${name}`, help, labelNames: [...labels], buckets, registers: [registry] }),
    ]),
  );
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc({ ...labels }, by),
    observe: (name, value, labels) => histograms.get(name)?.observe({ ...labels }, value),
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

/** The counters of kernel/metrics.ts as Prometheus shows them (SPEC S13). */
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Counters, Metrics } from "../kernel/metrics.ts";

const HELP: Readonly<Record<keyof Counters, { help: string; labels: readonly string[] }>> = {
  routed: { help: "Messages, by who decided what they are for", labels: ["source", "mode"] },
  model_calls: { help: "Exchanges with the model, by what became of them", labels: ["purpose", "outcome"] },
  model_tokens: { help: "Tokens sent to the model and received", labels: ["purpose", "direction"] },
  grounding: { help: "Replies of the coach, by what the grounding check said", labels: ["outcome"] },
  recital: {
    help: "Replies of the coach that recited a memory, by what became of them",
    labels: ["outcome"],
  },
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
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc({ ...labels }, by),
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

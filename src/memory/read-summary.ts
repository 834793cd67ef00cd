/** Reads a summary for insights that flushes missed (SPEC S10.5), through the rules of S10.4: by the model, or by the local ones. */
import type { Candidate } from "./candidate.ts";
import { sentencesOfSummary } from "./condense.ts";
import type { InsightReader } from "./examine.ts";
import { extractLocally } from "./extract-locally.ts";
import type { InsightCandidate } from "./insight-bounds.ts";
import { applyInsights, type InsightDeps, planInsights } from "./insights.ts";
import { insightsByModel, insightsLocally, type Learned } from "./learned.ts";
import type { InsightStore } from "./ports/insight-store.ts";
import type { MemoryModel } from "./ports/memory-model.ts";
import type { Scoped, VersionStore } from "./ports/scoped.ts";
import type { Summary } from "./ports/types.ts";

export interface SummaryReaderDeps<Tx> extends InsightDeps {
  readonly database: Scoped<Tx>;
  readonly insights: InsightStore<Tx>;
  readonly model: MemoryModel;
  readonly version: VersionStore<Tx>;
}

/** A sentence as a statement that is worth an insight if the model finds one in it. */
const WORTH: Omit<Candidate, "text"> = {
  type: "semantic",
  importance: 3,
  expiresAtMs: null,
  replaces: [],
  category: null,
};

export function summaryReader<Tx>(
  deps: SummaryReaderDeps<Tx> & { readonly nowMs: () => number },
): InsightReader<Tx> {
  const { database, insights, model, version } = deps;
  return async (scope, summary, signal) => {
    const found = model.available()
      ? await insightsByModel(model, { scope, learned: statementsOf(summary), signal })
      : insightsLocally(toldIn(summary));
    const sources: InsightCandidate["sources"] = [{ summaryId: summary.id }];
    const candidates = found.map((candidate) => ({ ...candidate, sources }));
    const live = await database.withUser(scope, (tx) => insights.live(tx, scope));
    const nowMs = deps.nowMs();
    const plan = await planInsights(deps, { scope, candidates, live, nowMs, signal });
    return async (tx) => {
      if (await applyInsights(tx, deps, { scope, plan, nowMs })) await version.bump(tx, scope);
    };
  };
}

function sentencesIn({ text, toMs }: Summary): { day: string; text: string }[] {
  const day = new Date(toMs).toISOString().slice(0, 10);
  return sentencesOfSummary(text, { day, atMs: toMs });
}

function statementsOf(summary: Summary): Learned[] {
  return sentencesIn(summary).map(({ text }) => ({
    id: summary.id,
    candidate: { ...WORTH, text },
    again: false,
  }));
}

/** What the person said, read by the rules for what people say; each sentence is of its day. */
function toldIn(summary: Summary): Learned[] {
  const exchanges = sentencesIn(summary).map(({ day, text }) => ({
    said: text,
    saidAtMs: Date.parse(`${day}T12:00:00Z`),
    zone: "UTC",
  }));
  return extractLocally(exchanges, []).map((candidate) => ({ id: summary.id, candidate, again: false }));
}

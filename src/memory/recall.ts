/**
 * Recall: the memory context of one turn (SPEC S10.6).
 *
 *   message ─ embedded once ─┐
 *                            ├─ one transaction ─→ insights · memories · summaries ─→ ranked, each said once
 *   org, user ───────────────┘
 *
 * The reply never waits for memory: what is late is left out and counted. A late embedding leaves the latest memories,
 * which need none.
 */
import { MamaError } from "../kernel/errors.ts";
import type { Log } from "../kernel/log.ts";
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import { inTime } from "./in-time.ts";
import type { InsightCache } from "./insight-cache.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { Meter } from "./ports/meter.ts";
import type { Near, RecallStore } from "./ports/recall-store.ts";
import { type Insight, MEMORY_TYPES, type Memory, type MemoryType, type Summary } from "./ports/types.ts";
import { insightWeight, memoryScore, type Weights } from "./ranking.ts";
import { firstOfEach } from "./same-words.ts";

/** What Mama knows that fits a message; each part best first. */
export interface MemoryContext {
  readonly memories: readonly Memory[];
  readonly insights: readonly Insight[];
  readonly summaries: readonly Summary[];
  /** The memories that are there since they fit the message: these are used, the latest only stand in. */
  readonly usedIds: readonly string[];
}

export const NOTHING_KNOWN: MemoryContext = { memories: [], insights: [], summaries: [], usedIds: [] };

export interface RecallDeps<Tx> {
  readonly store: RecallStore<Tx>;
  readonly cache: InsightCache;
  readonly meter: Meter;
  readonly log: Pick<Log, "warn">;
}

export interface RecallRequest {
  /** A missing id is a `MamaError("scope_missing")`, never "everyone". */
  readonly scope: Scope;
  readonly text: string;
  /** Who made the vectors; null where nobody does. */
  readonly embedder: Pick<Embedder, "model" | "thresholds" | "similarities"> | null;
  /** The message's vector, on its way; null where there is none to come. */
  readonly embedding: Promise<Float32Array> | null;
  /** The version of what is known, as it was read with the user's settings. */
  readonly version: number;
  /** The moment of the message, ms. */
  readonly nowMs: number;
  /** Default: all. */
  readonly types?: readonly MemoryType[] | undefined;
  readonly weights?: Weights | undefined;
  /** For all parts together, ms; default `memoryLimits.recallBudgetMs`. */
  readonly budgetMs?: number | undefined;
}

type Part = "insights" | "memories" | "summaries";

/** What has been gathered so far; a part that is absent has not come. */
interface Gathered {
  insights?: readonly Insight[];
  memories?: Pick<MemoryContext, "memories" | "usedIds">;
  summaries?: readonly Summary[];
  /** Nobody waits any more. */
  late: boolean;
}

/**
 * Gathers what Mama knows that fits this message, within the budget.
 * @throws MamaError("scope_missing"); nothing else: what fails is left out, as what is late
 */
export async function recall<Tx>(deps: RecallDeps<Tx>, request: RecallRequest): Promise<MemoryContext> {
  const { scope, budgetMs = memoryLimits.recallBudgetMs } = request;
  if (!scope.orgId || !scope.userId)
    throw new MamaError("scope_missing", "a recall was made without org and user");
  const endsAt = performance.now() + budgetMs;
  const reserveMs = Math.min(memoryLimits.recallDatabaseMs, budgetMs / 2);
  const vector = await vectorOf(deps, request, budgetMs - reserveMs);
  const gathered: Gathered = { late: false };
  const left = (): number => Math.ceil(endsAt - performance.now());
  // Started at once, so that a database that is busy with others is waited for here and nowhere else.
  const work = gather(deps, request, { vector, gathered, left });
  await inTime(work, left()).catch((error: unknown) =>
    deps.log.warn({ err: error }, "a recall is not complete"),
  );
  gathered.late = true;
  return contextOf(deps, gathered, vector !== null);
}

/** The message's vector if it comes in time. */
async function vectorOf<Tx>(
  { meter, log }: RecallDeps<Tx>,
  { embedding, embedder }: RecallRequest,
  patienceMs: number,
): Promise<Float32Array | null> {
  if (embedding === null || embedder === null) return null;
  const since = performance.now();
  try {
    const vector = await inTime(embedding, patienceMs);
    if (vector === undefined) meter.count("memory_recall_overruns", { part: "embedding" });
    return vector ?? null;
  } catch (error) {
    meter.count("memory_recall_misses", { part: "embedding" });
    log.warn({ err: error }, "a message could not be embedded");
    return null;
  } finally {
    meter.observe("memory_recall_ms", performance.now() - since, { part: "embedding" });
  }
}

interface Gathering {
  readonly vector: Float32Array | null;
  readonly gathered: Gathered;
  /** Of the budget, ms. */
  left(): number;
}

/** Everything in one transaction, each part into `gathered` as it comes. */
async function gather<Tx>(deps: RecallDeps<Tx>, request: RecallRequest, going: Gathering): Promise<void> {
  const { store, cache, meter } = deps;
  const { scope, version, nowMs } = request;
  const { gathered, vector, left } = going;
  const kept = cache.get(scope, { version, nowMs });
  meter.count("memory_insight_cache", { outcome: kept ? "hit" : "miss" });
  if (kept) gathered.insights = kept;
  const timed = async <T>(part: Part, work: () => Promise<T>): Promise<T> => {
    if (gathered.late) throw new MamaError("row_gone", "nobody waits for this recall any more");
    const since = performance.now();
    try {
      return await work();
    } finally {
      meter.observe("memory_recall_ms", performance.now() - since, { part });
    }
  };
  await store.withUser(scope, async (tx) => {
    if (gathered.late) return;
    await store.within(tx, Math.max(1, left()));
    if (!kept) {
      const insights = await timed("insights", () => rankedInsights(deps, request, tx));
      cache.put(scope, { version, nowMs }, insights);
      gathered.insights = insights;
    }
    gathered.memories = await timed("memories", () => fittingMemories(deps, request, { tx, vector }));
    gathered.summaries = await timed("summaries", () => fittingSummaries(deps, request, { tx, vector }));
  });
}

async function rankedInsights<Tx>(
  { store }: RecallDeps<Tx>,
  { scope, nowMs }: RecallRequest,
  tx: Tx,
): Promise<readonly Insight[]> {
  const live = await store.insights(tx, scope, memoryLimits.insightsRanked);
  return best(live, (insight) => insightWeight(insight, nowMs)).slice(0, memoryLimits.recalledInsights);
}

interface Looking<Tx> {
  readonly tx: Tx;
  readonly vector: Float32Array | null;
}

/** The close ones, ranked; when none is close enough, the latest. */
async function fittingMemories<Tx>(
  { store, meter }: RecallDeps<Tx>,
  request: RecallRequest,
  { tx, vector }: Looking<Tx>,
): Promise<Pick<MemoryContext, "memories" | "usedIds">> {
  const { scope, nowMs, embedder, weights, types = MEMORY_TYPES } = request;
  const most = memoryLimits.recalledMemories;
  if (vector && embedder) {
    const pool = memoryLimits.poolFactor * most;
    const found = await store.memories(tx, scope, {
      near: { model: embedder.model, values: vector },
      types,
      rule: memoryLimits,
      nowMs,
      most: embedder.similarities ? memoryLimits.scoredRows : pool,
    });
    if (found.skipped > 0) meter.count("memory_recall_skipped", { part: "memories" }, found.skipped);
    const close = closeOnes(found.rows, request, vector).slice(0, pool);
    const ranked = best(close, ({ row, similarity }) => memoryScore(row, { similarity, nowMs, weights }));
    const memories = ranked.map(({ row: { cosine, ...memory } }) => memory);
    const told = memories.filter(firstOfEach()).slice(0, most);
    if (told.length > 0) return { memories: told, usedIds: told.map(({ id }) => id) };
    meter.count("memory_recall_misses", { part: "memories" });
  }
  meter.count("memory_recall_fallbacks", { part: "memories" });
  const recent = await store.recent(tx, scope, { types, nowMs, most });
  return { memories: recent.filter(firstOfEach()), usedIds: [] };
}

async function fittingSummaries<Tx>(
  { store, meter }: RecallDeps<Tx>,
  request: RecallRequest,
  { tx, vector }: Looking<Tx>,
): Promise<readonly Summary[]> {
  const { scope, embedder } = request;
  if (!vector || !embedder) return [];
  const found = await store.summaries(tx, scope, {
    near: { model: embedder.model, values: vector },
    most: embedder.similarities ? memoryLimits.scoredRows : memoryLimits.recalledSummaries,
  });
  if (found.skipped > 0) meter.count("memory_recall_skipped", { part: "summaries" }, found.skipped);
  const close = closeOnes(found.rows, request, vector).slice(0, memoryLimits.recalledSummaries);
  if (close.length === 0) meter.count("memory_recall_misses", { part: "summaries" });
  return close.map(({ row: { cosine, ...summary } }) => summary).filter(firstOfEach());
}

/** The rows that are close enough to the message, the closest first. */
function closeOnes<Row extends { readonly text: string }>(
  rows: readonly Near<Row>[],
  { text, embedder }: RecallRequest,
  vector: Float32Array,
): { row: Near<Row>; similarity: number }[] {
  const scores = embedder?.similarities?.({ text, vector }, rows) ?? rows.map(({ cosine }) => cosine);
  const from = embedder?.thresholds.close ?? 1;
  const scored = rows.map((row, at) => ({ row, similarity: Math.min(1, Math.max(0, scores[at] ?? 0)) }));
  return best(scored, ({ similarity }) => similarity).filter(({ similarity }) => similarity >= from);
}

/** By value, the highest first; equals stay in their order. */
function best<T>(all: readonly T[], weigh: (one: T) => number): T[] {
  return all
    .map((one) => ({ one, value: weigh(one) }))
    .sort((a, b) => b.value - a.value)
    .map(({ one }) => one);
}

/** What came, and the figures about it. */
function contextOf<Tx>({ meter }: RecallDeps<Tx>, gathered: Gathered, embedded: boolean): MemoryContext {
  const { insights, memories, summaries } = gathered;
  const came = { insights, memories: memories?.memories, summaries };
  for (const [part, rows] of Object.entries(came)) {
    if (rows === undefined) meter.count("memory_recall_overruns", { part });
    else if (part !== "summaries" || embedded) meter.observe("memory_recall_results", rows.length, { part });
  }
  if (insights?.length === 0) meter.count("memory_recall_misses", { part: "insights" });
  const first = firstOfEach();
  return {
    memories: (memories?.memories ?? []).filter(first),
    insights: (insights ?? []).filter(first),
    summaries: summaries ?? [],
    usedIds: memories?.usedIds ?? [],
  };
}

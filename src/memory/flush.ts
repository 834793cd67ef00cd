/**
 * A flush (SPEC S10.2): the exchanges that wait become memories and insights, once.
 *
 *   claim ─→ embed the block ─→ what is known ─→ extract ─→ compare ─→ insights ─→ ┌ one transaction ───────────────┐
 *     │                                                                           │ memories, insights, version,   │
 *     └─ nobody else has them meanwhile                                           │ within the quota, exchanges    │
 *                                                                                 │ emptied: still ours?           │
 *                                                                                 └────────────────────────────────┘
 * Models are asked between transactions. A process that dies leaves a claim, which ends by itself; whatever changes
 * what is known meanwhile (something forgotten, told, corrected) makes the flush begin again.
 */
import type { Clock } from "../kernel/clock.ts";
import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import { applyInsights, planInsights } from "./insights.ts";
import { type Learnt, learn } from "./learn.ts";
import { insightsByModel, insightsLocally } from "./learned.ts";
import type { BufferStore, ClaimedExchange } from "./ports/buffer-store.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { InsightStore } from "./ports/insight-store.ts";
import type { MemoryModel } from "./ports/memory-model.ts";
import type { MemoryStore } from "./ports/memory-store.ts";
import type { Meter } from "./ports/meter.ts";
import type { Scoped, VersionStore } from "./ports/scoped.ts";
import { keepOrgsWithinQuota, keepWithinQuota, type OrgQuotaStore, type QuotaStore } from "./quota.ts";

export interface FlushDeps<Tx> {
  readonly database: Scoped<Tx>;
  readonly buffer: BufferStore<Tx>;
  readonly memories: MemoryStore<Tx>;
  readonly insights: InsightStore<Tx>;
  readonly quota: QuotaStore<Tx>;
  /** What organisations are held to their quotas with; absent: only users are. */
  readonly orgs?: OrgQuotaStore<Tx> | undefined;
  readonly version: VersionStore<Tx>;
  readonly embedder: Embedder;
  readonly model: MemoryModel;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Is told of each step once it has happened. */
  readonly observe?: ((step: FlushStep) => void) | undefined;
}

export interface FlushStep {
  readonly step: "flush_claimed" | "flush_extracted" | "flush_stored";
  readonly flushId: string;
}

/** What became of a flush; `none`: there was nothing to do, or another process is at it. */
type Outcome = "none" | "done" | "retried" | "failed" | "lost";

/**
 * Flushes the buffer of one user. Does not throw for the model's sake.
 * @throws MamaError("scope_missing"); what the database throws; the signal's reason
 */
export async function flush<Tx>(deps: FlushDeps<Tx>, scope: Scope, signal: AbortSignal): Promise<Outcome> {
  const { database, buffer, clock, ids, meter } = deps;
  const startedAt = performance.now();
  const flushId = ids.next();
  const claimed = await database.withUser(scope, async (tx) => ({
    version: await deps.version.read(tx, scope),
    exchanges: await buffer.claim(tx, scope, {
      flushId,
      nowMs: clock.now(),
      holdMs: memoryLimits.flushClaimMs,
      most: memoryLimits.exchangesPerFlush,
    }),
  }));
  if (claimed.exchanges.length === 0) return "none";
  const own: Claim = { flushId, scope, ...claimed };
  deps.observe?.({ step: "flush_claimed", flushId });
  const outcome = await attempt(deps, own, signal);
  if (outcome === "done") await holdOrg(deps, scope, signal);
  meter.count("memory_flushes", { outcome });
  meter.observe("memory_flush_ms", performance.now() - startedAt, {});
  return outcome;
}

/** The organisation grew by what was flushed. The flush is done whatever comes of this: the daily upkeep does the same. */
async function holdOrg<Tx>(deps: FlushDeps<Tx>, { orgId }: Scope, signal: AbortSignal): Promise<void> {
  const { orgs: upkeep, clock, log } = deps;
  if (upkeep === undefined) return;
  try {
    await keepOrgsWithinQuota({ ...deps, upkeep, nowMs: clock.now(), signal }, orgId);
  } catch (error) {
    log.warn({ err: error }, "an organisation was not held to its quota after a flush");
  }
}

interface Claim {
  readonly flushId: string;
  readonly scope: Scope;
  /** What was known when it began. */
  readonly version: number;
  readonly exchanges: readonly ClaimedExchange[];
}

async function attempt<Tx>(
  deps: FlushDeps<Tx>,
  claim: Claim,
  signal: AbortSignal,
): Promise<Exclude<Outcome, "none">> {
  if (claim.exchanges.some(({ attempts }) => attempts > memoryLimits.flushDeaths)) return giveUp(deps, claim);
  try {
    await work(deps, claim, signal);
    return "done";
  } catch (error) {
    if (signal.aborted) {
      await giveBack(deps, claim);
      throw error;
    }
    if (error instanceof Overtaken) {
      await giveBack(deps, claim);
      return "lost";
    }
    const attempts = Math.max(...claim.exchanges.map((exchange) => exchange.attempts));
    deps.log.warn({ err: error, attempts }, "a flush of the memory buffer failed");
    if (attempts >= memoryLimits.flushAttempts) return giveUp(deps, claim);
    const waitMs = memoryLimits.flushRetryMs * 2 ** (attempts - 1);
    const { flushId, scope } = claim;
    const nextTryAtMs = deps.clock.now() + waitMs;
    await deps.database.withUser(scope, (tx) => deps.buffer.retry(tx, scope, { flushId, nextTryAtMs }));
    return "retried";
  }
}

function giveBack<Tx>({ database, buffer }: FlushDeps<Tx>, { scope, flushId }: Claim): Promise<void> {
  return database.withUser(scope, (tx) => buffer.giveBack(tx, scope, flushId));
}

async function giveUp<Tx>(deps: FlushDeps<Tx>, { scope, flushId }: Claim): Promise<"failed"> {
  const failed = await deps.database.withUser(scope, (tx) => deps.buffer.fail(tx, scope, flushId));
  deps.meter.count("memory_exchanges_failed", {}, failed);
  deps.log.error({ exchanges: failed }, "exchanges were given up: nothing is learned from them");
  return "failed";
}

/** Something else changed what is known, or has these exchanges now: what was worked out is out of date. */
class Overtaken extends Error {}

async function work<Tx>(deps: FlushDeps<Tx>, claim: Claim, signal: AbortSignal): Promise<void> {
  const { scope, exchanges, flushId } = claim;
  // A failing model fails the flush, which is tried again; one that is away, or spent for today, leaves the rules.
  const learnt = await withoutBudget(deps, (model) =>
    learn({ ...deps, model }, { scope, exchanges, source: { type: "flush", id: flushId }, signal }),
  );
  const plan = await withoutBudget(deps, (model) =>
    insightsOf({ ...deps, model }, claim, { learnt, signal }),
  );
  deps.observe?.({ step: "flush_extracted", flushId });
  await deps.database.withUser(scope, (tx) => store(tx, deps, { claim, learnt, plan }));
  deps.observe?.({ step: "flush_stored", flushId });
}

async function withoutBudget<Tx, T>(
  { model }: FlushDeps<Tx>,
  ask: (model: MemoryModel) => Promise<T>,
): Promise<T> {
  try {
    return await ask(model);
  } catch (error) {
    if (!(error instanceof MamaError) || error.code !== "model_budget_spent") throw error;
    return ask({ ...model, available: () => false });
  }
}

async function insightsOf<Tx>(
  deps: FlushDeps<Tx>,
  { scope }: Claim,
  { learnt, signal }: { learnt: Learnt; signal: AbortSignal },
) {
  const { learned, retired } = learnt;
  const live = await deps.database.withUser(scope, (tx) => deps.insights.live(tx, scope));
  const candidates = deps.model.available()
    ? await insightsByModel(deps.model, { scope, learned, signal })
    : insightsLocally(learned);
  return planInsights(deps, { scope, candidates, live, retired, nowMs: deps.clock.now(), signal });
}

async function store<Tx>(
  tx: Tx,
  deps: FlushDeps<Tx>,
  { claim, learnt, plan }: { claim: Claim; learnt: Learnt; plan: Awaited<ReturnType<typeof planInsights>> },
): Promise<void> {
  const { scope, flushId, exchanges, version } = claim;
  const { memories, buffer, meter } = deps;
  const nowMs = deps.clock.now();
  // First: it locks the user, so that nothing is forgotten between this look and the commit.
  if ((await deps.version.bump(tx, scope)) !== version + 1) throw new Overtaken();
  await memories.insert(tx, scope, learnt.fresh);
  const again = learnt.learned.filter((one) => one.again).map(({ id }) => id);
  await memories.toldAgain(tx, scope, { ids: again, flushId, nowMs });
  for (const [id, by] of learnt.retired) await memories.supersede(tx, scope, { ids: [id], by, nowMs });
  await applyInsights(tx, deps, { scope, plan, nowMs });
  const over = await keepWithinQuota({ quota: deps.quota, nowMs }, tx, scope);
  if ((await buffer.finish(tx, scope, { flushId, nowMs })) !== exchanges.length) throw new Overtaken();
  meter.count("memory_kept", { kind: "memory", by: learnt.by }, learnt.fresh.length);
  meter.count("memory_kept", { kind: "insight", by: learnt.by }, plan.insert.length);
  meter.count("memory_superseded", { kind: "memory" }, learnt.retired.size);
  meter.count("memory_evicted", { kind: "memory", reason: "overQuota" }, over.memories);
  meter.observe("memory_flush_yield", learnt.fresh.length, {});
}

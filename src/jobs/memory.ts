/** The memory's background work as one thing to be wired: its stores, its model, its embedder (SPEC S10, S11). */
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { Model } from "../kernel/model.ts";
import type { Observer } from "../kernel/ports.ts";
import type { FlushDeps } from "../memory/flush.ts";
import type { Embedder } from "../memory/ports/embedder.ts";
import { summaryReader } from "../memory/read-summary.ts";
import type { Database } from "../store/database.ts";
import { insightStore } from "../store/insights.ts";
import { memoryStore } from "../store/memories.ts";
import { createBufferStore } from "../store/memory-buffer.ts";
import { quotaStore, upkeepStore } from "../store/memory-upkeep.ts";
import { versionStore } from "../store/memory-version.ts";
import type { Tx } from "../store/sql.ts";
import { createMemoryModel } from "./memory-model.ts";
import type { MemoryJobDeps } from "./memory-users.ts";

export interface MemoryOptions {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly model: Model;
  /** Tokens that a user may spend a day. */
  readonly dailyTokens: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly observe: Observer;
}

/** What all jobs of memory work with. */
export type MemoryWork = FlushDeps<Tx> & MemoryJobDeps;

export function memoryWork(options: MemoryOptions): MemoryWork {
  const { database, embedder, clock, ids, metrics, log, observe } = options;
  const work: FlushDeps<Tx> & { readonly database: Database } = {
    database,
    buffer: createBufferStore(database),
    memories: memoryStore,
    insights: insightStore,
    quota: quotaStore,
    orgs: upkeepStore(database),
    version: versionStore,
    embedder,
    model: createMemoryModel(options),
    meter: metrics,
    clock,
    ids,
    log,
    observe,
  };
  return { ...work, readInsights: summaryReader({ ...work, nowMs: () => clock.now() }) };
}

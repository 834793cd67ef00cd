/** A memory at work for tests: exchanges go in as a turn would put them, flushes run, and rows come out as lines. */
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Scope } from "../../src/kernel/types.ts";
import { type FlushDeps, flush } from "../../src/memory/flush.ts";
import type { MemoryModel, MemoryRequest } from "../../src/memory/ports/memory-model.ts";
import type { Exchange } from "../../src/memory/ports/types.ts";
import type { Database } from "../../src/store/database.ts";
import { insightStore } from "../../src/store/insights.ts";
import { memoryStore } from "../../src/store/memories.ts";
import { createBufferStore } from "../../src/store/memory-buffer.ts";
import { quotaStore } from "../../src/store/memory-upkeep.ts";
import { versionStore } from "../../src/store/memory-version.ts";
import type { Tx } from "../../src/store/sql.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { AT, type Met, meet } from "./people.ts";

/** What a scripted model says to each purpose; a function sees what it was asked. */
export type Script = Readonly<
  Partial<Record<"extract" | "insights" | "same_insight", unknown | ((data: string) => unknown)>>
>;

export interface FakeMemoryModel extends MemoryModel {
  readonly asked: readonly MemoryRequest<unknown>[];
}

/** A model that answers by script, through the schemas; without a script for a purpose it finds nothing. */
export function scriptedModel(script: Script = {}): FakeMemoryModel {
  const asked: MemoryRequest<unknown>[] = [];
  const nothing = { extract: { memories: [] }, insights: { insights: [] }, same_insight: { same: [] } };
  return {
    asked,
    available: () => true,
    ask: async <T>(request: MemoryRequest<T>) => {
      asked.push(request as MemoryRequest<unknown>);
      const purpose = request.purpose as keyof typeof nothing;
      const said = script[purpose] ?? nothing[purpose];
      const answer = typeof said === "function" ? (said as (data: string) => unknown)(request.data) : said;
      return (request.schema as z.ZodType<T>).parse(await answer);
    },
  };
}

export const NO_MODEL: MemoryModel = {
  available: () => false,
  ask: () => Promise.reject(new Error("there is no model to ask")),
};

export interface MemoryWorld {
  readonly database: Database;
  readonly deps: FlushDeps<Tx>;
  /** How often this was counted with these labels. */
  counted(name: string, labels?: Readonly<Record<string, string>>): number;
  /** Moves the clock on. */
  later(ms: number): void;
  meets(): Promise<Met>;
  /** Puts an exchange into the buffer, as a turn does. */
  says(person: Met, said: string, exchange?: Partial<Exchange>): Promise<void>;
  flushes(person: Met): ReturnType<typeof flush>;
  due(): Promise<Scope[]>;
  /** "semantic 4: The user …", oldest first; live ones alone. */
  memories(person: Met): Promise<string[]>;
  /** "goal 0.9: The user …" */
  insights(person: Met): Promise<string[]>;
}

export function memoryWorld(database: Database, changes: Partial<FlushDeps<Tx>> = {}): MemoryWorld {
  let nowMs = AT;
  const counts: { name: string; labels: Readonly<Record<string, string>>; by: number }[] = [];
  const deps: FlushDeps<Tx> = {
    database,
    buffer: createBufferStore(database),
    memories: memoryStore,
    insights: insightStore,
    quota: quotaStore,
    version: versionStore,
    embedder: fakeEmbedder(),
    model: NO_MODEL,
    meter: {
      count: (name, labels, by = 1) => void counts.push({ name, labels, by }),
      observe: () => undefined,
    },
    clock: { now: () => nowMs },
    ids: uuidV7,
    log: createLog("silent"),
    ...changes,
  };
  const lines = async (person: Met, query: string): Promise<string[]> => {
    const rows = await database.system.query<{ line: string }>(query, [person.scope.userId]);
    return rows.map(({ line }) => line);
  };
  return {
    database,
    deps,
    counted: (name, labels = {}) =>
      counts
        .filter(
          (one) =>
            one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
        )
        .reduce((sum, { by }) => sum + by, 0),
    later: (ms) => {
      nowMs += ms;
    },
    meets: () => meet(database, randomUUID()),
    says: ({ scope }, said, exchange = {}) =>
      database.withUser(scope, async (tx) => {
        const began = await deps.version.read(tx, scope);
        const whole = {
          id: uuidV7.next(),
          inboxId: uuidV7.next(),
          said,
          reply: "I see.",
          records: [],
          language: "en",
          zone: "Asia/Kuala_Lumpur",
          saidAtMs: nowMs,
          ...exchange,
        } as const;
        await deps.buffer.add(tx, scope, whole, began);
      }),
    flushes: ({ scope }) => flush(deps, scope, new AbortController().signal),
    due: () => {
      const quietSinceMs = nowMs - 10 * 60_000;
      return deps.buffer.due({ nowMs, quietSinceMs, flushAt: 5, most: 100 });
    },
    memories: (person) =>
      lines(
        person,
        `SELECT type || ' ' || importance || ': ' || text AS line FROM memory
         WHERE user_id = $1 AND superseded_at IS NULL ORDER BY id`,
      ),
    insights: (person) =>
      lines(
        person,
        `SELECT category || ' ' || round(confidence::numeric, 2) || ': ' || text AS line FROM insight
         WHERE user_id = $1 AND superseded_at IS NULL ORDER BY id`,
      ),
  };
}

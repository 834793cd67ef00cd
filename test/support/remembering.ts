/** Conversations, memories and summaries for tests of what keeps memory in order, and the parts that this is done with. */
import { MamaError } from "../../src/kernel/errors.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { noMetrics } from "../../src/kernel/metrics.ts";
import type { Mode } from "../../src/kernel/types.ts";
import type { MemoryModel, MemoryRequest } from "../../src/memory/ports/memory-model.ts";
import type { NewMemory } from "../../src/memory/ports/memory-store.ts";
import type { Database } from "../../src/store/database.ts";
import { upkeepStore } from "../../src/store/memory-upkeep.ts";
import { versionStore } from "../../src/store/memory-version.ts";
import type { Sql } from "../../src/store/sql.ts";
import { summaryStore } from "../../src/store/summaries.ts";
import { vectorLiteral } from "../../src/store/vector.ts";
import { fakeEmbedder, vectorOf } from "../fakes/embedder.ts";
import { AT, type Met } from "./people.ts";

export const DAY_MS = 24 * 60 * 60_000;

/** No model: the local path does the work. */
export const away: MemoryModel = {
  available: () => false,
  ask: () => Promise.reject(new MamaError("model_unavailable", "there is none")),
};

export interface ModelDouble extends MemoryModel {
  readonly asked: readonly MemoryRequest<unknown>[];
}

/** A model that answers by this function, whose word goes through the schema as a real one's does. */
export function answering(answer: (request: MemoryRequest<unknown>) => unknown): ModelDouble {
  const asked: MemoryRequest<unknown>[] = [];
  return {
    asked,
    available: () => true,
    ask: async (request) => {
      asked.push(request);
      return request.schema.parse(await answer(request));
    },
  };
}

export interface Line {
  readonly text: string;
  /** What Mama said to it. */
  readonly reply?: string;
  readonly mode?: Mode;
  readonly atMs?: number;
}

/** What is said later has a later time. */
let saidSoFar = 0;

/** Stores what a person said, a second apart, with the replies. @returns the ids, both sides, in order */
export async function converse(
  database: Database,
  { scope, chat }: Met,
  lines: readonly (string | Line)[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const line of lines) {
    const {
      text,
      reply = "I see.",
      mode = "coaching",
      atMs,
    } = typeof line === "string" ? { text: line } : line;
    const at = new Date(atMs ?? AT + 1_000 * saidSoFar++).toISOString();
    for (const [role, said] of [
      ["user", text],
      ["mama", reply],
    ] as const) {
      const id = uuidV7.next();
      ids.push(id);
      await database.system.query(
        `INSERT INTO message (id, org_id, user_id, platform, account, chat_key, role, text, mode, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [id, scope.orgId, scope.userId, chat.platform, chat.account, chat.chatKey, role, said, mode, at],
      );
    }
  }
  return ids;
}

/** So many exchanges that tell nothing much. */
export function chatter(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `the weather is nice today, number ${number}`);
}

export function summaryDeps(database: Database, changes: { model?: MemoryModel; signal?: AbortSignal } = {}) {
  return {
    database,
    summaries: summaryStore,
    version: versionStore,
    model: away,
    embedder: fakeEmbedder(),
    ids: uuidV7,
    nowMs: AT + DAY_MS,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Stores a memory as a flush would have. @returns its id */
export async function remembers(
  database: Database,
  { scope }: Met,
  text: string,
  changes: Partial<Omit<NewMemory, "vector">> & {
    readonly uses?: number;
    readonly lastUsedAtMs?: number;
    readonly model?: string | null;
  } = {},
): Promise<string> {
  const id = changes.id ?? uuidV7.next();
  const at = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());
  const model = changes.model === undefined ? "fake-words" : changes.model;
  await database.system.query(
    `INSERT INTO memory (id, org_id, user_id, type, text, importance, expires_at, source_type, source_id, embedding,
       embedding_model, uses, last_used_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::halfvec, $11, $12, $13, $14)`,
    [
      id,
      scope.orgId,
      scope.userId,
      changes.type ?? "semantic",
      text,
      changes.importance ?? 3,
      at(changes.expiresAtMs),
      changes.source?.type ?? "flush",
      changes.source?.id ?? uuidV7.next(),
      model === null ? null : vectorLiteral(vectorOf(text)),
      model,
      changes.uses ?? 0,
      at(changes.lastUsedAtMs),
      at(changes.createdAtMs ?? AT),
    ],
  );
  return id;
}

/** Stores an insight that was read from these memories. @returns its id */
export async function concludes(
  database: Database,
  { scope }: Met,
  text: string,
  memoryIds: readonly string[],
): Promise<string> {
  const id = uuidV7.next();
  const { orgId, userId } = scope;
  await database.system.query(
    `INSERT INTO insight (id, org_id, user_id, category, text, confidence, said, created_at)
     VALUES ($1, $2, $3, 'goal', $4, 0.9, true, $5)`,
    [id, orgId, userId, text, new Date(AT).toISOString()],
  );
  for (const memoryId of memoryIds)
    await database.system.query(
      "INSERT INTO insight_source (id, insight_id, org_id, user_id, memory_id) VALUES ($1, $2, $3, $4, $5)",
      [uuidV7.next(), id, orgId, userId, memoryId],
    );
  return id;
}

export function upkeepDeps(database: Database) {
  return {
    database,
    upkeep: upkeepStore(database),
    version: versionStore,
    model: away,
    embedder: fakeEmbedder(),
    meter: noMetrics,
    nowMs: AT + DAY_MS,
    signal: new AbortController().signal,
  };
}

/** So many memories without vectors: "number 1", … */
export async function manyMemories(
  { system }: { readonly system: Sql },
  { scope }: Met,
  count: number,
  { importance = 3, name = "number" }: { importance?: number; name?: string } = {},
): Promise<void> {
  await system.query(
    `INSERT INTO memory (id, org_id, user_id, type, text, importance, source_type, source_id, created_at)
     SELECT gen_random_uuid(), $1, $2, 'semantic', $3 || ' ' || n, $4, 'flush', gen_random_uuid(), $5
     FROM generate_series(1, $6::int) AS n`,
    [scope.orgId, scope.userId, name, importance, new Date(AT).toISOString(), count],
  );
}

/** Memories as rows (SPEC S10.3), always of one user of one organisation. */
import type { MemoryStore } from "../memory/ports/memory-store.ts";
import { requireScope } from "./database.ts";
import { MEMORY_COLUMNS, type MemoryRow, memoryOf } from "./memory-rows.ts";
import type { Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

type NearRow = MemoryRow & { readonly cosine: number | null };

function moment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export const memoryStore: MemoryStore<Tx> = {
  insert: async (tx, scope, memories) => {
    requireScope(scope);
    if (memories.length === 0) return;
    const rows = memories.map(({ source, vector, createdAtMs, expiresAtMs, ...memory }) => ({
      ...memory,
      source_type: source.type,
      source_id: source.id,
      embedding: vector && vectorLiteral(vector.values),
      embedding_model: vector?.model ?? null,
      created_at: moment(createdAtMs),
      expires_at: moment(expiresAtMs),
    }));
    await tx.query(
      `INSERT INTO memory (id, org_id, user_id, type, text, importance, expires_at, source_type, source_id,
         embedding, embedding_model, created_at)
       SELECT id, $1, $2, type, text, importance, expires_at, source_type, source_id, embedding::halfvec,
         embedding_model, created_at
       FROM jsonb_to_recordset($3::jsonb) AS m (id uuid, type text, text text, importance smallint,
         expires_at timestamptz, source_type text, source_id uuid, embedding text, embedding_model text,
         created_at timestamptz)`,
      [scope.orgId, scope.userId, JSON.stringify(rows)],
    );
  },

  nearest: async (tx, scope, { near, nowMs, most }) => {
    requireScope(scope);
    const rows = await tx.query<NearRow>(
      `SELECT ${MEMORY_COLUMNS}, CASE WHEN embedding_model = $5 THEN 1 - (embedding <=> $6::halfvec) END AS cosine
       FROM memory WHERE org_id = $1 AND user_id = $2 AND superseded_at IS NULL
         AND (expires_at IS NULL OR expires_at > $3)
       ORDER BY cosine DESC NULLS LAST, created_at DESC, id DESC LIMIT $4`,
      [
        scope.orgId,
        scope.userId,
        moment(nowMs),
        most,
        near?.model ?? null,
        near && vectorLiteral(near.values),
      ],
    );
    return rows.map((row) => ({ ...memoryOf(row), cosine: row.cosine ?? 0 }));
  },

  toldAgain: async (tx, scope, { ids, flushId, nowMs }) => {
    requireScope(scope);
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE memory SET also_told = also_told || $4::uuid, last_used_at = greatest(last_used_at, $5::timestamptz)
       WHERE org_id = $1 AND user_id = $2 AND id = ANY($3::uuid[]) AND superseded_at IS NULL
         AND source_id <> $4 AND NOT $4 = ANY (also_told)`,
      [scope.orgId, scope.userId, [...ids], flushId, moment(nowMs)],
    );
  },

  supersede: async (tx, scope, { ids, by, nowMs }) => {
    requireScope(scope);
    if (ids.length === 0) return [];
    const rows = await tx.query<{ id: string }>(
      `UPDATE memory SET superseded_at = $5, superseded_by = $4
       WHERE org_id = $1 AND user_id = $2 AND id = ANY($3::uuid[]) AND superseded_at IS NULL RETURNING id`,
      [scope.orgId, scope.userId, [...ids], by, moment(nowMs)],
    );
    return rows.map(({ id }) => id);
  },
};

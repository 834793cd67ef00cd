/**
 * Summaries in the database (SPEC S10.5). Of several workers on the same messages one stores its summary: the rows are
 * locked and looked at again in the statement that does.
 */
import type { Scope } from "../kernel/types.ts";
import type { Said, SummaryDraft, SummaryStore } from "../memory/ports/summary-store.ts";
import { requireScope } from "./database.ts";
import { holdUser } from "./memory-hold.ts";
import { SUMMARY_COLUMNS, type SummaryRow, summaryOf } from "./memory-rows.ts";
import { first, type SqlValue, type Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

/** As the partial index says it. */
const FREE = `summary_id IS NULL AND forgotten_at IS NULL AND mode IN ('coaching', 'chat', 'small_talk')`;

/** $1 and $2 are the scope, $3 the parts, $4 to $11 the summary. A longer one says nothing that its parts do not, so it is examined. */
const INSERT = `INSERT INTO summary (id, org_id, user_id, level, text, from_at, to_at, embedding, embedding_model, created_at,
    examined_at)
  SELECT $4::uuid, $1::uuid, $2::uuid, $5::smallint, $6, $7::timestamptz, $8::timestamptz, $9::halfvec, $10, $11::timestamptz,
    CASE WHEN $5::smallint = 2 THEN $11::timestamptz END
  WHERE (SELECT count(*) FROM free) = cardinality($3::uuid[]) RETURNING id`;

const SAVE = `
  WITH free AS (
    SELECT id FROM message WHERE org_id = $1 AND user_id = $2 AND id = ANY($3::uuid[]) AND ${FREE} ORDER BY id FOR UPDATE
  ), made AS (${INSERT})
  UPDATE message m SET summary_id = made.id FROM made, free
  WHERE m.id = free.id AND m.org_id = $1 AND m.user_id = $2 RETURNING m.id`;

const SAVE_LONGER = `
  WITH free AS (
    SELECT id FROM summary WHERE org_id = $1 AND user_id = $2 AND id = ANY($3::uuid[]) AND level = 1 AND parent_id IS NULL
    ORDER BY id FOR UPDATE
  ), made AS (${INSERT})
  UPDATE summary s SET parent_id = made.id FROM made, free
  WHERE s.id = free.id AND s.org_id = $1 AND s.user_id = $2 RETURNING s.id`;

function saving(scope: Scope, draft: SummaryDraft, ids: readonly string[]): SqlValue[] {
  const at = (ms: number): string => new Date(ms).toISOString();
  return [
    scope.orgId,
    scope.userId,
    ids,
    draft.id,
    draft.level,
    draft.text,
    at(draft.fromMs),
    at(draft.toMs),
    draft.vector && vectorLiteral(draft.vector.values),
    draft.vector?.model ?? null,
    at(draft.createdAtMs),
  ];
}

export const summaryStore: SummaryStore<Tx> = {
  hold: holdUser,

  unsummarised: async (tx, scope, most) => {
    requireScope(scope);
    const rows = await tx.query<Omit<Said, "atMs"> & { at: Date }>(
      `SELECT m.id, m.role, m.text, m.at, (m.at AT TIME ZONE u.zone)::date AS day
       FROM message m JOIN app_user u ON u.id = m.user_id
       WHERE m.org_id = $1 AND m.user_id = $2 AND m.${FREE.replaceAll(" AND ", " AND m.")}
       ORDER BY m.at, m.id LIMIT $3`,
      [scope.orgId, scope.userId, most],
    );
    return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }));
  },

  saveSummary: async (tx, scope, draft, messageIds) => {
    requireScope(scope);
    return (await tx.query(SAVE, saving(scope, draft, messageIds))).length > 0;
  },

  unjoined: async (tx, scope, most) => {
    requireScope(scope);
    const rows = await tx.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM summary
       WHERE org_id = $1 AND user_id = $2 AND level = 1 AND parent_id IS NULL ORDER BY from_at, id LIMIT $3`,
      [scope.orgId, scope.userId, most],
    );
    return rows.map(summaryOf);
  },

  saveLonger: async (tx, scope, draft, partIds) => {
    requireScope(scope);
    return (await tx.query(SAVE_LONGER, saving(scope, draft, partIds))).length > 0;
  },

  unexamined: async (tx, scope, most) => {
    requireScope(scope);
    const rows = await tx.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM summary
       WHERE org_id = $1 AND user_id = $2 AND examined_at IS NULL ORDER BY from_at, id LIMIT $3`,
      [scope.orgId, scope.userId, most],
    );
    return rows.map(summaryOf);
  },

  markExamined: async (tx, scope, summaryId, nowMs) => {
    requireScope(scope);
    const row = await first(
      tx,
      `UPDATE summary s SET examined_at = $4
       WHERE s.id = $3 AND s.org_id = $1 AND s.user_id = $2 AND s.examined_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM message m WHERE m.summary_id = s.id AND m.user_id = $2 AND m.forgotten_at IS NOT NULL)
       RETURNING id`,
      [scope.orgId, scope.userId, summaryId, new Date(nowMs).toISOString()],
    );
    return row !== null;
  },

  removeForgotten: async (tx, scope) => {
    requireScope(scope);
    const tainted = await tx.query<{ id: string }>(
      `SELECT DISTINCT m.summary_id AS id FROM message m
       WHERE m.org_id = $1 AND m.user_id = $2 AND m.forgotten_at IS NOT NULL AND m.summary_id IS NOT NULL`,
      [scope.orgId, scope.userId],
    );
    return removeSummaries(
      tx,
      scope,
      tainted.map(({ id }) => id),
    );
  },
};

/**
 * Removes summaries, the longer ones that they are part of, and insights that nothing else speaks for; their messages
 * have none from then on.
 * @returns how many summaries went
 */
export async function removeSummaries(tx: Tx, scope: Scope, ids: readonly string[]): Promise<number> {
  requireScope(scope);
  if (ids.length === 0) return 0;
  const own = [scope.orgId, scope.userId];
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM summary WHERE org_id = $1 AND user_id = $2 AND (id = ANY ($3::uuid[]) OR id IN (
       SELECT parent_id FROM summary WHERE org_id = $1 AND user_id = $2 AND id = ANY ($3::uuid[])))`,
    [...own, ids],
  );
  const going = [...own, rows.map(({ id }) => id)];
  await tx.query(
    `DELETE FROM insight i WHERE org_id = $1 AND user_id = $2 AND EXISTS (
       SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.user_id = $2 AND s.summary_id = ANY ($3::uuid[]))
     AND NOT EXISTS (SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.user_id = $2
       AND (s.memory_id IS NOT NULL OR s.summary_id <> ALL ($3::uuid[])))`,
    going,
  );
  await tx.query("DELETE FROM summary WHERE org_id = $1 AND user_id = $2 AND id = ANY ($3::uuid[])", going);
  return rows.length;
}

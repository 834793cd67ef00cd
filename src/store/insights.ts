/** Insights as rows, with what each was read from (SPEC S10.4), always of one user of one organisation. */

import type { Scope } from "../kernel/types.ts";
import type { InsightSource, InsightStore, SourcedInsight } from "../memory/ports/insight-store.ts";
import type { InsightCategory } from "../memory/ports/types.ts";
import { requireScope } from "./database.ts";
import type { Tx } from "./sql.ts";

interface InsightRow {
  readonly id: string;
  readonly category: InsightCategory;
  readonly text: string;
  readonly confidence: number;
  readonly said: boolean;
  readonly created_at: Date;
  readonly sourceIds: string[];
}

function insightOf({ created_at, ...row }: InsightRow): SourcedInsight {
  return { ...row, createdAtMs: created_at.getTime() };
}

interface Link {
  readonly id: string;
  readonly insightId: string;
  readonly source: InsightSource;
}

/** Writes what is behind insights; a memory or summary that is gone meanwhile is nothing to be behind one. */
async function link(tx: Tx, scope: Scope, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map(({ source, ...row }) => ({
    ...row,
    memoryId: "memoryId" in source ? source.memoryId : null,
    summaryId: "summaryId" in source ? source.summaryId : null,
  }));
  await tx.query(
    `INSERT INTO insight_source (id, insight_id, org_id, user_id, memory_id, summary_id)
     SELECT l.id, l."insightId", $1, $2, m.id, s.id
     FROM jsonb_to_recordset($3::jsonb) AS l (id uuid, "insightId" uuid, "memoryId" uuid, "summaryId" uuid)
     LEFT JOIN memory m ON m.id = l."memoryId" AND m.org_id = $1 AND m.user_id = $2
     LEFT JOIN summary s ON s.id = l."summaryId" AND s.org_id = $1 AND s.user_id = $2
     WHERE (m.id IS NULL) <> (s.id IS NULL)
       AND EXISTS (SELECT 1 FROM insight i WHERE i.id = l."insightId" AND i.org_id = $1 AND i.user_id = $2)
     ON CONFLICT DO NOTHING`,
    [scope.orgId, scope.userId, JSON.stringify(rows)],
  );
}

export const insightStore: InsightStore<Tx> = {
  live: async (tx, scope) => {
    requireScope(scope);
    const rows = await tx.query<InsightRow>(
      `SELECT id, category, text, confidence, said, created_at,
         ARRAY(SELECT coalesce(memory_id, summary_id)::text FROM insight_source s
           WHERE s.insight_id = i.id AND s.org_id = $1 AND s.user_id = $2 ORDER BY s.id) AS "sourceIds"
       FROM insight i WHERE org_id = $1 AND user_id = $2 AND superseded_at IS NULL
       ORDER BY created_at DESC, id DESC`,
      [scope.orgId, scope.userId],
    );
    return rows.map(insightOf);
  },

  insert: async (tx, scope, insights, ids) => {
    requireScope(scope);
    if (insights.length === 0) return;
    const rows = insights.map(({ sources: _, createdAtMs, ...insight }) => ({
      ...insight,
      created_at: new Date(createdAtMs).toISOString(),
    }));
    await tx.query(
      `INSERT INTO insight (id, org_id, user_id, category, text, confidence, said, created_at)
       SELECT id, $1, $2, category, text, confidence, said, created_at
       FROM jsonb_to_recordset($3::jsonb) AS i (id uuid, category text, text text, confidence real, said boolean,
         created_at timestamptz)`,
      [scope.orgId, scope.userId, JSON.stringify(rows)],
    );
    const links = insights.flatMap(({ id, sources }) =>
      sources.map((source) => ({ id: ids.next(), insightId: id, source })),
    );
    await link(tx, scope, links);
  },

  support: async (tx, scope, links, ids) => {
    requireScope(scope);
    await link(
      tx,
      scope,
      links.map((one) => ({ ...one, id: ids.next() })),
    );
  },

  supersede: async (tx, scope, { ids, by, nowMs }) => {
    requireScope(scope);
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE insight SET superseded_at = $5, superseded_by = $4
       WHERE org_id = $1 AND user_id = $2 AND id = ANY($3::uuid[]) AND superseded_at IS NULL`,
      [scope.orgId, scope.userId, [...ids], by, new Date(nowMs).toISOString()],
    );
  },
};

/**
 * Rows whose vector is another model's, or is not there (SPEC S10.6). They are found by hopping from model to model in an
 * index, so that looking costs nothing where there are none, however many rows there are.
 */
import type { ReembedStore, StaleRow } from "../memory/ports/reembed-store.ts";
import { type Database, requireScope } from "./database.ts";
import type { Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

interface Row extends Omit<StaleRow, "scope"> {
  readonly org_id: string;
  readonly user_id: string;
}

/** The newest of each other model, and of none; the most of each, so that the newest of all are among them. */
function staleIn(tier: StaleRow["tier"]): string {
  const live = tier === "memory" ? "superseded_at IS NULL" : "true";
  const newest = (model: string): string => `
    SELECT '${tier}' AS tier, id, org_id, user_id, text, created_at FROM ${tier}
    WHERE ${live} AND embedding_model ${model} AND id <> ALL ($2::uuid[]) ORDER BY created_at DESC LIMIT $3`;
  return `
    (WITH RECURSIVE models AS (
      (SELECT embedding_model AS model FROM ${tier} WHERE ${live} AND embedding_model IS NOT NULL ORDER BY 1 LIMIT 1)
      UNION ALL
      SELECT (SELECT embedding_model FROM ${tier} WHERE ${live} AND embedding_model > models.model ORDER BY 1 LIMIT 1)
      FROM models WHERE models.model IS NOT NULL
    )
    SELECT rows.* FROM models CROSS JOIN LATERAL (${newest("= models.model")}) rows WHERE models.model <> $1
    UNION ALL (${newest("IS NULL")}))`;
}

const STALE = `SELECT tier, id, org_id, user_id, text FROM (${staleIn("memory")} UNION ALL ${staleIn("summary")}) stale
  ORDER BY created_at DESC, id LIMIT $3`;

/** One statement for all rows of a tier; the text must be the one that was embedded. */
function setIn(tier: StaleRow["tier"]): string {
  return `
    UPDATE ${tier} t SET embedding = v.embedding::halfvec, embedding_model = $3
    FROM jsonb_to_recordset($4::jsonb) AS v (id uuid, text text, embedding text)
    WHERE t.org_id = $1 AND t.user_id = $2 AND t.id = v.id AND t.text = v.text
      AND t.embedding_model IS DISTINCT FROM $3 RETURNING t.id`;
}

/** With the last of a user's vectors, all pairs are to be compared anew: they were not, while vectors were missing. */
const COMPARE_ALL = `
  UPDATE memory_job SET done_at = NULL WHERE org_id = $1 AND user_id = $2 AND job = 'upkeep' AND NOT EXISTS (
    SELECT 1 FROM memory WHERE org_id = $1 AND user_id = $2 AND superseded_at IS NULL
      AND embedding_model IS DISTINCT FROM $3)`;

export function reembedStore({ system }: Pick<Database, "system">): ReembedStore<Tx> {
  return {
    stale: async ({ model, except, most }) => {
      const rows = await system.query<Row>(STALE, [model, except, most]);
      return rows.map(({ org_id, user_id, ...row }) => ({
        ...row,
        scope: { orgId: org_id, userId: user_id },
      }));
    },
    setVectors: async (tx, scope, rows) => {
      requireScope(scope);
      let set = 0;
      for (const tier of ["memory", "summary"] as const) {
        const own = rows.filter(({ row }) => row.tier === tier);
        const [one] = own;
        if (!one) continue;
        const values = own.map(({ row, vector }) => ({
          id: row.id,
          text: row.text,
          embedding: vectorLiteral(vector.values),
        }));
        const given = [scope.orgId, scope.userId, one.vector.model, JSON.stringify(values)];
        set += (await tx.query(setIn(tier), given)).length;
        if (tier === "memory") await tx.query(COMPARE_ALL, given.slice(0, 3));
      }
      return set;
    },
  };
}

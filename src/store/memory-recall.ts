/**
 * What recall reads (SPEC S10.6), and how often a memory was used. Both ids of the user are in every statement, and a
 * user's rows are few, so every search is exact: an index scan within the user, and a sort by distance.
 */
import type { Scope } from "../kernel/types.ts";
import type { Found, Near, RecallStore } from "../memory/ports/recall-store.ts";
import { type Database, requireScope } from "./database.ts";
import { importanceSql, importanceValues } from "./importance.ts";
import {
  INSIGHT_COLUMNS,
  type InsightRow,
  insightOf,
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryOf,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from "./memory-rows.ts";
import type { Sql, Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

/** Whether anything is remembered of anybody. */
export async function isAnythingKnown(system: Sql): Promise<boolean> {
  return (await system.query("SELECT 1 FROM memory LIMIT 1")).length > 0;
}

const LIVE = `org_id = $1 AND user_id = $2 AND superseded_at IS NULL AND (expires_at IS NULL OR expires_at > $3)
  AND type = ANY ($4::text[])`;

/** A distance to a vector of nothing is no number; such rows are told from none by the count beside them. */
const MEMORIES = `
  SELECT near.*, others.skipped
  FROM (SELECT count(*)::int AS skipped FROM memory WHERE ${LIVE} AND embedding_model IS DISTINCT FROM $5) others
  LEFT JOIN (
    SELECT ${MEMORY_COLUMNS}, embedding <=> $6::halfvec AS distance FROM memory
    WHERE ${LIVE} AND embedding_model = $5 AND ${importanceSql("$3", 8)} >= $13::float8
    ORDER BY distance, created_at DESC LIMIT $7
  ) near ON true
  ORDER BY near.distance, near.created_at DESC`;

const SUMMARIES = `
  SELECT near.*, others.skipped
  FROM (SELECT count(*)::int AS skipped FROM summary
    WHERE org_id = $1 AND user_id = $2 AND embedding_model IS DISTINCT FROM $3) others
  LEFT JOIN (
    SELECT ${SUMMARY_COLUMNS}, embedding <=> $4::halfvec AS distance FROM summary
    WHERE org_id = $1 AND user_id = $2 AND embedding_model = $3
    ORDER BY distance, to_at DESC LIMIT $5
  ) near ON true
  ORDER BY near.distance, near.to_at DESC`;

type Joined<Row> = (Row & { readonly distance: number; readonly skipped: number }) | Nothing;

/** The one row that says how many were skipped where nothing was found. */
interface Nothing {
  readonly id: null;
  readonly skipped: number;
}

function foundOf<Row extends { readonly id: string }, Read>(
  rows: readonly Joined<Row>[],
  read: (row: Row) => Read,
): Found<Read> {
  const near = rows.flatMap((row): Near<Read>[] => {
    if (row.id === null) return [];
    const one = row as Row & { distance: number };
    return [{ ...read(one), cosine: Number.isFinite(one.distance) ? 1 - one.distance : 0 }];
  });
  return { rows: near, skipped: rows[0]?.skipped ?? 0 };
}

function at(ms: number): string {
  return new Date(ms).toISOString();
}

export function recallStore(database: Pick<Database, "withUser" | "exclusive">): RecallStore<Tx> {
  return {
    withUser: database.withUser,
    within: async (tx, leftMs) => {
      // The embedded database runs a statement to its end; every query here is bounded by its LIMIT.
      if (!database.exclusive)
        await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(leftMs)]);
    },
    memories: async (tx, scope, { near, types, rule, nowMs, most }) => {
      const rows = await tx.query<Joined<MemoryRow>>(MEMORIES, [
        ...idsOf(scope),
        at(nowMs),
        types,
        near.model,
        vectorLiteral(near.values),
        most,
        ...importanceValues(rule),
        rule.minimumImportance,
      ]);
      return foundOf(rows, memoryOf);
    },
    recent: async (tx, scope, { types, nowMs, most }) => {
      const rows = await tx.query<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM memory WHERE ${LIVE} ORDER BY created_at DESC, id DESC LIMIT $5`,
        [...idsOf(scope), at(nowMs), types, most],
      );
      return rows.map(memoryOf);
    },
    summaries: async (tx, scope, { near, most }) => {
      const rows = await tx.query<Joined<SummaryRow>>(SUMMARIES, [
        ...idsOf(scope),
        near.model,
        vectorLiteral(near.values),
        most,
      ]);
      return foundOf(rows, summaryOf);
    },
    insights: async (tx, scope, most) => {
      const rows = await tx.query<InsightRow>(
        `SELECT ${INSIGHT_COLUMNS} FROM insight WHERE org_id = $1 AND user_id = $2 AND superseded_at IS NULL
         ORDER BY created_at DESC, id DESC LIMIT $3`,
        [...idsOf(scope), most],
      );
      return rows.map(insightOf);
    },
    used: async (tx, scope, { ids, nowMs }) => {
      await tx.query(
        `UPDATE memory SET uses = uses + 1, last_used_at = $4
         WHERE org_id = $1 AND user_id = $2 AND id = ANY ($3::uuid[])`,
        [...idsOf(scope), ids, at(nowMs)],
      );
    },
  };
}

function idsOf(scope: Scope): [string, string] {
  requireScope(scope);
  return [scope.orgId, scope.userId];
}

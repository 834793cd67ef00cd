/** What upkeep reads and removes (SPEC S10.7). Quotas of organisations are counted in the system scope; rows go user by user. */
import type { Scope } from "../kernel/types.ts";
import type { Merge, Pair, UpkeepStore, Weighed } from "../memory/ports/upkeep-store.ts";
import { type Database, requireScope } from "./database.ts";
import { importanceSql, importanceValues } from "./importance.ts";
import { holdUser } from "./memory-hold.ts";
import { first, type SqlValue, type Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

interface WeighedRow extends Omit<Weighed, "lastUsedAtMs" | "createdAtMs"> {
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

interface PairRow {
  readonly id: string;
  readonly text: string;
  readonly at: Date;
  readonly other_id: string;
  readonly other_text: string;
  readonly other_at: Date;
  readonly cosine: number;
}

const LIVE = (
  row: string,
): string => `${row}.org_id = $1 AND ${row}.user_id = $2 AND ${row}.superseded_at IS NULL
  AND ${row}.embedding_model = $3 AND (${row}.expires_at IS NULL OR ${row}.expires_at > $5)`;

/** A vector of nothing has no distance to any other: such pairs are not alike. */
const PAIRS = `
  SELECT a.id, a.text, a.created_at AS at, b.id AS other_id, b.text AS other_text, b.created_at AS other_at,
    1 - (a.embedding <=> b.embedding) AS cosine
  FROM memory a JOIN memory b ON b.type = a.type AND b.id > a.id
  WHERE ${LIVE("a")} AND ${LIVE("b")} AND ($6::timestamptz IS NULL OR a.created_at > $6 OR b.created_at > $6)
    AND a.embedding <=> b.embedding < 1 - $4::float8
  ORDER BY cosine DESC, a.id, b.id LIMIT $7`;

/** $3 and $4 what stays, $5 and $6 what goes, $7 to $9 another text, its vector and model. */
const TAKE_IN = `
  UPDATE memory k SET importance = greatest(k.importance, g.importance), uses = k.uses + g.uses,
    last_used_at = greatest(k.last_used_at, g.last_used_at), created_at = greatest(k.created_at, g.created_at),
    expires_at = CASE WHEN k.expires_at IS NULL OR g.expires_at IS NULL THEN NULL ELSE greatest(k.expires_at, g.expires_at) END,
    text = coalesce($7, k.text),
    embedding = CASE WHEN $7::text IS NULL THEN k.embedding ELSE $8::halfvec END,
    embedding_model = CASE WHEN $7::text IS NULL THEN k.embedding_model ELSE $9 END
  FROM memory g
  WHERE k.org_id = $1 AND k.user_id = $2 AND k.id = $3 AND k.text = $4 AND k.superseded_at IS NULL
    AND g.org_id = $1 AND g.user_id = $2 AND g.id = $5 AND g.text = $6 AND g.superseded_at IS NULL AND g.id <> k.id
  RETURNING k.id`;

const IS_HISTORY = `
  UPDATE memory SET uses = 0, superseded_at = $5, superseded_by = $3
  WHERE org_id = $1 AND user_id = $2 AND id = $4`;

const MOVE_INSIGHTS = `
  UPDATE insight_source s SET memory_id = $3
  WHERE s.org_id = $1 AND s.user_id = $2 AND s.memory_id = $4 AND NOT EXISTS (
    SELECT 1 FROM insight_source has WHERE has.insight_id = s.insight_id AND has.memory_id = $3 AND has.user_id = $2)`;

const DROP_SOURCES = "DELETE FROM insight_source WHERE org_id = $1 AND user_id = $2 AND memory_id = $3";

const LEAST_WORTH = `
  SELECT user_id AS "userId", id FROM memory WHERE org_id = $1 AND superseded_at IS NULL
  ORDER BY ${importanceSql("$2", 3)}, uses, created_at, id LIMIT $8`;

const OVER_QUOTA = `
  SELECT o.id AS "orgId", m.count - o.memory_quota AS over FROM org o
  JOIN (SELECT org_id, count(*)::int AS count FROM memory WHERE superseded_at IS NULL
    AND ($1::uuid IS NULL OR org_id = $1) GROUP BY org_id) m ON m.org_id = o.id
  WHERE m.count > o.memory_quota ORDER BY o.id`;

function at(ms: number): string {
  return new Date(ms).toISOString();
}

function idsOf(scope: Scope): [string, string] {
  requireScope(scope);
  return [scope.orgId, scope.userId];
}

async function changed(tx: Tx, text: string, values: readonly SqlValue[]): Promise<number> {
  return (await tx.query(`${text} RETURNING id`, values)).length;
}

async function merge(tx: Tx, scope: Scope, { kept, gone, rewritten, nowMs }: Merge): Promise<boolean> {
  const ids = idsOf(scope);
  const vector = rewritten?.vector;
  const taken = await first(tx, TAKE_IN, [
    ...ids,
    kept.id,
    kept.text,
    gone.id,
    gone.text,
    rewritten?.text ?? null,
    vector ? vectorLiteral(vector.values) : null,
    vector?.model ?? null,
  ]);
  if (!taken) return false;
  await tx.query(IS_HISTORY, [...ids, kept.id, gone.id, at(nowMs)]);
  await tx.query(MOVE_INSIGHTS, [...ids, kept.id, gone.id]);
  await tx.query(DROP_SOURCES, [...ids, gone.id]);
  return true;
}

/** What a quota is held with, inside one user of one organisation. */
export const quotaStore: Pick<UpkeepStore<Tx>, "weighed" | "remove" | "removeUnfounded"> = {
  weighed: async (tx, scope) => {
    const rows = await tx.query<WeighedRow>(
      `SELECT id, importance, uses, last_used_at, created_at, superseded_at IS NOT NULL AS superseded
       FROM memory WHERE org_id = $1 AND user_id = $2`,
      idsOf(scope),
    );
    return rows.map(({ last_used_at, created_at, ...row }) => ({
      ...row,
      lastUsedAtMs: last_used_at?.getTime() ?? null,
      createdAtMs: created_at.getTime(),
    }));
  },
  remove: (tx, scope, ids) =>
    changed(tx, "DELETE FROM memory WHERE org_id = $1 AND user_id = $2 AND id = ANY ($3::uuid[])", [
      ...idsOf(scope),
      ids,
    ]),
  removeUnfounded: (tx, scope) =>
    changed(
      tx,
      `DELETE FROM insight i WHERE i.org_id = $1 AND i.user_id = $2 AND NOT EXISTS (
         SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.user_id = $2)`,
      idsOf(scope),
    ),
};

export function upkeepStore({ system }: Pick<Database, "system">): UpkeepStore<Tx> {
  return {
    hold: holdUser,
    merge,
    ...quotaStore,
    pairs: async (tx, scope, { model, least, sinceMs, nowMs, most }) => {
      const since = sinceMs === null ? null : at(sinceMs);
      const rows = await tx.query<PairRow>(PAIRS, [...idsOf(scope), model, least, at(nowMs), since, most]);
      return rows.map(
        ({ cosine, ...row }): Pair => ({
          one: { id: row.id, text: row.text, createdAtMs: row.at.getTime() },
          other: { id: row.other_id, text: row.other_text, createdAtMs: row.other_at.getTime() },
          cosine,
        }),
      );
    },
    setExpiry: async (tx, scope) => {
      await tx.query(
        `UPDATE memory m SET expires_at = m.created_at + make_interval(days => o.memory_keep_days) FROM org o
         WHERE m.org_id = $1 AND m.user_id = $2 AND o.id = $1 AND m.expires_at IS NULL AND o.memory_keep_days IS NOT NULL`,
        idsOf(scope),
      );
    },
    removeExpired: (tx, scope, nowMs) =>
      changed(tx, "DELETE FROM memory WHERE org_id = $1 AND user_id = $2 AND expires_at <= $3", [
        ...idsOf(scope),
        at(nowMs),
      ]),
    overQuota: (orgId) => system.query(OVER_QUOTA, [orgId ?? null]),
    leastWorth: async ({ orgId, rule, nowMs, most }) => {
      const rows = await system.query<{ userId: string; id: string }>(LEAST_WORTH, [
        orgId,
        at(nowMs),
        ...importanceValues(rule),
        most,
      ]);
      return rows.map(({ userId, id }) => ({ scope: { orgId, userId }, id }));
    },
  };
}

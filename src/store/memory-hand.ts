/** The user's hand on memory (SPEC S10.8). Both ids of the user are in every statement: an id alone reaches nothing. */
import type { HandStore, Shown } from "../memory/ports/hand-store.ts";
import { requireScope } from "./database.ts";
import { forgetAll, forgetInsight, forgetMemory } from "./memory-forget.ts";
import { holdUser } from "./memory-hold.ts";
import {
  INSIGHT_COLUMNS,
  type InsightRow,
  insightOf,
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryOf,
} from "./memory-rows.ts";
import { bumpMemoryVersion } from "./memory-version.ts";
import { first, type Tx } from "./sql.ts";
import { vectorLiteral } from "./vector.ts";

const OWN = "org_id = $1 AND user_id = $2";

function moment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export const handStore: HandStore<Tx> = {
  memories: async (tx, scope, nowMs) => {
    requireScope(scope);
    const rows = await tx.query<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memory
       WHERE ${OWN} AND superseded_at IS NULL AND (expires_at IS NULL OR expires_at > $3)
       ORDER BY importance DESC, created_at DESC, id DESC`,
      [scope.orgId, scope.userId, moment(nowMs)],
    );
    return rows.map(memoryOf);
  },

  insights: async (tx, scope) => {
    requireScope(scope);
    const rows = await tx.query<InsightRow>(
      `SELECT ${INSIGHT_COLUMNS} FROM insight WHERE ${OWN} AND superseded_at IS NULL
       ORDER BY confidence DESC, created_at DESC, id DESC`,
      [scope.orgId, scope.userId],
    );
    return rows.map(insightOf);
  },

  showList: async (tx, scope, { chat, items, nowMs }) => {
    requireScope(scope);
    const { orgId, userId } = scope;
    await tx.query(
      `INSERT INTO memory_list (platform, account, chat_key, org_id, user_id, items, shown_at)
       VALUES ($3, $4, $5, $1, $2, $6::jsonb, $7)
       ON CONFLICT (platform, account, chat_key) DO UPDATE SET org_id = EXCLUDED.org_id, user_id = EXCLUDED.user_id,
         items = EXCLUDED.items, shown_at = EXCLUDED.shown_at`,
      [orgId, userId, chat.platform, chat.account, chat.chatKey, JSON.stringify(items), moment(nowMs)],
    );
  },

  shownList: async (tx, scope, chat) => {
    requireScope(scope);
    const { orgId, userId } = scope;
    const row = await first<{ items: Shown[] }>(
      tx,
      `SELECT items FROM memory_list WHERE ${OWN} AND platform = $3 AND account = $4 AND chat_key = $5`,
      [orgId, userId, chat.platform, chat.account, chat.chatKey],
    );
    return row?.items ?? null;
  },

  replaceShown: async (tx, scope, { from, to }) => {
    requireScope(scope);
    const { orgId, userId } = scope;
    await tx.query(
      `UPDATE memory_list SET items = (
         SELECT jsonb_agg(CASE WHEN item ->> 'id' = $3::text THEN item || jsonb_build_object('id', $4::text) ELSE item END
           ORDER BY place)
         FROM jsonb_array_elements(items) WITH ORDINALITY AS shown (item, place))
       WHERE ${OWN} AND items @> jsonb_build_array(jsonb_build_object('id', $3::text))`,
      [orgId, userId, from, to],
    );
  },

  forgetMemory,
  forgetInsight,
  forgetAll,

  tell: async (tx, scope, memory, instead) => {
    await holdUser(tx, scope);
    const { id, type, text, importance, uses, source } = memory;
    await tx.query(
      `INSERT INTO memory (org_id, user_id, id, type, text, importance, expires_at, source_type, source_id, uses,
         last_used_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        scope.orgId,
        scope.userId,
        id,
        type,
        text,
        importance,
        moment(memory.expiresAtMs),
        source.type,
        source.id,
        uses,
        moment(memory.lastUsedAtMs),
        moment(memory.createdAtMs),
      ],
    );
    if (instead !== null)
      await tx.query(
        `UPDATE memory SET superseded_at = $4, superseded_by = $5
         WHERE ${OWN} AND id = $3 AND superseded_at IS NULL`,
        [scope.orgId, scope.userId, instead, moment(memory.createdAtMs), id],
      );
    await bumpMemoryVersion(tx, scope);
  },

  insightsFrom: async (tx, scope, memoryId) => {
    requireScope(scope);
    const rows = await tx.query<InsightRow>(
      `SELECT ${INSIGHT_COLUMNS} FROM insight i WHERE ${OWN} AND superseded_at IS NULL AND EXISTS (
         SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.org_id = $1 AND s.user_id = $2
           AND s.memory_id = $3)`,
      [scope.orgId, scope.userId, memoryId],
    );
    return rows.map(insightOf);
  },

  remake: async (tx, scope, { id, made, memoryId, nowMs }) => {
    await holdUser(tx, scope);
    const own = [scope.orgId, scope.userId, id];
    if (made) {
      await tx.query(
        `INSERT INTO insight (org_id, user_id, id, category, text, confidence, said, created_at)
         SELECT $1, $2, $4, category, $5, $6, true, $7 FROM insight WHERE ${OWN} AND id = $3`,
        [...own, made.id, made.text, made.confidence, moment(nowMs)],
      );
      if (memoryId !== null)
        await tx.query(
          `INSERT INTO insight_source (org_id, user_id, id, insight_id, memory_id)
           SELECT $1, $2, $4, $5, id FROM memory WHERE ${OWN} AND id = $3`,
          [scope.orgId, scope.userId, memoryId, made.sourceId, made.id],
        );
      // Put right by itself, it still stands on what it was read from.
      else
        await tx.query(
          "UPDATE insight_source SET insight_id = $4 WHERE org_id = $1 AND user_id = $2 AND insight_id = $3",
          [...own, made.id],
        );
    }
    await tx.query(
      `UPDATE insight SET superseded_at = $4, superseded_by = $5 WHERE ${OWN} AND id = $3 AND superseded_at IS NULL`,
      [...own, moment(nowMs), made?.id ?? null],
    );
    await bumpMemoryVersion(tx, scope);
  },

  vectorless: async (tx, scope, most) => {
    requireScope(scope);
    return tx.query<{ id: string; text: string }>(
      `SELECT id, text FROM memory WHERE ${OWN} AND superseded_at IS NULL AND embedding IS NULL
       ORDER BY created_at DESC LIMIT $3`,
      [scope.orgId, scope.userId, most],
    );
  },

  giveVector: async (tx, scope, { id, text, vector }) => {
    requireScope(scope);
    await tx.query(
      `UPDATE memory SET embedding = $5::halfvec, embedding_model = $6 WHERE ${OWN} AND id = $3 AND text = $4`,
      [scope.orgId, scope.userId, id, text, vectorLiteral(vector.values), vector.model],
    );
  },
};

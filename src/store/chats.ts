/** People whom a platform knows by several ids: whichever they use, they are in one chat, and one person (SPEC S1). */
import type { Chats } from "../kernel/ports.ts";
import { first, type Sql } from "./sql.ts";

/** Of two chats that turn out to be one person's, that of the id that writes now goes on. */
const WRITTEN_BY = `
  WITH known AS (
    SELECT chat_key FROM chat_alias WHERE platform = $1 AND account = $2 AND alias = ANY ($3)
    ORDER BY alias = $4 DESC, written_at NULLS LAST LIMIT 1
  ), kept AS (
    INSERT INTO chat_alias (platform, account, alias, chat_key, written_at)
    SELECT $1, $2, alias, coalesce((SELECT chat_key FROM known), $4), CASE WHEN alias = $4 THEN now() END
    FROM unnest($3::text[]) AS written (alias)
    ON CONFLICT (platform, account, alias)
      DO UPDATE SET written_at = coalesce(EXCLUDED.written_at, chat_alias.written_at)
    RETURNING alias, chat_key
  )
  SELECT chat_key FROM kept WHERE alias = $4`;

export function chatsOf(sql: Sql, { platform, account }: { platform: string; account: string }): Chats {
  return {
    writtenBy: async (ids) => {
      const [writes = ""] = ids;
      const all = [...new Set(ids)].sort();
      const row = await first<{ chat_key: string }>(sql, WRITTEN_BY, [platform, account, all, writes]);
      return row?.chat_key ?? writes;
    },
    keyOf: async (id) => {
      const row = await first<{ chat_key: string }>(
        sql,
        "SELECT chat_key FROM chat_alias WHERE platform = $1 AND account = $2 AND alias = $3",
        [platform, account, id],
      );
      return row?.chat_key ?? null;
    },
    addressOf: async (chatKey) => {
      const row = await first<{ alias: string }>(
        sql,
        `SELECT alias FROM chat_alias WHERE platform = $1 AND account = $2 AND chat_key = $3 AND written_at IS NOT NULL
         ORDER BY written_at DESC LIMIT 1`,
        [platform, account, chatKey],
      );
      return row?.alias ?? null;
    },
  };
}

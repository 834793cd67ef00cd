/** People whom a platform knows by several ids: whichever they use, they are in one chat, and one person (SPEC S1). */
import type { Chats } from "../kernel/ports.ts";
import type { Database } from "./database.ts";
import { mergeUsers } from "./merge-users.ts";
import { first, type Tx } from "./sql.ts";

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
  SELECT chat_key FROM kept ORDER BY alias = $4 DESC`;

export function chatsOf(
  database: Database,
  { platform, account }: { platform: string; account: string },
): Chats {
  const sql = database.system;
  return {
    writtenBy: async (ids) => {
      const [writes = ""] = ids;
      const all = [...new Set(ids)].sort();
      const rows = await sql.query<{ chat_key: string }>(WRITTEN_BY, [platform, account, all, writes]);
      const [chatKey = writes, ...others] = new Set(rows.map((row) => row.chat_key));
      for (const other of others)
        await database.withSystem((tx) => becomeOne(tx, { platform, account }, { from: other, to: chatKey }));
      return chatKey;
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

/** Two who wrote before the platform named them as one person: what the one had is the other's. The chats stay two. */
async function becomeOne(
  tx: Tx,
  { platform, account }: { platform: string; account: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  const users = await tx.query<{ chatKey: string; orgId: string; userId: string; at: Date }>(
    `SELECT platform_user_id AS "chatKey", org_id AS "orgId", user_id AS "userId", now() AS at FROM identity
     WHERE platform = $1 AND account = $2 AND platform_user_id = ANY ($3)`,
    [platform, account, [from, to]],
  );
  const [gives, takes] = [from, to].map((chatKey) => users.find((user) => user.chatKey === chatKey));
  if (!gives || !takes || gives.userId === takes.userId || gives.orgId !== takes.orgId) return;
  await mergeUsers(tx, { from: gives, to: takes, at: takes.at.toISOString() });
}

/** The conversation of a chat, both sides (SPEC S10.1): what was said lately, for a prompt. */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Mode, Scope } from "../kernel/types.ts";
import { first, type Tx } from "./sql.ts";

export interface Said {
  readonly role: "user" | "mama";
  readonly text: string;
}

/**
 * Up to `most` messages of this chat, the oldest of them first. What the user wanted forgotten is not among them, nor
 * what was said about memories themselves: a list of them would outlive them there (SPEC S10.8). What strangers printed on
 * receipts is no conversation either (SPEC S8).
 */
export async function recentMessages(
  tx: Tx,
  scope: Scope,
  { chat, most }: { chat: ChatAddress; most: number },
): Promise<Said[]> {
  const rows = await tx.query<Said>(
    `SELECT role, text FROM message
     WHERE user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4
       AND forgotten_at IS NULL AND mode NOT IN ('memory', 'receipt')
     ORDER BY at DESC, id DESC LIMIT $5`,
    [scope.userId, chat.platform, chat.account, chat.chatKey, most],
  );
  return rows.reverse();
}

/** Modes in which something may have been told that is remembered. */
const TALK: readonly Mode[] = ["coaching", "chat", "memory"];

/** The message that this person wrote last in a chat, before the one that is being answered; null when it was no talk. */
export async function lastTalkIn(tx: Tx, scope: Scope, chat: ChatAddress): Promise<string | null> {
  const row = await first<{ inbox_id: string | null; mode: Mode }>(
    tx,
    `SELECT inbox_id, mode FROM message WHERE user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4 AND role = 'user'
     ORDER BY at DESC, id DESC LIMIT 1`,
    [scope.userId, chat.platform, chat.account, chat.chatKey],
  );
  return row && TALK.includes(row.mode) ? row.inbox_id : null;
}

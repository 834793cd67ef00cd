/**
 * Actions: every effect of every turn, with the state before it (SPEC S2). One table serves Undo, button
 * presses, re-runs and what `--json` prints.
 */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Scope } from "../kernel/types.ts";
import type { Sql, Tx } from "./sql.ts";

/** An effect as a tool reports it; settle-turn.ts writes it. */
export interface ActionDraft {
  readonly id: string;
  /** Which kind of record: expense, income, setting, … */
  readonly kind: string;
  readonly op: "create" | "update" | "delete";
  readonly recordId: string;
  /** The record as it was; null for a create. */
  readonly before: unknown;
  /** The record as it is now; null for a delete. */
  readonly after: unknown;
  readonly isUndo?: boolean | undefined;
}

/** An effect that can be taken back. */
export interface StoredAction {
  readonly id: string;
  readonly inboxId: string;
  readonly kind: string;
  readonly op: "create" | "update" | "delete";
  readonly recordId: string;
  readonly before: unknown;
  readonly after: unknown;
}

const COLUMNS = `id, inbox_id AS "inboxId", kind, op, record_id AS "recordId", before, after`;

/** The effects of one message of this user that have not been taken back, last first. */
export function actionsOf(tx: Tx, scope: Scope, inboxId: string): Promise<StoredAction[]> {
  return tx.query<StoredAction>(
    `SELECT ${COLUMNS} FROM action
     WHERE user_id = $1 AND inbox_id = $2 AND undone_by IS NULL AND NOT is_undo ORDER BY position DESC`,
    [scope.userId, inboxId],
  );
}

/** The messages of a chat since `sinceMs` whose effects have not all been taken back, latest first. */
export async function undoableMessages(
  tx: Tx,
  scope: Scope,
  { chat, sinceMs }: { chat: ChatAddress; sinceMs: number },
): Promise<string[]> {
  const rows = await tx.query<{ inbox_id: string }>(
    `SELECT a.inbox_id FROM action a JOIN inbox i ON i.id = a.inbox_id
     WHERE a.user_id = $1 AND a.platform = $2 AND a.account = $3 AND a.chat_key = $4 AND a.at >= $5
       AND a.undone_by IS NULL AND NOT a.is_undo
     GROUP BY a.inbox_id, i.seq ORDER BY i.seq DESC LIMIT 20`,
    [scope.userId, chat.platform, chat.account, chat.chatKey, new Date(sinceMs).toISOString()],
  );
  return rows.map((row) => row.inbox_id);
}

/** Marks effects as taken back by a later message, so that no Undo finds them again. */
export async function markUndone(
  tx: Tx,
  scope: Scope,
  actionIds: readonly string[],
  by: string,
): Promise<void> {
  await tx.query("UPDATE action SET undone_by = $3 WHERE user_id = $1 AND id = ANY($2::uuid[])", [
    scope.userId,
    [...actionIds],
    by,
  ]);
}

/** A live entry that a message made. */
export interface MadeEntry {
  readonly recordId: string;
  readonly kind: string;
  /** When the message that the entry is from came in, ms. */
  readonly saidAtMs: number;
}

/**
 * The live entries that a message of this chat made, it or its later edits, in order; found by the platform's id
 * of the message. What was asked about first counts as made by the message that it was asked about.
 */
export async function entriesMadeBy(
  sql: Sql,
  scope: Scope,
  { chat, messageKey }: { chat: ChatAddress; messageKey: string },
): Promise<MadeEntry[]> {
  const rows = await sql.query<{ recordId: string; kind: string; said_at: Date }>(
    `WITH said AS (
       SELECT id, coalesce(sent_at, received_at) AS at FROM inbox
       WHERE user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4
         AND message_key = $5
       UNION ALL
       SELECT id, coalesce(sent_at, received_at) AS at FROM inbox
       WHERE user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4
         AND refers_to = $5 AND kind = 'edited'
     )
     SELECT e.id AS "recordId", e.kind, (SELECT min(at) FROM said) AS said_at
     FROM said JOIN ledger_entry e ON e.inbox_id = said.id AND e.user_id = $1 AND e.deleted_at IS NULL
     ORDER BY e.id`,
    [scope.userId, chat.platform, chat.account, chat.chatKey, messageKey],
  );
  return rows.map(({ said_at, ...row }) => ({ ...row, saidAtMs: said_at.getTime() }));
}

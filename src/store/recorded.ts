/**
 * What recurring records write by themselves (SPEC S5): the entries, and an event and actions for them, so that Undo
 * and corrections find them as they find what a message wrote. Many at once, in the transaction of the firings.
 */
import type { Entry, Scope } from "../kernel/types.ts";
import type { Reached } from "./firings.ts";
import type { Tx } from "./sql.ts";

/** The entries of one reminder that are recorded in one go. */
export interface RecordedDraft {
  readonly scope: Scope;
  /** The event that stands for them; null for a user who has no chat, and so nothing to undo by. */
  readonly event: { readonly id: string; readonly key: string; readonly from: Reached } | null;
  readonly entries: readonly { readonly entry: Entry; readonly actionId: string }[];
}

export async function writeRecorded(tx: Tx, drafts: readonly RecordedDraft[], nowMs: number): Promise<void> {
  if (drafts.length === 0) return;
  const now = new Date(nowMs).toISOString();
  const rows = drafts.flatMap(({ scope, event, entries }) =>
    entries.map(({ entry, actionId }, position) => ({
      ...entry,
      after: entry,
      action_id: actionId,
      org_id: scope.orgId,
      user_id: scope.userId,
      event_id: event?.id ?? null,
      key: event?.key ?? null,
      platform: event?.from.platform ?? null,
      account: event?.from.account ?? null,
      chat_key: event?.from.chatKey ?? null,
      sender_key: event?.from.senderKey ?? null,
      position,
    })),
  );
  const given = JSON.stringify(rows);
  await tx.query(
    `INSERT INTO inbox (id, org_id, user_id, platform, account, event_key, chat_key, sender_key, kind, text, received_at, state, mode)
     SELECT event_id, org_id, user_id, platform, account, key, chat_key, sender_key, 'text', '', $2, 'done', kind
     FROM jsonb_to_recordset($1::jsonb) AS e (event_id uuid, org_id uuid, user_id uuid, platform text, account text, key text,
       chat_key text, sender_key text, kind text, position int) WHERE event_id IS NOT NULL AND position = 0`,
    [given, now],
  );
  await tx.query(
    `INSERT INTO ledger_entry (id, org_id, user_id, kind, amount_minor, currency, description, merchant, category,
       spent_on, source, inbox_id, created_at, updated_at)
     SELECT id, org_id, user_id, kind, "amountMinor", currency, description, NULL, category, date, source, event_id, $2, $2
     FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, org_id uuid, user_id uuid, kind text, "amountMinor" bigint,
       currency text, description text, category text, date date, source text, event_id uuid)`,
    [given, now],
  );
  await tx.query(
    `INSERT INTO action (id, org_id, user_id, inbox_id, position, platform, account, chat_key, kind, op, record_id, after, at)
     SELECT action_id, org_id, user_id, event_id, position, platform, account, chat_key, kind, 'create', id, after, $2
     FROM jsonb_to_recordset($1::jsonb) AS e (action_id uuid, org_id uuid, user_id uuid, event_id uuid, position int,
       platform text, account text, chat_key text, kind text, id uuid, after jsonb) WHERE event_id IS NOT NULL`,
    [given, now],
  );
}

/**
 * The due moments of reminders (SPEC S5), for the job that fires them: many at once, each statement over a whole batch.
 *
 *   claim (row locks, others skip them) ─→ firing rows, once per (reminder, due instant, kind) ─→ pushes ─→ advance
 *
 * All of it in one transaction in the system scope, so that a crash leaves either all of a batch or none.
 */
import { limits } from "../kernel/limits.ts";
import { minorFromDatabase } from "../kernel/money.ts";
import type { ChatAddress } from "../kernel/ports.ts";
import type { Occurrence, Schedule } from "../kernel/recurrence.ts";
import type { EntryKind, IsoDate, Language, Money, Scope, Settings } from "../kernel/types.ts";
import { lastChatOf, lastToldChatOf } from "./last-chat.ts";
import { first, type Sql, type Tx } from "./sql.ts";

/** The platform, account and chat that a user last wrote from, and their id there. */
export interface Reached extends ChatAddress {
  readonly senderKey: string;
}

/** A reminder as its firing needs it, with its person. */
export interface FiringReminder extends Schedule {
  readonly reminderId: string;
  readonly scope: Scope;
  readonly kind: "reminder" | "recurring";
  readonly title: string;
  readonly amount: Money | null;
  readonly entryKind: EntryKind;
  readonly category: string | null;
  /** The moment that is due. */
  readonly due: Occurrence;
  readonly language: Language;
  readonly quiet: Settings["quietHours"];
  readonly userZone: string;
  /** Null when the user cannot be reached. */
  readonly to: Reached | null;
}

export interface FiringRow {
  id: string;
  org_id: string;
  user_id: string;
  kind: FiringReminder["kind"];
  title: string;
  amount_minor: string | null;
  currency: string | null;
  entry_kind: EntryKind;
  category: string | null;
  recurrence: string | null;
  anchor_on: IsoDate;
  wall_time: string;
  zone: string;
  due_on: IsoDate;
  due_at: Date;
  language: Language;
  quiet_from: string | null;
  quiet_to: string | null;
  user_zone: string;
  user_currency: string;
  platform: string | null;
  account: string | null;
  chat_key: string | null;
  sender_key: string | null;
}

/** What to select of a reminder and its person, and where from; `r` is the reminder. */
export const PERSON_COLUMNS = `r.id, r.org_id, r.user_id, r.kind, r.title, r.amount_minor, r.currency, r.entry_kind,
  r.category, r.recurrence, r.anchor_on, r.wall_time, r.zone,
  CASE u.language WHEN 'auto' THEN u.spoken ELSE u.language END AS language, u.quiet_from, u.quiet_to,
  u.zone AS user_zone, u.currency AS user_currency, coalesce(said.platform, told.platform) AS platform,
  coalesce(said.account, told.account) AS account, coalesce(said.chat_key, told.chat_key) AS chat_key,
  coalesce(said.sender_key, told.chat_key) AS sender_key`;

/** Events are removed after a year; pushes that were sent since then still say where the user is. */
export const PERSON_JOINS = `JOIN app_user u ON u.id = r.user_id
  LEFT JOIN LATERAL (
    ${lastChatOf("u.id")}
  ) said ON u.reachable
  LEFT JOIN LATERAL (
    ${lastToldChatOf("u.id")}
  ) told ON u.reachable AND said.platform IS NULL`;

export function reminderOf(row: FiringRow): FiringReminder {
  const { platform, account, chat_key: chatKey, sender_key: senderKey, quiet_from: from, quiet_to: to } = row;
  return {
    reminderId: row.id,
    scope: { orgId: row.org_id, userId: row.user_id },
    kind: row.kind,
    title: row.title,
    amount:
      row.amount_minor === null
        ? null
        : { amountMinor: minorFromDatabase(row.amount_minor), currency: row.currency ?? row.user_currency },
    entryKind: row.entry_kind,
    category: row.category,
    recurrence: row.recurrence,
    anchorOn: row.anchor_on,
    wallTime: row.wall_time,
    zone: row.zone,
    due: { on: row.due_on, atMs: row.due_at.getTime() },
    language: row.language,
    quiet: from && to ? { from, to } : null,
    userZone: row.user_zone,
    to: platform && account && chatKey && senderKey ? { platform, account, chatKey, senderKey } : null,
  };
}

/** A process that is stopped in the middle of a batch gives it back: the server ends its transaction. */
export async function endWhenSilent(tx: Tx): Promise<void> {
  await tx.query("SELECT set_config('idle_in_transaction_session_timeout', $1, true)", [
    String(limits.firingSilenceMs),
  ]);
}

/** Locks up to `most` reminders that are due and that no other process is firing, longest due first. */
export async function claimDue(tx: Tx, nowMs: number, most: number): Promise<FiringReminder[]> {
  const rows = await tx.query<FiringRow>(
    `WITH r AS (
       SELECT * FROM reminder WHERE deleted_at IS NULL AND next_due_at <= $1
       ORDER BY next_due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     SELECT ${PERSON_COLUMNS}, r.next_due_on AS due_on, r.next_due_at AS due_at
     FROM r ${PERSON_JOINS} ORDER BY r.next_due_at, r.id`,
    [new Date(nowMs).toISOString(), most],
  );
  return rows.map(reminderOf);
}

/** Whether anything is due still: another process has it, or the time of a run was over. */
export async function isLeft(sql: Sql, nowMs: number): Promise<boolean> {
  const row = await first<{ left: boolean }>(
    sql,
    `SELECT EXISTS (SELECT 1 FROM reminder WHERE deleted_at IS NULL AND next_due_at <= $1)
         OR EXISTS (SELECT 1 FROM reminder_firing WHERE wake_at <= $1) AS "left"`,
    [new Date(nowMs).toISOString()],
  );
  return row?.left ?? false;
}

/** A firing row to be written. */
export interface FiringDraft {
  readonly id: string;
  readonly reminder: FiringReminder;
  readonly due: Occurrence;
  /** due, nudge, or "snooze n" */
  readonly kind: string;
  readonly state: "open" | "recorded" | "missed";
  /** When it is nudged, if it is. */
  readonly nudgeAtMs: number | null;
}

/** @returns the ids of those that were written: a due moment that has its row already is not fired again */
export async function insertFirings(
  tx: Tx,
  drafts: readonly FiringDraft[],
  nowMs: number,
): Promise<Set<string>> {
  if (drafts.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO reminder_firing (id, org_id, user_id, reminder_id, due_on, due_at, kind, state, wake_at, wake_kind, fired_at)
     SELECT id, org_id, user_id, reminder_id, due_on, due_at, kind, state, wake_at,
       CASE WHEN wake_at IS NOT NULL THEN 'nudge' END, $2
     FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, org_id uuid, user_id uuid, reminder_id uuid, due_on date,
       due_at timestamptz, kind text, state text, wake_at timestamptz)
     ON CONFLICT (reminder_id, due_at, kind) DO NOTHING RETURNING id`,
    [
      JSON.stringify(
        drafts.map(({ id, reminder, due, kind, state, nudgeAtMs }) => ({
          id,
          org_id: reminder.scope.orgId,
          user_id: reminder.scope.userId,
          reminder_id: reminder.reminderId,
          due_on: due.on,
          due_at: new Date(due.atMs).toISOString(),
          kind,
          state,
          wake_at: nudgeAtMs === null ? null : new Date(nudgeAtMs).toISOString(),
        })),
      ),
      new Date(nowMs).toISOString(),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A moment that passed without a push, and that no push has mentioned yet. */
export interface MissedRow {
  readonly firingId: string;
  readonly due: Occurrence;
}

/** The unmentioned ones of these reminders, oldest first. */
export async function unsaidMissed(
  tx: Tx,
  reminders: readonly FiringReminder[],
): Promise<Map<string, MissedRow[]>> {
  const rows = await tx.query<{ id: string; reminder_id: string; due_on: IsoDate; due_at: Date }>(
    `SELECT id, reminder_id, due_on, due_at FROM reminder_firing
     WHERE reminder_id = ANY($1::uuid[]) AND state = 'missed' AND outbox_id IS NULL ORDER BY due_at`,
    [reminders.map(({ reminderId }) => reminderId)],
  );
  const found = new Map<string, MissedRow[]>();
  for (const { id, reminder_id: reminderId, due_on: on, due_at: at } of rows) {
    const missed = { firingId: id, due: { on, atMs: at.getTime() } };
    found.set(reminderId, [...(found.get(reminderId) ?? []), missed]);
  }
  return found;
}

/** Says which push told of a firing, and which entry it made. */
export async function linkFirings(
  tx: Tx,
  links: readonly { firingId: string; outboxId: string | null; entryId?: string | undefined }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.query(
    `UPDATE reminder_firing f SET outbox_id = l.outbox_id, entry_id = coalesce(l.entry_id, f.entry_id)
     FROM jsonb_to_recordset($1::jsonb) AS l (id uuid, outbox_id uuid, entry_id uuid) WHERE f.id = l.id`,
    [
      JSON.stringify(
        links.map(({ firingId, outboxId, entryId }) => ({
          id: firingId,
          outbox_id: outboxId,
          entry_id: entryId ?? null,
        })),
      ),
    ],
  );
}

/** Moves reminders on to what is due next; null when nothing is any more. */
export async function advance(
  tx: Tx,
  moves: readonly { reminderId: string; next: Occurrence | null }[],
): Promise<void> {
  await tx.query(
    `UPDATE reminder r SET next_due_on = m.due_on, next_due_at = m.due_at
     FROM jsonb_to_recordset($1::jsonb) AS m (id uuid, due_on date, due_at timestamptz) WHERE r.id = m.id`,
    [
      JSON.stringify(
        moves.map(({ reminderId, next }) => ({
          id: reminderId,
          due_on: next?.on ?? null,
          due_at: next && new Date(next.atMs).toISOString(),
        })),
      ),
    ],
  );
}

/** A push that quiet hours still hold is not sent once its bill is paid or skipped, or its reminder cancelled. */
export async function cancelSettled(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE outbox o SET state = 'failed', failure = 'settled'
     FROM reminder_firing f JOIN reminder_firing p
       ON p.reminder_id = f.reminder_id AND p.due_at = f.due_at AND p.kind = 'due'
     JOIN reminder r ON r.id = f.reminder_id
     WHERE o.state = 'pending' AND o.kind = 'push' AND o.not_before > now() AND f.user_id = o.user_id
       AND f.outbox_id = o.id AND (p.state IN ('paid', 'skipped') OR (p.state = 'open' AND r.deleted_at IS NOT NULL))`,
  );
}

/** Reminders and recurring records, one row each (SPEC S5). Every statement names the user. */
import { minorFromDatabase } from "../kernel/money.ts";
import type { Target } from "../kernel/reading.ts";
import type { Occurrence } from "../kernel/recurrence.ts";
import type { IsoDate, Reminder, Scope } from "../kernel/types.ts";
import { containing, first, type SqlValue, type Tx } from "./sql.ts";

/** A row as COLUMNS select it. */
interface ReminderRow {
  readonly id: string;
  readonly kind: Reminder["kind"];
  readonly title: string;
  readonly amount_minor: string | null;
  readonly currency: string | null;
  readonly entry_kind: Reminder["entryKind"];
  readonly category: string | null;
  readonly recurrence: string | null;
  readonly anchor_on: IsoDate;
  readonly wall_time: string;
  readonly zone: string;
  readonly next_due_on: IsoDate | null;
  readonly next_due_at: Date | null;
}

const COLUMNS = `id, kind, title, amount_minor, currency, entry_kind, category, recurrence, anchor_on, wall_time, zone,
  next_due_on, next_due_at`;

function reminderOf(row: ReminderRow): Reminder {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    amountMinor: row.amount_minor === null ? null : minorFromDatabase(row.amount_minor),
    currency: row.currency,
    entryKind: row.entry_kind,
    category: row.category,
    recurrence: row.recurrence,
    anchorOn: row.anchor_on,
    wallTime: row.wall_time,
    zone: row.zone,
    nextDueOn: row.next_due_on,
    nextDueAtMs: row.next_due_at?.getTime() ?? null,
  };
}

/** A title as duplicates are compared: lower case, no signs, single spaces. */
function titleKey(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return plain === "" ? title.toLowerCase() : plain;
}

/** The schedule as duplicates are compared. The first day matters where it says which of every N is meant. */
function scheduleKey({ recurrence, anchorOn, wallTime }: Reminder): string {
  const every = recurrence === null || recurrence.includes("/");
  return [recurrence ?? "once", ...(every ? [anchorOn] : []), wallTime].join(" ");
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * Writes a reminder, unless a live one has the same title and schedule.
 * @returns the row as it is stored, and whether it is new
 */
export async function insertReminder(
  tx: Tx,
  scope: Scope,
  { reminder, inboxId, nowMs }: { reminder: Reminder; inboxId: string; nowMs: number },
): Promise<{ reminder: Reminder; fresh: boolean }> {
  const row = await first<ReminderRow>(
    tx,
    `INSERT INTO reminder (id, org_id, user_id, kind, title, title_key, schedule_key, amount_minor, currency, entry_kind,
       category, recurrence, anchor_on, wall_time, zone, next_due_on, next_due_at, inbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)
     ON CONFLICT (user_id, title_key, schedule_key) WHERE deleted_at IS NULL AND next_due_at IS NOT NULL DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      reminder.id,
      scope.orgId,
      scope.userId,
      reminder.kind,
      reminder.title,
      titleKey(reminder.title),
      scheduleKey(reminder),
      reminder.amountMinor,
      reminder.currency,
      reminder.entryKind,
      reminder.category,
      reminder.recurrence,
      reminder.anchorOn,
      reminder.wallTime,
      reminder.zone,
      reminder.nextDueOn,
      iso(reminder.nextDueAtMs),
      inboxId,
      iso(nowMs),
    ],
  );
  if (row) return { reminder: reminderOf(row), fresh: true };
  return { reminder: (await findSameReminder(tx, scope, reminder)) ?? reminder, fresh: false };
}

/** Another live reminder with the title and schedule of this one. */
export async function findSameReminder(tx: Tx, scope: Scope, reminder: Reminder): Promise<Reminder | null> {
  const row = await first<ReminderRow>(
    tx,
    `SELECT ${COLUMNS} FROM reminder WHERE user_id = $1 AND title_key = $2 AND schedule_key = $3 AND id <> $4
       AND deleted_at IS NULL AND next_due_at IS NOT NULL`,
    [scope.userId, titleKey(reminder.title), scheduleKey(reminder), reminder.id],
  );
  return row && reminderOf(row);
}

/** Live ones by what is due next, those that come within the days first to last; and how many there are. */
export async function listReminders(
  tx: Tx,
  scope: Scope,
  {
    words = [],
    from = null,
    to = null,
    most,
  }: {
    words?: readonly string[] | undefined;
    from?: IsoDate | null;
    to?: IsoDate | null;
    most: number;
  },
): Promise<{ reminders: Reminder[]; count: number }> {
  const rows = await tx.query<ReminderRow & { count: string }>(
    `SELECT ${COLUMNS}, count(*) OVER () AS count FROM reminder
     WHERE user_id = $1 AND deleted_at IS NULL AND next_due_at IS NOT NULL
       AND title ILIKE ALL ($2::text[]) AND ($3::date IS NULL OR next_due_on >= $3::date)
       AND ($4::date IS NULL OR next_due_on <= $4::date)
     ORDER BY next_due_at, id LIMIT $5`,
    [scope.userId, words.map(containing), from, to, most],
  );
  return { reminders: rows.map(reminderOf), count: Number(rows[0]?.count ?? 0) };
}

/** The reminder with this id, cancelled or over or not: the buttons of a push outlive it. Null when it is gone. */
export async function findReminder(tx: Tx, scope: Scope, id: string): Promise<Reminder | null> {
  const row = await first<ReminderRow>(tx, `SELECT ${COLUMNS} FROM reminder WHERE user_id = $1 AND id = $2`, [
    scope.userId,
    id,
  ]);
  return row && reminderOf(row);
}

/** Not cancelled, and something is due next or a period of it waits. $1 is the user. */
export const LIVE = `deleted_at IS NULL AND (next_due_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM reminder_firing f WHERE f.user_id = $1 AND f.reminder_id = reminder.id AND f.kind = 'due' AND f.state = 'open'))`;

/** The live reminders that a target may mean, latest first; without anything that names one, the latest, or so many. */
export async function findReminders(
  tx: Tx,
  scope: Scope,
  { target, most }: { target: Target; most: number },
): Promise<Reminder[]> {
  const { words, amountMinor, recordId, latest = 1 } = target;
  const unnamed = words.length === 0 && amountMinor === undefined && recordId === undefined;
  const values: SqlValue[] = [
    scope.userId,
    words.map(containing),
    amountMinor ?? null,
    recordId ?? null,
    unnamed ? latest : most,
  ];
  const rows = await tx.query<ReminderRow>(
    `SELECT ${COLUMNS} FROM reminder WHERE user_id = $1 AND ${LIVE}
       AND (title || ' ' || coalesce(category, '')) ILIKE ALL ($2::text[])
       AND ($3::bigint IS NULL OR amount_minor = $3::bigint) AND ($4::uuid IS NULL OR id = $4::uuid)
     ORDER BY id DESC LIMIT $5`,
    values,
  );
  return rows.map(reminderOf);
}

/**
 * Writes all that can change of a live reminder; null when it is gone. The caller has made sure that no other one has
 * its title and schedule.
 */
export async function updateReminder(
  tx: Tx,
  scope: Scope,
  { reminder, nowMs }: { reminder: Reminder; nowMs: number },
): Promise<Reminder | null> {
  const row = await first<ReminderRow>(
    tx,
    `UPDATE reminder SET title = $3, title_key = $4, schedule_key = $5, amount_minor = $6, currency = $7, entry_kind = $8,
       category = $9, recurrence = $10, anchor_on = $11, wall_time = $12, zone = $13, next_due_on = $14, next_due_at = $15,
       updated_at = $16
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [
      scope.userId,
      reminder.id,
      reminder.title,
      titleKey(reminder.title),
      scheduleKey(reminder),
      reminder.amountMinor,
      reminder.currency,
      reminder.entryKind,
      reminder.category,
      reminder.recurrence,
      reminder.anchorOn,
      reminder.wallTime,
      reminder.zone,
      reminder.nextDueOn,
      iso(reminder.nextDueAtMs),
      iso(nowMs),
    ],
  );
  return row && reminderOf(row);
}

/** Says what is due next, when that is still `fromMs`: a sweep may have gone on since. */
export async function setNextDue(
  tx: Tx,
  scope: Scope,
  { reminderId, fromMs, next }: { reminderId: string; fromMs: number | null; next: Occurrence | null },
): Promise<Reminder | null> {
  const row = await first<ReminderRow>(
    tx,
    `UPDATE reminder SET next_due_on = $4, next_due_at = $5 WHERE user_id = $1 AND id = $2
       AND next_due_at IS NOT DISTINCT FROM $3::timestamptz RETURNING ${COLUMNS}`,
    [scope.userId, reminderId, iso(fromMs), next?.on ?? null, iso(next?.atMs ?? null)],
  );
  return row && reminderOf(row);
}

/** Cancels a reminder (its row is kept for 30 days); null when there is no such live one. */
export async function cancelReminder(
  tx: Tx,
  scope: Scope,
  id: string,
  nowMs: number,
): Promise<Reminder | null> {
  const row = await first<ReminderRow>(
    tx,
    `UPDATE reminder SET deleted_at = $3, updated_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL
     RETURNING ${COLUMNS}`,
    [scope.userId, id, iso(nowMs)],
  );
  return row && reminderOf(row);
}

/**
 * Brings a cancelled reminder back; null when it is not there, not cancelled, or another one has taken its place.
 * What is due next is as it was: what came due in the meantime is told late, not lost.
 */
export async function restoreReminder(
  tx: Tx,
  scope: Scope,
  id: string,
  nowMs: number,
): Promise<Reminder | null> {
  const row = await first<ReminderRow>(
    tx,
    `UPDATE reminder SET deleted_at = NULL, updated_at = $3
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM reminder o WHERE o.user_id = $1 AND o.id <> $2 AND o.title_key = reminder.title_key
         AND o.schedule_key = reminder.schedule_key AND o.deleted_at IS NULL AND o.next_due_at IS NOT NULL)
     RETURNING ${COLUMNS}`,
    [scope.userId, id, iso(nowMs)],
  );
  return row && reminderOf(row);
}

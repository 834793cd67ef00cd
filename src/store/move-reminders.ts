/** A person in another zone: what is to come keeps its wall time there (SPEC S5). Every statement names the user. */
import { addDays } from "../kernel/calendar.ts";
import { instantOf } from "../kernel/recurrence.ts";
import type { IsoDate, Scope } from "../kernel/types.ts";
import { LIVE } from "./reminders.ts";
import type { Tx } from "./sql.ts";

interface MovedRow {
  readonly id: string;
  readonly next_due_on: IsoDate | null;
  readonly wall_time: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Moves what is to come to the same day and wall time in another zone (SPEC S5): due moments, and the nudges of those
 * that were told. A snooze stays: it was asked for at its moment.
 * @returns how many reminders moved
 */
export async function moveReminders(
  tx: Tx,
  scope: Scope,
  { zone, nowMs }: { zone: string; nowMs: number },
): Promise<number> {
  const rows = await tx.query<MovedRow>(
    `SELECT id, next_due_on, wall_time FROM reminder WHERE user_id = $1 AND zone <> $2 AND ${LIVE}`,
    [scope.userId, zone],
  );
  if (rows.length === 0) return 0;
  const instants = rows.map(({ next_due_on: on, wall_time: wallTime }) =>
    on === null ? "" : iso(instantOf(on, wallTime, zone)),
  );
  await tx.query(
    `UPDATE reminder SET zone = $2, next_due_at = nullif(m.at, '')::timestamptz
     FROM unnest($3::uuid[], $4::text[]) AS m (id, at) WHERE user_id = $1 AND reminder.id = m.id`,
    [scope.userId, zone, rows.map(({ id }) => id), instants],
  );
  await moveNudges(tx, scope, { zone, nowMs });
  return rows.length;
}

async function moveNudges(
  tx: Tx,
  scope: Scope,
  { zone, nowMs }: { zone: string; nowMs: number },
): Promise<void> {
  const nudges = await tx.query<{ id: string; due_on: IsoDate; wall_time: string }>(
    `SELECT f.id, f.due_on, r.wall_time FROM reminder_firing f JOIN reminder r ON r.id = f.reminder_id AND r.user_id = $1
     WHERE f.user_id = $1 AND f.kind = 'due' AND f.state = 'open' AND f.wake_kind = 'nudge' AND f.wake_at > $2`,
    [scope.userId, iso(nowMs)],
  );
  if (nudges.length === 0) return;
  await tx.query(
    `UPDATE reminder_firing f SET wake_at = m.at FROM unnest($2::uuid[], $3::timestamptz[]) AS m (id, at)
     WHERE f.user_id = $1 AND f.id = m.id`,
    [
      scope.userId,
      nudges.map(({ id }) => id),
      nudges.map((row) => iso(instantOf(addDays(row.due_on, 1), row.wall_time, zone)) ?? ""),
    ],
  );
}

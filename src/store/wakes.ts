/** Nudges and snoozes: what an open period waits for (SPEC S5). Like firings.ts, many at once in one transaction. */
import { type FiringReminder, type FiringRow, PERSON_COLUMNS, PERSON_JOINS, reminderOf } from "./firings.ts";
import type { Tx } from "./sql.ts";

/** A period that is to be woken. */
export interface Wake {
  /** Its row of kind `due`. */
  readonly firingId: string;
  readonly reminder: FiringReminder;
  readonly kind: "nudge" | "snooze";
  readonly atMs: number;
  /** Neither paid nor skipped, and its reminder is still there. */
  readonly open: boolean;
  /** How many snoozes of it have ended before. */
  readonly snoozes: number;
  readonly nudged: boolean;
}

interface WakeRow extends FiringRow {
  firing_id: string;
  wake_kind: Wake["kind"] | null;
  wake_at: Date;
  open: boolean;
  snoozes: number;
  nudged: boolean;
}

/** Locks up to `most` periods whose nudge or snooze has come and that no other process has, longest due first. */
export async function claimWakes(tx: Tx, nowMs: number, most: number): Promise<Wake[]> {
  const rows = await tx.query<WakeRow>(
    `WITH f AS (
       SELECT * FROM reminder_firing WHERE wake_at <= $1 ORDER BY wake_at LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     SELECT ${PERSON_COLUMNS}, f.due_on, f.due_at, f.id AS firing_id, f.wake_kind, f.wake_at,
       f.kind = 'due' AND f.state = 'open' AND r.deleted_at IS NULL AS open,
       (SELECT count(*)::int FROM reminder_firing s WHERE s.reminder_id = r.id AND s.due_at = f.due_at
          AND s.kind LIKE 'snooze %') AS snoozes,
       EXISTS (SELECT 1 FROM reminder_firing n WHERE n.reminder_id = r.id AND n.due_at = f.due_at
          AND n.kind = 'nudge') AS nudged
     FROM f JOIN reminder r ON r.id = f.reminder_id ${PERSON_JOINS} ORDER BY f.wake_at, f.id`,
    [new Date(nowMs).toISOString(), most],
  );
  return rows.map((row) => ({
    firingId: row.firing_id,
    reminder: reminderOf(row),
    kind: row.wake_kind ?? "nudge",
    atMs: row.wake_at.getTime(),
    open: row.open,
    snoozes: row.snoozes,
    nudged: row.nudged,
  }));
}

/** Says what the periods wait for now; nothing, or their nudge. */
export async function setNudges(
  tx: Tx,
  wakes: readonly { firingId: string; nudgeAtMs: number | null }[],
): Promise<void> {
  await tx.query(
    `UPDATE reminder_firing f SET wake_at = w.at, wake_kind = CASE WHEN w.at IS NOT NULL THEN 'nudge' END
     FROM jsonb_to_recordset($1::jsonb) AS w (id uuid, at timestamptz) WHERE f.id = w.id`,
    [
      JSON.stringify(
        wakes.map(({ firingId, nudgeAtMs }) => ({
          id: firingId,
          at: nudgeAtMs === null ? null : new Date(nudgeAtMs).toISOString(),
        })),
      ),
    ],
  );
}

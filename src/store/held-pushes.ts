/**
 * Pushes that quiet hours hold, when what they were made from changes before anybody has read them (SPEC S5): a moment
 * that was not said yet is due again, and is said as things are then. Every statement names the user.
 */
import type { Scope } from "../kernel/types.ts";
import type { Tx } from "./sql.ts";

/** Held, and never tried: what the platform has asked to send later has another reason to wait. */
const HELD = "o.kind = 'push' AND o.state = 'pending' AND o.attempts = 0 AND o.not_before > now()";

/**
 * Takes back the held pushes of due moments, so that the next sweep fires them anew; what they mentioned as missed is
 * to be mentioned again.
 * @param reminderId one reminder; null for all of the user's
 * @returns whether there was any
 */
export async function takeBackHeld(tx: Tx, scope: Scope, reminderId: string | null): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    `WITH held AS (
       UPDATE outbox o SET state = 'failed', failure = 'changed' FROM reminder_firing f
       WHERE o.user_id = $1 AND ${HELD} AND f.user_id = $1 AND f.outbox_id = o.id AND f.kind = 'due' AND f.state = 'open'
         AND ($2::uuid IS NULL OR f.reminder_id = $2)
       RETURNING o.id, f.id AS firing_id, f.reminder_id, f.due_on, f.due_at
     ), unsaid AS (
       UPDATE reminder_firing m SET outbox_id = NULL FROM held
       WHERE m.user_id = $1 AND m.outbox_id = held.id AND m.id <> held.firing_id
     ), gone AS (
       DELETE FROM reminder_firing f USING held WHERE f.user_id = $1 AND f.id = held.firing_id
     )
     UPDATE reminder r SET next_due_on = held.due_on, next_due_at = held.due_at FROM held
     WHERE r.user_id = $1 AND r.id = held.reminder_id RETURNING r.id`,
    [scope.userId, reminderId],
  );
  return rows.length > 0;
}

/** Holds what is still held for so long from now, ms: the hours or the zone that it was held by have changed. */
export async function holdAnew(tx: Tx, scope: Scope, holdMs: number): Promise<void> {
  await tx.query(
    `UPDATE outbox o SET not_before = now() + $2 * interval '1 millisecond' WHERE o.user_id = $1 AND ${HELD}`,
    [scope.userId, Math.max(0, Math.ceil(holdMs))],
  );
}

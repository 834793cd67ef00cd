/**
 * The due moments of a person's reminders, as their words and buttons change them (SPEC S5): one row of kind `due` for
 * each, whether it was pushed or was paid before. Every statement names the user.
 */
import type { DuePeriod, IsoDate, PeriodState, Scope } from "../kernel/types.ts";
import { first, type Tx } from "./sql.ts";

/** A due moment, and what became of it. */
export interface Firing extends DuePeriod {
  readonly id: string;
  readonly state: PeriodState;
  /** What comes next while it is open. */
  readonly wakeAtMs: number | null;
  readonly wakeKind: "nudge" | "snooze" | null;
  /** The entry that its payment recorded. */
  readonly entryId: string | null;
}

/** A due moment that was told and waits, with the title of its reminder. */
export interface OpenFiring extends Firing {
  readonly title: string;
  /** Its latest push: late, nudged or snoozed, that may be long after it was due. */
  readonly toldAtMs: number;
}

interface FiringRow {
  readonly id: string;
  readonly reminder_id: string;
  readonly due_on: IsoDate;
  readonly due_at: Date;
  readonly state: PeriodState;
  readonly wake_at: Date | null;
  readonly wake_kind: Firing["wakeKind"];
  readonly entry_id: string | null;
}

const COLUMNS = "id, reminder_id, due_on, due_at, state, wake_at, wake_kind, entry_id";

function firingOf(row: FiringRow): Firing {
  return {
    id: row.id,
    reminderId: row.reminder_id,
    dueOn: row.due_on,
    dueAtMs: row.due_at.getTime(),
    state: row.state,
    wakeAtMs: row.wake_at?.getTime() ?? null,
    wakeKind: row.wake_kind,
    entryId: row.entry_id,
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The row of one due moment; null when it has not come and was not paid before. */
export async function findFiring(
  tx: Tx,
  scope: Scope,
  { reminderId, dueAtMs }: Pick<DuePeriod, "reminderId" | "dueAtMs">,
): Promise<Firing | null> {
  const row = await first<FiringRow>(
    tx,
    `SELECT ${COLUMNS} FROM reminder_firing WHERE user_id = $1 AND reminder_id = $2 AND due_at = $3 AND kind = 'due'`,
    [scope.userId, reminderId, iso(dueAtMs)],
  );
  return row && firingOf(row);
}

/** The latest due moments of one reminder, latest first. */
export async function firingsOf(tx: Tx, scope: Scope, reminderId: string, most: number): Promise<Firing[]> {
  const rows = await tx.query<FiringRow>(
    `SELECT ${COLUMNS} FROM reminder_firing WHERE user_id = $1 AND reminder_id = $2 AND kind = 'due'
     ORDER BY due_at DESC LIMIT $3`,
    [scope.userId, reminderId, most],
  );
  return rows.map(firingOf);
}

/** The latest open moment of each reminder that was told and is neither paid nor skipped, latest first. */
export async function openFirings(tx: Tx, scope: Scope, most: number): Promise<OpenFiring[]> {
  const rows = await tx.query<FiringRow & { title: string; told_at: Date }>(
    `SELECT * FROM (
       SELECT DISTINCT ON (f.reminder_id) f.id, f.reminder_id, f.due_on, f.due_at, f.state, f.wake_at, f.wake_kind,
         f.entry_id, r.title, (SELECT max(t.fired_at) FROM reminder_firing t
           WHERE t.user_id = $1 AND t.reminder_id = f.reminder_id AND t.due_at = f.due_at) AS told_at
       FROM reminder_firing f JOIN reminder r ON r.id = f.reminder_id AND r.user_id = $1
       WHERE f.user_id = $1 AND f.kind = 'due' AND f.state = 'open' AND r.kind = 'reminder' AND r.deleted_at IS NULL
       ORDER BY f.reminder_id, f.due_at DESC) open
     ORDER BY due_at DESC, id DESC LIMIT $2`,
    [scope.userId, most],
  );
  return rows.map((row) => ({ ...firingOf(row), title: row.title, toldAtMs: row.told_at.getTime() }));
}

/**
 * Closes one period of a reminder, and no other; what would have come next for it does not come. One that has not been
 * told yet has its row from now on, so that it never is.
 */
export async function closePeriod(
  tx: Tx,
  scope: Scope,
  {
    id,
    reminderId,
    dueOn,
    dueAtMs,
    state,
    entryId = null,
    nowMs,
  }: DuePeriod & {
    /** Of the row, when there is none yet. */
    id: string;
    state: "paid" | "skipped" | "recorded";
    entryId?: string | null | undefined;
    nowMs: number;
  },
): Promise<Firing | null> {
  const row = await first<FiringRow>(
    tx,
    `INSERT INTO reminder_firing (id, org_id, user_id, reminder_id, due_on, due_at, kind, state, entry_id, fired_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'due', $7, $8, $9)
     ON CONFLICT (reminder_id, due_at, kind) DO UPDATE SET state = EXCLUDED.state, entry_id = EXCLUDED.entry_id,
       wake_at = NULL, wake_kind = NULL
     WHERE reminder_firing.user_id = $3 RETURNING ${COLUMNS}`,
    [id, scope.orgId, scope.userId, reminderId, dueOn, iso(dueAtMs), state, entryId, iso(nowMs)],
  );
  return row && firingOf(row);
}

/** Puts back what became of a period, and what comes next for it; null when there is no such row. */
export async function putFiring(tx: Tx, scope: Scope, firing: Firing): Promise<Firing | null> {
  const row = await first<FiringRow>(
    tx,
    `UPDATE reminder_firing SET state = $3, wake_at = $4, wake_kind = $5, entry_id = $6
     WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [
      scope.userId,
      firing.id,
      firing.state,
      firing.wakeAtMs === null ? null : iso(firing.wakeAtMs),
      firing.wakeKind,
      firing.entryId,
    ],
  );
  return row && firingOf(row);
}

/** Removes the row of a period that was closed before it came: it will be told as if nothing had been said. */
export async function removeFiring(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.query("DELETE FROM reminder_firing WHERE user_id = $1 AND id = $2", [scope.userId, id]);
}

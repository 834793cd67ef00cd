/** Reminders as the tool that makes them stores them, and what became of them. */
import { uuidV7 } from "../../src/kernel/ids.ts";
import type { ButtonDraft } from "../../src/kernel/ports.ts";
import { nextOccurrence } from "../../src/kernel/recurrence.ts";
import type { Database } from "../../src/store/database.ts";
import type { Met } from "./people.ts";

export const ZONE = "Asia/Kuala_Lumpur";

/** An instant by the wall clock of Kuala Lumpur: `kl("2026-03-11 09:00")`. */
export const kl = (wall: string): number => Date.parse(`${wall.replace(" ", "T")}:00+08:00`);

export interface ReminderGiven {
  readonly title?: string;
  readonly kind?: "reminder" | "recurring";
  readonly amountMinor?: number | null;
  readonly currency?: string | null;
  readonly category?: string | null;
  readonly recurrence?: string | null;
  readonly anchorOn: string;
  readonly wallTime?: string;
  readonly zone?: string;
}

/** Stores a reminder and returns its id; the first moment is the anchor's, or the next after it. */
export async function remember(
  database: Database,
  { scope, inboxId }: Met,
  given: ReminderGiven,
): Promise<string> {
  const id = uuidV7.next();
  const { anchorOn, wallTime = "09:00", zone = ZONE, recurrence = null, kind = "reminder" } = given;
  const from = Date.parse(`${anchorOn}T00:00:00Z`) - 24 * 3_600_000;
  const first = nextOccurrence({ recurrence, anchorOn, wallTime, zone }, from);
  if (!first) throw new Error("the reminder has no first moment");
  const { title = "rent", amountMinor = 120_000, currency = "MYR", category = "housing" } = given;
  await database.system.query(
    `INSERT INTO reminder (id, org_id, user_id, kind, title, title_key, schedule_key, amount_minor, currency, category,
       recurrence, anchor_on, wall_time, zone, next_due_on, next_due_at, inbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5, $16, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now(), now())`,
    [
      id,
      scope.orgId,
      scope.userId,
      kind,
      title,
      amountMinor,
      amountMinor === null ? null : currency,
      category,
      recurrence,
      anchorOn,
      wallTime,
      zone,
      first.on,
      new Date(first.atMs).toISOString(),
      inboxId,
      // Each is another one, however alike.
      id,
    ],
  );
  return id;
}

/** A period is settled, as its tools settle it. */
export async function settle(
  database: Database,
  { scope }: Met,
  {
    reminderId,
    on,
    atMs,
    state,
  }: { reminderId: string; on: string; atMs: number; state: "paid" | "skipped" },
): Promise<void> {
  await database.system.query(
    `INSERT INTO reminder_firing (id, org_id, user_id, reminder_id, due_on, due_at, kind, state, fired_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'due', $7, now())
     ON CONFLICT (reminder_id, due_at, kind) DO UPDATE SET state = EXCLUDED.state, wake_at = NULL, wake_kind = NULL`,
    [uuidV7.next(), scope.orgId, scope.userId, reminderId, on, new Date(atMs).toISOString(), state],
  );
}

export interface Pushed {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly buttons: ButtonDraft[];
  readonly chatKey: string;
  readonly language: string;
  /** How long it is held from when it was written, ms. */
  readonly heldMs: number;
}

/** What was pushed to a person so far, in order. */
export function pushesTo(database: Database, { scope }: Met): Promise<Pushed[]> {
  return database.system.query<Pushed>(
    `SELECT id, text, state, buttons, chat_key AS "chatKey", language,
       round(extract(epoch FROM not_before - created_at) * 1000)::int AS "heldMs"
     FROM outbox WHERE user_id = $1 AND kind = 'push' ORDER BY seq`,
    [scope.userId],
  );
}

/** The firing rows of a reminder: "2026-03-11 due open", oldest first. */
export async function firingsOf(database: Database, reminderId: string): Promise<string[]> {
  const rows = await database.system.query<{ row: string }>(
    `SELECT due_on::text || ' ' || kind || ' ' || state AS row FROM reminder_firing
     WHERE reminder_id = $1 ORDER BY due_at, kind`,
    [reminderId],
  );
  return rows.map(({ row }) => row);
}

/** When a reminder is due next, by the wall clock of Kuala Lumpur; null when it is not. */
export async function nextOf(database: Database, reminderId: string): Promise<string | null> {
  const [row] = await database.system.query<{ at: string | null }>(
    `SELECT to_char(next_due_at AT TIME ZONE '${ZONE}', 'YYYY-MM-DD HH24:MI') AS at FROM reminder WHERE id = $1`,
    [reminderId],
  );
  return row?.at ?? null;
}

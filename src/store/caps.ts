/**
 * Spending caps (SPEC S6). What is spent is never kept as a counter: it is added up from the expense rows whenever it
 * is asked for, for all caps at once, in one statement.
 */
import { limits } from "../kernel/limits.ts";
import { minorFromDatabase } from "../kernel/money.ts";
import type { Cap, CapPeriod, CapState, Currency, IsoDate, Scope } from "../kernel/types.ts";
import { first, type Sql, type Tx } from "./sql.ts";

interface CapRow {
  readonly id: string;
  readonly category: string | null;
  readonly period: CapPeriod;
  readonly amount_minor: string;
  readonly currency: Currency;
}

const COLUMNS = "id, category, period, amount_minor, currency";

function capOf({ id, category, period, amount_minor, currency }: CapRow): Cap {
  return { id, category, period, amountMinor: minorFromDatabase(amount_minor), currency };
}

/** The live caps of a user, the overall ones last. */
export async function listCaps(tx: Tx, scope: Scope): Promise<Cap[]> {
  const rows = await tx.query<CapRow>(
    `SELECT ${COLUMNS} FROM cap WHERE user_id = $1 AND deleted_at IS NULL
     ORDER BY category NULLS LAST, array_position(ARRAY['day', 'week', 'month'], period)`,
    [scope.userId],
  );
  return rows.map(capOf);
}

/** Sets a cap; the live one of the same category and period gets the new amount and keeps its id. */
export async function saveCap(tx: Tx, scope: Scope, cap: Cap, nowMs: number): Promise<Cap> {
  const row = await first<CapRow>(
    tx,
    `INSERT INTO cap (id, org_id, user_id, category, period, amount_minor, currency, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (user_id, coalesce(category, ''), period) WHERE deleted_at IS NULL
     DO UPDATE SET amount_minor = EXCLUDED.amount_minor, currency = EXCLUDED.currency, updated_at = EXCLUDED.updated_at
     RETURNING ${COLUMNS}`,
    [
      cap.id,
      scope.orgId,
      scope.userId,
      cap.category,
      cap.period,
      cap.amountMinor,
      cap.currency,
      new Date(nowMs).toISOString(),
    ],
  );
  return row ? capOf(row) : cap;
}

/** Takes a cap away (the row is kept for 30 days); null when there is no such live cap. */
export async function removeCap(tx: Tx, scope: Scope, id: string, nowMs: number): Promise<Cap | null> {
  const row = await first<CapRow>(
    tx,
    `UPDATE cap SET deleted_at = $3, updated_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL
     RETURNING ${COLUMNS}`,
    [scope.userId, id, new Date(nowMs).toISOString()],
  );
  return row && capOf(row);
}

/** Brings a cap back; null when it is not there, or another one has taken its place since. */
export async function restoreCap(tx: Tx, scope: Scope, id: string, nowMs: number): Promise<Cap | null> {
  const row = await first<CapRow>(
    tx,
    `UPDATE cap SET deleted_at = NULL, updated_at = $3
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM cap o WHERE o.user_id = $1 AND o.deleted_at IS NULL AND o.period = cap.period
                         AND o.category IS NOT DISTINCT FROM cap.category)
     RETURNING ${COLUMNS}`,
    [scope.userId, id, new Date(nowMs).toISOString()],
  );
  return row && capOf(row);
}

/** Changes the amount of a live cap; null when it is gone. */
export async function updateCap(tx: Tx, scope: Scope, cap: Cap, nowMs: number): Promise<Cap | null> {
  const row = await first<CapRow>(
    tx,
    `UPDATE cap SET amount_minor = $3, currency = $4, updated_at = $5
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [scope.userId, cap.id, cap.amountMinor, cap.currency, new Date(nowMs).toISOString()],
  );
  return row && capOf(row);
}

/** What of the caps is meant: those in whose period `date` is, for one category, currency or cap when it is named. */
export interface CapMoment {
  readonly date: IsoDate;
  readonly category?: string | undefined;
  readonly currency?: Currency | undefined;
  readonly capId?: string | undefined;
}

/**
 * Each cap in each period that a moment is in, with what was spent in it. $1 are the moments, each with its user: weeks
 * begin where the user's do.
 */
const STATE = `
  moment AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS m ("userId" uuid, date date, category text, currency text, "capId" uuid)
  ), span AS (
    SELECT DISTINCT c.id, c.org_id, c.user_id, c.category, c.period, c.amount_minor, c.currency, f.from_on,
      CASE c.period WHEN 'day' THEN f.from_on WHEN 'week' THEN f.from_on + 6
        ELSE (f.from_on + interval '1 month')::date - 1 END AS to_on
    FROM moment m
    JOIN app_user u ON u.id = m."userId"
    JOIN cap c ON c.user_id = u.id AND c.deleted_at IS NULL
      AND (m.category IS NULL OR c.category IS NULL OR c.category = m.category)
      AND (m.currency IS NULL OR c.currency = m.currency) AND (m."capId" IS NULL OR c.id = m."capId")
    CROSS JOIN LATERAL (SELECT CASE c.period WHEN 'day' THEN m.date
      WHEN 'week' THEN m.date - (extract(isodow FROM m.date)::int - u.week_start + 7) % 7
      ELSE date_trunc('month', m.date)::date END AS from_on) f
  ), state AS (
    SELECT span.*, s.spent, CASE WHEN s.spent >= span.amount_minor THEN 100
      WHEN s.spent * 100 >= span.amount_minor * 80::numeric THEN 80 ELSE 0 END AS reached,
      coalesce((SELECT max(t.level) FROM cap_told t WHERE t.cap_id = span.id AND t.user_id = span.user_id
                  AND t.period_from = span.from_on), 0) AS told
    FROM span CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount_minor), 0) AS spent FROM ledger_entry e
      WHERE e.user_id = span.user_id AND e.deleted_at IS NULL AND e.kind = 'expense' AND e.currency = span.currency
        AND (span.category IS NULL OR e.category = span.category) AND e.spent_on BETWEEN span.from_on AND span.to_on) s
  )`;

const STATE_COLUMNS =
  "id, user_id, category, period, amount_minor, currency, from_on, to_on, spent::text AS spent";

interface StateRow extends CapRow {
  readonly user_id: string;
  readonly from_on: IsoDate;
  readonly to_on: IsoDate;
  readonly spent: string;
  readonly tells?: CapState["tells"] | undefined;
}

function stateOf(row: StateRow): CapState {
  const { from_on: from, to_on: to, spent, tells = 0 } = row;
  return { ...capOf(row), from, to, spentMinor: minorFromDatabase(spent), tells };
}

const LOOK = `WITH ${STATE} SELECT ${STATE_COLUMNS} FROM state
  ORDER BY category NULLS LAST, array_position(ARRAY['day', 'week', 'month'], period), from_on`;

/** The caps in the periods that a day is in, the overall ones last. Writes nothing. */
export async function capStates(tx: Tx, scope: Scope, day: IsoDate): Promise<CapState[]> {
  const rows = await tx.query<StateRow>(LOOK, [JSON.stringify([{ userId: scope.userId, date: day }])]);
  return rows.map(stateOf);
}

/**
 * What is told now is written down with it, so that it is told once; what is below its level again may be told again.
 * Those that have something new to tell come first, and what is cut off tells it another time.
 */
const TELL = `
  WITH ${STATE}, shown AS (
    SELECT state.*, row_number() OVER (PARTITION BY user_id ORDER BY reached > told DESC, spent / amount_minor DESC, category NULLS LAST,
      from_on DESC, id) AS place FROM state
  ), tells AS (
    INSERT INTO cap_told (cap_id, org_id, user_id, period_from, level, told_at)
    SELECT s.id, s.org_id, s.user_id, s.from_on, l.level, $2
    FROM shown s CROSS JOIN (VALUES (80), (100)) AS l (level)
    WHERE s.place <= $3 AND l.level > s.told AND l.level <= s.reached
    ON CONFLICT (cap_id, period_from, level) DO NOTHING
  ), taken_back AS (
    DELETE FROM cap_told t USING state s
    WHERE t.cap_id = s.id AND t.user_id = s.user_id AND t.period_from = s.from_on AND t.level > s.reached
  )
  SELECT ${STATE_COLUMNS}, CASE WHEN reached > told THEN reached ELSE 0 END AS tells FROM shown
  WHERE place <= $3 ORDER BY place`;

/**
 * The caps that these moments touch, at most as many as one reply has lines for, and what each has to tell now.
 * One statement for all of them; written in the caller's transaction.
 */
export function tellCaps(
  tx: Tx,
  scope: Scope,
  { moments, nowMs }: { moments: readonly CapMoment[]; nowMs: number },
): Promise<CapState[]> {
  const { userId } = scope;
  return tellCapsOf(tx, { moments: moments.map((moment) => ({ ...moment, userId })), nowMs });
}

/** The same for several users, each with lines of their own; for jobs, in the system scope. */
export async function tellCapsOf(
  tx: Tx,
  { moments, nowMs }: { moments: readonly (CapMoment & { readonly userId: string })[]; nowMs: number },
): Promise<(CapState & { readonly userId: string })[]> {
  const rows = await tx.query<StateRow>(TELL, [
    JSON.stringify(moments),
    new Date(nowMs).toISOString(),
    limits.capLines,
  ]);
  return rows.map((row) => ({ ...stateOf(row), userId: row.user_id }));
}

/** The one with the largest part of it spent, or undefined when there are none. */
export function nearestCap<State extends CapState>(states: readonly State[]): State | undefined {
  const part = ({ spentMinor, amountMinor }: CapState): number => spentMinor / amountMinor;
  return states.toSorted((one, other) => part(other) - part(one))[0];
}

/** The caps of several users, each on a day of their own; for jobs, in the system scope. */
export async function capStatesOf(
  sql: Sql,
  days: readonly { readonly userId: string; readonly date: IsoDate }[],
): Promise<(CapState & { readonly userId: string })[]> {
  const rows = await sql.query<StateRow>(LOOK, [JSON.stringify(days)]);
  return rows.map((row) => ({ ...stateOf(row), userId: row.user_id }));
}

/** The ledger: expenses and income, one row each (SPEC S4). Every statement names the user. */
import { limits } from "../kernel/limits.ts";
import { minorFromDatabase } from "../kernel/money.ts";
import type { Target } from "../kernel/reading.ts";
import type { Entry, Scope } from "../kernel/types.ts";
import { containing, first, type SqlValue, type Tx } from "./sql.ts";

/** A row as COLUMNS select it. */
export interface EntryRow extends Omit<Entry, "amountMinor"> {
  readonly amount_minor: string;
}

export const COLUMNS =
  "id, kind, amount_minor, currency, description, merchant, category, spent_on AS date, source";

export function entryOf({ amount_minor, ...rest }: EntryRow): Entry {
  return { ...rest, amountMinor: minorFromDatabase(amount_minor) };
}

/** Looks the same, was recorded a moment ago, and by another message (SPEC S4). */
const TWIN = `EXISTS (SELECT 1 FROM ledger_entry t WHERE t.user_id = $3 AND t.deleted_at IS NULL AND t.kind = $4
  AND t.amount_minor = $5 AND t.currency = $6 AND lower(t.description) = lower($7) AND t.spent_on = $10
  AND t.inbox_id <> $12 AND t.created_at > $14)`;

/**
 * Writes an entry.
 * @returns the row as it is stored, and whether another one looks the same
 */
export async function insertEntry(
  tx: Tx,
  scope: Scope,
  { entry, inboxId, nowMs }: { entry: Entry; inboxId: string; nowMs: number },
): Promise<{ entry: Entry; twin: boolean }> {
  const rows = await tx.query<EntryRow & { twin: boolean }>(
    `INSERT INTO ledger_entry (id, org_id, user_id, kind, amount_minor, currency, description, merchant, category,
       spent_on, source, inbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) RETURNING ${COLUMNS}, ${TWIN} AS twin`,
    [
      entry.id,
      scope.orgId,
      scope.userId,
      entry.kind,
      entry.amountMinor,
      entry.currency,
      entry.description,
      entry.merchant,
      entry.category,
      entry.date,
      entry.source,
      inboxId,
      new Date(nowMs).toISOString(),
      new Date(nowMs - limits.twinWindowMs).toISOString(),
    ],
  );
  const { twin, ...row } = rows[0] as EntryRow & { twin: boolean };
  return { entry: entryOf(row), twin };
}

/** The live entry with this id, or null when it is gone or somebody else's. */
export async function findEntry(tx: Tx, scope: Scope, id: string): Promise<Entry | null> {
  const row = await first<EntryRow>(
    tx,
    `SELECT ${COLUMNS} FROM ledger_entry WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [scope.userId, id],
  );
  return row && entryOf(row);
}

/** Puts back an entry's fields as `entry` has them; null when there is no such live entry. */
export async function updateEntry(
  tx: Tx,
  scope: Scope,
  { entry, nowMs }: { entry: Entry; nowMs: number },
): Promise<Entry | null> {
  const row = await first<EntryRow>(
    tx,
    `UPDATE ledger_entry SET kind = $3, amount_minor = $4, currency = $5, description = $6, merchant = $7, category = $8,
       spent_on = $9, updated_at = $10
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [
      scope.userId,
      entry.id,
      entry.kind,
      entry.amountMinor,
      entry.currency,
      entry.description,
      entry.merchant,
      entry.category,
      entry.date,
      new Date(nowMs).toISOString(),
    ],
  );
  return row && entryOf(row);
}

/** Marks an entry as deleted (it is kept for 30 days); null when there is no such live entry. */
export async function deleteEntry(tx: Tx, scope: Scope, id: string, nowMs: number): Promise<Entry | null> {
  const row = await first<EntryRow>(
    tx,
    `UPDATE ledger_entry SET deleted_at = $3, updated_at = $3 WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL
     RETURNING ${COLUMNS}`,
    [scope.userId, id, new Date(nowMs).toISOString()],
  );
  return row && entryOf(row);
}

/** Brings a deleted entry back; null when it is not there, or not deleted. */
export async function restoreEntry(tx: Tx, scope: Scope, id: string, nowMs: number): Promise<Entry | null> {
  const row = await first<EntryRow>(
    tx,
    `UPDATE ledger_entry SET deleted_at = NULL, updated_at = $3
     WHERE user_id = $1 AND id = $2 AND deleted_at IS NOT NULL RETURNING ${COLUMNS}`,
    [scope.userId, id, new Date(nowMs).toISOString()],
  );
  return row && entryOf(row);
}

/** Without anything that names a row, the entries of the latest message that still has any are meant. */
const LATEST = `inbox_id = (SELECT inbox_id FROM ledger_entry WHERE user_id = $1 AND deleted_at IS NULL
  ORDER BY id DESC LIMIT 1)`;

/** The live entries that an edit may mean, at most `most` or as many as were said, latest first; ids grow with time, whatever the clock port says. */
export async function findTargets(
  tx: Tx,
  scope: Scope,
  { target, most }: { target: Target; most: number },
): Promise<Entry[]> {
  const wanted: string[] = [];
  const values: SqlValue[] = [scope.userId];
  const add = (condition: (place: string) => string, value: SqlValue): void => {
    values.push(value);
    wanted.push(condition(`$${values.length}`));
  };
  if (target.recordId) add((place) => `id = ${place}`, target.recordId);
  if (target.kind === "expense" || target.kind === "income") add((place) => `kind = ${place}`, target.kind);
  if (target.date) add((place) => `spent_on = ${place}`, target.date);
  if (target.amountMinor) add((place) => `amount_minor = ${place}`, target.amountMinor);
  if (target.amountMinor && target.currency) add((place) => `currency = ${place}`, target.currency);
  if (target.words.length > 0) {
    // One array, so that the statement's text, which is prepared, is the same for any number of words.
    add(
      (place) =>
        `(description || ' ' || coalesce(merchant, '') || ' ' || category) ILIKE ALL (${place}::text[])`,
      target.words.map(containing),
    );
  }
  if (wanted.length === 0 && !target.latest) wanted.push(LATEST);
  const rows = await tx.query<EntryRow>(
    `SELECT ${COLUMNS} FROM ledger_entry WHERE user_id = $1 AND deleted_at IS NULL
       ${wanted.map((condition) => `AND ${condition}`).join(" ")}
     ORDER BY id DESC LIMIT ${target.latest ?? most}`,
    values,
  );
  return rows.map(entryOf);
}

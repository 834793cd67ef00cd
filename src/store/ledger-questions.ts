/** What can be asked of the ledger (SPEC S7). Sums are exact, and per currency: they are never added across. */
import { minorFromDatabase } from "../kernel/money.ts";
import type { Currency, Entry, EntryKind, IsoDate, Scope } from "../kernel/types.ts";
import { entryOf } from "./ledger.ts";
import type { SqlValue, Tx } from "./sql.ts";

/** Which entries a question is about. */
export interface EntryFilter {
  readonly kind: EntryKind | "both";
  /** First and last day, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly category?: string | undefined;
  /** Words that description or merchant must contain, all of them. */
  readonly words?: readonly string[] | undefined;
  readonly minMinor?: number | undefined;
  readonly maxMinor?: number | undefined;
}

export interface Total {
  readonly kind: EntryKind;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly count: number;
}

interface Where {
  readonly sql: string;
  readonly values: SqlValue[];
}

function where(scope: Scope, filter: EntryFilter): Where {
  const values: SqlValue[] = [scope.userId, filter.from, filter.to];
  let sql = "user_id = $1 AND deleted_at IS NULL AND spent_on BETWEEN $2 AND $3";
  const add = (condition: (place: string) => string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    values.push(value);
    sql += ` AND ${condition(`$${values.length}`)}`;
  };
  add((place) => `kind = ${place}`, filter.kind === "both" ? undefined : filter.kind);
  add((place) => `category = ${place}`, filter.category);
  add((place) => `amount_minor >= ${place}`, filter.minMinor);
  add((place) => `amount_minor <= ${place}`, filter.maxMinor);
  for (const word of filter.words ?? []) {
    const literal = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    add((place) => `(description || ' ' || coalesce(merchant, '')) ILIKE ${place}`, literal);
  }
  return { sql, values };
}

interface TotalRow {
  kind: EntryKind;
  currency: Currency;
  total: string;
  count: string;
}

/** Sum and count per kind and currency, the largest first. */
export async function totals(tx: Tx, scope: Scope, filter: EntryFilter): Promise<Total[]> {
  const { sql, values } = where(scope, filter);
  const rows = await tx.query<TotalRow>(
    `SELECT kind, currency, sum(amount_minor)::text AS total, count(*) AS count FROM ledger_entry WHERE ${sql}
     GROUP BY kind, currency ORDER BY count(*) DESC, currency`,
    values,
  );
  return rows.map((row) => ({
    kind: row.kind,
    currency: row.currency,
    amountMinor: minorFromDatabase(row.total),
    count: Number(row.count),
  }));
}

export interface CategoryTotal {
  readonly category: string;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly count: number;
}

/** Sum and count per category and currency, the largest first. */
export async function totalsByCategory(tx: Tx, scope: Scope, filter: EntryFilter): Promise<CategoryTotal[]> {
  const { sql, values } = where(scope, filter);
  const rows = await tx.query<{ category: string; currency: Currency; total: string; count: string }>(
    `SELECT category, currency, sum(amount_minor)::text AS total, count(*) AS count FROM ledger_entry WHERE ${sql}
     GROUP BY category, currency ORDER BY currency, sum(amount_minor) DESC, category`,
    values,
  );
  return rows.map((row) => ({
    category: row.category,
    currency: row.currency,
    amountMinor: minorFromDatabase(row.total),
    count: Number(row.count),
  }));
}

/** Up to `most` entries, and how many there are in all, so that a cut list can say so. */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  { filter, order, most }: { filter: EntryFilter; order: "latest" | "biggest"; most: number },
): Promise<{ entries: Entry[]; count: number }> {
  const { sql, values } = where(scope, filter);
  const by =
    order === "latest" ? "spent_on DESC, created_at DESC, id DESC" : "amount_minor DESC, spent_on DESC, id";
  const rows = await tx.query<Parameters<typeof entryOf>[0] & { in_all: string }>(
    `SELECT id, kind, amount_minor, currency, description, merchant, category, spent_on AS date, source,
       count(*) OVER () AS in_all
     FROM ledger_entry WHERE ${sql} ORDER BY ${by} LIMIT $${values.length + 1}`,
    [...values, most],
  );
  return { entries: rows.map(({ in_all: _, ...row }) => entryOf(row)), count: Number(rows[0]?.in_all ?? 0) };
}

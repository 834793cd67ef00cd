/** What can be asked of the ledger (SPEC S7). Sums are exact, and per currency: they are never added across. */
import { minorFromDatabase } from "../kernel/money.ts";
import type { Currency, Entry, EntryKind, IsoDate, Scope } from "../kernel/types.ts";
import { COLUMNS, type EntryRow, entryOf } from "./ledger.ts";
import { containing, type SqlValue, type Tx } from "./sql.ts";

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
  /** Of the bounds, which are in its minor units. */
  readonly currency?: Currency | undefined;
}

export interface Total {
  readonly kind: EntryKind;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly count: number;
  /** The day of the first one. */
  readonly firstOn: IsoDate;
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
  add((place) => `currency = ${place}`, filter.currency);
  // One array, so that the statement's text, which is prepared, is the same for any number of words.
  add(
    (place) => `(description || ' ' || coalesce(merchant, '')) ILIKE ALL (${place}::text[])`,
    filter.words?.length ? filter.words.map(containing) : undefined,
  );
  return { sql, values };
}

interface TotalRow {
  kind: EntryKind;
  currency: Currency;
  total: string;
  count: string;
  first_on: IsoDate;
}

/** Sum and count per kind and currency, those with the most entries first: sums of currencies do not compare. */
export async function totals(tx: Tx, scope: Scope, filter: EntryFilter): Promise<Total[]> {
  const { sql, values } = where(scope, filter);
  const rows = await tx.query<TotalRow>(
    `SELECT kind, currency, sum(amount_minor)::text AS total, count(*) AS count,
       min(spent_on) AS first_on
     FROM ledger_entry WHERE ${sql}
     GROUP BY kind, currency ORDER BY count(*) DESC, currency`,
    values,
  );
  return rows.map((row) => ({
    kind: row.kind,
    currency: row.currency,
    amountMinor: minorFromDatabase(row.total),
    count: Number(row.count),
    firstOn: row.first_on,
  }));
}

export interface CategoryTotal {
  readonly category: string;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly count: number;
}

/** Sum and count per category and currency, the largest of each currency first. */
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

const FOUND = `SELECT ${COLUMNS}, count(*) OVER () AS in_all`;

/** How entries are listed: `which` are meant, and the place of the number of them. */
const LISTS = {
  latest: (which: string, most: string) =>
    `${FOUND} FROM ledger_entry WHERE ${which} ORDER BY spent_on DESC, created_at DESC, id DESC LIMIT ${most}`,
  /** The most of each currency, since amounts of two do not compare; the currency used most first. */
  biggest: (which: string, most: string) =>
    `SELECT * FROM (${FOUND}, count(*) OVER (PARTITION BY currency) AS in_currency,
         row_number() OVER (PARTITION BY currency ORDER BY amount_minor DESC, spent_on DESC, id) AS place
       FROM ledger_entry WHERE ${which}
     ) AS found WHERE place <= ${most} ORDER BY in_currency DESC, currency, place`,
} as const;

/**
 * Up to `most` entries (the biggest: of each currency), and how many there are in all, so that a cut list can
 * say so.
 */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  { filter, order, most }: { filter: EntryFilter; order: keyof typeof LISTS; most: number },
): Promise<{ entries: Entry[]; count: number }> {
  const { sql, values } = where(scope, filter);
  const rows = await tx.query<EntryRow & { in_all: string; in_currency?: string; place?: string }>(
    LISTS[order](sql, `$${values.length + 1}`),
    [...values, most],
  );
  const entries = rows.map(({ in_all: _all, in_currency: _many, place: _place, ...row }) => entryOf(row));
  return { entries, count: Number(rows[0]?.in_all ?? 0) };
}

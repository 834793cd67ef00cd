/** What can be asked of the ledger (SPEC S7). Sums are exact, and per currency: they are never added across. */
import { minorFromDatabase } from "../kernel/money.ts";
import type { Currency, Entry, EntryKind, IsoDate, Scope } from "../kernel/types.ts";
import { COLUMNS, type EntryRow, entryOf } from "./ledger.ts";
import type { SqlValue, Tx } from "./sql.ts";
import { allOf, wordPattern } from "./word-patterns.ts";

/** Which entries a question is about. */
export interface EntryFilter {
  readonly kind: EntryKind | "both";
  /** First and last day, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly category?: string | undefined;
  /** Words that description or merchant must contain, all of them, in singular or plural. */
  readonly words?: readonly string[] | undefined;
  /** Words of which one must be there: the names of a month. */
  readonly oneOf?: readonly string[] | undefined;
  /** What is left out: categories, and groups of words that stand together in a record. */
  readonly exceptCategories?: readonly string[] | undefined;
  readonly exceptWords?: readonly (readonly string[])[] | undefined;
  /** Only such days, 1 = Monday. */
  readonly weekdays?: readonly number[] | undefined;
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

const TEXT = "(description || ' ' || coalesce(merchant, ''))";

interface Where {
  readonly sql: string;
  readonly values: SqlValue[];
}

/** An empty list narrows nothing down. */
function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length ? list : undefined;
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
  add((place) => `extract(isodow FROM spent_on) = ANY (${place}::int[])`, some(filter.weekdays));
  add((place) => `category <> ALL (${place}::text[])`, some(filter.exceptCategories));
  // One array each, so that the statement's text, which is prepared, is the same for any number of words.
  add((place) => `${TEXT} ~* ALL (${place}::text[])`, some(filter.words?.map(wordPattern)));
  add((place) => `${TEXT} ~* ANY (${place}::text[])`, some(filter.oneOf?.map(wordPattern)));
  add((place) => `NOT ${TEXT} ~* ANY (${place}::text[])`, some(filter.exceptWords?.map(allOf)));
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

export interface DayTotal {
  /** The day, or the first one of the week or month. */
  readonly from: IsoDate;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly count: number;
}

/** The start of the stretch in which a day lies; weeks start on the weekday of `first`. */
const STARTS = {
  day: "spent_on",
  week: "(date_trunc('week', spent_on - (FIRST - 1))::date + (FIRST - 1))",
  month: "date_trunc('month', spent_on)::date",
} as const;

/** Sum and count per day, week or month and currency: in the order of the days, or those with the most first. */
export async function totalsByDay(
  tx: Tx,
  scope: Scope,
  {
    filter,
    per = "day",
    weekStart,
    order,
  }: {
    filter: EntryFilter;
    per: keyof typeof STARTS | undefined;
    weekStart: number;
    order: "day" | "most";
  },
): Promise<DayTotal[]> {
  const { sql, values } = where(scope, filter);
  const place = `$${values.length + 1}::int`;
  const start = STARTS[per].replaceAll("FIRST", place);
  const rows = await tx.query<{ from: IsoDate; currency: Currency; total: string; count: string }>(
    `SELECT ${start} AS "from", currency, sum(amount_minor)::text AS total, count(*) AS count
     FROM ledger_entry WHERE ${sql} GROUP BY 1, currency
     ORDER BY ${order === "day" ? "1, currency" : "currency, sum(amount_minor) DESC, 1 DESC"}`,
    per === "week" ? [...values, weekStart] : values,
  );
  return rows.map((row) => ({
    from: row.from,
    currency: row.currency,
    amountMinor: minorFromDatabase(row.total),
    count: Number(row.count),
  }));
}

const FOUND = `SELECT ${COLUMNS}, count(*) OVER () AS in_all`;

function inCurrencies(order: string, which: string, most: string): string {
  return `SELECT * FROM (${FOUND}, count(*) OVER (PARTITION BY currency) AS in_currency,
       row_number() OVER (PARTITION BY currency ORDER BY ${order}, spent_on DESC, id) AS place
     FROM ledger_entry WHERE ${which}
   ) AS found WHERE place <= ${most} ORDER BY in_currency DESC, currency, place`;
}

/** How entries are listed: `which` are meant, and the place of the number of them. */
const LISTS = {
  latest: (which: string, most: string) =>
    `${FOUND} FROM ledger_entry WHERE ${which} ORDER BY spent_on DESC, created_at DESC, id DESC LIMIT ${most}`,
  /** The most of each currency, since amounts of two do not compare; the currency used most first. */
  biggest: (which: string, most: string) => inCurrencies("amount_minor DESC", which, most),
  smallest: (which: string, most: string) => inCurrencies("amount_minor", which, most),
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

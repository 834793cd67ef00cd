/**
 * The narrow door to SQL. What is on the path of a message uses it, because there every statement counts;
 * ordinary queries beside the path use the Prisma client (ARCHITECTURE.md says which and why).
 *
 * Values that come back: DATE, bigint and numeric as text, timestamptz as Date, jsonb parsed, bytea as bytes.
 */

export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

export interface Sql {
  /** Runs one statement and returns its rows. */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** A transaction in progress. Store functions take it, so that nobody uses an outer connection by accident. */
export interface Tx extends Sql {
  readonly inTransaction: true;
}

/** A pattern for ILIKE that finds the word anywhere; `%` and `_` mean themselves when a person types them. */
export function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The first row, or null. */
export async function first<Row>(sql: Sql, text: string, values: readonly SqlValue[]): Promise<Row | null> {
  const rows = await sql.query<Row>(text, values);
  return rows[0] ?? null;
}

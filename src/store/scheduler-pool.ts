/** As much of a `pg.Pool` as the scheduler's Postgres backend uses, so that both databases can be its store. */
import type { PGlite } from "@electric-sql/pglite";

interface Answer {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

interface Queries {
  query(text: string, values?: unknown[]): Promise<Answer>;
}

export interface SchedulerPool extends Queries {
  connect(): Promise<Queries & { release(): void }>;
}

/** The look-alike over an open PGlite, which has one connection and no pool. */
export function embeddedPool(db: PGlite): SchedulerPool {
  const query = async (text: string, values: unknown[] = []): Promise<Answer> => {
    const { rows, affectedRows } = await db.query(text, values);
    return { rows, rowCount: affectedRows || rows.length };
  };
  return { query, connect: async () => ({ query, release: () => undefined }) };
}

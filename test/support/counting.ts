/** A database that counts its round trips: what speed comes down to, without a clock. */
import type { Database } from "../../src/store/database.ts";
import type { Sql, Tx } from "../../src/store/sql.ts";

export interface CountedDatabase extends Database {
  /** Statements so far; opening and committing a transaction are one each. */
  count(): number;
  /** The texts of the statements since this was last asked. */
  statements(): string[];
}

export function counted(database: Database): CountedDatabase {
  let count = 0;
  let texts: string[] = [];
  const counting = <Door extends Sql>(sql: Door): Door => ({
    ...sql,
    query: (text, values) => {
      count++;
      texts.push(text);
      return sql.query(text, values);
    },
  });
  const transaction = async <T>(
    run: (work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (tx: Tx) => Promise<T>,
  ) => {
    count += 2;
    return run((tx) => work(counting(tx)));
  };
  return {
    ...database,
    system: counting(database.system),
    withUser: (scope, work, within) => transaction((body) => database.withUser(scope, body, within), work),
    withSystem: (work) => transaction((body) => database.withSystem(body), work),
    count: () => count,
    statements: () => {
      const said = texts;
      texts = [];
      return said;
    },
  };
}

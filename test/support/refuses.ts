/** A real failure for the tests of lanes: rows that the database itself refuses. */
import type { Sql } from "../../src/store/sql.ts";

/**
 * Makes the database refuse records with this description, as it refuses them when a rule is broken (23514) or
 * the disk is full (53100).
 * @returns how often it did, and a way to end it
 */
export async function refuses(
  system: Sql,
  description: string,
  sqlState: string,
): Promise<{ tries(): Promise<number>; end(): Promise<unknown> }> {
  // A sequence goes on counting when its transaction is rolled back.
  await system.query(`CREATE SEQUENCE refused_${description}`);
  await system.query(
    `CREATE FUNCTION refuse_${description}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       PERFORM nextval('refused_${description}');
       RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}';
     END $$`,
  );
  await system.query(
    `CREATE TRIGGER refuse_${description} BEFORE INSERT ON ledger_entry FOR EACH ROW
     WHEN (NEW.description = '${description}') EXECUTE FUNCTION refuse_${description}()`,
  );
  return {
    tries: async () => {
      const [row] = await system.query<{ tries: string }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS tries FROM refused_${description}`,
      );
      return Number(row?.tries);
    },
    end: async () => {
      await system.query(`DROP FUNCTION refuse_${description} CASCADE`);
      await system.query(`DROP SEQUENCE refused_${description}`);
    },
  };
}

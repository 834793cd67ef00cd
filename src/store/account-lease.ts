/**
 * Account leases: which process receives for an account (SPEC S2). Like those of chats they run on the database's
 * time, which all processes share, so that a dead process's accounts are taken over.
 */
import type { AccountLease } from "../kernel/ports.ts";
import { first, type Sql } from "./sql.ts";

const HOLD = `
  INSERT INTO account_lease (platform, account, owner, leased_until)
  VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')
  ON CONFLICT (platform, account) DO UPDATE SET owner = EXCLUDED.owner, leased_until = EXCLUDED.leased_until
    WHERE account_lease.owner = EXCLUDED.owner OR account_lease.leased_until <= now()
  RETURNING owner`;

/** @param owner this process; @param leaseMs how long one `hold` lasts */
export function accountLease(
  sql: Sql,
  {
    platform,
    account,
    owner,
    leaseMs,
  }: { platform: string; account: string; owner: string; leaseMs: number },
): AccountLease {
  return {
    leaseMs,
    hold: async () => (await first(sql, HOLD, [platform, account, owner, leaseMs])) !== null,
    release: async () => {
      await sql.query("DELETE FROM account_lease WHERE platform = $1 AND account = $2 AND owner = $3", [
        platform,
        account,
        owner,
      ]);
    },
  };
}

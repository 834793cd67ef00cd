/** Two users who turned out to be one person: everything of the one becomes the other's (SPEC S1). */
import type { Scope } from "../kernel/types.ts";
import { first, type Tx } from "./sql.ts";

/**
 * Every table with a user, and how a row gives way that the other user has as well; `mine` is the row that comes,
 * `kept` what is there. A test holds this list to the tables that there are.
 */
export const MERGED: Readonly<Record<string, string | null>> = {
  action: null,
  cap: deleted("coalesce(kept.category, '') = coalesce(mine.category, '') AND kept.period = mine.period"),
  cap_told: null,
  category_rule: dropped("kept.phrase = mine.phrase"),
  digest: dropped("kept.kind = mine.kind AND kept.period_from = mine.period_from"),
  identity: null,
  inbox: null,
  insight: null,
  insight_source: null,
  ledger_entry: null,
  link_code: null,
  memory: null,
  memory_exchange: null,
  memory_job: dropped("kept.job = mine.job"),
  memory_list: null,
  message: null,
  model_usage: null,
  outbox: null,
  pending_question: null,
  receipt: null,
  reminder: deleted("kept.title_key = mine.title_key AND kept.schedule_key = mine.schedule_key"),
  reminder_firing: null,
  summary: null,
  user_category: dropped("kept.name = mine.name"),
};

/** A row that the other user has as well is not needed. */
function dropped(same: string): string {
  return `DELETE FROM TABLE mine WHERE mine.user_id = $1 AND EXISTS (SELECT 1 FROM TABLE kept WHERE kept.user_id = $2 AND ${same}) AND $3::text <> ''`;
}

/** A live record that the other user has as well becomes a deleted one: what hangs on it stays. */
function deleted(same: string): string {
  return `UPDATE TABLE mine SET deleted_at = $3::timestamptz WHERE mine.user_id = $1 AND mine.deleted_at IS NULL
    AND EXISTS (SELECT 1 FROM TABLE kept WHERE kept.user_id = $2 AND kept.deleted_at IS NULL AND ${same})`;
}

/**
 * Makes everything of `from` the property of `to`, whose own settings, caps and rules win, and removes the empty user.
 * @param at  the moment, ISO 8601, that duplicates count as deleted from
 * @returns whether there were records among it
 */
export async function mergeUsers(
  tx: Tx,
  { from, to, at }: { from: Scope; to: Scope; at: string },
): Promise<boolean> {
  const ids = [from.userId, to.userId];
  // In one order, so that two merges cannot wait for each other.
  await tx.query("SELECT 1 FROM app_user WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE", [ids]);
  const had = await first<{ records: boolean }>(
    tx,
    `SELECT EXISTS (SELECT 1 FROM ledger_entry WHERE user_id = $1 AND deleted_at IS NULL)
         OR EXISTS (SELECT 1 FROM reminder WHERE user_id = $1 AND deleted_at IS NULL)
         OR EXISTS (SELECT 1 FROM cap WHERE user_id = $1 AND deleted_at IS NULL) AS records`,
    [from.userId],
  );
  for (const [table, giveWay] of Object.entries(MERGED)) {
    if (giveWay) await tx.query(giveWay.replaceAll("TABLE", table), [...ids, at]);
    await tx.query(`UPDATE ${table} SET user_id = $2 WHERE user_id = $1`, ids);
  }
  await tx.query("UPDATE app_user SET memory_version = memory_version + 1 WHERE id = $1", [to.userId]);
  await tx.query("DELETE FROM app_user WHERE org_id = $1 AND id = $2", [from.orgId, from.userId]);
  return had?.records ?? false;
}

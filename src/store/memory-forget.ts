/**
 * Forgetting, as rows (SPEC S10.8): what was told, everything that came from it, and the words that it was told in, so
 * that no prompt, summary or extraction brings it back.
 */
import type { Scope } from "../kernel/types.ts";
import { requireScope } from "./database.ts";
import { holdUser } from "./memory-hold.ts";
import { bumpMemoryVersion } from "./memory-version.ts";
import { first, type Tx } from "./sql.ts";

const OWN = "org_id = $1 AND user_id = $2";

function own({ orgId, userId }: Scope): [string, string] {
  return [orgId, userId];
}

interface Origin {
  readonly id: string;
  readonly source_type: string;
  readonly source_id: string;
}

/** A row with all whose place it took, the one before it first. */
function chainOf(table: "memory" | "insight", columns: string): string {
  return `WITH RECURSIVE chain AS (
      SELECT ${columns} FROM ${table} WHERE ${OWN} AND id = $3
      UNION
      SELECT ${columns.replace(/\w+/g, "older.$&")} FROM ${table} older JOIN chain ON older.superseded_by = chain.id
      WHERE older.org_id = $1 AND older.user_id = $2
    ) SELECT * FROM chain`;
}

export async function forgetMemory(
  tx: Tx,
  scope: Scope,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<boolean> {
  await holdUser(tx, scope);
  const chain = await tx.query<Origin>(chainOf("memory", "id, source_type, source_id"), [...own(scope), id]);
  if (chain.length === 0) return false;
  const from = (...types: string[]): string[] =>
    chain.filter(({ source_type }) => types.includes(source_type)).map(({ source_id }) => source_id);
  const told = await forgetExchanges(tx, scope, {
    flushes: from("flush"),
    messages: from("told", "user_correction"),
    nowMs,
  });
  await forgetSummaries(tx, scope, { messages: told, summaries: from("summary") });
  const ids = chain.map((row) => row.id);
  await tx.query(
    `DELETE FROM insight i WHERE ${OWN} AND EXISTS (
       SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.org_id = $1 AND s.user_id = $2
         AND s.memory_id = ANY ($3::uuid[]))`,
    [...own(scope), ids],
  );
  await tx.query(`DELETE FROM memory WHERE ${OWN} AND id = ANY ($3::uuid[])`, [...own(scope), ids]);
  await bumpMemoryVersion(tx, scope);
  return true;
}

/** @returns the inbox ids of what was said and answered there */
async function forgetExchanges(
  tx: Tx,
  scope: Scope,
  { flushes, messages, nowMs }: { flushes: readonly string[]; messages: readonly string[]; nowMs: number },
): Promise<string[]> {
  const emptied = await tx.query<{ inbox_id: string }>(
    `UPDATE memory_exchange SET state = 'forgotten', said = '', reply = '', records = '[]'
     WHERE ${OWN} AND (flush_id = ANY ($3::uuid[]) OR inbox_id = ANY ($4::uuid[])) RETURNING inbox_id`,
    [...own(scope), flushes, messages],
  );
  const told = [...messages, ...emptied.map(({ inbox_id }) => inbox_id)];
  await tx.query(
    `UPDATE message SET forgotten_at = $4 WHERE ${OWN} AND inbox_id = ANY ($3::uuid[]) AND forgotten_at IS NULL`,
    [...own(scope), told, new Date(nowMs).toISOString()],
  );
  return told;
}

/** Those of these messages, with the longer ones that they are in, and insights that nothing else speaks for. */
async function forgetSummaries(
  tx: Tx,
  scope: Scope,
  { messages, summaries }: { messages: readonly string[]; summaries: readonly string[] },
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `WITH short AS (
       SELECT id, parent_id FROM summary WHERE ${OWN} AND (id = ANY ($4::uuid[]) OR parent_id = ANY ($4::uuid[]) OR id IN (
         SELECT summary_id FROM message WHERE ${OWN} AND inbox_id = ANY ($3::uuid[]) AND summary_id IS NOT NULL))
     ) SELECT id FROM short UNION SELECT id FROM summary WHERE ${OWN} AND id IN (SELECT parent_id FROM short)`,
    [...own(scope), messages, summaries],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.query(
    `DELETE FROM insight i WHERE ${OWN} AND EXISTS (
       SELECT 1 FROM insight_source s WHERE s.insight_id = i.id AND s.summary_id = ANY ($3::uuid[]))
     AND NOT EXISTS (SELECT 1 FROM insight_source s WHERE s.insight_id = i.id
       AND (s.memory_id IS NOT NULL OR s.summary_id <> ALL ($3::uuid[])))`,
    [...own(scope), ids],
  );
  await tx.query(`DELETE FROM summary WHERE ${OWN} AND id = ANY ($3::uuid[])`, [...own(scope), ids]);
}

export async function forgetInsight(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  await holdUser(tx, scope);
  const chain = await tx.query<{ id: string }>(chainOf("insight", "id"), [...own(scope), id]);
  if (chain.length === 0) return false;
  await tx.query(`DELETE FROM insight WHERE ${OWN} AND id = ANY ($3::uuid[])`, [
    ...own(scope),
    chain.map((row) => row.id),
  ]);
  await bumpMemoryVersion(tx, scope);
  return true;
}

/** What a flush has under way is dropped by its state: nothing of it is written any more. */
export async function forgetAll(tx: Tx, scope: Scope, inboxId: string): Promise<void> {
  requireScope(scope);
  const all = own(scope);
  await first(tx, "SELECT 1 FROM app_user WHERE org_id = $1 AND id = $2 FOR UPDATE", all);
  await tx.query(
    `UPDATE memory_exchange SET state = 'forgotten', said = '', reply = '', records = '[]' WHERE ${OWN}`,
    all,
  );
  // A question that waits holds words of theirs, too, such as the statements that it gives the choice of.
  for (const table of ["insight", "memory", "summary", "memory_list", "pending_question", "message"])
    await tx.query(`DELETE FROM ${table} WHERE ${OWN}`, all);
  // What a settled message was understood as may quote it: "remember that …" does.
  await tx.query(
    `UPDATE inbox SET text = '', plan = CASE WHEN mode = 'memory' THEN NULL ELSE plan END
     WHERE ${OWN} AND state <> 'pending' AND id <> $3`,
    [...all, inboxId],
  );
  await tx.query(`UPDATE outbox SET text = '' WHERE ${OWN} AND state IN ('sent', 'failed')`, all);
  await bumpMemoryVersion(tx, scope);
}

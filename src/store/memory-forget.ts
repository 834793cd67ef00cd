/**
 * Forgetting, as rows (SPEC S10.8): what was told, everything that came from it, and the words that it was told in, so
 * that no prompt, summary or extraction brings it back.
 */
import type { Scope } from "../kernel/types.ts";
import { requireScope } from "./database.ts";
import { holdUser } from "./memory-hold.ts";
import { bumpMemoryVersion } from "./memory-version.ts";
import { first, type Tx } from "./sql.ts";
import { removeSummaries, summaryStore } from "./summaries.ts";

const OWN = "org_id = $1 AND user_id = $2";

function own({ orgId, userId }: Scope): [string, string] {
  return [orgId, userId];
}

interface Origin {
  readonly id: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly also_told: readonly string[];
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
  const chain = await tx.query<Origin>(chainOf("memory", "id, source_type, source_id, also_told"), [
    ...own(scope),
    id,
  ]);
  if (chain.length === 0) return false;
  const from = (...types: string[]): string[] =>
    chain.filter(({ source_type }) => types.includes(source_type)).map(({ source_id }) => source_id);
  const summaries = from("summary");
  await forgetWords(tx, scope, {
    flushes: [...from("flush"), ...chain.flatMap(({ also_told }) => also_told)],
    messages: from("told", "user_correction"),
    summaries,
    nowMs,
  });
  await removeSummaries(tx, scope, summaries);
  await summaryStore.removeForgotten(tx, scope);
  const ids = chain.map((row) => row.id);
  await tx.query(
    `WITH RECURSIVE gone AS (
       SELECT i.id FROM insight i JOIN insight_source s ON s.insight_id = i.id
       WHERE i.org_id = $1 AND i.user_id = $2 AND s.org_id = $1 AND s.user_id = $2 AND s.memory_id = ANY ($3::uuid[])
       UNION
       SELECT older.id FROM insight older JOIN gone ON older.superseded_by = gone.id
       WHERE older.org_id = $1 AND older.user_id = $2
     ) DELETE FROM insight WHERE ${OWN} AND id IN (SELECT id FROM gone)`,
    [...own(scope), ids],
  );
  await tx.query(`DELETE FROM memory WHERE ${OWN} AND id = ANY ($3::uuid[])`, [...own(scope), ids]);
  await bumpMemoryVersion(tx, scope);
  return true;
}

/** The exchanges of these flushes and messages, and what these summaries are of: nothing reads the words again. */
async function forgetWords(
  tx: Tx,
  scope: Scope,
  {
    flushes,
    messages,
    summaries,
    nowMs,
  }: {
    readonly flushes: readonly string[];
    readonly messages: readonly string[];
    readonly summaries: readonly string[];
    readonly nowMs: number;
  },
): Promise<void> {
  const summarised = await tx.query<{ inbox_id: string }>(
    `SELECT DISTINCT inbox_id FROM message WHERE ${OWN} AND summary_id = ANY ($3::uuid[]) AND inbox_id IS NOT NULL`,
    [...own(scope), summaries],
  );
  const said = [...messages, ...summarised.map(({ inbox_id }) => inbox_id)];
  const emptied = await tx.query<{ inbox_id: string }>(
    `UPDATE memory_exchange SET state = 'forgotten', said = '', reply = '', records = '[]'
     WHERE ${OWN} AND (flush_id = ANY ($3::uuid[]) OR inbox_id = ANY ($4::uuid[])) RETURNING inbox_id`,
    [...own(scope), flushes, said],
  );
  await tx.query(
    `UPDATE message SET forgotten_at = $5
     WHERE ${OWN} AND (inbox_id = ANY ($3::uuid[]) OR summary_id = ANY ($4::uuid[])) AND forgotten_at IS NULL`,
    [
      ...own(scope),
      [...said, ...emptied.map(({ inbox_id }) => inbox_id)],
      summaries,
      new Date(nowMs).toISOString(),
    ],
  );
}

/**
 * Forgets what was said last, where no flush is done with it; one that is at it is overtaken.
 * @returns false when nothing waits
 */
export async function forgetLastTalk(tx: Tx, scope: Scope, nowMs: number): Promise<boolean> {
  await holdUser(tx, scope);
  const last = await first<{ inbox_id: string }>(
    tx,
    `SELECT inbox_id FROM memory_exchange WHERE ${OWN} AND state = 'waiting' ORDER BY said_at DESC, id DESC LIMIT 1`,
    own(scope),
  );
  if (!last) return false;
  await forgetWords(tx, scope, { flushes: [], messages: [last.inbox_id], summaries: [], nowMs });
  await bumpMemoryVersion(tx, scope);
  return true;
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

/**
 * Forgets everything of a user, as of `nowMs`. What a flush has under way is dropped by its state, and what a turn has
 * by the version that it began with: neither writes any of it any more.
 * @param inboxId the message that wants it so
 */
export async function forgetAll(
  tx: Tx,
  scope: Scope,
  { inboxId, nowMs }: { readonly inboxId: string; readonly nowMs: number },
): Promise<void> {
  requireScope(scope);
  const all = own(scope);
  // Turns that are about to end hold a share of this row: those that were first are cleared below, others see the stamp.
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
  const version = await bumpMemoryVersion(tx, scope);
  await tx.query(
    "UPDATE app_user SET forgotten_at = $3, forgotten_version = $4 WHERE org_id = $1 AND id = $2",
    [...all, new Date(nowMs).toISOString(), version],
  );
}

/** What the model was asked for and what it cost (SPEC S9): the daily budget of a user is counted here. */
import type { ModelCall } from "../kernel/model.ts";
import type { Scope } from "../kernel/types.ts";
import { first, type Tx } from "./sql.ts";

/** An exchange with the model, as it is booked. */
export interface UsageRow extends ModelCall {
  readonly id: string;
  /** The message that it was for; null for what no message asked for. */
  readonly inboxId: string | null;
  /** On the clock of the user's day. */
  readonly atMs: number;
}

/** Books these exchanges in one statement; none is no statement. */
export async function recordUsage(tx: Tx, scope: Scope, rows: readonly UsageRow[]): Promise<void> {
  if (rows.length === 0) return;
  const booked = rows.map(({ atMs, ...row }) => ({ ...row, at: new Date(atMs).toISOString() }));
  await tx.query(
    `INSERT INTO model_usage (id, org_id, user_id, inbox_id, purpose, model, input_tokens, output_tokens,
       duration_ms, outcome, created_at)
     SELECT id, $1, $2, "inboxId", purpose, model, "inputTokens", "outputTokens", "durationMs", outcome, at
     FROM jsonb_to_recordset($3::jsonb) AS u (id uuid, "inboxId" uuid, purpose text, model text,
       "inputTokens" integer, "outputTokens" integer, "durationMs" integer, outcome text, at timestamptz)`,
    [scope.orgId, scope.userId, JSON.stringify(booked)],
  );
}

/**
 * Tokens that this user has spent, in and out together, by every purpose.
 * @param sinceMs the start of their day, ms since the epoch
 */
export async function tokensSince(tx: Tx, scope: Scope, sinceMs: number): Promise<number> {
  const row = await first<{ tokens: string | null }>(
    tx,
    `SELECT sum(input_tokens::bigint + output_tokens) AS tokens FROM model_usage
     WHERE user_id = $1 AND created_at >= $2`,
    [scope.userId, new Date(sinceMs).toISOString()],
  );
  return Number(row?.tokens ?? 0);
}

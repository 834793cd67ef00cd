/** The buffer of exchanges (SPEC S10.2): added with the turn, claimed by one flush, emptied with what the flush wrote. */
import type { Language, Scope } from "../kernel/types.ts";
import type { BufferStore, ClaimedExchange } from "../memory/ports/buffer-store.ts";
import { type Database, requireScope } from "./database.ts";
import { notForgotten } from "./memory-hold.ts";
import { first, type Sql, type Tx } from "./sql.ts";

interface ExchangeRow {
  readonly id: string;
  readonly inboxId: string;
  readonly said: string;
  readonly reply: string;
  readonly records: string[];
  readonly language: Language;
  readonly zone: string;
  readonly said_at: Date;
  readonly attempts: number;
}

/** No flush holds it, and it need not wait for another try; `$2` is now, on the clock of the person's day. */
const FREE = `(claimed_until IS NULL OR claimed_until < now()) AND (next_try_at IS NULL OR next_try_at <= $2)`;

/** What a flush still has: nobody took it over, and the person did not have it forgotten. */
const OURS = "org_id = $1 AND user_id = $2 AND flush_id = $3 AND state = 'waiting'";

function ours({ orgId, userId }: Scope, flushId: string): string[] {
  return [orgId, userId, flushId];
}

/** Adds the exchange of a turn, in the turn's own transaction. */
export const addExchange: BufferStore<Tx>["add"] = async (tx, scope, exchange, began) => {
  requireScope(scope);
  await tx.query(
    `WITH own AS (${notForgotten({ org: "$2", user: "$3", began: "$11", saidAt: "$10" })})
   INSERT INTO memory_exchange (id, org_id, user_id, inbox_id, said, reply, records, language, zone, said_at)
   SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7::jsonb, $8, $9, $10::timestamptz FROM own
   ON CONFLICT (inbox_id) DO NOTHING`,
    [
      exchange.id,
      scope.orgId,
      scope.userId,
      exchange.inboxId,
      exchange.said,
      exchange.reply,
      JSON.stringify(exchange.records),
      exchange.language,
      exchange.zone,
      new Date(exchange.saidAtMs).toISOString(),
      began,
    ],
  );
};

export function createBufferStore(database: Pick<Database, "system">): BufferStore<Tx> {
  return {
    add: addExchange,

    due: async ({ nowMs, quietSinceMs, flushAt, most }) =>
      database.system.query<Scope>(
        `SELECT org_id AS "orgId", user_id AS "userId" FROM memory_exchange WHERE state = 'waiting'
         GROUP BY org_id, user_id
         HAVING bool_and(claimed_until IS NULL OR claimed_until < now())
           AND (count(*) FILTER (WHERE ${FREE}) >= $3
             OR bool_or(attempts > 0 AND ${FREE})
             OR (max(said_at) <= $1 AND bool_or(${FREE})))
         ORDER BY min(said_at) LIMIT $4`,
        [new Date(quietSinceMs).toISOString(), new Date(nowMs).toISOString(), flushAt, most],
      ),

    claim: async (tx, scope, { flushId, nowMs, holdMs, most }) => {
      requireScope(scope);
      // A statement of its own, so that the next one sees what the holder of this lock has committed.
      const alone = await first<{ alone: boolean }>(
        tx,
        "SELECT pg_try_advisory_xact_lock(hashtextextended('memory flush ' || $1 || $2, 0)) AS alone",
        [scope.orgId, scope.userId],
      );
      if (alone?.alone !== true) return [];
      const rows = await tx.query<ExchangeRow>(
        `UPDATE memory_exchange
         SET flush_id = $4, claimed_until = now() + $5 * interval '1 millisecond', attempts = attempts + 1
         WHERE org_id = $1 AND user_id = $3 AND id IN (
           SELECT id FROM memory_exchange WHERE org_id = $1 AND user_id = $3 AND state = 'waiting' AND ${FREE}
             AND NOT EXISTS (SELECT 1 FROM memory_exchange held WHERE held.org_id = $1 AND held.user_id = $3
               AND held.state = 'waiting' AND held.claimed_until >= now())
           ORDER BY said_at, id LIMIT $6 FOR UPDATE SKIP LOCKED)
         RETURNING id, inbox_id AS "inboxId", said, reply, records, language, zone, said_at, attempts`,
        [scope.orgId, new Date(nowMs).toISOString(), scope.userId, flushId, holdMs, most],
      );
      return rows.map(exchangeOf).sort(inOrder);
    },

    finish: async (tx, scope, { flushId, nowMs }) => {
      requireScope(scope);
      const rows = await tx.query(
        `UPDATE memory_exchange SET state = 'flushed', said = '', reply = '', records = '[]', claimed_until = NULL,
           next_try_at = NULL, flushed_at = $4
         WHERE ${OURS} RETURNING id`,
        [...ours(scope, flushId), new Date(nowMs).toISOString()],
      );
      return rows.length;
    },

    retry: async (tx, scope, { flushId, nextTryAtMs }) => {
      requireScope(scope);
      await tx.query(`UPDATE memory_exchange SET claimed_until = NULL, next_try_at = $4 WHERE ${OURS}`, [
        ...ours(scope, flushId),
        new Date(nextTryAtMs).toISOString(),
      ]);
    },

    giveBack: async (tx, scope, flushId) => {
      requireScope(scope);
      await tx.query(
        `UPDATE memory_exchange SET claimed_until = NULL, attempts = attempts - 1 WHERE ${OURS}`,
        ours(scope, flushId),
      );
    },

    fail: async (tx, scope, flushId) => {
      requireScope(scope);
      const rows = await tx.query(
        `UPDATE memory_exchange SET claimed_until = NULL, state = 'failed' WHERE ${OURS} RETURNING id`,
        ours(scope, flushId),
      );
      return rows.length;
    },
  };
}

/** What somebody said of late that no flush is done with, oldest first. */
export async function waitingTalk(
  tx: Tx,
  scope: Scope,
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
): Promise<ClaimedExchange[]> {
  requireScope(scope);
  const rows = await tx.query<ExchangeRow>(
    `SELECT id, inbox_id AS "inboxId", said, reply, records, language, zone, said_at, attempts FROM memory_exchange
     WHERE org_id = $1 AND user_id = $2 AND state = 'waiting' AND said_at >= $3 ORDER BY said_at DESC, id DESC LIMIT $4`,
    [scope.orgId, scope.userId, new Date(sinceMs).toISOString(), most],
  );
  return rows.map(exchangeOf).sort(inOrder);
}

/** Whether something was said that no flush is done with. */
export async function isTalkWaiting(tx: Tx, scope: Scope): Promise<boolean> {
  requireScope(scope);
  const row = await first(
    tx,
    "SELECT 1 FROM memory_exchange WHERE org_id = $1 AND user_id = $2 AND state = 'waiting' LIMIT 1",
    [scope.orgId, scope.userId],
  );
  return row !== undefined && row !== null;
}

/** The flush that took the exchange of a message; null when none has, or there was none. */
export async function flushOf(tx: Tx, scope: Scope, inboxId: string): Promise<string | null> {
  requireScope(scope);
  const row = await first<{ flush_id: string | null }>(
    tx,
    `SELECT flush_id FROM memory_exchange WHERE org_id = $1 AND user_id = $2 AND inbox_id = $3 AND state = 'flushed'`,
    [scope.orgId, scope.userId, inboxId],
  );
  return row?.flush_id ?? null;
}

/** Ends all claims: this process is the only one, so that whoever had them is gone. */
export async function endFlushClaims(sql: Sql): Promise<void> {
  await sql.query(
    "UPDATE memory_exchange SET claimed_until = NULL WHERE state = 'waiting' AND claimed_until IS NOT NULL",
  );
}

function exchangeOf({ said_at, ...row }: ExchangeRow): ClaimedExchange {
  return { ...row, saidAtMs: said_at.getTime() };
}

function inOrder(one: ClaimedExchange, other: ClaimedExchange): number {
  return one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1);
}

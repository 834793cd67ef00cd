/**
 * Chat leases: which process handles a chat now. The *chat* is leased, not the event, so that order within a
 * chat holds across any number of processes, and a dead process's chats are taken over (SPEC S2). Leases run
 * on the database's time, which all processes share.
 */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Sql } from "./sql.ts";

export interface Lease extends ChatAddress {
  /** The process that holds it. */
  readonly owner: string;
  /** Grows each time the chat changes hands; a turn that finds another one at its end writes nothing. */
  readonly fence: string;
}

const CLAIM = `
  INSERT INTO chat_lease (platform, account, chat_key, owner, leased_until)
  SELECT free.platform, free.account, free.chat_key, $1, now() + $2 * interval '1 millisecond'
  FROM (
    SELECT w.platform, w.account, w.chat_key FROM (
      SELECT platform, account, chat_key, min(seq) AS oldest FROM inbox WHERE state = 'pending' GROUP BY 1, 2, 3
    ) w
    WHERE NOT EXISTS (SELECT 1 FROM chat_lease l WHERE l.platform = w.platform AND l.account = w.account
                        AND l.chat_key = w.chat_key AND l.leased_until > now())
      AND NOT EXISTS (SELECT 1 FROM inbox held WHERE held.seq = w.oldest AND held.held_until > now())
    ORDER BY w.oldest LIMIT $3
  ) free
  ORDER BY 1, 2, 3
  ON CONFLICT (platform, account, chat_key) DO UPDATE
    SET owner = EXCLUDED.owner, fence = chat_lease.fence + 1, leased_until = EXCLUDED.leased_until
    WHERE chat_lease.leased_until <= now()
  RETURNING platform, account, chat_key AS "chatKey", owner, fence`;

/**
 * Leases chats that have events waiting and that nobody holds, those that wait longest first.
 * @param leaseMs how long they stay ours without a renewal
 * @param most how many to take
 */
export function claimChats(
  sql: Sql,
  { owner, leaseMs, most }: { owner: string; leaseMs: number; most: number },
): Promise<Lease[]> {
  return sql.query<Lease>(CLAIM, [owner, leaseMs, most]);
}

/**
 * Keeps these chats for another `leaseMs`. Not everything of their owner: a chat that it could not let go, because
 * the database was away, must come free by itself.
 */
export async function renewLeases(sql: Sql, leases: readonly Lease[], leaseMs: number): Promise<void> {
  await sql.query(
    `UPDATE chat_lease l SET leased_until = now() + $6 * interval '1 millisecond'
     FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::bigint[]) AS held (platform, account, chat_key, owner, fence)
     WHERE l.platform = held.platform AND l.account = held.account AND l.chat_key = held.chat_key
       AND l.owner = held.owner AND l.fence = held.fence AND l.leased_until > now()`,
    [
      leases.map(({ platform }) => platform),
      leases.map(({ account }) => account),
      leases.map(({ chatKey }) => chatKey),
      leases.map(({ owner }) => owner),
      leases.map(({ fence }) => fence),
      leaseMs,
    ],
  );
}

/**
 * Lets a chat go; the fence stays, so that the next holder's is larger.
 * @param inboxId an event whose counted try is taken back: what failed was the moment, not the event
 * @param restMs how long nobody shall claim the chat
 */
export async function letGo(
  sql: Sql,
  lease: Lease,
  { inboxId = null, restMs = 0 }: { inboxId?: string | null; restMs?: number } = {},
): Promise<void> {
  await sql.query(
    `WITH given_back AS (
       UPDATE inbox SET attempts = attempts - 1 WHERE id = $6 AND state = 'pending' AND attempts > 0
     )
     UPDATE chat_lease SET leased_until = now() + $7 * interval '1 millisecond'
     WHERE platform = $1 AND account = $2 AND chat_key = $3 AND owner = $4 AND fence = $5`,
    [lease.platform, lease.account, lease.chatKey, lease.owner, lease.fence, inboxId, restMs],
  );
}

/**
 * Puts an event off: nobody takes up its chat before `holdMs` have passed. The try is given back, since nothing went wrong.
 * Does nothing when the chat is no longer ours.
 */
export async function holdEvent(sql: Sql, lease: Lease, inboxId: string, holdMs: number): Promise<void> {
  await sql.query(
    `UPDATE inbox SET held_until = now() + $7 * interval '1 millisecond', holds = least(holds + 1, 1000),
       attempts = greatest(attempts - 1, 0)
     WHERE id = $6 AND state = 'pending' AND EXISTS (SELECT 1 FROM chat_lease WHERE platform = $1 AND account = $2
       AND chat_key = $3 AND owner = $4 AND fence = $5)`,
    [lease.platform, lease.account, lease.chatKey, lease.owner, lease.fence, inboxId, holdMs],
  );
}

/** At the start of the only process on a database: whoever held leases is dead. */
export async function releaseAllLeases(sql: Sql): Promise<void> {
  await sql.query("UPDATE chat_lease SET leased_until = now() WHERE leased_until > now()");
  await sql.query("DELETE FROM account_lease");
}

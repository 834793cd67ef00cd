/**
 * Takes the next event of a leased chat, with everything a turn wants to know about who wrote it: one round
 * trip, in the system scope, since until then nobody knows whose rows to look at.
 */
import { limits } from "../kernel/limits.ts";
import type { InboundEvent } from "../kernel/ports.ts";
import type { Mode, PlanItem, Source, Verdict } from "../kernel/types.ts";
import type { WaitingEvent } from "./inbox.ts";
import type { Lease } from "./leases.ts";
import { type PersonRow, personColumns, personOf } from "./people.ts";
import { first, type Sql } from "./sql.ts";

interface EventRow {
  readonly id: string;
  readonly sender_key: string;
  readonly kind: InboundEvent["kind"];
  readonly text: string;
  readonly refers_to: string | null;
  readonly received_at: Date;
  readonly sent_at: Date | null;
  readonly album_key: string | null;
  readonly holds: number;
  readonly attempts: number;
  readonly behind: string;
  readonly applied_at: Date | null;
  readonly mode: Mode | null;
  readonly source: Source | null;
  readonly verdict: Verdict | null;
  readonly plan: readonly PlanItem[] | null;
}

const HELD = "platform = $1 AND account = $2 AND chat_key = $3 AND owner = $4 AND fence = $5";

const CLAIM_NEXT = `
  WITH head AS (
    SELECT waits.id, waits.held_until, who.user_id, who.org_id FROM inbox waits
    LEFT JOIN identity who ON who.platform = waits.platform AND who.account = waits.account
      AND who.platform_user_id = waits.sender_key
    WHERE waits.platform = $1 AND waits.account = $2 AND waits.chat_key = $3 AND waits.state = 'pending'
    ORDER BY waits.seq LIMIT 1
  ), next AS (
    UPDATE inbox i SET attempts = least(i.attempts + 1, 1000), user_id = head.user_id, org_id = head.org_id FROM head
    WHERE i.id = head.id AND (head.held_until IS NULL OR head.held_until <= now())
      AND EXISTS (SELECT 1 FROM chat_lease WHERE ${HELD} AND leased_until > now())
    RETURNING i.*
  ), released AS (
    UPDATE chat_lease SET leased_until = now() WHERE ${HELD} AND NOT EXISTS (SELECT 1 FROM next)
  )
  SELECT n.id, n.sender_key, n.kind, n.text, n.refers_to, n.received_at, n.sent_at, n.album_key, n.holds, n.attempts,
    n.applied_at, n.mode, n.source, n.verdict, n.plan,
    (SELECT count(*) FROM (SELECT 1 FROM inbox b
       WHERE b.platform = $1 AND b.account = $2 AND b.chat_key = $3 AND b.state = 'pending' LIMIT $6) waiting) - 1 AS behind,
    ${personColumns("n", "u")}
  FROM next n LEFT JOIN app_user u ON u.id = n.user_id`;

/** What an earlier try of this turn has done, when it came that far. */
function appliedOf({ applied_at, mode, source, verdict, plan }: EventRow): WaitingEvent["applied"] {
  if (!applied_at || !mode || !source || !verdict) return null;
  return { plan: { mode, source, items: plan ?? [] }, verdict };
}

/**
 * Takes the oldest waiting event of a leased chat and counts the try, so that an event which kills the process
 * again and again is set aside in the end too. The row is made its sender's here, since the turn itself sees only its user's.
 * @returns null when nothing waits or the next event is put off, and the chat has been let go, or when the lease is no longer ours
 */
export async function claimNext(sql: Sql, lease: Lease): Promise<WaitingEvent | null> {
  const { platform, account, chatKey, owner, fence } = lease;
  const row = await first<EventRow & PersonRow>(sql, CLAIM_NEXT, [
    platform,
    account,
    chatKey,
    owner,
    fence,
    limits.slowDownAt + 2,
  ]);
  if (!row) return null;
  return {
    platform,
    account,
    chatKey,
    inboxId: row.id,
    senderKey: row.sender_key,
    kind: row.kind,
    text: row.text,
    refersTo: row.refers_to,
    receivedAtMs: row.received_at.getTime(),
    saidAtMs: (row.sent_at ?? row.received_at).getTime(),
    albumKey: row.album_key,
    holds: row.holds,
    attempt: row.attempts,
    behind: Number(row.behind),
    person: personOf(row),
    applied: appliedOf(row),
  };
}

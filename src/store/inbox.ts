/**
 * The inbox: what came in and is not forgotten (SPEC S2).
 *
 *   adapter ─ receive ─→ pending ─ claimNext ─→ (a turn) ─→ done
 *                           ↑── giveBack ──┘ └─ after three failures ─→ failed, with a sentence
 */
import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { ChatAddress, InboundEvent } from "../kernel/ports.ts";
import type { Plan, Scope, Verdict } from "../kernel/types.ts";
import type { Database } from "./database.ts";
import type { Lease } from "./leases.ts";
import { first, type Sql, type Tx } from "./sql.ts";

/** An event in the hands of a turn. */
export interface WaitingEvent extends ChatAddress {
  readonly inboxId: string;
  readonly senderKey: string;
  readonly kind: InboundEvent["kind"];
  readonly text: string;
  readonly refersTo: string | null;
  /** When it came in, by Mama's clock. */
  readonly receivedAtMs: number;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Events of this chat still waiting behind this one, counted up to `limits.slowDownAt` + 1. */
  readonly behind: number;
}

/** What Postgres text cannot hold (NUL, half a surrogate pair) is replaced, and what is endless is cut. */
function storable(text: string): string {
  return text.slice(0, limits.maxStoredCharacters).replaceAll("\0", "").toWellFormed();
}

const RECEIVE = `
  INSERT INTO inbox (id, platform, account, event_key, chat_key, sender_key, kind, text, message_key, refers_to, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (platform, account, event_key) DO NOTHING
  RETURNING id`;

/**
 * Puts an event into the inbox. A redelivered event changes nothing.
 * @returns the id of the event's row, and whether it is new
 */
export async function receive(
  database: Database,
  event: InboundEvent,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<{ inboxId: string; fresh: boolean }> {
  const insert = (sql: Sql): Promise<{ id: string } | null> =>
    first<{ id: string }>(sql, RECEIVE, [
      id,
      event.platform,
      event.account,
      event.eventKey,
      event.chatKey,
      event.senderKey,
      event.kind,
      storable(event.text),
      event.messageKey ?? null,
      event.refersTo ?? null,
      new Date(nowMs).toISOString(),
    ]);
  const row = event.pictures?.length
    ? await database.withSystem(async (tx) => {
        const inserted = await insert(tx);
        if (inserted) await keepPictures(tx, inserted.id, event);
        return inserted;
      })
    : await insert(database.system);
  if (row) return { inboxId: row.id, fresh: true };
  const known = await first<{ id: string }>(
    database.system,
    "SELECT id FROM inbox WHERE platform = $1 AND account = $2 AND event_key = $3",
    [event.platform, event.account, event.eventKey],
  );
  return { inboxId: known?.id ?? id, fresh: false };
}

async function keepPictures(tx: Tx, inboxId: string, event: InboundEvent): Promise<void> {
  for (const [position, { mime, bytes }] of (event.pictures ?? []).entries()) {
    await tx.query("INSERT INTO inbox_media (inbox_id, position, mime, bytes) VALUES ($1, $2, $3, $4)", [
      inboxId,
      position,
      mime,
      bytes,
    ]);
  }
}

interface InboxRow {
  id: string;
  sender_key: string;
  kind: InboundEvent["kind"];
  text: string;
  refers_to: string | null;
  received_at: Date;
  attempts: number;
  behind: string;
}

const CLAIM_NEXT = `
  UPDATE inbox i SET attempts = i.attempts + 1, user_id = head.user_id, org_id = head.org_id
  FROM (SELECT waits.seq, who.user_id, who.org_id FROM inbox waits
        LEFT JOIN identity who ON who.platform = waits.platform AND who.account = waits.account
          AND who.platform_user_id = waits.sender_key
        WHERE waits.platform = $1 AND waits.account = $2 AND waits.chat_key = $3 AND waits.state = 'pending'
        ORDER BY waits.seq LIMIT 1) head,
       chat_lease l
  WHERE i.seq = head.seq AND l.platform = $1 AND l.account = $2 AND l.chat_key = $3
    AND l.owner = $4 AND l.fence = $5 AND l.leased_until > now()
  RETURNING i.id, i.sender_key, i.kind, i.text, i.refers_to, i.received_at, i.attempts,
    (SELECT count(*) FROM (SELECT 1 FROM inbox b
       WHERE b.platform = $1 AND b.account = $2 AND b.chat_key = $3 AND b.state = 'pending' LIMIT $6) waiting) - 1 AS behind`;

/**
 * Takes the oldest waiting event of a leased chat and counts the try, so that an event which kills the process
 * is set aside in the end too. The row is made its sender's here, since the turn itself sees only the rows of
 * its user. Null when nothing waits or the lease is no longer ours.
 */
export async function claimNext(sql: Sql, lease: Lease): Promise<WaitingEvent | null> {
  const row = await first<InboxRow>(sql, CLAIM_NEXT, [
    lease.platform,
    lease.account,
    lease.chatKey,
    lease.owner,
    lease.fence,
    limits.slowDownAt + 2,
  ]);
  if (!row) return null;
  return {
    platform: lease.platform,
    account: lease.account,
    chatKey: lease.chatKey,
    inboxId: row.id,
    senderKey: row.sender_key,
    kind: row.kind,
    text: row.text,
    refersTo: row.refers_to,
    receivedAtMs: row.received_at.getTime(),
    attempt: row.attempts,
    behind: Number(row.behind),
  };
}

/** Takes back a counted try: what failed was the database or the process, not the event. */
export async function giveBack(sql: Sql, inboxId: string): Promise<void> {
  await sql.query(
    "UPDATE inbox SET attempts = attempts - 1 WHERE id = $1 AND state = 'pending' AND attempts > 0",
    [inboxId],
  );
}

/** Makes an event that of a user who was met just now. */
export async function setOwner(tx: Tx, inboxId: string, { orgId, userId }: Scope): Promise<void> {
  await tx.query("UPDATE inbox SET org_id = $2, user_id = $3 WHERE id = $1", [inboxId, orgId, userId]);
}

/** What became of a turn, kept with its event for later measurement (SPEC S3). */
export interface Outcome {
  readonly plan: Plan;
  readonly verdict: Verdict;
}

/**
 * Marks the event as handled, with what was decided.
 * @throws MamaError("row_gone") when the user has no such event: then nothing of the turn may stand
 */
export async function finish(
  tx: Tx,
  scope: Scope,
  inboxId: string,
  { plan, verdict }: Outcome,
): Promise<void> {
  const finished = await first(
    tx,
    `UPDATE inbox SET state = 'done', mode = $3, source = $4, verdict = $5, plan = $6
     WHERE id = $1 AND user_id = $2 RETURNING id`,
    [inboxId, scope.userId, plan.mode, plan.source, verdict, JSON.stringify(plan.items)],
  );
  if (!finished) throw new MamaError("row_gone", "the event of this turn is not its user's");
}

/** Sets an event aside after it failed too often. The caller writes the sentence in the same transaction. */
export async function setAside(tx: Tx, inboxId: string): Promise<void> {
  await tx.query("UPDATE inbox SET state = 'failed' WHERE id = $1", [inboxId]);
}

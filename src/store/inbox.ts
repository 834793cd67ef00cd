/**
 * The inbox: what came in and is not forgotten (SPEC S2).
 *
 *   adapter ─ receive ─→ pending ─ claimNext ─→ (a turn) ─ settleTurn ─→ done
 *                           ↑─── letGo ────┘ └─ after three failures ─→ failed, with a sentence
 */
import { limits } from "../kernel/limits.ts";
import type { ChatAddress, InboundEvent } from "../kernel/ports.ts";
import type { Plan, Scope, Verdict } from "../kernel/types.ts";
import type { Database } from "./database.ts";
import type { Lease } from "./leases.ts";
import type { Person } from "./people.ts";
import { joinAlbum, keepPictures } from "./pictures.ts";
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
  /** When the person sent it: its "today" is the day of that moment. */
  readonly saidAtMs: number;
  /** What the pictures of its album have in common. */
  readonly albumKey: string | null;
  /** How often a turn put it off. */
  readonly holds: number;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Events of this chat still waiting behind this one, counted up to `limits.slowDownAt` + 1. */
  readonly behind: number;
  /** Who wrote; null on first contact. */
  readonly person: Person | null;
  /** The plan that an earlier try applied before it could reply: it is not planned again. */
  readonly applied: { readonly plan: Plan; readonly verdict: Verdict } | null;
}

/** What Postgres text cannot hold (NUL, half a surrogate pair) is replaced, and what is endless is cut. */
export function storable(text: string): string {
  return text.slice(0, limits.maxStoredCharacters).replaceAll("\0", "").toWellFormed();
}

const RECEIVE = `
  INSERT INTO inbox (id, platform, account, event_key, chat_key, sender_key, kind, text, message_key, refers_to,
    received_at, sent_at, album_key, late, held_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now() + $15::int * interval '1 millisecond')
  ON CONFLICT (platform, account, event_key) DO NOTHING
  RETURNING id`;

/**
 * Puts an event into the inbox. A redelivered event changes nothing. A picture of an album joins those that came before
 * it, and all wait until no more have come for `albumQuietMs`.
 * @returns the id of the event's row, and whether it is new
 */
export async function receive(
  database: Database,
  event: InboundEvent,
  { id, nowMs, albumQuietMs = limits.albumQuietMs }: { id: string; nowMs: number; albumQuietMs?: number },
): Promise<{ inboxId: string; fresh: boolean }> {
  const sentAtMs = believable(event.sentAtMs, nowMs);
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
      sentAtMs === null ? null : new Date(sentAtMs).toISOString(),
      event.albumKey ?? null,
      event.late ?? false,
      event.albumKey === undefined ? null : albumQuietMs,
    ]);
  const withPictures = async (tx: Tx): Promise<{ id: string } | null> => {
    const inserted = await insert(tx);
    if (inserted) await keepPictures(tx, inserted.id, event);
    return inserted;
  };
  const { albumKey } = event;
  if (albumKey !== undefined) {
    const member = await database.withSystem(async (tx) => {
      const joined = await joinAlbum(tx, { ...event, albumKey }, albumQuietMs);
      if (joined) return joined;
      const opened = await withPictures(tx);
      return opened && { inboxId: opened.id, fresh: true };
    });
    if (member) return member;
  } else {
    const hasPictures = event.pictures?.length || event.remotePicture !== undefined;
    const row = hasPictures ? await database.withSystem(withPictures) : await insert(database.system);
    if (row) return { inboxId: row.id, fresh: true };
  }
  const known = await first<{ id: string }>(
    database.system,
    "SELECT id FROM inbox WHERE platform = $1 AND account = $2 AND event_key = $3",
    [event.platform, event.account, event.eventKey],
  );
  return { inboxId: known?.id ?? id, fresh: false };
}

/** A platform's clock is taken at its word only where ours can bear it out. */
function believable(sentAtMs: number | undefined, nowMs: number): number | null {
  if (sentAtMs === undefined || sentAtMs > nowMs || sentAtMs < nowMs - limits.sentAtKeepsMs) return null;
  return sentAtMs;
}

/** Whether this user was told before, since then, that Mama cannot read the kind of this event. */
export async function hasToldKind(
  tx: Tx,
  { userId }: Scope,
  { inboxId, text }: WaitingEvent,
  sinceMs: number,
): Promise<boolean> {
  const row = await first(
    tx,
    `SELECT 1 FROM inbox WHERE user_id = $1 AND kind = 'unsupported' AND text = $2 AND received_at >= $3
       AND state = 'done' AND id <> $4 LIMIT 1`,
    [userId, text, new Date(sinceMs).toISOString(), inboxId],
  );
  return row !== null;
}

/** The earlier events of an event's album: it came too late for them. */
export async function earlierOfAlbum(
  tx: Tx,
  { userId }: Scope,
  { platform, account, chatKey, inboxId, albumKey }: WaitingEvent,
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM inbox WHERE user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4 AND album_key = $5
       AND seq < (SELECT seq FROM inbox WHERE id = $6)`,
    [userId, platform, account, chatKey, albumKey, inboxId],
  );
  return rows.map(({ id }) => id);
}

/** Makes an event that of a user who was met just now. */
export async function setOwner(tx: Tx, inboxId: string, { orgId, userId }: Scope): Promise<void> {
  await tx.query("UPDATE inbox SET org_id = $2, user_id = $3 WHERE id = $1", [inboxId, orgId, userId]);
}

/** `held` locks the lease's row until the commit, as at the end of a turn. */
const SET_ASIDE = `
  WITH held AS (
    SELECT 1 FROM chat_lease WHERE platform = $2 AND account = $3 AND chat_key = $4 AND owner = $5 AND fence = $6
    FOR SHARE
  )
  UPDATE inbox SET state = 'failed' WHERE id = $1 AND state = 'pending' AND EXISTS (SELECT 1 FROM held) RETURNING id`;

/** Counts a turn that failed, for reasons of its own, and returns how often it has by now. */
export async function recordFailure(sql: Sql, inboxId: string): Promise<number> {
  const row = await first<{ failures: number }>(
    sql,
    "UPDATE inbox SET failures = least(failures + 1, 1000) WHERE id = $1 RETURNING failures",
    [inboxId],
  );
  return row?.failures ?? 0;
}

/**
 * Sets an event aside after it failed too often. The caller writes the sentence in the same transaction.
 * @returns false when the event is settled already, or another process has its chat: then there is nothing to say
 */
export async function setAside(tx: Tx, inboxId: string, lease: Lease): Promise<boolean> {
  const { platform, account, chatKey, owner, fence } = lease;
  const row = await first(tx, SET_ASIDE, [inboxId, platform, account, chatKey, owner, fence]);
  return row !== null;
}

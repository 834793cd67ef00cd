/**
 * The outbox: what must go out and is not forgotten (SPEC S2).
 *
 *   write ─→ pending ─ claim ─→ sending ─→ sent
 *                        ↑         ├─ platform says later ─→ pending, not before then
 *                        │         ├─ platform says never ─→ failed, its user unreachable
 *                        │         └─ crash, or no clear answer ─→ unknown
 *                        └──────────────── sent once more ────────────┘
 */
import type { ButtonDraft, ChatAddress, OutboundMessage, Picture } from "../kernel/ports.ts";
import type { Language, Scope } from "../kernel/types.ts";
import { WAITS_FOR_OTHERS } from "./late-replies.ts";
import { buttonsOf } from "./outbox-buttons.ts";
import { first, type Sql, type Tx } from "./sql.ts";

export interface OutboxDraft extends ChatAddress {
  readonly id: string;
  /** Null when the person could not even be told from the event. */
  readonly scope: Scope | null;
  readonly inboxId: string | null;
  readonly kind: OutboundMessage["kind"];
  readonly language: Language;
  readonly text: string;
  readonly buttons?: readonly ButtonDraft[] | undefined;
  readonly picture?: Picture | undefined;
}

/** Writes a message to be sent, in the transaction of the effects that it speaks of. */
export async function writeOutbox(tx: Tx, draft: OutboxDraft): Promise<void> {
  await tx.query(
    `INSERT INTO outbox (id, org_id, user_id, platform, account, chat_key, inbox_id, kind, text, buttons, picture, picture_mime, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      draft.id,
      draft.scope?.orgId ?? null,
      draft.scope?.userId ?? null,
      draft.platform,
      draft.account,
      draft.chatKey,
      draft.inboxId,
      draft.kind,
      draft.text,
      JSON.stringify(draft.buttons ?? []),
      draft.picture?.bytes ?? null,
      draft.picture?.mime ?? null,
      draft.language,
    ],
  );
}

/** Whether anything was said to an event yet. */
export async function hasReply(tx: Tx, inboxId: string): Promise<boolean> {
  return (await first(tx, "SELECT 1 FROM outbox WHERE inbox_id = $1 LIMIT 1", [inboxId])) !== null;
}

/** A message claimed for sending. */
export interface ClaimedMessage extends OutboundMessage {
  readonly userId: string | null;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** It may have been sent before: this is the one time that it is sent again. */
  readonly again: boolean;
  /** It answers what waited while Mama was away, and may take other such answers with it. */
  readonly late: boolean;
  readonly language: Language;
}

interface OutboxRow {
  id: string;
  chat_key: string;
  platform: string;
  account: string;
  kind: OutboundMessage["kind"];
  text: string;
  buttons: ButtonDraft[];
  picture: Uint8Array | null;
  picture_mime: string | null;
  inbox_id: string | null;
  replaces: string | null;
  user_id: string | null;
  attempts: number;
  resent: boolean;
  late: boolean;
  language: Language;
}

const WAITS = "o.state IN ('pending', 'sending', 'unknown')";

/**
 * Of each chat only the oldest open message can be claimed, so that order within a chat holds with any number
 * of senders; what Mama says by herself and may not say yet (quiet hours) holds up nothing. An `unknown` one is
 * claimed once more. A `digest` is not: late news is no news.
 * The array is there to be made once: as a plain sub-select it may run once a row, and then claims more than $5.
 */
const CLAIM = `
  UPDATE outbox o SET state = 'sending', sender = $1, attempts = o.attempts + 1,
    resent = o.state = 'unknown' AND NOT $7, sending_until = now() + $2 * interval '1 millisecond'
  WHERE o.seq = ANY (ARRAY(
    SELECT head.seq FROM outbox head
    WHERE head.state IN ('pending', 'unknown') AND head.not_before <= now()
      AND head.platform = $3 AND head.account = $4 AND NOT ($6 AND ${WAITS_FOR_OTHERS})
      AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.platform = head.platform AND o.account = head.account
                        AND o.chat_key = head.chat_key AND o.seq < head.seq AND ${WAITS}
                        AND (o.kind = 'reply' OR o.state = 'sending' OR o.not_before <= now()))
    ORDER BY head.seq LIMIT $5 FOR UPDATE SKIP LOCKED))
    AND o.state IN ('pending', 'unknown')
  RETURNING o.id, o.seq, o.platform, o.account, o.chat_key, o.kind, o.text, o.buttons, o.picture, o.picture_mime,
    o.inbox_id, o.replaces, o.user_id, o.attempts, o.resent, o.language,
    $6 AND coalesce((SELECT late FROM inbox WHERE id = o.inbox_id), false) AS late`;

/** Claims up to `most` messages of one account, at most one a chat. */
export async function claimOutbox(
  sql: Sql,
  {
    platform,
    account,
    sender,
    sendingMs,
    most,
    joinsLate = false,
    showsOnce = false,
  }: {
    platform: string;
    account: string;
    sender: string;
    sendingMs: number;
    most: number;
    /** Answers to late events wait for each other. */
    joinsLate?: boolean | undefined;
    /** Sending again does no harm, so that it may be done more than once. */
    showsOnce?: boolean | undefined;
  },
): Promise<ClaimedMessage[]> {
  const rows = await sql.query<OutboxRow>(CLAIM, [
    sender,
    sendingMs,
    platform,
    account,
    most,
    joinsLate,
    showsOnce,
  ]);
  return rows.map((row) => ({
    platform: row.platform,
    account: row.account,
    chatKey: row.chat_key,
    outboxId: row.id,
    kind: row.kind,
    text: row.text,
    buttons: buttonsOf(row.id, row.buttons),
    picture: row.picture ? { bytes: row.picture, mime: row.picture_mime ?? "image/png" } : undefined,
    inboxId: row.inbox_id ?? undefined,
    replaces: row.replaces ?? undefined,
    userId: row.user_id,
    attempt: row.attempts,
    again: row.resent,
    late: row.late,
    language: row.language,
  }));
}

/** A sender's own row may be settled; one that was taken over in the meantime may not. */
const MINE = "id = $1 AND sender = $2 AND state = 'sending'";

/** Marks messages as sent, all in one statement; those that were taken over in the meantime stay as they are. */
export async function markSent(
  sql: Sql,
  sender: string,
  sent: readonly { readonly outboxId: string; readonly messageKey: string | null }[],
): Promise<void> {
  await sql.query(
    `UPDATE outbox o SET state = 'sent', sent_at = now(), message_key = nullif(was.key, ''), sending_until = NULL
     FROM unnest($1::uuid[], $2::text[]) AS was (id, key)
     WHERE o.id = was.id AND o.sender = $3 AND o.state = 'sending'`,
    [sent.map(({ outboxId }) => outboxId), sent.map(({ messageKey }) => messageKey ?? ""), sender],
  );
}

/** The platform said to come back after `afterMs`; nothing was sent. */
export async function markRetry(sql: Sql, id: string, sender: string, afterMs: number): Promise<void> {
  await sql.query(
    `UPDATE outbox SET state = CASE WHEN resent THEN 'unknown' ELSE 'pending' END, resent = false, sending_until = NULL,
       not_before = now() + $3 * interval '1 millisecond' WHERE ${MINE}`,
    [id, sender, afterMs],
  );
}

/** The message will not be delivered. */
export async function markFailed(sql: Sql, id: string, sender: string, failure: string): Promise<void> {
  await sql.query(`UPDATE outbox SET state = 'failed', failure = $3, sending_until = NULL WHERE ${MINE}`, [
    id,
    sender,
    failure,
  ]);
}

/** However harmless sending again may be, at some point it is let be. */
const MOST_ATTEMPTS = 20;
const LET_BE = `resent OR kind = 'digest' OR attempts >= ${MOST_ATTEMPTS}`;

/** A message whose fate is not known is sent once more; after that, and for a digest at once, it is let be. */
const UNCLEAR = `UPDATE outbox SET sending_until = NULL,
  state = CASE WHEN ${LET_BE} THEN 'failed' ELSE 'unknown' END,
  failure = CASE WHEN ${LET_BE} THEN 'unknown' ELSE failure END`;

/** The platform gave no clear answer; when there is another try, it waits for `afterMs`. */
export async function markUnclear(sql: Sql, id: string, sender: string, afterMs = 0): Promise<void> {
  await sql.query(`${UNCLEAR}, not_before = now() + $3 * interval '1 millisecond' WHERE ${MINE}`, [
    id,
    sender,
    afterMs,
  ]);
}

/**
 * Finds what dead senders left in `sending`.
 * @param everyone at the start of the only process on a database: whoever was sending is dead
 */
export async function recoverSending(sql: Sql, everyone: boolean): Promise<void> {
  await sql.query(`${UNCLEAR} WHERE state = 'sending'${everyone ? "" : " AND sending_until < now()"}`);
}

/**
 * Cancels what Mama wanted to say by herself to a user who cannot be reached (SPEC S2); replies are kept.
 * @param chat where they cannot; null: nowhere
 */
export async function cancelPushes(tx: Tx, userId: string, chat: ChatAddress | null): Promise<void> {
  await tx.query(
    `UPDATE outbox SET state = 'failed', failure = 'unreachable'
     WHERE user_id = $1 AND kind <> 'reply' AND state IN ('pending', 'unknown')
       AND ($2::text IS NULL OR (platform = $2 AND account = $3 AND chat_key = $4))`,
    [userId, chat?.platform ?? null, chat?.account ?? null, chat?.chatKey ?? null],
  );
}

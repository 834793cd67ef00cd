/**
 * Pictures beside the inbox (SPEC S2, S8): their bytes, or the platform's id of them until these are here. The pictures
 * of an album belong to the event of the first one that came in, so that the person is answered once. One that comes
 * when that event is done is an event of its own, whose turn knows the album by its key.
 */
import type { InboundEvent, PictureFailure, RemotePicture, RemotePictures } from "../kernel/ports.ts";
import type { Database } from "./database.ts";
import { first, type Tx } from "./sql.ts";

/** Keeps the pictures of an event that was inserted just now. */
export async function keepPictures(tx: Tx, inboxId: string, event: InboundEvent): Promise<void> {
  for (const { mime, bytes } of event.pictures ?? []) await add(tx, inboxId, { mime, bytes });
  if (event.remotePicture !== undefined)
    await add(tx, inboxId, { remoteKey: event.remotePicture, eventKey: event.eventKey });
}

interface PictureDraft {
  readonly mime?: string;
  readonly bytes?: Uint8Array;
  readonly remoteKey?: string;
  /** The event that brought it: once an event, however often it is delivered. */
  readonly eventKey?: string;
}

/** Behind the pictures that are there. */
async function add(tx: Tx, inboxId: string, draft: PictureDraft): Promise<void> {
  await tx.query(
    `INSERT INTO inbox_media (inbox_id, position, mime, bytes, remote_key, event_key)
     SELECT $1, (SELECT coalesce(max(position) + 1, 0) FROM inbox_media WHERE inbox_id = $1), $2, $3::bytea, $4, $5
     ON CONFLICT (inbox_id, event_key) DO NOTHING`,
    [inboxId, draft.mime ?? null, draft.bytes ?? null, draft.remoteKey ?? null, draft.eventKey ?? null],
  );
}

/** Where a member of the album, or its redelivery, belongs: an event that knows it, else one that is still open. */
const OPEN = `
  SELECT i.id, EXISTS (SELECT 1 FROM inbox_media m WHERE m.inbox_id = i.id AND m.event_key = $5) OR i.event_key = $5 AS known
  FROM inbox i
  WHERE i.platform = $1 AND i.account = $2 AND i.chat_key = $3 AND i.album_key = $4
    AND (i.state = 'pending' OR i.event_key = $5
      OR EXISTS (SELECT 1 FROM inbox_media m WHERE m.inbox_id = i.id AND m.event_key = $5))
  ORDER BY known DESC, i.seq LIMIT 1 FOR UPDATE OF i`;

/**
 * Adds a picture to the event of its album that is still open, and its caption when that one had none. Members that come
 * in by several processes at once wait for each other, and for the turn that is just closing the event.
 * @returns null when it opens the album, or comes too late for it: then it is an event of its own
 */
export async function joinAlbum(
  tx: Tx,
  event: InboundEvent & { readonly albumKey: string },
  quietMs: number,
): Promise<{ inboxId: string; fresh: boolean } | null> {
  const album = [event.platform, event.account, event.chatKey, event.albumKey];
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [JSON.stringify(album)]);
  const opened = await first<{ id: string; known: boolean }>(tx, OPEN, [...album, event.eventKey]);
  if (!opened) return null;
  if (opened.known) return { inboxId: opened.id, fresh: false };
  const [picture] = event.pictures ?? [];
  await add(tx, opened.id, {
    ...picture,
    ...(event.remotePicture === undefined ? {} : { remoteKey: event.remotePicture }),
    eventKey: event.eventKey,
  });
  await tx.query(
    `UPDATE inbox SET held_until = now() + $3 * interval '1 millisecond', text = CASE WHEN text = '' THEN $2 ELSE text END
     WHERE id = $1`,
    [opened.id, event.text, quietMs],
  );
  return { inboxId: opened.id, fresh: true };
}

/** A picture of an event, as far as it is here. */
export interface KeptPicture {
  readonly position: number;
  /** Whether its bytes are here; they never will be when there is a failure. */
  readonly here: boolean;
  readonly failure: PictureFailure | null;
  /** What an earlier try of the turn read, as it was kept; null before that. */
  readonly seen: unknown;
}

/** The pictures of one of the user's events, in their order; without their bytes, which may be many. */
export function picturesOf(tx: Tx, inboxId: string): Promise<KeptPicture[]> {
  return tx.query<KeptPicture>(
    `SELECT position, bytes IS NOT NULL AS here, failure, seen FROM inbox_media WHERE inbox_id = $1
     ORDER BY position`,
    [inboxId],
  );
}

/** The bytes of one of them; null when they are not here. */
export async function bytesOf(tx: Tx, inboxId: string, position: number): Promise<Uint8Array | null> {
  const row = await first<{ bytes: Uint8Array | null }>(
    tx,
    "SELECT bytes FROM inbox_media WHERE inbox_id = $1 AND position = $2",
    [inboxId, position],
  );
  return row?.bytes ?? null;
}

/** Keeps what was read of a picture beside it until the turn is done, so that a turn that is cut short goes on from there. */
export async function keepSeen(tx: Tx, inboxId: string, position: number, seen: object): Promise<void> {
  await tx.query(
    "UPDATE inbox_media SET seen = $3::jsonb WHERE inbox_id = $1 AND position = $2 AND read_at IS NULL",
    [inboxId, position, JSON.stringify(seen)],
  );
}

/**
 * Marks the pictures of an event as read, in the transaction of what came of them; their bytes go unless they are to be kept.
 * From here until the commit none can join.
 * @returns false when there are more than `many` by now: then the turn has not seen them all
 */
export async function pictureRead(
  tx: Tx,
  inboxId: string,
  { many, keep }: { many: number; keep: boolean },
): Promise<boolean> {
  await tx.query("SELECT 1 FROM inbox WHERE id = $1 FOR UPDATE", [inboxId]);
  const rows = await tx.query(
    `UPDATE inbox_media SET read_at = now(), remote_key = NULL, seen = NULL, bytes = CASE WHEN $2 THEN bytes END
     WHERE inbox_id = $1
     RETURNING position`,
    [inboxId, keep],
  );
  return rows.length <= many;
}

/** The pictures of one account that are still to be fetched. */
export function remotePictures(
  database: Database,
  { platform, account }: { platform: string; account: string },
): RemotePictures {
  const settle = async (
    { inboxId, position }: RemotePicture,
    set: { mime?: string; bytes?: Uint8Array; failure?: PictureFailure },
  ): Promise<void> => {
    await database.system.query(
      `UPDATE inbox_media SET mime = $3, bytes = $4, failure = $5
       WHERE inbox_id = $1 AND position = $2 AND bytes IS NULL AND read_at IS NULL`,
      [inboxId, position, set.mime ?? null, set.bytes ?? null, set.failure ?? null],
    );
  };
  return {
    missing: (most) =>
      database.system.query<RemotePicture>(
        `SELECT m.inbox_id AS "inboxId", m.position, m.remote_key AS "remoteKey"
         FROM inbox_media m JOIN inbox i ON i.id = m.inbox_id
         WHERE m.bytes IS NULL AND m.failure IS NULL AND m.read_at IS NULL AND i.platform = $1 AND i.account = $2
         ORDER BY m.created_at LIMIT $3`,
        [platform, account, most],
      ),
    keep: (which, { mime, bytes }) => settle(which, { mime, bytes }),
    giveUp: (which, failure) => settle(which, { failure }),
  };
}

/**
 * Pictures beside the inbox (SPEC S2, S8): their bytes, or the platform's id of them until these are here. The pictures
 * of an album belong to the event of the first one that came in, so that the person is answered once.
 */
import type { InboundEvent, PictureFailure, RemotePicture, RemotePictures } from "../kernel/ports.ts";
import type { Database } from "./database.ts";
import { first, type Tx } from "./sql.ts";

/** Keeps the pictures of an event that was inserted just now. */
export async function keepPictures(tx: Tx, inboxId: string, event: InboundEvent): Promise<void> {
  for (const [position, { mime, bytes }] of (event.pictures ?? []).entries()) {
    await tx.query("INSERT INTO inbox_media (inbox_id, position, mime, bytes) VALUES ($1, $2, $3, $4)", [
      inboxId,
      position,
      mime,
      bytes,
    ]);
  }
  if (event.remotePicture !== undefined) await announce(tx, inboxId, event);
}

/** Behind the pictures that are there; once an event, however often it is delivered. */
async function announce(tx: Tx, inboxId: string, event: InboundEvent): Promise<boolean> {
  const row = await first(
    tx,
    `INSERT INTO inbox_media (inbox_id, position, remote_key, event_key)
     SELECT $1, (SELECT coalesce(max(position) + 1, 0) FROM inbox_media WHERE inbox_id = $1), $2, $3
     ON CONFLICT (inbox_id, event_key) DO NOTHING RETURNING position`,
    [inboxId, event.remotePicture ?? null, event.eventKey],
  );
  return row !== null;
}

/**
 * Adds a picture to the event of its album's first one, and its caption when that one had none.
 * @returns null when it is the first one itself
 */
export async function joinAlbum(
  database: Database,
  event: InboundEvent,
): Promise<{ inboxId: string; fresh: boolean } | null> {
  const opened = await first<{ id: string; event_key: string }>(
    database.system,
    `SELECT id, event_key FROM inbox
     WHERE platform = $1 AND account = $2 AND chat_key = $3 AND album_key = $4 ORDER BY seq LIMIT 1`,
    [event.platform, event.account, event.chatKey, event.albumKey ?? null],
  );
  if (!opened) return null;
  if (opened.event_key === event.eventKey) return { inboxId: opened.id, fresh: false };
  const fresh = await database.withSystem(async (tx) => {
    const added = await announce(tx, opened.id, event);
    if (added && event.text !== "")
      await tx.query("UPDATE inbox SET text = $2 WHERE id = $1 AND text = '' AND state = 'pending'", [
        opened.id,
        event.text,
      ]);
    return added;
  });
  return { inboxId: opened.id, fresh };
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
       WHERE inbox_id = $1 AND position = $2 AND bytes IS NULL`,
      [inboxId, position, set.mime ?? null, set.bytes ?? null, set.failure ?? null],
    );
  };
  return {
    missing: (most) =>
      database.system.query<RemotePicture>(
        `SELECT m.inbox_id AS "inboxId", m.position, m.remote_key AS "remoteKey"
         FROM inbox_media m JOIN inbox i ON i.id = m.inbox_id
         WHERE m.bytes IS NULL AND m.failure IS NULL AND i.platform = $1 AND i.account = $2
         ORDER BY m.created_at LIMIT $3`,
        [platform, account, most],
      ),
    keep: (which, { mime, bytes }) => settle(which, { mime, bytes }),
    giveUp: (which, failure) => settle(which, { failure }),
  };
}

/**
 * Secrets of accounts on platforms (SPEC S12): sealed before they come here, and opened by nobody but the adapter. They
 * are data of the account. What belongs to the sessions with one person goes when that person is erased.
 */
import type { KeyRow, KeyRows } from "../kernel/ports.ts";
import type { Database } from "./database.ts";
import type { Tx } from "./sql.ts";

const OURS = "platform = $1 AND account = $2";

/** The secrets of one account. */
export function platformKeys(
  database: Database,
  { platform, account }: { platform: string; account: string },
): KeyRows {
  return {
    read: async (type, ids) => {
      const rows = await database.system.query<{ id: string; sealed: Uint8Array }>(
        `SELECT id, sealed FROM platform_key WHERE ${OURS} AND type = $3 AND id = ANY ($4)`,
        [platform, account, type, [...ids]],
      );
      return new Map(rows.map(({ id, sealed }) => [id, sealed]));
    },
    write: (rows) => database.withSystem((tx) => write(tx, { platform, account }, rows)),
    clear: async () => {
      await database.system.query(`DELETE FROM platform_key WHERE ${OURS}`, [platform, account]);
    },
  };
}

async function write(
  tx: Tx,
  { platform, account }: { platform: string; account: string },
  rows: readonly KeyRow[],
): Promise<void> {
  const gone = rows.filter(({ sealed }) => sealed === null);
  const kept = rows.filter(({ sealed }) => sealed !== null);
  if (gone.length > 0) {
    await tx.query(
      `DELETE FROM platform_key WHERE ${OURS} AND (type, id) IN (SELECT * FROM unnest($3::text[], $4::text[]))`,
      [platform, account, gone.map(({ type }) => type), gone.map(({ id }) => id)],
    );
  }
  if (kept.length === 0) return;
  // In one order, so that two that write the same rows wait for each other and not in a ring.
  kept.sort((a, b) => (`${a.type}/${a.id}` < `${b.type}/${b.id}` ? -1 : 1));
  await tx.query(
    `INSERT INTO platform_key (platform, account, type, id, sealed)
     SELECT $1, $2, type, id, decode(sealed, 'base64') FROM unnest($3::text[], $4::text[], $5::text[]) AS made (type, id, sealed)
     ON CONFLICT (platform, account, type, id) DO UPDATE SET sealed = EXCLUDED.sealed, updated_at = now()`,
    [
      platform,
      account,
      kept.map(({ type }) => type),
      kept.map(({ id }) => id),
      kept.map(({ sealed }) => Buffer.from(sealed ?? []).toString("base64")),
    ],
  );
}

/** Kinds of secret that belong to the session with one person; the others are the account's own. */
const OF_A_PERSON = ["session", "identity-key", "device-list", "lid-mapping", "tctoken", "sender-key"];

/**
 * Removes the keys of the sessions with a person and the ids that they are known by, for /erase (SPEC S12). To be called
 * while the person's identities are there. A later message of theirs makes new ones.
 * @returns how many keys went
 */
export async function forgetPlatformKeys(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const aliases = await tx.query<{ platform: string; account: string; alias: string }>(
    `DELETE FROM chat_alias a USING identity i
     WHERE i.user_id = $1 AND a.platform = i.platform AND a.account = i.account AND a.chat_key = i.platform_user_id
     RETURNING a.platform, a.account, a.alias`,
    [userId],
  );
  let gone = 0;
  for (const { platform, account, alias } of aliases) {
    // The name in front of the server, as in 60123456789@s.whatsapp.net; a key's id begins with it or has it as a part.
    const [, name] = /^(\d+)/.exec(alias) ?? [];
    if (name === undefined) continue;
    const rows = await tx.query(
      `DELETE FROM platform_key WHERE ${OURS} AND type = ANY ($3) AND id ~ $4 RETURNING id`,
      [platform, account, OF_A_PERSON, `(^|::)${name}([._@:]|$)`],
    );
    gone += rows.length;
  }
  return gone;
}

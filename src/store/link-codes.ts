/** One-time codes, and the ledger that two platforms share from then on (SPEC S1). */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Scope } from "../kernel/types.ts";
import { mergeUsers } from "./merge-users.ts";
import { first, type Tx } from "./sql.ts";

/** Codes that are over are kept for so long, to be told apart from ones that never were. */
const KEEP = "1 day";

/** Keeps a new code; the person's earlier one, unless it was used, is worth nothing from now on. */
export async function keepLinkCode(
  tx: Tx,
  scope: Scope,
  { codeHash, chat, expiresAtMs }: { codeHash: string; chat: ChatAddress; expiresAtMs: number },
): Promise<void> {
  await tx.query("DELETE FROM link_code WHERE user_id = $1 AND used_by IS NULL", [scope.userId]);
  await tx.query(
    `INSERT INTO link_code (code_hash, org_id, user_id, platform, account, chat_key, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      codeHash,
      scope.orgId,
      scope.userId,
      chat.platform,
      chat.account,
      chat.chatKey,
      new Date(expiresAtMs).toISOString(),
    ],
  );
}

/** What became of a code that somebody sent. */
export type Joined =
  | {
      readonly is: "joined";
      /** Whose ledger it is. */
      readonly scope: Scope;
      /** Where the code was asked for. */
      readonly askedIn: ChatAddress;
      /** False when the same event had joined before, in a try that did not come to its end. */
      readonly anew: boolean;
      /** The identities that came with it. */
      readonly identityIds: readonly string[];
      /** Whether they brought records along. */
      readonly merged: boolean;
    }
  | { readonly is: "unknown" | "expired" | "used" | "own" };

interface CodeRow {
  org_id: string;
  user_id: string;
  platform: string;
  account: string;
  chat_key: string;
  expired: boolean;
  used_by: string | null;
}

/** Who sends a code, and when. */
export interface Joiner {
  readonly codeHash: string;
  readonly inboxId: string;
  readonly identity: { readonly platform: string; readonly account: string; readonly senderKey: string };
  /** For the identity of somebody new. */
  readonly identityId: string;
  readonly saidAtMs: number;
}

/**
 * Makes the sender's identities those of the code's user, and all that they had theirs, too. Runs in the system
 * scope, since it is about two users; the code's row is locked, so that of two who send it one joins.
 */
export async function joinLedger(tx: Tx, joiner: Joiner): Promise<Joined> {
  const { codeHash, inboxId, saidAtMs } = joiner;
  const at = new Date(saidAtMs).toISOString();
  await tx.query(`DELETE FROM link_code WHERE expires_at < $1::timestamptz - interval '${KEEP}'`, [at]);
  const code = await first<CodeRow>(
    tx,
    `SELECT org_id, user_id, platform, account, chat_key, expires_at <= $2 AS expired, used_by
     FROM link_code WHERE code_hash = $1 FOR UPDATE`,
    [codeHash, at],
  );
  const scope = await senderOf(tx, joiner);
  // A code of another organisation is nothing that this person should learn of.
  if (!code || (scope && scope.orgId !== code.org_id)) return { is: "unknown" };
  const joined = {
    is: "joined",
    scope: { orgId: code.org_id, userId: code.user_id },
    askedIn: { platform: code.platform, account: code.account, chatKey: code.chat_key },
  } as const;
  if (code.used_by === inboxId) return { ...joined, anew: false, identityIds: [], merged: false };
  if (code.used_by) return { is: "used" };
  if (scope?.userId === code.user_id) return { is: "own" };
  if (code.expired) return { is: "expired" };
  await tx.query("UPDATE link_code SET used_by = $2 WHERE code_hash = $1", [codeHash, inboxId]);
  const identityIds = await takeOver(tx, { ...joiner, scope }, joined.scope);
  const merged = scope ? await mergeUsers(tx, { from: scope, to: joined.scope, at }) : false;
  await tx.query("UPDATE inbox SET org_id = $2, user_id = $3 WHERE id = $1", [
    inboxId,
    code.org_id,
    code.user_id,
  ]);
  return { ...joined, anew: true, identityIds, merged };
}

/**
 * The user that the sender is; null on first contact. As it is now: since their event was taken up, a code that they
 * sent from another app may have made them somebody else.
 */
async function senderOf(tx: Tx, { identity }: Joiner): Promise<Scope | null> {
  const { platform, account, senderKey } = identity;
  return first<Scope>(
    tx,
    `SELECT org_id AS "orgId", user_id AS "userId" FROM identity
     WHERE platform = $1 AND account = $2 AND platform_user_id = $3 FOR UPDATE`,
    [platform, account, senderKey],
  );
}

/** Makes the sender's identities the user's; of somebody new there is none yet. */
async function takeOver(
  tx: Tx,
  { scope, identity, identityId }: Joiner & { readonly scope: Scope | null },
  to: Scope,
): Promise<string[]> {
  const { platform, account, senderKey } = identity;
  if (scope) {
    const rows = await tx.query<{ id: string }>(
      "UPDATE identity SET user_id = $3 WHERE org_id = $1 AND user_id = $2 RETURNING id",
      [scope.orgId, scope.userId, to.userId],
    );
    return rows.map(({ id }) => id);
  }
  await tx.query(
    `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id) VALUES ($1, $2, $3, $4, $5, $6)`,
    [identityId, to.orgId, to.userId, platform, account, senderKey],
  );
  return [identityId];
}

/**
 * Takes identities out of a ledger; whoever writes from them next is somebody new. What waits in their chats is of the
 * ledger: it is not said any more, and the chat's one question and list make way for those of whoever comes.
 * @returns how many there were
 */
export async function removeIdentities(tx: Tx, scope: Scope, ids: readonly string[]): Promise<number> {
  const gone = await tx.query<ChatAddress>(
    `DELETE FROM identity WHERE org_id = $1 AND user_id = $2 AND id = ANY ($3::uuid[])
     RETURNING platform, account, platform_user_id AS "chatKey"`,
    [scope.orgId, scope.userId, ids],
  );
  for (const { platform, account, chatKey } of gone) {
    const theirs = [scope.userId, platform, account, chatKey];
    const inChat = "user_id = $1 AND platform = $2 AND account = $3 AND chat_key = $4";
    await tx.query(`DELETE FROM pending_question WHERE ${inChat}`, theirs);
    await tx.query(`DELETE FROM memory_list WHERE ${inChat}`, theirs);
    await tx.query(
      `UPDATE outbox SET state = 'failed', failure = 'unlinked' WHERE ${inChat} AND state IN ('pending', 'unknown')`,
      theirs,
    );
  }
  return gone.length;
}

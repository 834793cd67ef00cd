/**
 * What jobs say: many messages in one statement, and the call that wakes the senders of other processes. The call
 * belongs to the transaction, so that it comes with the commit (SPEC S2).
 */
import type { ButtonDraft, ChatAddress } from "../kernel/ports.ts";
import type { Language, Scope } from "../kernel/types.ts";
import type { Tx } from "./sql.ts";

/** The channel on which senders are woken. */
export const OUTBOX_CHANNEL = "mama_outbox";

export interface PushDraft {
  readonly id: string;
  readonly scope: Scope;
  readonly to: ChatAddress;
  readonly language: Language;
  readonly text: string;
  readonly buttons: readonly ButtonDraft[];
  /** How long from now it is held, ms: the outbox runs on the database's time, the user's day on the clock port. */
  readonly holdMs: number;
}

/** Writes pushes and wakes who sends them. */
export async function writePushes(tx: Tx, drafts: readonly PushDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await tx.query(
    `INSERT INTO outbox (id, org_id, user_id, platform, account, chat_key, kind, text, buttons, language, not_before)
     SELECT id, org_id, user_id, platform, account, chat_key, 'push', text, buttons, language,
       now() + hold * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb) AS p (id uuid, org_id uuid, user_id uuid, platform text,
       account text, chat_key text, text text, buttons jsonb, language text, hold bigint, place int) ORDER BY place`,
    [
      JSON.stringify(
        drafts.map(({ id, scope, to, language, text, buttons, holdMs }, place) => ({
          id,
          place,
          org_id: scope.orgId,
          user_id: scope.userId,
          platform: to.platform,
          account: to.account,
          chat_key: to.chatKey,
          text,
          buttons,
          language,
          hold: Math.max(0, Math.ceil(holdMs)),
        })),
      ),
    ],
  );
  await wakeSenders(tx);
}

/** Wakes the senders of every process, once this transaction commits. */
export async function wakeSenders(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_notify('${OUTBOX_CHANNEL}', '')`);
}

/** The conversation as it was, both sides (SPEC S10.1). */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Mode, Scope } from "../kernel/types.ts";
import type { Tx } from "./sql.ts";

export interface Spoken {
  readonly id: string;
  readonly role: "user" | "mama";
  readonly text: string;
}

/** Keeps what both sides said in one turn. */
export async function writeHistory(
  tx: Tx,
  spoken: readonly Spoken[],
  {
    scope,
    chat,
    inboxId,
    mode,
    nowMs,
  }: {
    scope: Scope;
    chat: ChatAddress;
    inboxId: string;
    mode: Mode;
    nowMs: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO message (id, org_id, user_id, platform, account, chat_key, inbox_id, role, text, mode, at)
     SELECT said.id, $4, $5, $6, $7, $8, $9, said.role, said.text, $10, $11
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS said (id, role, text)`,
    [
      spoken.map(({ id }) => id),
      spoken.map(({ role }) => role),
      spoken.map(({ text }) => text),
      scope.orgId,
      scope.userId,
      chat.platform,
      chat.account,
      chat.chatKey,
      inboxId,
      mode,
      new Date(nowMs).toISOString(),
    ],
  );
}

/**
 * Answers to what waited on the platform while Mama was away go out together, where the adapter asks for it (SPEC S2): they
 * wait until the chat's late events are handled, and then the first takes the others with it.
 */
import type { Button, ButtonDraft } from "../kernel/ports.ts";
import { buttonsOf } from "./outbox-buttons.ts";
import type { Sql } from "./sql.ts";

/** Whether the head of a chat has to wait for answers that belong to it. `head` is an alias of outbox. */
export const WAITS_FOR_OTHERS = `EXISTS (
  SELECT 1 FROM inbox answered JOIN inbox waits ON waits.platform = answered.platform
    AND waits.account = answered.account AND waits.chat_key = answered.chat_key
    AND waits.state = 'pending' AND waits.late
  WHERE answered.id = head.inbox_id AND answered.late)`;

/** Answers that one message takes with it. */
const MOST = 30;

const CLAIM_FOLLOWERS = `
  UPDATE outbox o SET state = 'sending', sender = $2, attempts = o.attempts + 1,
    sending_until = now() + $3 * interval '1 millisecond'
  WHERE o.seq = ANY (ARRAY(
    SELECT next.seq FROM outbox head JOIN outbox next ON next.platform = head.platform AND next.account = head.account
      AND next.chat_key = head.chat_key AND next.seq > head.seq
    JOIN inbox answered ON answered.id = next.inbox_id AND answered.late
    WHERE head.id = $1 AND head.sender = $2 AND head.state = 'sending'
      AND next.state IN ('pending', 'unknown') AND next.kind = 'reply' AND next.picture IS NULL
    ORDER BY next.seq LIMIT ${MOST} FOR UPDATE OF next SKIP LOCKED))
    AND o.state IN ('pending', 'unknown')
  RETURNING o.id, o.seq, o.text, o.buttons`;

export interface Follower {
  readonly outboxId: string;
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** Claims what goes out with a claimed answer to a late event, in order. */
export async function claimFollowers(
  sql: Sql,
  { outboxId, sender, sendingMs }: { outboxId: string; sender: string; sendingMs: number },
): Promise<Follower[]> {
  const rows = await sql.query<{ id: string; seq: string; text: string; buttons: ButtonDraft[] }>(
    CLAIM_FOLLOWERS,
    [outboxId, sender, sendingMs],
  );
  return rows
    .sort((a, b) => Number(a.seq) - Number(b.seq))
    .map(({ id, text, buttons }) => ({ outboxId: id, text, buttons: buttonsOf(id, buttons) }));
}

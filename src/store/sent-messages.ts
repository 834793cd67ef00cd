/** What was sent in a chat, for adapters whose people pick buttons by number, or whose platform asks for a message again. */
import type { ButtonDraft, SentMessage, SentMessages } from "../kernel/ports.ts";
import { buttonsOf } from "./outbox-buttons.ts";
import { first, type Sql } from "./sql.ts";

interface SentRow {
  readonly id: string;
  readonly text: string;
  readonly buttons: readonly ButtonDraft[];
}

/** A message is on the screen before it is known here to be sent, and one that got no clear answer waits to be sent again. */
const SENT = `SELECT id, text, buttons FROM outbox
  WHERE platform = $1 AND account = $2 AND chat_key = $3
    AND (state IN ('sending', 'sent', 'unknown') OR (state = 'pending' AND attempts > 0))`;

function sentOf({ id, text, buttons }: SentRow): SentMessage {
  return { outboxId: id, text, buttons: buttonsOf(id, buttons) };
}

export function sentMessages(
  sql: Sql,
  { platform, account }: { platform: string; account: string },
): SentMessages {
  return {
    latest: async (chatKey, most) => {
      const rows = await sql.query<SentRow>(`${SENT} ORDER BY seq DESC LIMIT $4`, [
        platform,
        account,
        chatKey,
        most,
      ]);
      return rows.map(sentOf);
    },
    byMessageKey: async (chatKey, messageKey) => {
      const row = await first<SentRow>(sql, `${SENT} AND message_key = $4 ORDER BY seq DESC LIMIT 1`, [
        platform,
        account,
        chatKey,
        messageKey,
      ]);
      return row && sentOf(row);
    },
  };
}

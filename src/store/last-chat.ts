/**
 * Where a person is: the chat that they last wrote from, as long as its identity is theirs (SPEC S5). Events stay with a
 * ledger when the identity that they came from is taken out of it, and what is in the ledger is not said there any more.
 */

/** Selects platform, account, chat_key and sender_key; at most one row. `user` is a column with the user's id. */
export function lastChatOf(user: string): string {
  return `SELECT i.platform, i.account, i.chat_key, i.sender_key FROM inbox i
    WHERE i.user_id = ${user} AND ${theirs("i", "i.sender_key")} ORDER BY i.seq DESC LIMIT 1`;
}

/** The same by what was sent to them: events are removed after a year. Has no sender_key. */
export function lastToldChatOf(user: string): string {
  return `SELECT o.platform, o.account, o.chat_key FROM outbox o
    WHERE o.user_id = ${user} AND ${theirs("o", "o.chat_key")} ORDER BY o.seq DESC LIMIT 1`;
}

function theirs(row: string, who: string): string {
  return `EXISTS (SELECT 1 FROM identity who WHERE who.user_id = ${row}.user_id AND who.platform = ${row}.platform
      AND who.account = ${row}.account AND who.platform_user_id = ${who})`;
}

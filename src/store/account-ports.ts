/** What an adapter of a chat network needs of the database beside the inbox, for its one account. */
import type { AccountPorts } from "../kernel/ports.ts";
import { accountLease } from "./account-lease.ts";
import { chatsOf } from "./chats.ts";
import type { Database } from "./database.ts";
import { cancelPushes } from "./outbox.ts";
import { markReachable, markUnreachable, userOfChat } from "./people.ts";
import { remotePictures } from "./pictures.ts";
import { platformKeys } from "./platform-keys.ts";
import { sentMessages } from "./sent-messages.ts";

/** @param account whose; `owner` is this process, and `leaseMs` how long it keeps the account when it dies */
export function accountPorts(
  database: Database,
  account: { platform: string; account: string; owner: string; leaseMs: number },
): AccountPorts {
  return {
    lease: accountLease(database.system, account),
    pictures: remotePictures(database, account),
    keys: platformKeys(database, account),
    chats: chatsOf(database, account),
    sent: sentMessages(database.system, account),
    reachable: (senderKey, yes) =>
      database.withSystem(async (tx) => {
        const chat = { ...account, chatKey: senderKey };
        const userId = await userOfChat(tx, chat);
        if (userId === null) return;
        if (yes) return markReachable(tx, userId);
        await cancelPushes(tx, userId, (await markUnreachable(tx, userId, chat)) ? null : chat);
      }),
  };
}

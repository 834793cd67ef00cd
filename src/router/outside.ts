/** What is said outside of a turn: that an event was set aside, and that somebody writes faster than Mama works (SPEC S2). */
import type { Ids } from "../kernel/ids.ts";
import { messagesIn } from "../messages/index.ts";
import type { Database } from "../store/database.ts";
import { setAside, type WaitingEvent } from "../store/inbox.ts";
import type { Lease } from "../store/leases.ts";
import { writeOutbox } from "../store/outbox.ts";
import { pictureRead } from "../store/pictures.ts";
import type { Tx } from "../store/sql.ts";

interface OutsideDeps {
  readonly database: Database;
  readonly ids: Ids;
}

/**
 * Sets an event aside that failed too often, with an honest sentence to the user (SPEC S2).
 * @returns false when the event or its chat is no longer ours: then nothing was written
 */
export async function setEventAside(
  { database, ids }: OutsideDeps,
  event: WaitingEvent,
  lease: Lease,
): Promise<boolean> {
  return database.withSystem(async (tx) => {
    const ours = await setAside(tx, event.inboxId, lease);
    if (!ours) return false;
    await pictureRead(tx, event.inboxId, { many: 0, keep: false });
    await tellOutside(tx, event, { id: ids.next(), sentence: event.applied ? "answerFailed" : "setAside" });
    return true;
  });
}

/** Asks a person who writes faster than Mama works for a moment's patience. */
export async function askForPatience({ database, ids }: OutsideDeps, event: WaitingEvent): Promise<void> {
  await database.withSystem((tx) => tellOutside(tx, event, { id: ids.next(), sentence: "slowDown" }));
}

/** Says one sentence outside of a turn. */
async function tellOutside(
  tx: Tx,
  event: WaitingEvent,
  { id, sentence }: { id: string; sentence: "setAside" | "answerFailed" | "slowDown" },
): Promise<void> {
  const { platform, account, chatKey, inboxId, person } = event;
  const language = person?.spoken ?? "en";
  const text = messagesIn(language)[sentence];
  const scope = person?.scope ?? null;
  await writeOutbox(tx, { id, scope, platform, account, chatKey, inboxId, kind: "reply", language, text });
}

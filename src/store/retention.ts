/**
 * Removal of what is past its keep (SPEC S4, S10.1): deleted entries and what is known of them, pictures that
 * nobody read, old conversation, exchanges and pushes, what the model once cost, and cancelled reminders. What was learnt
 * from the conversation has upkeep of its own. Idempotent: a second run finds nothing.
 */
import { limits } from "../kernel/limits.ts";
import type { Database } from "./database.ts";

/** @returns how many rows went, per table */
export async function removeExpired(database: Database, nowMs: number): Promise<Record<string, number>> {
  const prisma = database.prisma();
  const deletedBefore = new Date(nowMs - limits.deletedKeepMs);
  const textBefore = new Date(nowMs - limits.historyKeepMs);
  const settled = { not: "pending" };
  const entries = await prisma.ledgerEntry.deleteMany({ where: { deletedAt: { lt: deletedBefore } } });
  // Effects hold a copy of what they changed. Undo reaches back a day, so that nothing needs older ones.
  const actions = await prisma.action.deleteMany({ where: { at: { lt: deletedBefore } } });
  const caps = await prisma.cap.deleteMany({ where: { deletedAt: { lt: deletedBefore } } });
  const told = await prisma.capTold.deleteMany({ where: { toldAt: { lt: textBefore } } });
  const digests = await prisma.digest.deleteMany({ where: { madeAt: { lt: textBefore } } });
  const media = await prisma.inboxMedia.deleteMany({
    where: { readAt: null, inbox: { state: settled, receivedAt: { lt: deletedBefore } } },
  });
  const messages = await prisma.message.deleteMany({ where: { at: { lt: textBefore } } });
  // An exchange keeps its message from being looked at twice; the message itself is gone by then.
  const exchanges = await prisma.memoryExchange.deleteMany({
    where: { state: { not: "waiting" }, saidAt: { lt: textBefore } },
  });
  const usage = await prisma.modelUsage.deleteMany({ where: { createdAt: { lt: textBefore } } });
  // Replies go with the events that they answer.
  const events = await prisma.inbox.deleteMany({ where: { state: settled, receivedAt: { lt: textBefore } } });
  // Events go with their replies; what Mama said by herself answers nothing.
  const pushes = await prisma.outbox.deleteMany({
    where: { inboxId: null, createdAt: { lt: textBefore }, state: { in: ["sent", "failed"] } },
  });
  const firings = await prisma.reminderFiring.deleteMany({
    where: { dueAt: { lt: textBefore }, wakeAt: null },
  });
  const reminders = await prisma.reminder.deleteMany({ where: { deletedAt: { lt: deletedBefore } } });
  return {
    entries: entries.count,
    actions: actions.count,
    caps: caps.count + told.count,
    digests: digests.count,
    media: media.count,
    messages: messages.count,
    exchanges: exchanges.count,
    usage: usage.count,
    events: events.count,
    pushes: pushes.count,
    firings: firings.count,
    reminders: reminders.count,
  };
}

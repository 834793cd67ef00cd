/** Removal of what is past its keep (SPEC S4, S10.1). Idempotent: a second run finds nothing. */
import { limits } from "../kernel/limits.ts";
import type { Database } from "./database.ts";

/** @returns how many rows went, per table */
export async function removeExpired(
  database: Database,
  nowMs: number,
): Promise<{ entries: number; messages: number }> {
  const prisma = database.prisma();
  const entries = await prisma.ledgerEntry.deleteMany({
    where: { deletedAt: { lt: new Date(nowMs - limits.deletedKeepMs) } },
  });
  const messages = await prisma.message.deleteMany({
    where: { at: { lt: new Date(nowMs - limits.historyKeepMs) } },
  });
  return { entries: entries.count, messages: messages.count };
}

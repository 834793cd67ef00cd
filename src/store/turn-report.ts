/** What became of one event: for adapters that show a whole turn, such as the terminal with `--json`. */
import type { Database } from "./database.ts";
import { findButton } from "./outbox-buttons.ts";
import { first } from "./sql.ts";

export interface TurnReport {
  /** What the person wrote; for a button its label. */
  readonly text: string;
  readonly mode: string;
  readonly source: string;
  readonly actions: readonly {
    readonly kind: string;
    readonly op: "create" | "update" | "delete";
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** @returns null when there is no such event */
export async function turnReport(database: Database, inboxId: string): Promise<TurnReport | null> {
  const prisma = database.prisma();
  const event = await prisma.inbox.findUnique({
    where: { id: inboxId },
    select: { kind: true, text: true, mode: true, source: true, orgId: true, userId: true },
  });
  if (!event) return null;
  const actions = await prisma.action.findMany({
    where: { inboxId },
    orderBy: { position: "asc" },
    select: { kind: true, op: true, before: true, after: true },
  });
  const { kind, orgId, userId } = event;
  const pressed =
    kind === "button" && orgId && userId
      ? await findButton(database.system, { orgId, userId }, event.text)
      : null;
  return {
    text: pressed?.label ?? event.text,
    mode: event.mode ?? "unclear",
    source: event.source ?? "local",
    actions: actions.map((action) => ({ ...action, op: action.op as "create" | "update" | "delete" })),
  };
}

/** Whether an event has been handled and everything to say about it has left, or never will. */
export async function isAnswered(database: Database, inboxId: string): Promise<boolean> {
  const row = await first<{ answered: boolean }>(
    database.system,
    `SELECT NOT EXISTS (SELECT 1 FROM inbox WHERE id = $1 AND state = 'pending')
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE inbox_id = $1 AND state IN ('pending', 'sending', 'unknown')) AS answered`,
    [inboxId],
  );
  return row?.answered ?? true;
}

/**
 * Whether nothing waits for this account, neither to be handled nor to be sent now. The time is that of the look itself:
 * now() is the statement's start, and a message written between the two would seem to be for later.
 */
export async function isDrained(
  database: Database,
  { platform, account }: { platform: string; account: string },
): Promise<boolean> {
  const row = await first<{ drained: boolean }>(
    database.system,
    `SELECT NOT EXISTS (SELECT 1 FROM inbox WHERE platform = $1 AND account = $2 AND state = 'pending')
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE platform = $1 AND account = $2 AND not_before <= clock_timestamp()
                          AND state IN ('pending', 'sending', 'unknown')) AS drained`,
    [platform, account],
  );
  return row?.drained ?? true;
}

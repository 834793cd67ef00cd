/** A recurring record on its day (SPEC S5): the entries, the event that Undo finds them by, and the push that says so. */
import type { Ids } from "../kernel/ids.ts";
import type { Entry } from "../kernel/types.ts";
import type { FiringDraft, FiringReminder } from "../store/firings.ts";
import type { PushDraft } from "../store/pushes.ts";
import type { RecordedDraft } from "../store/recorded.ts";
import { recordedPush } from "./push.ts";

export interface Recording {
  readonly draft: RecordedDraft;
  readonly push: PushDraft | null;
  readonly links: readonly { firingId: string; outboxId: string | null; entryId: string }[];
}

/** What one reminder records now; null when nothing. */
export function recordingOf(
  reminder: FiringReminder,
  firings: readonly FiringDraft[],
  ids: Ids,
  nowMs: number,
): Recording | null {
  const { amount, to } = reminder;
  const recorded = firings.filter(({ state }) => state === "recorded");
  const [first] = recorded;
  if (!first || amount === null) return null;
  const entries = recorded.map((firing) => ({
    firingId: firing.id,
    actionId: ids.next(),
    entry: {
      id: ids.next(),
      kind: reminder.entryKind,
      ...amount,
      description: reminder.title,
      merchant: null,
      category: reminder.category ?? (reminder.entryKind === "income" ? "other_income" : "bills"),
      date: firing.due.on,
      source: "recurring",
    } satisfies Entry,
  }));
  // A key that is the same whenever this moment is recorded: one more reason why it cannot be twice.
  const event = to && { id: ids.next(), key: `recurring:${reminder.reminderId}:${first.due.atMs}`, from: to };
  const push =
    event &&
    recordedPush(reminder, {
      id: ids.next(),
      eventId: event.id,
      entries: entries.map(({ entry }) => entry),
      nowMs,
    });
  return {
    draft: { scope: reminder.scope, event, entries },
    push,
    links: entries.map(({ firingId, entry }) => ({
      firingId,
      outboxId: push?.id ?? null,
      entryId: entry.id,
    })),
  };
}

/**
 * A recurring record on its day (SPEC S5): the entries, the event that Undo finds them by, and the push that says so,
 * with a line for each cap that they touch (SPEC S6).
 */
import { dayOf } from "../kernel/calendar.ts";
import type { Ids } from "../kernel/ids.ts";
import type { CapState, Entry } from "../kernel/types.ts";
import { messagesIn } from "../messages/index.ts";
import { type CapMoment, tellCapsOf } from "../store/caps.ts";
import type { FiringDraft, FiringReminder } from "../store/firings.ts";
import type { PushDraft } from "../store/pushes.ts";
import type { RecordedDraft } from "../store/recorded.ts";
import type { Tx } from "../store/sql.ts";
import { recordedPush } from "./push.ts";

export interface Recording {
  readonly reminder: FiringReminder;
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
    reminder,
    draft: { scope: reminder.scope, event, entries },
    push,
    links: entries.map(({ firingId, entry }) => ({
      firingId,
      outboxId: push?.id ?? null,
      entryId: entry.id,
    })),
  };
}

/**
 * The pushes of what was recorded in this transaction, each with the caps that its entries touch, as they stand with all
 * of it. What is told once is told in the last push of its user.
 */
export async function recordedPushes(
  tx: Tx,
  recordings: readonly Recording[],
  nowMs: number,
): Promise<PushDraft[]> {
  const said = recordings.filter(({ push }) => push !== null);
  const moments = said.flatMap(({ draft }) =>
    draft.entries.flatMap(({ entry }) => momentOf(entry, draft.scope.userId)),
  );
  if (moments.length === 0) return said.flatMap(({ push }) => push ?? []);
  const untold = new Set<CapState>();
  const states = await tellCapsOf(tx, { moments, nowMs });
  for (const state of states) untold.add(state);
  return said
    .toReversed()
    .flatMap(({ reminder, draft, push }) => {
      if (push === null) return [];
      const touched = states.filter(
        (state) =>
          state.userId === draft.scope.userId && draft.entries.some(({ entry }) => isTouched(state, entry)),
      );
      const lines = touched.map((state) => {
        const tells = untold.delete(state) ? state.tells : 0;
        return capLine({ ...state, tells }, reminder, nowMs);
      });
      return [{ ...push, text: [push.text, ...lines].join("\n") }];
    })
    .toReversed();
}

function momentOf(
  { kind, date, category, currency }: Entry,
  userId: string,
): (CapMoment & { readonly userId: string })[] {
  return kind === "expense" ? [{ userId, date, category, currency }] : [];
}

function isTouched({ category, currency, from, to }: CapState, entry: Entry): boolean {
  return (
    entry.kind === "expense" &&
    (category === null || category === entry.category) &&
    currency === entry.currency &&
    from <= entry.date &&
    entry.date <= to
  );
}

function capLine(state: CapState, { language, userZone }: FiringReminder, nowMs: number): string {
  return messagesIn(language).caps.line(state, dayOf(nowMs, userZone));
}

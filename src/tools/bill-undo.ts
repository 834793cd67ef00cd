/** Taking back what was done to a period of a reminder: it is open again, or comes as if nothing had been said. */
import type { Occurrence } from "../kernel/recurrence.ts";
import type { StoredAction } from "../store/actions.ts";
import { type Firing, findFiring, putFiring, removeFiring } from "../store/due-periods.ts";
import { findReminder, findSameReminder, setNextDue } from "../store/reminders.ts";
import type { TakenBack, ToolContext } from "./tool.ts";

/** One side of a change of a period, as its effect keeps it. */
export interface PeriodChange {
  /** Null: it had no row yet. */
  readonly firing: Firing | null;
  /** What was due next of the reminder. */
  readonly next: Occurrence | null;
  readonly title: string;
}

/** Takes a change of a period back, unless it was changed again since. */
export async function takeBackPeriod(context: ToolContext, action: StoredAction): Promise<TakenBack | null> {
  const { tx, scope } = context;
  const { kind, recordId } = action;
  // Stored by the tools that close and snooze.
  const [before, after] = [action.before as PeriodChange, action.after as PeriodChange];
  const { firing } = after;
  const current = firing && (await findFiring(tx, scope, firing));
  if (!firing || !current || current.state !== firing.state) return null;
  if (before.firing) await putFiring(tx, scope, before.firing);
  else await removeFiring(tx, scope, firing.id);
  await dueAgain(context, recordId, { before, after });
  return {
    effect: { kind, op: "update", recordId, before: after, after: before, isUndo: true },
    line: (say, today) => say.reminders.reopened(after.title, firing.dueOn, today),
  };
}

/** What was due next is due again, as long as nothing else is and no other reminder took its place. */
async function dueAgain(
  { tx, scope }: ToolContext,
  reminderId: string,
  { before, after }: { readonly before: PeriodChange; readonly after: PeriodChange },
): Promise<void> {
  if (before.next?.atMs === after.next?.atMs) return;
  const reminder = await findReminder(tx, scope, reminderId);
  if (!reminder || (await findSameReminder(tx, scope, reminder))) return;
  await setNextDue(tx, scope, { reminderId, fromMs: after.next?.atMs ?? null, next: before.next });
}

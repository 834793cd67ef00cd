/** Taking back what was done to a reminder (SPEC S4): its setting, its change, its cancelling. */
import { nextOccurrence } from "../kernel/recurrence.ts";
import type { Reminder } from "../kernel/types.ts";
import type { StoredAction } from "../store/actions.ts";
import { findFiring } from "../store/due-periods.ts";
import {
  cancelReminder,
  findReminder,
  findSameReminder,
  restoreReminder,
  updateReminder,
} from "../store/reminders.ts";
import type { TakenBack, ToolContext } from "./tool.ts";

/** Takes back one effect on a reminder; null when there is nothing left of it. */
export async function takeBackReminder(
  context: ToolContext,
  action: StoredAction,
): Promise<TakenBack | null> {
  const { tx, scope, nowMs } = context;
  const { kind, op, recordId } = action;
  if (op === "update") return takeBackChange(context, action);
  const reminder =
    op === "create"
      ? await cancelReminder(tx, scope, recordId, nowMs)
      : await restoreReminder(tx, scope, recordId, nowMs);
  if (!reminder) return null;
  const [before, after] = op === "create" ? [reminder, null] : [null, reminder];
  return {
    effect: { kind, op: op === "create" ? "delete" : "create", recordId, before, after, isUndo: true },
    line: (say, today) => say.reminders.takenBack(op, reminder, today),
  };
}

/** What belongs together goes back together. The zone is the person's, and no part of a change. */
const FIELDS = [
  ["amountMinor", "currency"],
  ["title", "category", "entryKind"],
  ["recurrence", "anchorOn", "wallTime"],
] as const;

/** Only what this change set, and no later one has set again, goes back to what it was. */
async function takeBackChange(
  context: ToolContext,
  { kind, recordId, before, after }: StoredAction,
): Promise<TakenBack | null> {
  const { tx, scope, nowMs } = context;
  const current = await findReminder(tx, scope, recordId);
  // Stored by the tool that changes reminders.
  const [was, is] = [before as Reminder, after as Reminder];
  const wanted = current && (await withoutChange(context, { current, was, is }));
  if (!wanted || (await findSameReminder(tx, scope, wanted))) return null;
  const restored = await updateReminder(tx, scope, { reminder: wanted, nowMs });
  if (!restored) return null;
  return {
    effect: { kind, op: "update", recordId, before: current, after: restored, isUndo: true },
    line: (say, today) => say.reminders.takenBack("update", restored, today),
  };
}

async function withoutChange(
  context: ToolContext,
  { current, was, is }: { current: Reminder; was: Reminder; is: Reminder },
): Promise<Reminder | null> {
  let reminder: Reminder | null = null;
  for (const fields of FIELDS) {
    const changed = fields.some((field) => was[field] !== is[field]);
    const untouched = fields.every((field) => current[field] === is[field]);
    if (!changed || !untouched) continue;
    reminder = {
      ...(reminder ?? current),
      ...Object.fromEntries(fields.map((field) => [field, was[field]])),
    };
  }
  const timed = FIELDS[2].some((field) => reminder?.[field] !== current[field]);
  return reminder && timed ? withNext(context, reminder, was) : reminder;
}

/** What was due next is due again, unless it has been told or settled since. */
async function withNext(
  { tx, scope, nowMs }: ToolContext,
  reminder: Reminder,
  { zone, nextDueOn, nextDueAtMs }: Reminder,
): Promise<Reminder> {
  const again =
    nextDueAtMs !== null &&
    zone === reminder.zone &&
    (await findFiring(tx, scope, { reminderId: reminder.id, dueAtMs: nextDueAtMs })) === null;
  if (again) return { ...reminder, nextDueOn, nextDueAtMs };
  const next = nextOccurrence(reminder, nowMs);
  return { ...reminder, nextDueOn: next?.on ?? null, nextDueAtMs: next?.atMs ?? null };
}

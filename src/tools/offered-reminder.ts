/** "Change rent to 1150", where no record is called so and a reminder is: that one is offered, and nothing is done yet. */
import type { Target } from "../kernel/reading.ts";
import type { PlanItem, Reminder } from "../kernel/types.ts";
import { findReminders } from "../store/reminders.ts";
import { type ReplyContext, type ReplyDraft, type ToolContext, yesOrNo } from "./tool.ts";

export interface Offered {
  readonly found: "reminder";
  readonly words: readonly string[];
  readonly reminder: Reminder;
}

/** The one live reminder that has the words of a target that no record has; null when there is not one. */
export async function offeredReminder(
  { tx, scope }: ToolContext,
  { words, kind, recordId }: Target,
): Promise<Offered | null> {
  if (words.length === 0 || kind !== undefined || recordId !== undefined) return null;
  const [reminder, second] = await findReminders(tx, scope, { target: { words }, most: 2 });
  return reminder && !second ? { found: "reminder", words, reminder } : null;
}

/** @param doing what a yes does, with the reminder as its target */
export function offerReply(
  { words, reminder }: Offered,
  context: ReplyContext,
  doing: (target: Target) => PlanItem,
): ReplyDraft {
  const { say, today } = context;
  const text = say.reminders.isItThis(words, say.reminders.line(reminder, today));
  return yesOrNo(text, context, [doing({ words: [], kind: "reminder", recordId: reminder.id })]);
}

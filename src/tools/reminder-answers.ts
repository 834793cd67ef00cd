/** "My reminders", "what bills are due this week?": read in this very turn, with what is due next (SPEC S5, S7). */
import { addDays } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { QuestionInput } from "../kernel/question.ts";
import type { IsoDate, Reminder } from "../kernel/types.ts";
import type { Messages } from "../messages/index.ts";
import { type OpenFiring, openFirings } from "../store/due-periods.ts";
import { listReminders } from "../store/reminders.ts";
import type { ToolContext } from "./tool.ts";

/** Reminders by what is due next, and how many there are when not all are shown. */
export interface KeptReminders {
  readonly reminders: readonly Reminder[];
  readonly count: number;
}

export interface DueBills extends KeptReminders {
  /** Told already, and neither paid nor skipped. */
  readonly open: readonly OpenFiring[];
}

type Asking = Pick<ToolContext, "tx" | "scope" | "today">;

/** All live reminders, or those with these words. */
export async function remindersKept({ tx, scope }: Asking, asked: QuestionInput): Promise<KeptReminders> {
  return listReminders(tx, scope, { words: asked.words, most: asked.limit ?? limits.listRows });
}

/** What waits to be paid, and what comes due on the days that were named, or soon. */
export async function billsDue({ tx, scope, today }: Asking, asked: QuestionInput): Promise<DueBills> {
  const { period, words = [], limit = limits.listRows } = asked;
  const to = period.name === "all" ? addDays(today, limits.dueAheadDays) : period.to;
  const coming = await listReminders(tx, scope, { words, from: period.from, to, most: limit });
  const waiting = await openFirings(tx, scope, limits.listRows);
  const since = addDays(today, -limits.dueAheadDays);
  const open = waiting.filter(
    ({ title, dueOn }) =>
      dueOn >= since && dueOn <= to && words.every((word) => title.toLowerCase().includes(word)),
  );
  return { ...coming, open };
}

/** Either answer as a list. @param when the days that were named, in words; empty when none were */
export function wordReminders(
  answer: ({ readonly is: "due" } & DueBills) | ({ readonly is: "reminders" } & KeptReminders),
  say: Messages,
  { today, when }: { readonly today: IsoDate; readonly when: string },
): string {
  const lines = answer.reminders.map((reminder) => say.reminders.line(reminder, today));
  if (answer.is === "reminders") return say.reminders.list(lines, answer.count);
  return say.reminders.due(answer.open, lines, { count: answer.count, when, today });
}

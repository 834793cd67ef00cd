/** The reminders for the model: what is kept, and what is due next. */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { Reminder } from "../kernel/types.ts";
import { listReminders } from "../store/reminders.ts";
import { defineReadTool, shortText, shown } from "./read-tool.ts";
import { wordReminders } from "./reminder-answers.ts";
import { date } from "./schemas.ts";

function reminderShown({
  title,
  kind,
  amountMinor,
  currency,
  recurrence,
  wallTime,
  nextDueOn,
}: Reminder): object {
  return {
    title,
    recordsItself: kind === "recurring",
    amount: amountMinor === null || currency === null ? undefined : shown({ amountMinor, currency }),
    recurrence,
    nextDue: nextDueOn,
    time: wallTime,
  };
}

export const reminders = defineReadTool({
  name: "reminders",
  description:
    "The user's bill reminders and recurring records, what is due next first, with amounts. Call it for every question about bills that are coming or reminders that are set.",
  input: z.object({
    words: z.array(shortText).max(5).optional().describe("words the title must contain"),
    from: date.optional().describe("first day that they are due next, YYYY-MM-DD"),
    to: date.optional().describe("last day, YYYY-MM-DD, included"),
  }),
  run: async ({ tx, scope, say, today }, { words, from, to }) => {
    const kept = await listReminders(tx, scope, {
      words,
      from: from ?? null,
      to: to ?? null,
      most: limits.listRows,
    });
    return {
      data: {
        inAll: { count: kept.count },
        shown: { count: kept.reminders.length },
        reminders: kept.reminders.map(reminderShown),
      },
      plain: wordReminders({ is: "reminders", ...kept }, say, { today, when: "" }),
    };
  },
});

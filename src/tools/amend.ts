/** The Change button of a confirmation: asks what the items should be before they are recorded (SPEC S3). */
import { z } from "zod";
import type { Entry, PlanItem } from "../kernel/types.ts";
import { draftedEntry } from "./record.ts";
import { draftedReminder } from "./reminder.ts";
import { defineTool } from "./tool.ts";

const items = z.array(z.object({ tool: z.string(), input: z.unknown() })).max(20);

export const amend = defineTool<{ readonly items: readonly PlanItem[] }, readonly PlanItem[]>({
  name: "amend",
  mode: "edit",
  input: z.object({ items }),
  run: async (_, input) => input.items,
  reply: ([wanted = []], context) => {
    const { say, today } = context;
    const [first] = wanted;
    const only = wanted.length === 1 ? first : undefined;
    const reminder = only?.tool === "reminder" ? draftedReminder(only.input, context) : null;
    const record = only?.tool === "expense" || only?.tool === "income";
    const entry: Entry | undefined = record ? draftedEntry(only) : undefined;
    const text = reminder ? say.reminders.editWhat(reminder.reminder, today) : say.editWhat(entry, today);
    return { text, question: { kind: "amend", items: wanted, asks: text } };
  },
});

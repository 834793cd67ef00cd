/** "Remind me to pay rent on the 1st", "netflix 54.90 every month, record it": a new reminder (SPEC S5). */
import { z } from "zod";
import { addDays, startOfDay } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { ReminderInput } from "../kernel/reading.ts";
import { instantOf, nextOccurrence, type Occurrence, type Schedule } from "../kernel/recurrence.ts";
import type { Reminder } from "../kernel/types.ts";
import { billRecord } from "../language/bills.ts";
import { findRule, rulePhrase } from "../store/category-rules.ts";
import { insertReminder } from "../store/reminders.ts";
import { takeBackReminder } from "./reminder-undo.ts";
import { amountMinor, currency, date, description, recurrence, wallTime, withinBound } from "./schemas.ts";
import { defineTool, joinReplies, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

const input: z.ZodType<ReminderInput> = z
  .object({
    title: description,
    amountMinor: amountMinor.optional(),
    currency: currency.optional(),
    date: date.optional(),
    time: wallTime.optional(),
    recurrence: recurrence.optional(),
    moved: z.boolean().optional(),
    recordsItself: z.boolean().optional(),
  })
  .refine(
    ({ amountMinor: amount, currency: code }) =>
      amount === undefined || (code !== undefined && withinBound({ amountMinor: amount, currency: code })),
    "the amount is above the bound, or has no currency",
  );

/** Who and when: a part of both what a tool and what a reply knows. */
type Moment = Pick<ReplyContext, "settings" | "nowMs" | "today">;

interface Scheduled {
  readonly schedule: Schedule;
  readonly next: Occurrence;
  readonly moved: boolean;
}

/** When it comes first. Null when that is past. */
function scheduled(wanted: ReminderInput, { settings, nowMs, today }: Moment): Scheduled | null {
  const { zone } = settings;
  const clock = wanted.time ?? limits.reminderTime;
  if (wanted.recurrence !== undefined) {
    const anchorOn = wanted.date !== undefined && wanted.date > today ? wanted.date : today;
    const schedule = { recurrence: wanted.recurrence, anchorOn, wallTime: clock, zone };
    const next = nextOccurrence(schedule, nowMs);
    const first = nextOccurrence(schedule, startOfDay(today, zone) - 1);
    const moved = wanted.time !== undefined && first?.on === today && first.atMs <= nowMs;
    return next && { schedule, next, moved };
  }
  const said = wanted.date;
  if (said === undefined) return null;
  const passed = said === today && instantOf(said, clock, zone) <= nowMs;
  const schedule = { recurrence: null, anchorOn: passed ? addDays(said, 1) : said, wallTime: clock, zone };
  const next = nextOccurrence(schedule, nowMs);
  return next && { schedule, next, moved: passed || wanted.moved === true };
}

/**
 * The reminder that a plan item would set, for showing it before it is stored, too.
 * @returns null when its moment is past
 */
export function draftedReminder(
  wanted: unknown,
  moment: Moment,
  ownCategories: readonly string[] = [],
): { readonly reminder: Reminder; readonly moved: boolean } | null {
  const checked = input.parse(wanted);
  const found = scheduled(checked, moment);
  if (found === null) return null;
  const bill = billRecord(checked.title, { ...moment, ownCategories });
  const reminder: Reminder = {
    id: "",
    kind: checked.recordsItself ? "recurring" : "reminder",
    title: checked.title,
    amountMinor: checked.amountMinor ?? null,
    currency: checked.amountMinor === undefined ? null : (checked.currency ?? null),
    entryKind: bill.kind,
    category: bill.category,
    ...found.schedule,
    nextDueOn: found.next.on,
    nextDueAtMs: found.next.atMs,
  };
  return { reminder, moved: found.moved };
}

type Result =
  | {
      readonly is: "set";
      readonly reminder: Reminder;
      readonly moved: boolean;
      readonly inboxId: string;
    }
  | { readonly is: "exists"; readonly reminder: Reminder }
  | { readonly is: "unset"; readonly why: "bad_date" | "past_date" | "no_amount" };

/** A correction may have taught another category for what the bill is. */
async function withTaught(
  { tx, scope, settings, nowMs }: ToolContext,
  reminder: Reminder,
): Promise<Reminder> {
  if (reminder.entryKind === "income") return reminder;
  const { description: named } = billRecord(reminder.title, { settings, nowMs, ownCategories: [] });
  const rule = await findRule(tx, scope, rulePhrase(named));
  return rule ? { ...reminder, category: rule.category } : reminder;
}

export const reminder = defineTool<ReminderInput, Result>({
  name: "reminder",
  mode: "reminder",
  input,
  async run(context, wanted) {
    const draft = draftedReminder(wanted, context, context.ownCategories);
    if (draft === null) return { is: "unset", why: wanted.date === undefined ? "bad_date" : "past_date" };
    if (draft.reminder.kind === "recurring" && draft.reminder.amountMinor === null)
      return { is: "unset", why: "no_amount" };
    const named = await withTaught(context, { ...draft.reminder, id: context.ids.next() });
    const { reminder: stored, fresh } = await insertReminder(context.tx, context.scope, {
      reminder: named,
      inboxId: context.originId,
      nowMs: context.nowMs,
    });
    if (!fresh) return { is: "exists", reminder: stored };
    context.effect({ kind: "reminder", op: "create", recordId: stored.id, before: null, after: stored });
    return { is: "set", reminder: stored, moved: draft.moved, inboxId: context.inboxId };
  },
  reply: (results, context) => {
    const replies = results.map((result) => replyTo(result, context));
    const [first, second] = replies;
    // Undo takes back all of them; Edit would be about one.
    const buttons = second ? first?.buttons?.filter(({ does }) => does[0]?.tool === "undo") : first?.buttons;
    return { ...joinReplies(replies), buttons };
  },
  takesBack: { reminder: takeBackReminder },
});

function replyTo(result: Result, { say, today, settings }: ReplyContext): ReplyDraft {
  if (result.is === "unset") return { text: say.reminders.unclear(result.why, settings.zone) };
  const edit = {
    label: say.buttons.edit,
    does: [{ tool: "edit_reminder", input: { recordId: result.reminder.id } }],
  };
  if (result.is === "exists") return { text: say.reminders.exists(result.reminder, today), buttons: [edit] };
  const undo = { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: result.inboxId } }] };
  return { text: say.reminders.set(result.reminder, today, result.moved), buttons: [undo, edit] };
}

/**
 * A bill that is due: Paid, Snooze, Skip (SPEC S5). By button or by word, each is about one period of one reminder and no
 * other. Paid before its push, the coming period is closed and never told.
 */
import { DateTime } from "luxon";
import { z } from "zod";
import { addDays, dayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { instantOf, nextOccurrence } from "../kernel/recurrence.ts";
import type { DuePeriod, Entry, IsoDate, PeriodState, Reminder } from "../kernel/types.ts";
import { billRecord } from "../language/bills.ts";
import { closePeriod, findFiring, putFiring } from "../store/due-periods.ts";
import { insertEntry } from "../store/ledger.ts";
import { findReminder, setNextDue } from "../store/reminders.ts";
import { type PeriodChange, takeBackPeriod } from "./bill-undo.ts";
import { amountMinor, category, currency, date, withinBound } from "./schemas.ts";
import { defineTool, joinReplies, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

const period = { reminderId: z.uuid(), dueOn: date, dueAtMs: z.int() };

/** Paid: what was paid, when that is not what the reminder says. */
export interface PaidInput extends DuePeriod {
  readonly amountMinor?: number | undefined;
  readonly currency?: string | undefined;
  readonly date?: IsoDate | undefined;
  readonly category?: string | undefined;
}

type Closed =
  | { readonly is: "gone" }
  | { readonly is: "closed"; readonly title: string; readonly state: PeriodState; readonly dueOn: IsoDate }
  | { readonly is: "ask"; readonly title: string; readonly period: DuePeriod }
  | {
      readonly is: "done";
      readonly title: string;
      readonly dueOn: IsoDate;
      readonly nextDueOn: IsoDate | null;
      readonly entry: Entry | null;
      readonly twin: boolean;
      readonly inboxId: string;
    };

/** The reminder and its period as long as that is open; else why there is nothing to do. */
async function openPeriod(
  { tx, scope }: ToolContext,
  { reminderId, dueOn, dueAtMs }: DuePeriod,
): Promise<{ readonly reminder: Reminder } | { readonly not: Closed }> {
  const reminder = await findReminder(tx, scope, reminderId);
  if (!reminder) return { not: { is: "gone" } };
  const firing = await findFiring(tx, scope, { reminderId, dueAtMs });
  // A period that was rolled past while Mama was away can still be paid.
  if (firing && firing.state !== "open" && firing.state !== "missed")
    return { not: { is: "closed", title: reminder.title, state: firing.state, dueOn } };
  return { reminder };
}

/** Closes a period; what is due next is what comes behind it, when it was that. */
async function close(
  context: ToolContext,
  reminder: Reminder,
  {
    dueOn,
    dueAtMs,
    state,
    entryId,
  }: Omit<DuePeriod, "reminderId"> & { state: "paid" | "skipped"; entryId?: string },
): Promise<IsoDate | null> {
  const { tx, scope, ids, nowMs } = context;
  const reminderId = reminder.id;
  const before = await findFiring(tx, scope, { reminderId, dueAtMs });
  const after = await closePeriod(tx, scope, {
    id: ids.next(),
    reminderId,
    dueOn,
    dueAtMs,
    state,
    entryId,
    nowMs,
  });
  const was =
    reminder.nextDueOn === null || reminder.nextDueAtMs === null
      ? null
      : { on: reminder.nextDueOn, atMs: reminder.nextDueAtMs };
  const next = was?.atMs === dueAtMs ? nextOccurrence(reminder, dueAtMs) : was;
  if (next !== was) await setNextDue(tx, scope, { reminderId, fromMs: dueAtMs, next });
  const change = (firing: typeof after, due: typeof next): PeriodChange => ({
    firing,
    next: due,
    title: reminder.title,
  });
  context.effect({
    kind: "bill_period",
    op: "update",
    recordId: reminderId,
    before: change(before, was),
    after: change(after, next),
  });
  return next?.on ?? null;
}

export const paid = defineTool<PaidInput, Closed>({
  name: "paid",
  mode: "expense",
  input: z
    .object({
      ...period,
      amountMinor: amountMinor.optional(),
      currency: currency.optional(),
      date: date.optional(),
      category: category.optional(),
    })
    .refine(
      ({ amountMinor: amount, currency: code }) =>
        amount === undefined || (code !== undefined && withinBound({ amountMinor: amount, currency: code })),
      "the amount is above the bound, or has no currency",
    ),
  async run(context, input) {
    const { tx, scope, settings, nowMs, ids, ownCategories, inboxId } = context;
    const found = await openPeriod(context, input);
    if ("not" in found) return found.not;
    const { reminder } = found;
    const amount = input.amountMinor ?? reminder.amountMinor;
    const code = input.amountMinor === undefined ? reminder.currency : input.currency;
    const { reminderId, dueOn, dueAtMs } = input;
    const bill = billRecord(reminder.title, { settings, nowMs, ownCategories });
    if (amount === null || code === null || code === undefined)
      return { is: "ask", title: bill.description, period: { reminderId, dueOn, dueAtMs } };
    const { entry, twin } = await insertEntry(tx, scope, {
      entry: {
        id: ids.next(),
        kind: reminder.entryKind,
        amountMinor: amount,
        currency: code,
        description: bill.description,
        merchant: null,
        category: input.category ?? reminder.category ?? bill.category,
        date: input.date ?? context.saidOn,
        source: "reminder",
      },
      inboxId: context.originId,
      nowMs,
    });
    context.effect({ kind: entry.kind, op: "create", recordId: entry.id, before: null, after: entry });
    const nextDueOn = await close(context, reminder, { dueOn, dueAtMs, state: "paid", entryId: entry.id });
    return { is: "done", title: bill.description, dueOn, nextDueOn, entry, twin, inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => closedReply(result, context))),
  takesBack: { bill_period: takeBackPeriod },
});

export const skip = defineTool<DuePeriod, Closed>({
  name: "skip",
  mode: "reminder",
  input: z.object(period),
  async run(context, { reminderId, dueOn, dueAtMs }) {
    const found = await openPeriod(context, { reminderId, dueOn, dueAtMs });
    if ("not" in found) return found.not;
    const { reminder } = found;
    const nextDueOn = await close(context, reminder, { dueOn, dueAtMs, state: "skipped" });
    return {
      is: "done",
      title: reminder.title,
      dueOn,
      nextDueOn,
      entry: null,
      twin: false,
      inboxId: context.inboxId,
    };
  },
  reply: (results, context) => joinReplies(results.map((result) => closedReply(result, context))),
});

function closedReply(result: Closed, { say, today }: ReplyContext): ReplyDraft {
  switch (result.is) {
    case "gone":
      return { text: say.reminders.gone };
    case "closed":
      return { text: say.reminders.closed(result.title, result.state, result.dueOn, today) };
    case "ask": {
      const { title, period: asked } = result;
      const text = say.reminders.howMuch(title);
      return { text, question: { kind: "pay", period: asked, title, asks: text } };
    }
    case "done": {
      const { entry, twin, inboxId } = result;
      const undo = { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] };
      if (entry === null) return { text: say.reminders.skipped(result, today), buttons: [undo] };
      const edit = { label: say.buttons.edit, does: [{ tool: "edit", input: { recordId: entry.id } }] };
      const text = say.reminders.paid(result, entry, today);
      return { text: twin ? `${text}\n${say.sameTwice}` : text, buttons: [undo, edit] };
    }
  }
}

interface SnoozeInput extends DuePeriod {
  readonly until: "hour" | "tonight" | "tomorrow";
}

type Snoozed =
  | { readonly is: "gone" }
  | { readonly is: "closed"; readonly title: string }
  | { readonly is: "snoozed"; readonly title: string; readonly wakeAtMs: number; readonly inboxId: string };

/** "Tonight", said at night, is in an hour. */
function wakeAt(until: SnoozeInput["until"], { nowMs, today, settings: { zone } }: ToolContext): number {
  if (until === "tomorrow") return instantOf(addDays(today, 1), limits.reminderTime, zone);
  const tonight = instantOf(today, limits.tonightTime, zone);
  return until === "tonight" && tonight > nowMs ? tonight : nowMs + limits.snoozeMs;
}

export const snooze = defineTool<SnoozeInput, Snoozed>({
  name: "snooze",
  mode: "reminder",
  input: z.object({ ...period, until: z.enum(["hour", "tonight", "tomorrow"]) }),
  async run(context, { reminderId, dueAtMs, until }) {
    const { tx, scope, inboxId } = context;
    const reminder = await findReminder(tx, scope, reminderId);
    if (!reminder) return { is: "gone" };
    const { title } = reminder;
    const before = await findFiring(tx, scope, { reminderId, dueAtMs });
    if (before?.state !== "open") return { is: "closed", title };
    const wakeAtMs = wakeAt(until, context);
    const after = await putFiring(tx, scope, { ...before, wakeAtMs, wakeKind: "snooze" });
    const next = { title, next: null };
    context.effect({
      kind: "bill_period",
      op: "update",
      recordId: reminderId,
      before: { firing: before, ...next } satisfies PeriodChange,
      after: { firing: after, ...next } satisfies PeriodChange,
    });
    return { is: "snoozed", title, wakeAtMs, inboxId };
  },
  reply: (results, { say, today, settings: { zone } }) =>
    joinReplies(
      results.map((result) => {
        if (result.is === "gone") return { text: say.reminders.gone };
        if (result.is === "closed") return { text: say.reminders.nothingToSnooze(result.title) };
        const time = DateTime.fromMillis(result.wakeAtMs, { zone }).toFormat("HH:mm");
        const undo = {
          label: say.buttons.undo,
          does: [{ tool: "undo", input: { inboxId: result.inboxId } }],
        };
        const until = { on: dayOf(result.wakeAtMs, zone), time };
        return { text: say.reminders.snoozed(result.title, until, today), buttons: [undo] };
      }),
    ),
});

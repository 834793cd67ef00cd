/** "Change the rent reminder to the 5th", "padam peringatan unifi", and the Edit button of a reminder (SPEC S5). */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { weekdayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { maxAmountMinor, sameNumberIn } from "../kernel/money.ts";
import type { Change, CorrectInput, DeleteInput, EditInput, Target } from "../kernel/reading.ts";
import { parseRecurrence } from "../kernel/recurrence.ts";
import type { IsoDate, PlanItem, Reminder } from "../kernel/types.ts";
import { takeBackHeld } from "../store/held-pushes.ts";
import {
  cancelReminder,
  findReminder,
  findReminders,
  findSameReminder,
  updateReminder,
} from "../store/reminders.ts";
import { nextAfter } from "./reminder-next.ts";
import { change, target } from "./schemas.ts";
import {
  answering,
  defineTool,
  joinReplies,
  type ReplyContext,
  type ReplyDraft,
  type ToolContext,
  yesOrNo,
} from "./tool.ts";

type Unresolved =
  | { readonly found: "none"; readonly target: Target }
  | { readonly found: "unsure"; readonly reminder: Reminder; readonly after: Reminder | null }
  | { readonly found: "several"; readonly reminders: readonly Reminder[] };

/** The one reminder that is meant, or why there is not one. */
async function resolve(
  { tx, scope }: ToolContext,
  wanted: Target,
): Promise<{ readonly found: "one"; readonly reminder: Reminder } | Unresolved> {
  // One more than all that are done at once, so that it is known whether any are left.
  const latest = wanted.latest && wanted.latest + 1;
  const most = latest ?? limits.mostChoices;
  const reminders = await findReminders(tx, scope, { target: { ...wanted, latest }, most });
  const [only, second] = reminders;
  if (!only) return { found: "none", target: wanted };
  return second ? { found: "several", reminders } : { found: "one", reminder: only };
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** The same rhythm on another day. */
function redated(recurrence: string, on: IsoDate): string {
  const rule = parseRecurrence(recurrence);
  const tail = rule === null || rule.every === 1 ? "" : `/${rule.every}`;
  if (rule?.unit === "week") return `weekly:${WEEKDAYS[weekdayOf(on) - 1] ?? "MO"}${tail}`;
  if (rule?.unit === "month") return `monthly:${Number(on.slice(8))}${tail}`;
  return rule?.unit === "year" ? `yearly:${on.slice(5)}${tail}` : recurrence;
}

/** The amount that a change sets; without a currency it is in the reminder's. Null when it cannot be. */
function amountIn(
  { amountMinor, currency }: Change,
  before: Reminder,
  own: string,
): Pick<Reminder, "amountMinor" | "currency"> | null {
  if (amountMinor === undefined) return before;
  const code = currency ?? before.currency ?? own;
  const amount = currency === undefined ? sameNumberIn({ amountMinor, currency: own }, code) : amountMinor;
  return amount === null || amount > maxAmountMinor(code) ? null : { amountMinor: amount, currency: code };
}

/** The reminder as the change makes it; a doubt when it cannot. */
function changed(
  before: Reminder,
  wanted: Change,
  { settings, nowMs, today }: Pick<ReplyContext, "settings" | "nowMs" | "today">,
): Reminder | "bad_amount" | "past_date" {
  const money = amountIn(wanted, before, settings.currency);
  if (money === null) return "bad_amount";
  const { date: day } = wanted;
  const again =
    wanted.recurrence ??
    (before.recurrence !== null && day !== undefined ? redated(before.recurrence, day) : before.recurrence);
  const anchorOn = day ?? (wanted.recurrence === undefined ? before.anchorOn : today);
  const after: Reminder = {
    ...before,
    title: wanted.description ?? before.title,
    amountMinor: money.amountMinor,
    currency: money.currency,
    category: wanted.category ?? before.category,
    recurrence: again,
    anchorOn,
    wallTime: wanted.time ?? before.wallTime,
  };
  const next = nextAfter(before, after, nowMs);
  if (next === null && before.nextDueAtMs !== null) return "past_date";
  return { ...after, nextDueOn: next?.on ?? null, nextDueAtMs: next?.atMs ?? null };
}

/** The reminder as it is changed: what waits to be said of it is not said yet. */
async function unsaid({ tx, scope }: ToolContext, reminder: Reminder): Promise<Reminder> {
  const held = await takeBackHeld(tx, scope, reminder.id);
  return (held && (await findReminder(tx, scope, reminder.id))) || reminder;
}

type Changed =
  | {
      readonly found: "changed";
      readonly before: Reminder;
      readonly after: Reminder;
      readonly inboxId: string;
    }
  | { readonly found: "unchanged" | "exists"; readonly reminder: Reminder }
  | { readonly found: "bad_amount" | "past_date" }
  | (Unresolved & { readonly change: Change });

export const changeReminder = defineTool<CorrectInput, Changed>({
  name: "change_reminder",
  mode: "edit",
  input: z.object({ target, change, ask: z.boolean().optional() }),
  async run(context, input) {
    const { tx, scope, nowMs, inboxId } = context;
    const resolved = await resolve(context, input.target);
    if (resolved.found !== "one") return { ...resolved, change: input.change };
    const before = input.ask ? resolved.reminder : await unsaid(context, resolved.reminder);
    const wanted = changed(before, input.change, context);
    if (typeof wanted === "string") return { found: wanted };
    if (isDeepStrictEqual(wanted, before)) return { found: "unchanged", reminder: before };
    const same = await findSameReminder(tx, scope, wanted);
    if (same) return { found: "exists", reminder: same };
    if (input.ask) return { found: "unsure", reminder: before, after: wanted, change: input.change };
    const after = await updateReminder(tx, scope, { reminder: wanted, nowMs });
    if (!after) return { found: "none", target: input.target, change: input.change };
    context.effect({ kind: "reminder", op: "update", recordId: after.id, before, after });
    return { found: "changed", before, after, inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => changeReply(result, context))),
});

function changeReply(result: Changed, context: ReplyContext): ReplyDraft {
  const { say, today, settings } = context;
  switch (result.found) {
    case "bad_amount":
      return { text: say.unclear("bad_amount") };
    case "past_date":
      return { text: say.reminders.unclear("past_date", settings.zone) };
    case "unchanged":
      return { text: say.reminders.unchanged(result.reminder, today) };
    case "exists":
      return { text: say.reminders.exists(result.reminder, today) };
    case "changed": {
      const { before, after, inboxId } = result;
      return {
        text: say.reminders.changed(after, today, before),
        buttons: [
          { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] },
          { label: say.buttons.edit, does: [{ tool: "edit_reminder", input: { recordId: after.id } }] },
        ],
      };
    }
    default: {
      const { change: wanted, ...unresolved } = result;
      return unresolvedReply(unresolved, context, ({ id }) => ({
        tool: "change_reminder",
        input: { target: { words: [], recordId: id }, change: wanted },
      }));
    }
  }
}

type Cancelled =
  | { readonly found: "all"; readonly reminders: readonly Reminder[]; readonly left: boolean }
  | { readonly found: "cancelled"; readonly reminder: Reminder; readonly inboxId: string }
  | Unresolved;

export const cancelReminderTool = defineTool<DeleteInput, Cancelled>({
  name: "cancel_reminder",
  mode: "edit",
  input: z.object({ target, ask: z.boolean().optional() }),
  async run(context, input) {
    const resolved = await resolve(context, input.target);
    const { latest } = input.target;
    if (resolved.found === "several" && latest) {
      const { reminders } = resolved;
      return { found: "all", reminders: reminders.slice(0, latest), left: reminders.length > latest };
    }
    if (resolved.found !== "one") return resolved;
    if (input.ask) return { found: "unsure", reminder: resolved.reminder, after: null };
    const before = await unsaid(context, resolved.reminder);
    const reminder = await cancelReminder(context.tx, context.scope, before.id, context.nowMs);
    if (!reminder) return { found: "none", target: input.target };
    context.effect({ kind: "reminder", op: "delete", recordId: reminder.id, before: reminder, after: null });
    return { found: "cancelled", reminder, inboxId: context.inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => cancelReply(result, context))),
});

const cancelling = ({ id }: Reminder): PlanItem => ({
  tool: "cancel_reminder",
  input: { target: { words: [], recordId: id } },
});

function cancelReply(result: Cancelled, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  if (result.found === "all") {
    const text = say.reminders.cancelAll(
      result.reminders.map((reminder) => say.reminders.line(reminder, today)),
      result.left,
    );
    return yesOrNo(text, context, result.reminders.map(cancelling));
  }
  if (result.found !== "cancelled") {
    return unresolvedReply(result, context, cancelling);
  }
  return {
    text: say.reminders.cancelled(result.reminder, today),
    buttons: [{ label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: result.inboxId } }] }],
  };
}

/** Says that there is none, or asks which, or whether; an answer does `doing` to the reminder that it names. */
function unresolvedReply(
  unresolved: Unresolved,
  context: ReplyContext,
  doing: (reminder: Reminder) => PlanItem,
): ReplyDraft {
  const { say, today } = context;
  if (unresolved.found === "none") {
    const { recordId, words } = unresolved.target;
    return { text: recordId ? say.reminders.gone : say.reminders.notFound(words) };
  }
  if (unresolved.found === "unsure") {
    const { reminder, after } = unresolved;
    return yesOrNo(say.reminders.confirmChange(reminder, after, today), context, [doing(reminder)]);
  }
  const lines = unresolved.reminders.map((reminder) => say.reminders.line(reminder, today));
  const options = unresolved.reminders.map((reminder, position) => ({
    label: String(position + 1),
    line: lines[position],
    does: [doing(reminder)],
    mode: "edit" as const,
  }));
  const text = say.whichOne(lines);
  return { text, buttons: answering(options), question: { kind: "choice", options, asks: text } };
}

/** The Edit button of a reminder, and "edit the rent reminder": shows it and asks what it should be. Writes nothing. */
export const editReminder = defineTool<
  EditInput,
  { readonly found: "one"; readonly reminder: Reminder } | Unresolved
>({
  name: "edit_reminder",
  mode: "edit",
  input: z.object({ recordId: z.uuid().optional(), target: target.optional() }),
  run: (context, { recordId, target: wanted }) => resolve(context, wanted ?? { words: [], recordId }),
  reply: ([result], context) => {
    const { say, today, settings } = context;
    if (!result) return { text: say.reminders.gone };
    if (result.found !== "one") {
      return unresolvedReply(result, context, ({ id }) => ({
        tool: "edit_reminder",
        input: { recordId: id },
      }));
    }
    const { id: recordId, title: description, currency } = result.reminder;
    const text = say.reminders.editWhat(result.reminder, today);
    return {
      text,
      question: {
        kind: "change",
        of: "reminder",
        recordId,
        description,
        currency: currency ?? settings.currency,
        asks: text,
      },
    };
  },
});

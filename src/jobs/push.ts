/** One push about a reminder: when it may go, what it says, and what its buttons do (SPEC S5). */
import { dayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { ButtonDraft } from "../kernel/ports.ts";
import { afterQuietHours } from "../kernel/quiet-hours.ts";
import type { Occurrence } from "../kernel/recurrence.ts";
import type { Entry, IsoDate } from "../kernel/types.ts";
import { type DueMoment, messagesIn, type Pushes, pushesIn } from "../messages/index.ts";
import type { FiringReminder, MissedRow } from "../store/firings.ts";
import type { PushDraft } from "../store/pushes.ts";

/** What a push is about. */
export type Occasion =
  | { readonly kind: "due" | "missed"; readonly before: readonly MissedRow[] }
  | { readonly kind: "nudge" | "snooze" };

/** The push of a due moment; null when there is nowhere to send it. */
export function duePush(
  reminder: FiringReminder,
  { id, due, occasion, nowMs }: { id: string; due: Occurrence; occasion: Occasion; nowMs: number },
): PushDraft | null {
  const sentMs = afterQuietHours(nowMs, reminder.quiet, reminder.userZone);
  const today = dayOf(sentMs, reminder.userZone);
  const say = pushesIn(reminder.language);
  const lines = [sentence(say, reminder, { due, occasion, sentMs, today })];
  const before = "before" in occasion ? occasion.before : [];
  const last = before.at(-1);
  if (last) lines.push(say.missedBefore(before.length, last.due.on, today));
  return pushTo(reminder, {
    id,
    text: lines.join("\n"),
    buttons: buttonsOf(say, reminder, due),
    holdMs: sentMs - nowMs,
  });
}

function sentence(
  say: Pushes,
  reminder: FiringReminder,
  { due, occasion, sentMs, today }: { due: Occurrence; occasion: Occasion; sentMs: number; today: IsoDate },
): string {
  const moment: DueMoment = { on: due.on, time: reminder.wallTime };
  switch (occasion.kind) {
    case "missed":
      return say.missed(reminder, moment, today);
    case "nudge":
      return say.nudge(reminder, moment, today);
    case "snooze":
      return say.snoozed(reminder);
    case "due":
      return sentMs - due.atMs > limits.lateAfterMs ? say.late(reminder, moment, today) : say.due(reminder);
  }
}

/** Each names the period that it settles, so that it acts on that one, however late it is pressed. */
function buttonsOf(say: Pushes, { reminderId }: FiringReminder, due: Occurrence): ButtonDraft[] {
  const period = { reminderId, dueOn: due.on, dueAtMs: due.atMs };
  const button = (label: string, tool: string, more: object = {}): ButtonDraft => ({
    label,
    does: [{ tool, input: { ...period, ...more } }],
  });
  return [
    button(say.buttons.paid, "paid"),
    button(say.buttons.hour, "snooze", { until: "hour" }),
    button(say.buttons.tonight, "snooze", { until: "tonight" }),
    button(say.buttons.tomorrow, "snooze", { until: "tomorrow" }),
    button(say.buttons.skip, "skip"),
  ];
}

/** The push that says what was recorded by itself; null when there is nowhere to send it. */
export function recordedPush(
  reminder: FiringReminder,
  { id, eventId, entries, nowMs }: { id: string; eventId: string; entries: readonly Entry[]; nowMs: number },
): PushDraft | null {
  const sentMs = afterQuietHours(nowMs, reminder.quiet, reminder.userZone);
  const today = dayOf(sentMs, reminder.userZone);
  const words = messagesIn(reminder.language);
  return pushTo(reminder, {
    id,
    text: pushesIn(reminder.language).recorded(entries.map((entry) => words.entry(entry, today))),
    buttons: [{ label: words.buttons.undo, does: [{ tool: "undo", input: { inboxId: eventId } }] }],
    holdMs: sentMs - nowMs,
  });
}

function pushTo(
  { to, scope, language }: FiringReminder,
  push: Pick<PushDraft, "id" | "text" | "buttons" | "holdMs">,
): PushDraft | null {
  return to && { ...push, scope, to, language };
}

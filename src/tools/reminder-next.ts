/** When a changed reminder comes next: neither twice in a period that is done with, nor past one that is not (SPEC S5). */
import { spanOf, startOfDay } from "../kernel/calendar.ts";
import { instantOf, nextOccurrence, type Occurrence, parseRecurrence } from "../kernel/recurrence.ts";
import type { Reminder } from "../kernel/types.ts";

/** When a reminder comes next after a change; what only changes its time stays on its day, paid periods apart. */
export function nextAfter(before: Reminder, after: Reminder, nowMs: number): Occurrence | null {
  const sameDay = before.recurrence === after.recurrence && before.anchorOn === after.anchorOn;
  if (sameDay && before.wallTime === after.wallTime) {
    const { nextDueOn, nextDueAtMs } = before;
    return nextDueOn === null || nextDueAtMs === null ? null : { on: nextDueOn, atMs: nextDueAtMs };
  }
  if (sameDay && before.nextDueOn !== null) {
    const atMs = instantOf(before.nextDueOn, after.wallTime, after.zone);
    // One that has come and was not said yet is still to be said.
    if (atMs > nowMs || (before.nextDueAtMs !== null && before.nextDueAtMs <= nowMs))
      return { on: before.nextDueOn, atMs };
  }
  return nextOccurrence(after, paidUntil(before, after, nowMs));
}

/** What was paid ahead stays paid on another day: the period that comes next begins just after this instant. */
function paidUntil(before: Reminder, after: Reminder, nowMs: number): number {
  const { recurrence, nextDueOn } = before;
  const unit = recurrence === null ? undefined : parseRecurrence(recurrence)?.unit;
  const same = after.recurrence !== null && parseRecurrence(after.recurrence)?.unit === unit;
  if (nextDueOn === null || unit === undefined || unit === "day" || !same) return nowMs;
  const ahead = nextDueOn > (nextOccurrence(before, nowMs)?.on ?? nextDueOn);
  return ahead ? startOfDay(spanOf(unit, nextDueOn).from, after.zone) - 1 : nowMs;
}

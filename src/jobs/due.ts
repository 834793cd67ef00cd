/**
 * What is to be done about a reminder that is due (SPEC S5): pure, from the reminder and the moment.
 *
 *   within a day            → its push, late or not; what came before it is missed
 *   older, to come again    → missed, mentioned in the next push, or at once when that is far away
 *   older, came once        → told at once
 *   records by itself       → every moment is recorded, however late
 */
import { addDays } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { instantOf, nextOccurrence, type Occurrence, type Schedule } from "../kernel/recurrence.ts";
import { isBillTitle } from "../language/bills.ts";
import type { FiringReminder } from "../store/firings.ts";

export interface DuePlan {
  readonly reminder: FiringReminder;
  /** The moment that is pushed now; null when there is nothing to push. */
  readonly push: Occurrence | null;
  /** It is pushed although it is more than a day old. */
  readonly tooLate: boolean;
  /** Moments that pass without a push. */
  readonly missed: readonly Occurrence[];
  /** Moments whose entries are written. */
  readonly record: readonly Occurrence[];
  readonly next: Occurrence | null;
}

export function planDue(reminder: FiringReminder, nowMs: number): DuePlan {
  if (reminder.kind === "recurring" && reminder.amount !== null) {
    const { moments, next } = momentsUntil(reminder, reminder.due, nowMs);
    return { reminder, push: null, tooLate: false, missed: [], record: moments, next };
  }
  // Far behind, the first one and those of the last weeks are enough.
  const recentMs = nowMs - limits.missedDays * 24 * 60 * 60_000;
  const recent = reminder.due.atMs < recentMs ? nextOccurrence(reminder, recentMs) : null;
  const first = recent && recent.atMs <= nowMs ? recent : reminder.due;
  const { moments } = momentsUntil(reminder, first, nowMs);
  const next = nextOccurrence(reminder, nowMs);
  const latest = moments.at(-1) ?? reminder.due;
  const earlier = [...(first === reminder.due ? [] : [reminder.due]), ...moments.slice(0, -1)];
  const tooLate = nowMs - latest.atMs > limits.tooLateAfterMs;
  const waits = next !== null && next.atMs - nowMs <= limits.missedWaitsMs;
  const push = reminder.to !== null && !(tooLate && waits) ? latest : null;
  return {
    reminder,
    push,
    tooLate,
    missed: push === null ? [...earlier, latest] : earlier,
    record: [],
    next,
  };
}

/** The moments from `first` to `nowMs`, at most a few weeks of them, and the one behind the last. */
function momentsUntil(
  schedule: Schedule,
  first: Occurrence,
  nowMs: number,
): { moments: Occurrence[]; next: Occurrence | null } {
  const moments = [first];
  let next = nextOccurrence(schedule, first.atMs);
  while (next !== null && next.atMs <= nowMs && moments.length <= limits.missedDays) {
    moments.push(next);
    next = nextOccurrence(schedule, next.atMs);
  }
  return { moments, next };
}

const BILL_CATEGORIES: ReadonlySet<string | null> = new Set(["housing", "debt"]);

/** Money is to be paid, so that it is asked about once more on the next day. Every reminder has a category, which tells little. */
function isBill({ amount, category, title }: FiringReminder): boolean {
  return amount !== null || isBillTitle(title, BILL_CATEGORIES.has(category));
}

/**
 * When an open bill is nudged: the next day at its wall time, unless it comes again by then.
 * @returns null for what is not nudged, or not any more
 */
export function nudgeAt(reminder: FiringReminder, due: Occurrence, nowMs: number): number | null {
  if (!isBill(reminder)) return null;
  const atMs = instantOf(addDays(due.on, 1), reminder.wallTime, reminder.zone);
  // A clock change may have made the day an hour shorter than the wait for the next moment.
  const next = nextOccurrence(reminder, due.atMs);
  return atMs > nowMs && (next === null || next.atMs > atMs) ? atMs : null;
}

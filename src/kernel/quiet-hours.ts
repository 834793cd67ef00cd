/** Quiet hours: wall times between which Mama says nothing by herself (SPEC S1, S5). */
import { addDays, dayOf } from "./calendar.ts";
import { instantOf } from "./recurrence.ts";
import type { Settings } from "./types.ts";

/** Whether a wall time `HH:MM` is within them; they may run over midnight. The end itself is not quiet. */
export function isQuietAt(time: string, quiet: Settings["quietHours"]): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? from <= time && time < to : time >= from || time < to;
}

/**
 * When something that is to be pushed now may be: now, or at the end of the quiet hours.
 * @returns ms since the epoch
 */
export function afterQuietHours(nowMs: number, quiet: Settings["quietHours"], zone: string): number {
  if (quiet === null || quiet.from === quiet.to) return nowMs;
  const today = dayOf(nowMs, zone);
  // Those that began yesterday may still be going on.
  for (const day of [addDays(today, -1), today]) {
    const from = instantOf(day, quiet.from, zone);
    const to = instantOf(quiet.from < quiet.to ? day : addDays(day, 1), quiet.to, zone);
    if (from <= nowMs && nowMs < to) return to;
  }
  return nowMs;
}

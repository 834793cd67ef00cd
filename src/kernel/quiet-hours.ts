/** Quiet hours: wall times between which Mama says nothing by herself (SPEC S1). */
import type { Settings } from "./types.ts";

/** Whether a wall time `HH:MM` is within them; they may run over midnight. The end itself is not quiet. */
export function isQuietAt(time: string, quiet: Settings["quietHours"]): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? from <= time && time < to : time >= from || time < to;
}

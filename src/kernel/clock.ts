/**
 * Time as a port: everything that is about the user's day asks the clock, so that tests own it. Leases and
 * schedulers use the database's own time instead (SPEC S15, `MAMA_NOW`).
 */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that starts at `startMs` and runs on at the real pace, for `MAMA_NOW`. */
export function clockStartingAt(startMs: number): Clock {
  const offset = startMs - Date.now();
  return { now: () => Date.now() + offset };
}

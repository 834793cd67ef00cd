/** Ids as a port: UUID v7 (RFC 9562), so that rows written later sort later, within one millisecond too. */
import { randomUUID } from "node:crypto";

export interface Ids {
  /** A new UUID in its text form. */
  next(): string;
}

/** The 12 bits after the time count what this process makes within one millisecond. */
const COUNTER = 0x1000;

/** @param now milliseconds since the epoch */
export function uuidV7From(now: () => number): Ids {
  let lastMs = 0;
  let counter = 0;
  return {
    next() {
      const nowMs = now();
      counter = nowMs > lastMs ? 0 : counter + 1;
      // Past 4,096 in one millisecond, or when the clock was set back, the time runs ahead a little.
      lastMs = Math.max(lastMs, nowMs) + Math.floor(counter / COUNTER);
      counter %= COUNTER;
      const time = lastMs.toString(16).padStart(12, "0");
      const count = counter.toString(16).padStart(3, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
    },
  };
}

export const uuidV7: Ids = uuidV7From(Date.now);

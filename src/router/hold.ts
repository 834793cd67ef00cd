/** A turn that cannot go on yet: its pictures are still coming, or the reader is busy (SPEC S8). Nothing went wrong. */
import { limits } from "../kernel/limits.ts";

export class Hold extends Error {
  /** How long the event is put off, ms. */
  readonly holdMs: number;

  /** @param holds how often it was put off before */
  constructor(holds: number, firstMs: number = limits.holdMs) {
    super("the turn cannot go on yet");
    this.name = "Hold";
    this.holdMs = Math.min(firstMs * 2 ** Math.min(holds, 10), limits.longestHoldMs);
  }
}

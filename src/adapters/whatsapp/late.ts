/** What waited while Mama was away. */
import { limits } from "./limits.ts";

/** Whether a message waited for her. */
export function isLate(sentAtMs: number | undefined, nowMs: number): boolean {
  return sentAtMs !== undefined && nowMs - sentAtMs > limits.lateAfterMs;
}

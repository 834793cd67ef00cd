/** The end of a turn's time: what is waited for no longer than that (SPEC S2). */
import { MamaError } from "./errors.ts";

/**
 * Waits until the signal at most. What is late goes on behind the turn's back, so it must be something that only reads.
 * @throws MamaError("turn_late")
 */
export function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const late = (): void => reject(new MamaError("turn_late", "the database took longer than the turn has"));
    if (signal.aborted) late();
    signal.addEventListener("abort", late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", late));
  });
}

export function isLate(error: unknown): boolean {
  return error instanceof MamaError && error.code === "turn_late";
}

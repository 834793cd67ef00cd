/**
 * The end of waiting. The SDK's own timeout stops when the headers are in, so that a body which never ends would
 * be waited for without limit; here the promise settles at the deadline whatever the work does.
 */
import { endedBy, ModelFailure } from "./errors.ts";

/**
 * Runs `work` with a signal that fires when the caller's does or when the time is up.
 * @param timeoutMs absent: the caller's signal alone
 * @throws ModelFailure of kind timeout or aborted, at that moment; what `work` does later is ignored
 */
export function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs?: number | undefined },
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) {
      // Nobody has been asked, so this says nothing about the server, even when the time is up.
      reject(new ModelFailure("aborted", "the request to the model came after its deadline"));
      return;
    }
    const controller = new AbortController();
    const end = (reason: unknown): void => {
      controller.abort(reason);
      settle();
      reject(endedBy(controller.signal));
    };
    const onAbort = (): void => end(signal.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => end(new DOMException("time is up", "TimeoutError")), timeoutMs);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    work(controller.signal).then(resolve, reject).finally(settle);
  });
}

/**
 * Patience with a server, and its end (SPEC S9). Around every request:
 *
 *   caller's deadline ─ retry (2, jitter, retry-after) ─ circuit (5 in a row → 30 s of rest) ─ timeout 12 s ─ request
 *
 * Each try counts for the circuit. While one request tries out whether the rest has helped, others are refused
 * at once instead of queueing behind it: their callers have an answer of their own to give.
 */
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IRetryBackoffContext,
  retry,
  wrap,
} from "cockatiel";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import { withDeadline } from "./deadline.ts";
import { ModelFailure } from "./errors.ts";

/** How patient to be; times in ms. Tests make them short. */
export interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
  /** Before the first retry; doubles, and half of it is jitter. */
  readonly pauseMs: number;
  /** The longest pause a server may ask for. */
  readonly longestPauseMs: number;
  readonly failuresToRest: number;
  readonly restMs: number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const patience: Patience = {
  timeoutMs: limits.modelTimeoutMs,
  retries: limits.modelRetries,
  pauseMs: limits.modelRetryPauseMs,
  longestPauseMs: limits.modelLongestPauseMs,
  failuresToRest: limits.modelFailuresToRest,
  restMs: limits.modelRestMs,
  random: Math.random,
};

export interface Guard {
  /** False while the server rests, and while one request tries it out. */
  readonly available: boolean;
  /** @throws ModelFailure, and nothing else */
  run<T>(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** @param name of what is guarded, for the log */
export function createGuard(name: string, given: Patience, log: Log): Guard {
  const circuit = circuitBreaker(
    // A trial that its caller gave up has proved nothing, so the rest goes on.
    handleWhen(
      (error) =>
        error instanceof ModelFailure &&
        (error.outage || (error.kind === "aborted" && circuit.state === CircuitState.HalfOpen)),
    ),
    { halfOpenAfter: given.restMs, breaker: new ConsecutiveBreaker(given.failuresToRest) },
  );
  let restsUntilMs = 0;
  circuit.onBreak(() => {
    restsUntilMs = Date.now() + given.restMs;
    log.warn({ part: name, restMs: given.restMs }, "the model fails again and again and is left alone");
  });
  circuit.onReset(() => log.info({ part: name }, "the model answers again"));

  const retrying = retry(
    handleWhen((error) => error instanceof ModelFailure && worthRetrying(error, given)),
    { maxAttempts: given.retries, backoff: new DelegateBackoff((context) => pauseMs(context, given)) },
  );
  const policy = wrap(retrying, circuit);

  const rests = (): boolean =>
    circuit.state === CircuitState.HalfOpen ||
    (circuit.state === CircuitState.Open && Date.now() < restsUntilMs);

  return {
    get available() {
      return !rests();
    },
    async run(request, signal) {
      if (rests()) throw resting(name);
      try {
        return await withDeadline(
          (within) =>
            policy.execute(
              // Not the policy's own signal: behind a trial the circuit forgets which one it was given.
              () => withDeadline(request, { signal: within, timeoutMs: given.timeoutMs }),
              within,
            ),
          { signal },
        );
      } catch (error) {
        if (error instanceof ModelFailure) throw error;
        if (error instanceof BrokenCircuitError) throw resting(name);
        throw new ModelFailure("garbage", "the request to the model failed in a way that is not known");
      }
    },
  };
}

function resting(name: string): ModelFailure {
  return new ModelFailure("resting", `the ${name} model is left alone for a while after failures in a row`);
}

function worthRetrying(failure: ModelFailure, { longestPauseMs }: Patience): boolean {
  return failure.again && (failure.afterMs ?? 0) <= longestPauseMs;
}

/** What the server asked for, or a growing pause; jitter keeps many callers from coming back together. */
function pauseMs({ attempt, result }: IRetryBackoffContext<unknown>, given: Patience): number {
  const failure = "error" in result ? result.error : undefined;
  const asked = failure instanceof ModelFailure ? failure.afterMs : undefined;
  const least = asked ?? (given.pauseMs / 2) * 2 ** (attempt - 1);
  return Math.min(given.longestPauseMs, least + given.random() * (given.pauseMs / 2) * 2 ** (attempt - 1));
}

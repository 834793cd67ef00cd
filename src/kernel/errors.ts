/** One error class with a code. The user always gets a sentence; the log gets the code, never the user's words. */

export type ErrorCode =
  | "config_invalid"
  | "data_dir_locked"
  | "data_dir_unusable"
  | "database_unreachable"
  | "migration_failed"
  | "migrations_pending"
  | "lease_lost"
  | "scope_missing"
  | "amount_invalid"
  | "tool_unknown"
  | "plan_invalid"
  | "row_gone"
  | "unsafe_role"
  | "secret_wrong"
  | "package_missing"
  | "model_timeout"
  | "model_unavailable"
  | "model_bad_answer"
  | "model_refused"
  | "model_budget_spent"
  | "turn_late";

export class MamaError extends Error {
  readonly code: ErrorCode;
  /** Whether the same thing may work when tried again a little later. */
  readonly retryable: boolean;

  /**
   * @param message for the operator: what happened and what to do; no personal text
   */
  constructor(code: ErrorCode, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "MamaError";
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** How a platform refused a message. */
type SendOutcome = "retry" | "permanent" | "refused" | "ambiguous" | "markup";

/**
 * How a platform refused a message, classed once by its adapter (SPEC S2).
 * `retry`: nothing was sent, try again after `afterMs`. `permanent`: this chat will not take messages.
 * `refused`: nothing was sent, and this message never will be, though others may. `ambiguous`: it may have been sent;
 * it is sent once more, after `afterMs`. `markup`: nothing was sent, since the markup could not be read.
 */
export class SendError extends Error {
  readonly outcome: SendOutcome;
  readonly afterMs: number;

  constructor(outcome: SendOutcome, reason: string, afterMs = 0) {
    super(reason);
    this.name = "SendError";
    this.outcome = outcome;
    this.afterMs = afterMs;
  }
}

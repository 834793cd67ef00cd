/**
 * Every way in which a model can fail, classed once: what the caller is told, whether another try may help, and
 * whether it says something about the server's health. Messages are for operators. They name statuses and
 * system codes, and never what a server said: servers quote keys and people's words in their errors, which is
 * also why a failure has no `cause`.
 */
import { APIConnectionError, APIError } from "openai";
import { type ErrorCode, MamaError } from "../kernel/errors.ts";
import type { ModelErrorCode } from "../kernel/model.ts";

export type FailureKind =
  | "timeout"
  | "aborted"
  | "rate_limited"
  | "server_error"
  | "connection"
  | "garbage"
  | "resting"
  | "bad_key"
  | "refused"
  | "bad_answer"
  | "budget_spent";

interface Class {
  readonly code: ModelErrorCode;
  /** Whether the same request may work a little later. */
  readonly later: boolean;
  /** Whether to try again at once, within the same call. A timeout has already cost its caller 12 seconds. */
  readonly again: boolean;
  /** Whether the server is to blame, so that the circuit counts it. */
  readonly outage: boolean;
}

const unavailable = { code: "model_unavailable", later: true } as const;
const refused = { code: "model_refused", later: false, again: false, outage: false } as const;

const CLASSES: Readonly<Record<FailureKind, Class>> = {
  timeout: { code: "model_timeout", later: true, again: false, outage: true },
  aborted: { code: "model_timeout", later: false, again: false, outage: false },
  rate_limited: { ...unavailable, again: true, outage: true },
  server_error: { ...unavailable, again: true, outage: true },
  connection: { ...unavailable, again: true, outage: true },
  // A proxy's page, a cut-off document: the server is there and makes no sense.
  garbage: { code: "model_bad_answer", later: true, again: false, outage: true },
  resting: { ...unavailable, again: false, outage: false },
  bad_key: refused,
  refused,
  bad_answer: { code: "model_bad_answer", later: true, again: false, outage: false },
  budget_spent: { code: "model_budget_spent", later: false, again: false, outage: false },
};

export class ModelFailure extends MamaError {
  declare readonly code: ModelErrorCode & ErrorCode;
  readonly kind: FailureKind;
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** How long the server asked to be left alone, in ms. */
  readonly afterMs: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    about: { status?: number | undefined; afterMs?: number | undefined } = {},
  ) {
    super(CLASSES[kind].code, message, { retryable: CLASSES[kind].later });
    this.kind = kind;
    this.status = about.status;
    this.afterMs = about.afterMs;
  }

  get again(): boolean {
    return CLASSES[this.kind].again;
  }

  get outage(): boolean {
    return CLASSES[this.kind].outage;
  }
}

/** What it means that this signal has fired: its time was up, or whoever asked does not want the answer any more. */
export function endedBy(signal: AbortSignal): ModelFailure {
  const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  return late
    ? new ModelFailure("timeout", "the model did not answer in time")
    : new ModelFailure("aborted", "the request to the model was given up by its caller");
}

/** Classes what the SDK threw. What it throws because a signal has fired nobody hears: see ./deadline.ts. */
export function classify(error: unknown): ModelFailure {
  if (error instanceof APIError && typeof error.status === "number") return ofStatus(error, error.status);
  if (error instanceof APIConnectionError || error instanceof TypeError) {
    return new ModelFailure("connection", `the model's server cannot be reached${systemCode(error)}`);
  }
  return new ModelFailure("garbage", "the model's server sent something that is not JSON");
}

function ofStatus(error: APIError, status: number): ModelFailure {
  const about = { status, afterMs: retryAfterMs(error.headers) };
  const message = `the model's server answered ${status}`;
  if (status === 401 || status === 403) {
    return new ModelFailure(
      "bad_key",
      `${message}: OPENAI_API_KEY is wrong or may not use this model`,
      about,
    );
  }
  if (status === 429) {
    // An account without money is told to slow down, too; waiting a second does not help it.
    const broke = error.code === "insufficient_quota";
    return new ModelFailure(
      "rate_limited",
      broke ? `${message}: the account has no quota left` : message,
      broke ? { status, afterMs: Number.POSITIVE_INFINITY } : about,
    );
  }
  if (status === 408 || status === 409 || status >= 500)
    return new ModelFailure("server_error", message, about);
  return new ModelFailure("refused", message, about);
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; undefined when the server did not say. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (ms >= 0) return ms;
  const said = headers?.get("retry-after") ?? "";
  const seconds = Number.parseFloat(said);
  if (seconds >= 0) return seconds * 1_000;
  const until = Date.parse(said) - Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** The operating system's word for it (" (ECONNREFUSED)"), which lies a cause or two down. */
function systemCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 3) return "";
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^[A-Z_]{3,40}$/.test(code)) return ` (${code})`;
  return systemCode(error.cause, depth + 1);
}

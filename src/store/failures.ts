/** Which failures of the database are the moment's and not the message's. */
import { MamaError } from "../kernel/errors.ts";

/** SQLSTATE classes and codes that may go well when tried again: connection, resources, shutdown, conflict. */
const PASSING = /^(08|53|57P|40001|40P01|55P03)/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EPIPE", "ENOTFOUND", "EAI_AGAIN"]);

/** Whether pg gave up waiting for an answer. It says so without a code, and the connection is of no more use. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Whether the same work may go well in a moment, so that the event is not to blame for it. */
export function isPassing(error: unknown): boolean {
  if (error instanceof MamaError) return error.retryable;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return PASSING.test(code) || NETWORK.has(code);
  // pg says these without a code.
  return (
    isUnanswered(error) ||
    /connection terminated|timeout exceeded when trying to connect|connection ended|not queryable/i.test(
      error.message,
    )
  );
}

/** What a refused connection says, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  "28P01": "the database refuses the password in DATABASE_URL",
  "28000": "the database refuses the user in DATABASE_URL",
  "3D000": "the server has no such database as DATABASE_URL names",
};

/** A connection that could not be made, as an operator wants to read it. */
export function unreachable(cause: unknown): MamaError {
  const { code } = (cause ?? {}) as { code?: unknown };
  const refused = typeof code === "string" ? REFUSALS[code] : undefined;
  const message = refused ?? "the database does not answer: check DATABASE_URL and that the server is up";
  return new MamaError("database_unreachable", message, { retryable: refused === undefined, cause });
}

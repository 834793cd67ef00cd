/**
 * What Telegram's answers mean. Its descriptions quote people's words and grammY's errors hold the token's address,
 * so that nothing of either goes further than this file (SPEC S12).
 */
import { GrammyError, HttpError } from "grammy";
import { SendError } from "../../kernel/errors.ts";

/** Nothing listened, or nobody knew the name: the request cannot have arrived. */
const NEVER_ARRIVED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

/** "Bad Request"s that say that the chat is gone, as the Bot API words them. */
const CHAT_GONE = /chat not found|user not found|peer_id_invalid|user is deactivated|chat was deleted/i;
const CANNOT_READ_MARKUP = /can't parse entities|can't find end of the entity/i;

/** A token that was revoked may be put right; until then nothing can be sent. */
const TOKEN_REFUSED_MS = 60_000;

export interface SendTiming {
  /** How long after an unclear answer a message is sent once more: an outage has passed by then, ms. */
  readonly unclearMs: number;
}

/** A failure to send, classed once (SPEC S2). */
export function sendErrorOf(error: unknown, { unclearMs }: SendTiming): SendError {
  if (error instanceof GrammyError) {
    const { error_code: code, description, parameters, method } = error;
    const reason = `Telegram answered ${method} with ${code}`;
    if (code === 429) return new SendError("retry", reason, (parameters.retry_after ?? 1) * 1000);
    if (code === 403 || (code === 400 && CHAT_GONE.test(description)))
      return new SendError("permanent", reason);
    if (code === 401 || code === 404) return new SendError("retry", `${reason}: the token`, TOKEN_REFUSED_MS);
    if (code === 400 && CANNOT_READ_MARKUP.test(description)) return new SendError("markup", reason);
    return code < 500 ? new SendError("refused", reason) : new SendError("ambiguous", reason, unclearMs);
  }
  if (error instanceof HttpError && NEVER_ARRIVED.has(causeOf(error)))
    return new SendError("retry", "Telegram cannot be reached");
  return new SendError("ambiguous", "Telegram gave no clear answer", unclearMs);
}

function causeOf({ error }: HttpError): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/** Why an edit cannot take place, where a new message does as well. */
const NOT_EDITABLE =
  /message to edit not found|message can't be edited|no text in the message|message_id_invalid/i;

export function isNotEditable(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 400 && NOT_EDITABLE.test(error.description);
}

/** The message says already what it should. */
export function isUnchanged(error: unknown): boolean {
  return error instanceof GrammyError && /message is not modified/i.test(error.description);
}

/** What a failed request for updates asks for. */
export type PollTrouble = "conflict" | "token" | "later" | "away";

export function pollTroubleOf(error: unknown): { trouble: PollTrouble; code?: number; afterMs?: number } {
  if (!(error instanceof GrammyError)) return { trouble: "away" };
  const { error_code: code, parameters } = error;
  if (code === 409) return { trouble: "conflict", code };
  if (code === 401 || code === 404) return { trouble: "token", code };
  if (code === 429) return { trouble: "later", code, afterMs: (parameters.retry_after ?? 1) * 1000 };
  return { trouble: "away", code };
}

/**
 * What a failure to send means, classed once (SPEC S2). A message keeps its id when it is sent once more, and phones show
 * an id once, so that a second try of what arrived is not read twice. Nothing that WhatsApp or Baileys said goes further
 * than this file: it quotes numbers and ids.
 */
import { SendError } from "../../kernel/errors.ts";
import { codeOf } from "./library.ts";
import { limits } from "./limits.ts";

/** Reasons by which the server says that it has not taken a message and may take it later. */
const LATER: ReadonlySet<string> = new Set(["429", "500", "503"]);

/** The server's word on a message that it did not take; absent words are a yes. */
export function refusalOf(code: string): SendError {
  if (LATER.has(code)) return new SendError("retry", `WhatsApp does not take a message now (${code})`);
  // 463: the number may not write to this person. To try again makes it worse.
  return new SendError("refused", `WhatsApp does not take a message (${code.replace(/\D/g, "")})`);
}

/**
 * What became of a message that Baileys could not hand over.
 * @param handedOver whether it may have left
 * @param tries how often this one was tried without a clear answer
 */
export function sendErrorOf(
  error: unknown,
  {
    handedOver,
    tries,
    unclearMs,
    awayMs,
  }: { handedOver: boolean; tries: number; unclearMs: number; awayMs: number },
): SendError {
  if (error instanceof SendError) return error;
  // Shown once however often it is sent, so that it is sent until it is clear, unless it never gets clear.
  const outcome = tries < limits.unclearTries ? "retry" : "ambiguous";
  const unclear = new SendError(outcome, "WhatsApp gave no clear answer", unclearMs);
  if (handedOver) return unclear;
  const code = codeOf(error);
  // 428: there was no connection; 408: a question that comes before the message was not answered.
  if (code === 428 || code === 408) return new SendError("retry", "WhatsApp cannot be reached", awayMs);
  return unclear;
}

/** It comes back by itself. */
export function notConnected({ awayMs }: { awayMs: number }): SendError {
  return new SendError("retry", "WhatsApp is not connected", awayMs);
}

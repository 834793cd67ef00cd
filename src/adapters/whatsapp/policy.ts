/**
 * What to do when a connection to WhatsApp has ended, by the reason that was given. A pure function: reconnecting too
 * eagerly is what gets numbers blocked, and not at all is what makes a bot deaf.
 */
import { limits } from "./limits.ts";

/** Why Mama stops trying: a person has to do something first. */
export type StopReason =
  | "logged_out"
  | "forbidden"
  | "mismatch"
  | "refused"
  | "replaced"
  | "bad_session"
  | "unpaired";

export type Next =
  | { readonly does: "stop"; readonly reason: StopReason }
  | {
      readonly does: "again";
      readonly waitMs: number;
      /** WhatsApp's current version is to be asked for first. */
      readonly refreshVersion: boolean;
    };

/** What went before. */
export interface History {
  /** Connections in a row that ended before they had been open for long. */
  readonly failures: number;
  readonly replaced: number;
  readonly badSessions: number;
  readonly restarts: number;
}

export const NO_HISTORY: History = { failures: 0, replaced: 0, badSessions: 0, restarts: 0 };

const STOPS: Readonly<Record<number, StopReason>> = {
  401: "logged_out",
  403: "forbidden",
  411: "mismatch",
  419: "refused",
};

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;
/** Another program that has the account is given time to go. */
const REPLACED_MS = 10_000;
const MOST_REPLACED = 1;
const MOST_BAD_SESSIONS = 6;
/** More of them in a row are a failure like any other. */
const MOST_RESTARTS = 3;

/**
 * @param code the reason, as WhatsApp numbers it; undefined when the connection just broke
 * @param openMs how long it had been open
 * @param random 0 ≤ n < 1
 */
export function afterClose(
  code: number | undefined,
  { before, openMs, random }: { before: History; openMs: number; random: number },
): { readonly next: Next; readonly history: History } {
  const past = openMs >= limits.settledMs ? NO_HISTORY : before;
  const stop = code === undefined ? undefined : STOPS[code];
  if (stop) return { next: { does: "stop", reason: stop }, history: past };
  if (code === 440) {
    const history = { ...past, replaced: past.replaced + 1 };
    return history.replaced > MOST_REPLACED
      ? { next: { does: "stop", reason: "replaced" }, history }
      : { next: again(REPLACED_MS), history };
  }
  if (code === 515 && past.restarts < MOST_RESTARTS)
    return { next: again(0), history: { ...past, restarts: past.restarts + 1 } };
  const waitMs = growing(past.failures, random);
  const history = { ...past, failures: past.failures + 1 };
  if (code === 500) {
    const badSessions = past.badSessions + 1;
    if (badSessions >= MOST_BAD_SESSIONS) return { next: { does: "stop", reason: "bad_session" }, history };
    return { next: again(waitMs), history: { ...history, badSessions } };
  }
  return { next: again(waitMs, code === 405), history };
}

function again(waitMs: number, refreshVersion = false): Next {
  return { does: "again", waitMs, refreshVersion };
}

/** Twice as long each time, and never quite the same, so that many do not come back at once. */
function growing(failures: number, random: number): number {
  const longest = Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS);
  return Math.round(Math.max(FIRST_MS / 2, longest * (0.75 + random / 4)));
}

/** What the owner of the number is told, and what to do. No personal text. */
export const STOPPED: Readonly<Record<StopReason, string>> = {
  logged_out: "WhatsApp has unlinked this device: start Mama again to link the number anew",
  forbidden: "WhatsApp refuses this number (403): it may be banned; look at WhatsApp on its phone",
  mismatch:
    "WhatsApp wants its multi-device mode on the phone (411): update WhatsApp there, then start again",
  refused: "WhatsApp refuses this device (419): unlink it on the phone, then start again",
  replaced:
    "another program uses the link of this number: end it, or unlink it on the phone, then start again",
  bad_session:
    "WhatsApp keeps ending the session (500): start again later; if that does not help, unlink this device on the phone first",
  unpaired: "nobody has linked the number in time: start Mama again when the phone is at hand",
};

/**
 * The sender: takes what waits in the outbox to the platforms, in order within each chat (SPEC S2).
 *
 *   wake or poll ─→ claim the oldest message of each chat ─→ adapter ─→ sent | later | never | unclear
 */
import { SendError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Adapter, Observer } from "../kernel/ports.ts";
import { messagesIn } from "../messages/index.ts";
import type { Database } from "../store/database.ts";
import {
  type ClaimedMessage,
  cancelPushes,
  claimOutbox,
  markFailed,
  markRetry,
  markSent,
  markUnclear,
  recoverSending,
} from "../store/outbox.ts";
import { markUnreachable } from "../store/people.ts";

export interface SenderOptions {
  readonly database: Database;
  readonly log: Log;
  readonly observe: Observer;
  /** The accounts that this process can send for. */
  readonly adapters: readonly Adapter[];
  /** This process, for claims. */
  readonly sender: string;
  /** How long a claimed message stays `sending` before its fate counts as unknown. */
  readonly sendingMs: number;
}

export interface Sender {
  start(): Promise<void>;
  /** Something may be waiting. */
  wake(): void;
  /** Finishes what is being sent and stops. */
  stop(): Promise<void>;
}

/** Messages claimed at once, each of another chat. */
const MOST_AT_ONCE = 20;

export function createSender(options: SenderOptions): Sender {
  const { database, log, adapters } = options;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let again = false;
  let stopping = false;

  const sendAll = async (): Promise<void> => {
    do {
      again = false;
      const sent = await Promise.all(adapters.map((adapter) => sendWaiting(options, adapter)));
      if (sent.some((count) => count > 0)) again = true;
    } while (again && !stopping);
  };

  const wake = (): void => {
    again = true;
    if (stopping) return;
    sending ??= sendAll()
      .catch((error: unknown) =>
        log.warn({ err: error }, "could not look for messages to send; trying again"),
      )
      .finally(() => {
        sending = undefined;
        if (again && !stopping) setImmediate(wake);
      });
  };

  const poll = (): void => {
    recoverSending(database.system, false)
      .then(wake)
      .catch((error: unknown) =>
        log.warn({ err: error }, "could not look for messages to send; trying again"),
      );
  };

  return {
    start: async () => {
      if (adapters.length === 0) return;
      await recoverSending(database.system, database.exclusive);
      database.onOutboxWake(wake);
      timer = setInterval(poll, limits.pollMs);
      wake();
    },
    wake,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await sending;
    },
  };
}

/** Sends one round of an account's messages; returns how many there were. */
async function sendWaiting(options: SenderOptions, adapter: Adapter): Promise<number> {
  const { platform, account } = adapter;
  const messages = await claimOutbox(options.database.system, {
    platform,
    account,
    sender: options.sender,
    sendingMs: options.sendingMs,
    most: MOST_AT_ONCE,
  });
  await Promise.all(messages.map((message) => sendOne(options, adapter, message)));
  return messages.length;
}

async function sendOne(options: SenderOptions, adapter: Adapter, message: ClaimedMessage): Promise<void> {
  const { database, observe, sender } = options;
  const { outboxId } = message;
  observe({ step: "sending", outboxId });
  try {
    const signal = AbortSignal.timeout(options.sendingMs / 2);
    const { messageKey } = await adapter.send(asSent(message), signal);
    observe({ step: "accepted", outboxId });
    await markSent(database.system, outboxId, sender, messageKey ?? null);
    observe({ step: "sent", outboxId });
  } catch (error) {
    await settleFailure(options, message, error);
  }
}

/** A push that may have arrived already says so when it comes again; a reply speaks for itself. */
function asSent(message: ClaimedMessage): ClaimedMessage {
  if (!message.again || message.kind !== "push") return message;
  return { ...message, text: `${messagesIn(message.language).inCaseYouMissedIt}\n${message.text}` };
}

async function settleFailure(
  { database, log, sender }: SenderOptions,
  { outboxId, userId, attempt }: ClaimedMessage,
  error: unknown,
): Promise<void> {
  log.warn({ err: error, outboxId, attempt }, "a message could not be sent");
  if (error instanceof SendError && error.outcome === "retry") {
    return markRetry(database.system, outboxId, sender, error.afterMs);
  }
  if (error instanceof SendError && error.outcome === "permanent") {
    await markFailed(database.system, outboxId, sender, "permanent");
    if (userId === null) return;
    await database.withSystem(async (tx) => {
      await markUnreachable(tx, userId);
      await cancelPushes(tx, userId);
    });
    return;
  }
  // What an adapter did not class may have been sent.
  await markUnclear(database.system, outboxId, sender);
}

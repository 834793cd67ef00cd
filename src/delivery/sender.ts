/**
 * The sender: takes what waits in the outbox to the platforms, in order within each chat (SPEC S2).
 *
 *   wake or poll ─→ claim the oldest message of each chat ─→ adapter ─→ sent | later | never | unclear
 */
import { SendError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Adapter, Observer } from "../kernel/ports.ts";
import { createPump } from "../kernel/pump.ts";
import { messagesIn } from "../messages/index.ts";
import type { Database } from "../store/database.ts";
import { claimFollowers } from "../store/late-replies.ts";
import {
  type ClaimedMessage,
  cancelPushes,
  claimOutbox,
  markFailed,
  markRetry,
  markUnclear,
  recoverSending,
} from "../store/outbox.ts";
import { markUnreachable } from "../store/people.ts";
import { createDelivery, type Delivery } from "./deliver.ts";
import { createMarks, type Marks } from "./marks.ts";

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
  /** How long `stop` waits for the platforms' answers; a part of the shutdown's time unless a test is in a hurry. */
  readonly stopMs?: number;
}

export interface Sender {
  start(): Promise<void>;
  /** Something may be waiting. */
  wake(): void;
  /** Finishes what is being sent and stops. */
  stop(): Promise<void>;
}

/** Messages of one account on their way at once, each of another chat. */
const MOST_AT_ONCE = 20;

/** A platform that has not answered by then is not waited for: turns and the database need their part as well. */
const STOP_MS = limits.shutdownMs / 2;

export function createSender(options: SenderOptions): Sender {
  const { database, log } = options;
  const marks = createMarks(database.system, options.sender);
  const lines = options.adapters.map((adapter) => createLine(options, adapter, marks));
  let timer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    for (const line of lines) line.wake();
  };

  const poll = (): void => {
    recoverSending(database.system, false)
      .then(wake)
      .catch((error: unknown) => log.warn({ err: error }, "could not look for lost messages; trying again"));
  };

  return {
    start: async () => {
      if (lines.length === 0) return;
      await recoverSending(database.system, database.exclusive);
      timer = setInterval(poll, limits.pollMs);
      wake();
    },
    wake,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(lines.map((line) => line.stop()));
    },
  };
}

interface Line {
  wake(): void;
  stop(): Promise<void>;
}

/** The way out to one account. A slow chat holds up itself alone. */
function createLine(options: SenderOptions, adapter: Adapter, marks: Marks): Line {
  const { database, log, sender, sendingMs } = options;
  const { platform, account } = adapter;
  /** What is on its way, each with the means to give it up. */
  const underWay = new Map<AbortController, Promise<void>>();
  const delivery = createDelivery(adapter);

  const pump = createPump(
    async () => {
      const most = MOST_AT_ONCE - underWay.size;
      if (most <= 0 || adapter.canSend?.() === false) return;
      for (const message of await claimOutbox(database.system, {
        platform,
        account,
        sender,
        sendingMs,
        most,
        joinsLate: adapter.capabilities.joinsLate,
        showsOnce: adapter.capabilities.showsOnce,
      }))
        send(message);
    },
    (error) => log.warn({ err: error }, "could not look for messages to send; trying again"),
  );

  const send = (message: ClaimedMessage): void => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), sendingMs / 2);
    const sending = sendOne(options, delivery, { message, marks, signal: patience.signal })
      .catch((error: unknown) => log.warn({ err: error }, "could not mark a message; its fate is unknown"))
      .finally(() => {
        clearTimeout(timer);
        underWay.delete(patience);
        // The chat's next message could not be claimed until now.
        pump.wake();
      });
    underWay.set(patience, sending);
  };

  return {
    wake: pump.wake,
    stop: async () => {
      await pump.stop();
      const timer = setTimeout(() => {
        for (const patience of underWay.keys()) patience.abort();
      }, options.stopMs ?? STOP_MS);
      await Promise.all(underWay.values());
      clearTimeout(timer);
    },
  };
}

/** Settles with what the platform answers, or gives up at the signal, which an adapter may not listen to. */
async function answerOf<T>(sending: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp: () => void = () => undefined;
  const noAnswer = new Promise<never>((_, reject) => {
    giveUp = () => reject(new SendError("ambiguous", "the platform did not answer in time"));
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([sending, noAnswer]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

async function sendOne(
  options: SenderOptions,
  delivery: Delivery,
  { message: claimed, marks, signal }: { message: ClaimedMessage; marks: Marks; signal: AbortSignal },
): Promise<void> {
  const { observe } = options;
  const { message, with: others } = await withFollowers(options, claimed);
  const all = [message.outboxId, ...others];
  for (const outboxId of all) observe({ step: "sending", outboxId });
  let messageKey: string | null;
  try {
    messageKey = await answerOf(delivery.deliver(asSent(message), signal), signal);
  } catch (error) {
    await Promise.all(all.map((outboxId) => settleFailure(options, { ...message, outboxId }, error)));
    return;
  }
  for (const outboxId of all) observe({ step: "accepted", outboxId });
  await Promise.all(all.map((outboxId) => marks.sent(outboxId, messageKey)));
  for (const outboxId of all) observe({ step: "sent", outboxId });
}

/** Answers to what waited while Mama was away are one message, with the choices of the last. */
async function withFollowers(
  { database, sender, sendingMs }: SenderOptions,
  message: ClaimedMessage,
): Promise<{ message: ClaimedMessage; with: readonly string[] }> {
  // One that may be on the screen already is sent as it was: with more in it, its id would hide the rest.
  if (!message.late || message.kind !== "reply" || message.attempt > 1) return { message, with: [] };
  const { outboxId } = message;
  const followers = await claimFollowers(database.system, { outboxId, sender, sendingMs });
  const last = followers.at(-1);
  if (!last) return { message, with: [] };
  const text = [message, ...followers].map((one) => one.text).join("\n\n");
  return {
    message: { ...message, text, buttons: last.buttons },
    with: followers.map((one) => one.outboxId),
  };
}

/** A push that may have arrived already says so when it comes again; a reply speaks for itself. */
function asSent(message: ClaimedMessage): ClaimedMessage {
  if (!message.again || message.kind !== "push") return message;
  return { ...message, text: `${messagesIn(message.language).inCaseYouMissedIt}\n${message.text}` };
}

/** How long a platform that named no time is left alone after this many tries. */
function pauseAfter(attempt: number): number {
  return Math.min(1_000 * 2 ** Math.min(attempt - 1, 6), 60_000);
}

async function settleFailure(
  { database, log, sender }: SenderOptions,
  { outboxId, userId, attempt, platform, account, chatKey }: ClaimedMessage,
  error: unknown,
): Promise<void> {
  log.warn({ err: error, outboxId, attempt }, "a message could not be sent");
  if (error instanceof SendError && error.outcome === "retry") {
    return markRetry(database.system, outboxId, sender, error.afterMs || pauseAfter(attempt));
  }
  if (error instanceof SendError && error.outcome === "permanent") {
    await markFailed(database.system, outboxId, sender, "permanent");
    if (userId === null) return;
    const chat = { platform, account, chatKey };
    await database.withSystem(async (tx) => {
      await cancelPushes(tx, userId, (await markUnreachable(tx, userId, chat)) ? null : chat);
    });
    return;
  }
  if (error instanceof SendError && error.outcome === "refused")
    return markFailed(database.system, outboxId, sender, "refused");
  // What an adapter did not class may have been sent.
  const afterMs = error instanceof SendError ? error.afterMs : 0;
  await markUnclear(database.system, outboxId, sender, afterMs);
}

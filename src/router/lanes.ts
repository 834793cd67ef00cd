/**
 * Lanes: events of one chat one at a time and in order, different chats side by side (SPEC S2).
 *
 *   wake or poll ─→ lease chats that wait ─→ a lane each: claim next ─→ turn ─→ … until the chat is empty ─→ release
 *
 * Any number of processes may do so: the lease decides who handles a chat, and its fence is checked in the
 * transaction that writes.
 */

import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Observer } from "../kernel/ports.ts";
import { claimNext } from "../store/claim-next.ts";
import type { Database } from "../store/database.ts";
import { isPassing } from "../store/failures.ts";
import { giveBack, type WaitingEvent } from "../store/inbox.ts";
import { claimChats, type Lease, releaseLease, renewLeases } from "../store/leases.ts";
import { askForPatience, handleEvent, setEventAside } from "./turn.ts";

export interface LanesOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Log;
  readonly observe: Observer;
  /** This process, for leases. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Chats side by side. */
  readonly lanes: number;
  /** Called after each turn: there is something to send. */
  onReply(): void;
}

export interface Lanes {
  start(): void;
  /** Something may be waiting. */
  wake(): void;
  /** Takes no more events, finishes the turns under way and lets their chats go. */
  stop(): Promise<void>;
}

export function createLanes(options: LanesOptions): Lanes {
  const { database, log, owner, leaseMs, lanes } = options;
  /** The lanes of this process, each with the lease that it runs under. */
  const running = new Map<Lease, Promise<void>>();
  let timers: NodeJS.Timeout[] = [];
  let stopping = false;
  let pumping: Promise<void> | undefined;
  let again = false;

  const lease = async (): Promise<void> => {
    do {
      again = false;
      const free = lanes - running.size;
      if (stopping || free <= 0) return;
      for (const chat of await claimChats(database.system, { owner, leaseMs, most: free })) run(chat);
    } while (again);
  };

  const wake = (): void => {
    again = true;
    if (stopping) return;
    pumping ??= lease()
      .catch((error: unknown) => log.warn({ err: error }, "could not look for waiting chats; trying again"))
      .finally(() => {
        pumping = undefined;
        // A wake that came while the last look was ending must not wait for the poll.
        if (again && running.size < lanes && !stopping) wake();
      });
  };

  const run = (chat: Lease): void => {
    const lane = drain(options, chat, () => stopping)
      .catch((error: unknown) => log.warn({ err: error }, "a lane stopped early; its chat is taken up again"))
      .finally(() => {
        running.delete(chat);
        wake();
      });
    running.set(chat, lane);
  };

  const renew = (): void => {
    if (running.size === 0) return;
    renewLeases(database.system, [...running.keys()], leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, "could not renew the chats' leases"),
    );
  };

  return {
    start: () => {
      timers = [setInterval(wake, limits.pollMs), setInterval(renew, leaseMs / 3)];
      wake();
    },
    wake,
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await pumping;
      await Promise.all(running.values());
    },
  };
}

/** Handles a leased chat's events until none waits; the chat is let go then, or when the lane must stop. */
async function drain(options: LanesOptions, chat: Lease, stopping: () => boolean): Promise<void> {
  const { system } = options.database;
  let askedForPatience = false;
  let empty = false;
  try {
    while (!stopping()) {
      const event = await claimNext(system, chat);
      empty = event === null;
      if (!event) return;
      if (event.behind > limits.slowDownAt && !askedForPatience) {
        askedForPatience = true;
        await askForPatience(options, event);
        options.onReply();
      }
      if (!(await attempt(options, event, chat))) return;
    }
  } finally {
    if (!empty) await releaseLease(system, chat);
  }
}

/** One try at one event. False when the lane must stop: the chat is no longer ours, or the database is away. */
async function attempt(options: LanesOptions, event: WaitingEvent, chat: Lease): Promise<boolean> {
  const { database, log, observe, onReply } = options;
  const { inboxId } = event;
  if (event.attempt > limits.maxAttempts) return giveUp(options, event);
  const startedAt = performance.now();
  try {
    await handleEvent(options, event, chat);
    observe({ step: "applied", inboxId, durationMs: performance.now() - startedAt });
    onReply();
    return true;
  } catch (error) {
    if (isPassing(error)) {
      const lost = error instanceof MamaError && error.code === "lease_lost";
      log.warn(
        { err: error, inboxId },
        lost ? "the chat was taken over" : "the database is away; the event waits",
      );
      await giveBack(database.system, inboxId);
      return false;
    }
    log.error({ err: error, inboxId, attempt: event.attempt }, "a turn failed");
    return event.attempt < limits.maxAttempts || giveUp(options, event);
  }
}

async function giveUp(options: LanesOptions, event: WaitingEvent): Promise<boolean> {
  const { inboxId } = event;
  options.log.error({ inboxId, attempts: event.attempt }, "an event is set aside");
  await setEventAside(options, event);
  options.observe({ step: "set_aside", inboxId });
  options.onReply();
  return true;
}

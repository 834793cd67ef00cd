/**
 * Lanes: events of one chat one at a time and in order, different chats side by side (SPEC S2).
 *
 *   wake or poll ─→ lease chats that wait ─→ a lane each: claim next ─→ turn ─→ … until the chat is empty ─→ release
 *
 * Any number of processes may do so: the lease decides who handles a chat, and its fence is checked in the
 * transaction that writes.
 */

import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { ChatAddress, Observer } from "../kernel/ports.ts";
import { createPump } from "../kernel/pump.ts";
import { claimNext } from "../store/claim-next.ts";
import { isPassing } from "../store/failures.ts";
import { recordFailure, type WaitingEvent } from "../store/inbox.ts";
import { claimChats, holdEvent, type Lease, renewLeases } from "../store/leases.ts";
import { Hold } from "./hold.ts";
import { askForPatience, setEventAside } from "./outside.ts";
import { readingAside } from "./reading-aside.ts";
import { createRests, type Rests } from "./rests.ts";
import { handleEvent } from "./turn.ts";
import type { TurnDeps } from "./turn-parts.ts";

export interface LanesOptions extends TurnDeps {
  readonly observe: Observer;
  /** This process, for leases. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Chats side by side, besides those that wait for their pictures to be read: these are as many as the reader takes. */
  readonly lanes: number;
  /** Called when a turn begins; what it returns is called when the turn is over. */
  atWork?(chat: ChatAddress): () => void;
  /** Called after each turn: there is something to send. */
  onReply(): void;
}

export interface Lanes {
  start(): void;
  /** Something may be waiting. */
  wake(): void;
  /** Something that is put off may be taken up then. */
  wakeAfter(ms: number): void;
  /** Takes no more events, finishes the turns under way and lets their chats go. */
  stop(): Promise<void>;
}

/** A lane of this process: its work, and when its present turn began. */
interface Lane {
  turnSinceMs: number;
  readonly done: Promise<void>;
}

export function createLanes(options: LanesOptions): Lanes {
  const { database, log, owner, leaseMs, lanes, brain } = options;
  const { turnMs = limits.turnDeadlineMs } = options;
  /** The lanes of this process, each with the lease that it runs under. */
  const running = new Map<Lease, Lane>();
  const rests = createRests();
  let timers: NodeJS.Timeout[] = [];
  let stopping = false;

  const pump = createPump(
    async () => {
      // First: a chat that is not let go yet must not look like a new one.
      await rests.settle(database.system);
      const free = lanes + aside.waiting() - running.size;
      if (free <= 0) return;
      for (const chat of await claimChats(database.system, { owner, leaseMs, most: free })) run(chat);
    },
    (error) => log.warn({ err: error }, "could not look for waiting chats; trying again"),
  );

  const aside = readingAside(brain.receipts.reader, pump.wake);
  const parts = { ...options, brain: { ...brain, receipts: { ...brain.receipts, reader: aside.reader } } };

  const wakeAfter = (ms: number): void => void setTimeout(pump.wake, ms).unref();

  const run = (chat: Lease): void => {
    const turnBegins = (): void => {
      const lane = running.get(chat);
      if (lane) lane.turnSinceMs = performance.now();
    };
    const done = drain({ ...parts, onHold: wakeAfter }, chat, {
      stopping: () => stopping,
      turnBegins,
      rests,
    }).finally(() => {
      running.delete(chat);
      pump.wake();
    });
    running.set(chat, { turnSinceMs: performance.now(), done });
  };

  /** A turn past its deadline keeps its chat no longer than the lease that it has: others take over. */
  const renew = (): void => {
    const since = performance.now() - turnMs;
    const alive = [...running].flatMap(([chat, { turnSinceMs }]) => (turnSinceMs > since ? [chat] : []));
    if (alive.length === 0) return;
    renewLeases(database.system, alive, leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, "could not renew the chats' leases"),
    );
  };

  return {
    start: () => {
      timers = [setInterval(pump.wake, limits.pollMs), setInterval(renew, leaseMs / 3)];
      pump.wake();
    },
    wake: pump.wake,
    wakeAfter,
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await pump.stop();
      await Promise.all([...running.values()].map(({ done }) => done));
      await rests
        .settle(database.system)
        .catch((error: unknown) => log.warn({ err: error }, "could not let the chats go; their leases end"));
    },
  };
}

/** What a lane needs beside the options of all. */
interface LaneOptions extends LanesOptions {
  /** An event was put off for so long. */
  onHold(ms: number): void;
}

interface LaneDeps {
  stopping(): boolean;
  turnBegins(): void;
  readonly rests: Rests;
}

/** Handles a leased chat's events until none waits; the chat is let go then, or when the lane must stop. Never throws. */
async function drain(options: LaneOptions, chat: Lease, lane: LaneDeps): Promise<void> {
  const { rests } = lane;
  let askedForPatience = false;
  /** The event whose try was counted and has not come to anything. */
  let tried: string | null = null;
  try {
    while (!lane.stopping()) {
      lane.turnBegins();
      const event = await claimNext(options.database.system, chat);
      if (!event) return;
      tried = event.inboxId;
      if (event.behind > limits.slowDownAt && !askedForPatience) {
        askedForPatience = true;
        await askForPatience(options, event);
        options.onReply();
      }
      const over = await attempt(options, event, chat);
      tried = null;
      if (!over) await giveUp(options, event, chat);
      rests.recovered(chat);
    }
    rests.leave(chat, null);
  } catch (error) {
    if (error instanceof MamaError && error.code === "lease_lost") {
      options.log.warn({ err: error, inboxId: tried }, "the chat was taken over");
      rests.leave(chat, tried);
      return;
    }
    const pauseMs = rests.rest(chat, tried);
    options.log.warn({ err: error, inboxId: tried, pauseMs }, "a lane stopped early; its chat rests");
  }
}

/**
 * One try at one event. False when it was the last one and failed.
 * @throws what is not the event's fault: the chat is no longer ours, or the database is away
 */
async function attempt(options: LaneOptions, event: WaitingEvent, chat: Lease): Promise<boolean> {
  const { log, observe, onReply } = options;
  const { inboxId } = event;
  if (event.attempt > limits.maxAttempts) return false;
  const startedAt = performance.now();
  const atRest = options.atWork?.(chat);
  try {
    await handleEvent(options, event, chat);
  } catch (error) {
    if (error instanceof Hold) {
      await holdEvent(options.database.system, chat, inboxId, error.holdMs);
      options.onHold(error.holdMs);
      return true;
    }
    if (isPassing(error)) throw error;
    log.error({ err: error, inboxId, attempt: event.attempt }, "a turn failed");
    return (await recordFailure(options.database.system, inboxId)) < limits.maxFailures;
  } finally {
    atRest?.();
  }
  observe({ step: "applied", inboxId, durationMs: performance.now() - startedAt });
  onReply();
  return true;
}

async function giveUp(options: LanesOptions, event: WaitingEvent, chat: Lease): Promise<void> {
  const { inboxId } = event;
  if (!(await setEventAside(options, event, chat)))
    throw new MamaError("lease_lost", "another process has taken over this chat", { retryable: true });
  options.log.error({ inboxId, attempts: event.attempt }, "an event is set aside");
  options.observe({ step: "set_aside", inboxId });
  options.onReply();
}

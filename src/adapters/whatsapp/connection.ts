/**
 * The connection to WhatsApp over its whole life, by one process at a time (SPEC S2, S13).
 *
 *   number ours? ─→ keys from the database ─→ socket ─→ … ─→ closed: why? ─→ again, after a while | stopped, and why
 *       └─ no: wait, look again
 */
import type { WhatsAppConfig } from "../../kernel/config.ts";
import { MamaError } from "../../kernel/errors.ts";
import { keepLease } from "../../kernel/keep-lease.ts";
import type { Log } from "../../kernel/log.ts";
import type { AccountLease, AdapterHealth, KeyRows } from "../../kernel/ports.ts";
import type { Seal } from "../../kernel/seal.ts";
import { type Auth, openAuth } from "./auth.ts";
import type { Library, WASocket } from "./library.ts";
import type { Timing } from "./limits.ts";
import { ACCOUNT, PLATFORM } from "./message.ts";
import type { Pairing } from "./pairing.ts";
import { afterClose, type History, NO_HISTORY, STOPPED, type StopReason } from "./policy.ts";
import {
  type Closed,
  keptBetweenSockets,
  runSocket,
  type SocketEvents,
  type SocketOptions,
} from "./socket.ts";
import { inTime, rest, type Time } from "./time.ts";

export interface ConnectionOptions {
  readonly config: WhatsAppConfig;
  readonly library: Library;
  readonly lease: AccountLease;
  readonly keys: KeyRows;
  readonly seal: Seal;
  readonly pairing: Pairing;
  readonly log: Log;
  readonly time: Time;
  readonly timing: Timing;
  readonly getMessage: SocketOptions["getMessage"];
  readonly groups: SocketOptions["groups"];
  readonly events: Pick<SocketEvents, "messages" | "acknowledged" | "restricted">;
  /** It can be written to from now on. */
  opened(): void;
  /** It cannot any more. */
  closed(): void;
}

export interface Connection {
  /** @throws MamaError("secret_wrong") when the keys were kept with another secret */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** While it is open. */
  socket(): WASocket | null;
  health(): Omit<AdapterHealth, "lastInboundMs">;
}

/** How long the question for WhatsApp's current version may take. */
const VERSION_MS = 10_000;

export function createConnection(options: ConnectionOptions): Connection {
  const { log, time, timing, pairing, library } = options;
  const over = new AbortController();
  const kept = keptBetweenSockets(time.now);
  /** Ends the socket that there is. */
  let giveUp: () => void = () => undefined;
  let socket: WASocket | null = null;
  let problem: string | null = "has not been reached yet";
  let lastFrameMs: number | null = null;
  let version: [number, number, number] | undefined;
  let history: History = NO_HISTORY;
  let stopped: StopReason | null = null;
  let running: Promise<void> = Promise.resolve();

  const keysOf = (): Promise<Auth> =>
    openAuth({ ...options, place: `${PLATFORM}/${ACCOUNT}`, pauseMs: timing.pauseMs });

  const eventsOf = (auth: Auth, end: () => void): SocketEvents => ({
    ...options.events,
    qr: (code, offering) => {
      // A pairing code may be asked for only now, and only where none is known.
      if (auth.paired()) return;
      problem = "waits for its number to be linked: see the terminal";
      if (pairing.offered(code, (phone) => offering.requestPairingCode(phone))) return;
      stopped = "unpaired";
      end();
    },
    opened: (opened) => {
      socket = opened;
      problem = null;
      void pairing.done().catch(() => undefined);
      log.info("connected to WhatsApp");
      options.opened();
    },
    frame: () => {
      lastFrameMs = Date.now();
    },
  });

  /** One connection, to its end. */
  const connect = async (): Promise<Closed> => {
    const end = new AbortController();
    giveUp = () => end.abort();
    try {
      const auth = await keysOf();
      pairing.anew();
      return await runSocket({
        ...options,
        auth,
        kept,
        version,
        url: options.config.socketUrl,
        events: eventsOf(auth, giveUp),
        signal: AbortSignal.any([over.signal, end.signal]),
      });
    } finally {
      socket = null;
      giveUp = () => undefined;
      options.closed();
    }
  };

  /** One connection and what came of it; returns how long to wait before the next. */
  const round = async (): Promise<number> => {
    problem ??= "is being connected";
    let closed: Closed = { code: undefined, openMs: 0 };
    try {
      closed = await connect();
    } catch (error) {
      log.warn({ err: error }, "no connection to WhatsApp");
    }
    if (over.signal.aborted || stopped) return 0;
    const { next, history: since } = afterClose(closed.code, {
      before: history,
      openMs: closed.openMs,
      random: time.random(),
    });
    history = since;
    if (next.does === "stop") {
      stopped = next.reason;
      return 0;
    }
    problem = "WhatsApp has ended the connection, or does not answer";
    log.warn({ code: closed.code, waitMs: next.waitMs }, "the connection to WhatsApp is over; trying again");
    if (next.refreshVersion) version = (await latestVersion(options)) ?? version;
    return next.waitMs;
  };

  const afterStop = async (reason: StopReason): Promise<void> => {
    problem = STOPPED[reason];
    log.error({ reason }, problem);
    // Unlinked keys open nothing any more; without them the next start links the number anew.
    if (reason === "logged_out") await options.keys.clear().catch(() => undefined);
  };

  const run = async (): Promise<void> => {
    const held = keepLease(options.lease, { what: "number", log, lost: () => giveUp() });
    while (!over.signal.aborted && !stopped) {
      if (!(await held.ours())) {
        problem = null;
        await rest(time, options.lease.leaseMs / 3, over.signal);
        continue;
      }
      const waitMs = await round();
      if (waitMs > 0) await rest(time, waitMs, over.signal);
    }
    if (stopped) {
      await afterStop(stopped);
      // Another process would come to the same end.
      await untilOver(over.signal);
    }
    await held.letGo();
  };

  return {
    start: async () => {
      // A wrong secret is told at the start; a database that is away for a moment is tried again.
      await keysOf().catch((error: unknown) => {
        if (error instanceof MamaError && error.code === "secret_wrong") throw error;
        log.warn({ err: error }, "WhatsApp's keys cannot be read yet; trying again");
      });
      running = run();
    },
    stop: async () => {
      over.abort();
      giveUp();
      await running;
    },
    socket: () => socket,
    health: () => ({ problem, lastPollMs: lastFrameMs }),
  };

  /** What WhatsApp's own web client is at now, from it or from Baileys' makers. */
  async function latestVersion({ config }: ConnectionOptions): Promise<[number, number, number] | undefined> {
    if (config.socketUrl !== undefined) return undefined;
    for (const ask of [library.fetchLatestWaWebVersion, library.fetchLatestBaileysVersion]) {
      const told = await inTime(ask(), { time, ms: VERSION_MS, signal: over.signal }).catch(() => undefined);
      if (told && !("error" in told && told.error)) return told.version;
    }
    return undefined;
  }
}

function untilOver(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * One connection to WhatsApp, from its opening to its end. Everything that listens to it is taken off when it ends: what
 * is left behind by connections that come and go is what makes such bots grow.
 */
import type { Auth } from "./auth.ts";
import { baileysCache } from "./cache.ts";
import type { Groups } from "./groups.ts";
import { codeOf, type Library, silent, type WAMessage, type WASocket } from "./library.ts";
import { limits, type Timing } from "./limits.ts";
import { inTime, type Time } from "./time.ts";

type Config = Parameters<Library["makeWASocket"]>[0];

/** What sockets share: a new one goes on with what the last one knew. */
export type Kept = Pick<
  Config,
  "msgRetryCounterCache" | "userDevicesCache" | "callOfferCache" | "placeholderResendCache"
>;

const MINUTE = 60_000;

export function keptBetweenSockets(now: () => number): Kept {
  const cache = (keepMs: number) => baileysCache(limits.remembered, { now, keepMs });
  return {
    msgRetryCounterCache: cache(60 * MINUTE),
    userDevicesCache: cache(5 * MINUTE),
    callOfferCache: cache(5 * MINUTE),
    placeholderResendCache: cache(60 * MINUTE),
  };
}

export interface SocketEvents {
  qr(code: string, socket: WASocket): void;
  opened(socket: WASocket): void;
  /** Anything came over the connection. */
  frame(): void;
  messages(messages: readonly WAMessage[]): void;
  acknowledged(messageKey: string, error: string | undefined): void;
  restricted(untilMs: number | null): void;
}

export interface SocketOptions {
  readonly library: Library;
  readonly auth: Auth;
  readonly kept: Kept;
  readonly version: [number, number, number] | undefined;
  readonly url: string | undefined;
  readonly time: Time;
  readonly timing: Pick<Timing, "openMs" | "deafMs">;
  readonly getMessage: NonNullable<Config["getMessage"]>;
  /** Absent: what comes from groups is not even decrypted. */
  readonly groups: Pick<Groups, "metadata" | "changed"> | undefined;
  readonly events: SocketEvents;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** How it ended. */
export interface Closed {
  /** WhatsApp's reason; undefined when it just broke, or when we ended it. */
  readonly code: number | undefined;
  readonly openMs: number;
}

/** What comes only when WhatsApp has something for us; answers to our own pings do not count. */
const STANZAS = ["CB:message", "CB:receipt", "CB:notification", "CB:ack,class:message"] as const;
/** How long the server may take to answer a farewell. */
const FAREWELL_MS = 1_000;
/** How long a restriction counts whose end is not told. */
const RESTRICTED_MS = 60 * MINUTE;

/** Opens a connection and settles when it is over, with nothing of it left. */
export async function runSocket(options: SocketOptions): Promise<Closed> {
  const { auth, time, timing, events, groups, signal } = options;
  const socket = open(options);
  let openedAtMs: number | undefined;
  let end: (code: number | undefined) => void = () => undefined;
  const ended = new Promise<number | undefined>((resolve) => {
    end = resolve;
  });

  let cancel = time.after(timing.openMs, giveUp);
  function giveUp(): void {
    end(undefined);
  }
  const alive = (): void => {
    if (openedAtMs === undefined) return;
    cancel();
    cancel = time.after(timing.deafMs, giveUp);
  };

  const listeners: [string, (value: never) => void][] = [
    ["creds.update", () => auth.save()],
    ["messages.upsert", ({ messages }: { messages: WAMessage[] }) => events.messages(messages)],
    ["connection.update", update],
    ["groups.update", (all: { id?: string }[]) => void all.map(({ id }) => groups?.changed(id))],
    ["group-participants.update", ({ id }: { id: string }) => groups?.changed(id)],
  ];
  function update(change: Parameters<Parameters<typeof socket.ev.on<"connection.update">>[1]>[0]): void {
    if (change.qr !== undefined) {
      cancel();
      events.qr(change.qr, socket);
    }
    if (change.connection === "open") {
      openedAtMs = time.now();
      alive();
      events.opened(socket);
    }
    if (change.connection === "close") end(codeOf(change.lastDisconnect?.error));
    const lock = change.reachoutTimeLock;
    if (lock) {
      const until = lock.timeEnforcementEnds?.getTime() ?? time.now() + RESTRICTED_MS;
      events.restricted(lock.isActive ? until : null);
    }
  }
  const acknowledged = ({ attrs }: { attrs: Record<string, string | undefined> }): void =>
    events.acknowledged(attrs.id ?? "", attrs.error);
  const frame = (): void => events.frame();

  const ev = socket.ev as unknown as Emitter;
  const ws = socket.ws as unknown as Emitter;
  for (const [name, listener] of listeners) ev.on(name, listener);
  ws.on("frame", frame);
  for (const name of STANZAS) ws.on(name, alive);
  ws.on("CB:ack,class:message", acknowledged);
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();

  const code = await ended;

  cancel();
  signal.removeEventListener("abort", giveUp);
  for (const [name] of listeners) ev.removeAllListeners(name);
  ws.off("frame", frame);
  for (const name of STANZAS) ws.off(name, alive);
  ws.off("CB:ack,class:message", acknowledged);
  await closeDown(socket, time);
  await auth.settled();
  return { code, openMs: openedAtMs === undefined ? 0 : time.now() - openedAtMs };
}

/** Ends a socket. A server that does not answer the farewell is not waited for. */
async function closeDown(socket: WASocket, time: Time): Promise<void> {
  const { socket: line } = socket.ws as unknown as { socket?: { terminate(): void } | null };
  const ended = Promise.resolve(socket.end(undefined)).catch(() => undefined);
  await inTime(ended, { time, ms: FAREWELL_MS }).catch(() => undefined);
  line?.terminate();
}

/** Both emitters of a socket, as far as they are used. */
interface Emitter {
  on(name: string, listener: (value: never) => void): void;
  off(name: string, listener: (value: never) => void): void;
  removeAllListeners(name: string): void;
}

/** Who is listened to: people, and groups where they are answered. Lists, channels and status are not even decrypted. */
const PEOPLE = /@(s\.whatsapp\.net|lid|hosted|hosted\.lid)$/;
const PEOPLE_AND_GROUPS = /@(s\.whatsapp\.net|lid|hosted|hosted\.lid|g\.us)$/;

function open({ library, auth, kept, version, url, getMessage, groups }: SocketOptions): WASocket {
  const heard = groups ? PEOPLE_AND_GROUPS : PEOPLE;
  return library.makeWASocket({
    auth: auth.state,
    logger: silent,
    ...kept,
    ...(version && { version }),
    ...(url !== undefined && { waWebSocketUrl: url }),
    // Nothing of what was said before Mama came is hers; and the phone shall go on ringing.
    syncFullHistory: false,
    shouldSyncHistoryMessage: () => false,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    shouldIgnoreJid: (jid) => !heard.test(jid),
    ...(groups && { cachedGroupMetadata: groups.metadata }),
    getMessage,
  });
}

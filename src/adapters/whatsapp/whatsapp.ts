/**
 * WhatsApp as a platform (SPEC S1, S2): Baileys behind the port.
 *
 *   socket ─→ what is it? ─→ whose chat? ─→ inbox
 *                                             └─ beside it, waited for by nobody: the picture fetched
 *   outbox ─→ numbered choices, in pieces ─→ at its pace ─→ the server has it
 */
import type { WhatsAppConfig } from "../../kernel/config.ts";
import type { Log } from "../../kernel/log.ts";
import type { AccountPorts, Adapter, Inbox } from "../../kernel/ports.ts";
import { createSeal } from "../../kernel/seal.ts";
import { createConnection } from "./connection.ts";
import { createContacts } from "./contacts.ts";
import { createGroups } from "./groups.ts";
import { guardAgainst } from "./guard.ts";
import type { Library } from "./library.ts";
import { timing as defaults, limits, type Timing } from "./limits.ts";
import { createMedia } from "./media.ts";
import { ACCOUNT, PLATFORM } from "./message.ts";
import { createPace } from "./pace.ts";
import { createPairing } from "./pairing.ts";
import { createOutbound } from "./send.ts";
import { createTaker } from "./take.ts";
import { systemTime, type Time } from "./time.ts";

export { loadLibrary } from "./library.ts";

export interface WhatsAppOptions {
  readonly config: WhatsAppConfig;
  readonly library: Library;
  readonly log: Log;
  /** What the database holds for this account; asked for once, with its address. */
  readonly ports: (address: { platform: string; account: string }) => AccountPorts;
  /** Where the owner of the number sees the code to scan; stderr unless a test looks. */
  readonly show?: ((text: string) => void) | undefined;
  readonly time?: Time | undefined;
  /** The product's unless a test is in a hurry. */
  readonly timing?: Partial<Timing> | undefined;
}

/** How long a shutdown waits for what has come in and is not in the database yet, ms. */
const STOP_MS = 3_000;

export function createWhatsApp(options: WhatsAppOptions): Adapter {
  const { config, library, log } = options;
  const timing = { ...defaults, ...options.timing };
  const time = options.time ?? systemTime;
  const ports = options.ports({ platform: PLATFORM, account: ACCOUNT });
  const { keys, lease, sent } = ports;
  const contacts = createContacts(ports.chats);
  const shared = { library, log, time, timing };
  let inbox: Inbox | undefined;
  let lastInboundMs: number | null = null;
  let unguard: () => void = () => undefined;

  const pace = createPace({ time, log, betweenMs: timing.betweenMs });
  const socket = () => connection.socket();
  const outbound = createOutbound({ ...shared, contacts, sent, pace, socket });
  const media = createMedia({
    ...shared,
    pictures: ports.pictures,
    pauseMs: timing.pauseMs,
    // Pictures of a test server come from where its socket is.
    hosts: config.socketUrl === undefined ? [] : [new URL(config.socketUrl).hostname],
    socket,
  });
  const groups =
    config.groups === "answer" ? createGroups({ ...shared, say: outbound.toGroup, socket }) : undefined;
  const taker = createTaker({
    ...shared,
    contacts,
    sent,
    inbox: () => inbox,
    alternateOf: async (id) => {
      const mapping = socket()?.signalRepository.lidMapping;
      if (!mapping) return null;
      const other = library.isLidUser(id) ? mapping.getPNForLID(id) : mapping.getLIDForPN(id);
      return library.jidNormalizedUser((await other.catch(() => null)) ?? undefined) || null;
    },
    announced: media.wake,
    me: () => {
      const { id, lid } = socket()?.user ?? {};
      return [id, lid].filter((one) => one !== undefined).map((one) => library.jidNormalizedUser(one));
    },
    addressed: (group) => groups?.addressed(group),
  });
  const connection = createConnection({
    ...shared,
    config,
    lease,
    keys,
    seal: createSeal(config.secret, "whatsapp"),
    pairing: createPairing({
      config,
      log,
      show: options.show ?? ((text) => void process.stderr.write(text)),
    }),
    getMessage: outbound.again,
    groups,
    events: {
      messages: (messages) => {
        lastInboundMs = Date.now();
        taker.take(messages);
      },
      acknowledged: outbound.acknowledged,
      restricted: pace.restrict,
    },
    opened: () => {
      groups?.forget();
      media.wake();
    },
    closed: outbound.cut,
  });

  return {
    platform: PLATFORM,
    account: ACCOUNT,
    capabilities: {
      buttons: false,
      pictures: true,
      edit: false,
      markup: "none",
      longestMessage: limits.longestMessage,
      showsOnce: true,
      joinsLate: true,
    },
    start: async (door) => {
      inbox = door;
      unguard = guardAgainst(log);
      await connection.start();
    },
    stop: async () => {
      await Promise.all([groups?.stop(), connection.stop()]);
      await taker.stop(STOP_MS);
      await media.stop();
      unguard();
    },
    canSend: () => connection.socket() !== null,
    parts: outbound.parts,
    send: outbound.send,
    typing: outbound.typing,
    health: () => ({ ...connection.health(), lastInboundMs }),
  };
}

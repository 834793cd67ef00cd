/**
 * WhatsApp's server on loopback: crabline's, which speaks the real protocol with the real Baileys. A relay in front of it
 * cuts connections, and a book beside it has what people were sent.
 */
import { EventEmitter } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { WhatsAppBaileysMessage } from "@openclaw/crabline";
import { loadLibrary } from "../../src/adapters/whatsapp/library.ts";

export interface FakeWhatsApp {
  /** For WHATSAPP_SOCKET_URL. */
  readonly socketUrl: string;
  /** The number that Mama is linked to. */
  readonly selfJid: string;
  /** Somebody writes; returns the message's id. */
  says(jid: string, text: string, messageId?: string): Promise<string>;
  /** Somebody writes in a group. The fake carries words alone: no mention and no answer, and nothing that is sent to a group. */
  saysInGroup(group: string, jid: string, text: string): Promise<string>;
  /** Somebody sends a voice message. */
  speaks(jid: string): Promise<string>;
  /** What was sent to a chat, in order; what comes twice under one id is one message. */
  chat(jid: string): readonly string[];
  /** How often anything was handed over, repetitions included. */
  readonly handedOver: number;
  /** What Baileys said to the server, by the kind of stanza. */
  readonly stanzas: readonly { readonly tag: string; readonly attrs: Readonly<Record<string, string>> }[];
  /** Cuts every connection. */
  cut(): void;
  /** Settles once this holds; looked at whenever anything happens. */
  until(holds: () => boolean): Promise<void>;
  /** Something has happened elsewhere that may be waited for. */
  look(): void;
  /** Forgets what was sent so far. */
  forget(): void;
  close(): Promise<void>;
}

/** What crabline's book holds of a message to a person, and of anything else. */
interface Entry {
  readonly accepted?: boolean;
  readonly type?: string;
  readonly body?: {
    readonly key?: { readonly id: string; readonly remoteJid: string };
    readonly message?: { readonly conversation?: string };
    readonly tag?: string;
    readonly attrs?: Readonly<Record<string, string>>;
  };
}

const PATIENCE_MS = 240_000;

/** Crabline's socket server, beneath its own HTTP server: that one writes each stanza to a file, with locks, for 10 ms. */
interface Beneath {
  attachWhatsAppBaileysWebSocketServer(options: {
    accessToken: string;
    appendEvent(event: unknown): Promise<void>;
    httpServer: Server;
    path: string;
    selfJid: string;
  }): {
    prepareInboundMessage(message: WhatsAppBaileysMessage): { commit(): Promise<unknown> } | undefined;
    close(): Promise<void>;
  };
}

const PATH = "/ws/chat";
const ACCESS = "anybody";
/** A voice message that nobody fetches. */
const VOICE = {
  url: "http://127.0.0.1:9/voice",
  mimetype: "audio/ogg; codecs=opus",
  ptt: true,
  fileLength: 4,
  mediaKeyTimestamp: 0,
  mediaKey: Buffer.alloc(32),
  fileSha256: Buffer.alloc(32),
  fileEncSha256: Buffer.alloc(32),
};

async function loadCrabline(): Promise<Beneath> {
  const root = import.meta.resolve("@openclaw/crabline");
  return import(new URL("./servers/whatsapp-baileys-websocket.js", root).href) as Promise<Beneath>;
}

export async function startWhatsApp(selfJid = "15550000000@s.whatsapp.net"): Promise<FakeWhatsApp> {
  // Both ends write sessions to the console otherwise.
  await loadLibrary();
  const happens = new EventEmitter().setMaxListeners(0);
  const chats = new Map<string, Map<string, string>>();
  const stanzas: { tag: string; attrs: Readonly<Record<string, string>> }[] = [];
  let handedOver = 0;
  let nextMessage = 1;

  /** As WhatsApp does, the server keeps a message until there is word that it arrived, and gives it again until then. */
  const unreceived = new Map<string, WhatsAppBaileysMessage>();
  const deliver = async (message: WhatsAppBaileysMessage): Promise<void> => {
    const prepared = server.prepareInboundMessage(message);
    if (!prepared) throw new Error("too much waits at the server");
    await prepared.commit();
  };

  const note = ({ accepted, body }: Entry): void => {
    if (accepted && body?.key && body.message?.conversation !== undefined) {
      handedOver += 1;
      const { id, remoteJid } = body.key;
      const chat = chats.get(remoteJid) ?? new Map<string, string>();
      chats.set(remoteJid, chat.set(id, body.message.conversation));
    } else if (body?.tag !== undefined) {
      const { tag, attrs = {} } = body;
      stanzas.push({ tag, attrs });
      if (tag === "receipt" || tag === "ack") unreceived.delete(attrs.id ?? "");
    }
    happens.emit("change");
  };
  const http = createHttpServer();
  /** The server's ends of connections. One that is cut takes messages until the server has seen that. */
  const open = new Set<Socket>();
  let cutting: Promise<unknown> = Promise.resolve();
  http.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      const again = [...unreceived.values()];
      Promise.all(again.map(deliver)).catch(() => undefined);
    });
  });
  const server = (await loadCrabline()).attachWhatsAppBaileysWebSocketServer({
    accessToken: ACCESS,
    appendEvent: async (event) => note(event as Entry),
    httpServer: http,
    path: PATH,
    selfJid,
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const relay = await startRelay((http.address() as AddressInfo).port);

  /** Settles when it is with Mama, or waits for her. */
  const gives = async (
    chat: { readonly remoteJid: string; readonly participant?: string },
    message: WhatsAppBaileysMessage["message"],
    messageId?: string,
  ): Promise<string> => {
    const id = messageId ?? `3A${String(nextMessage++).padStart(18, "0")}`;
    const given: WhatsAppBaileysMessage = {
      key: { fromMe: false, id, ...chat },
      message,
      messageTimestamp: Math.floor(Date.now() / 1000),
      pushName: "Ann",
    };
    await cutting;
    unreceived.set(id, given);
    await deliver(given);
    return id;
  };

  return {
    socketUrl: `ws://127.0.0.1:${relay.port}${PATH}?access_token=${ACCESS}`,
    selfJid,
    get handedOver() {
      return handedOver;
    },
    stanzas,
    says: (jid, text, messageId) => gives({ remoteJid: jid }, { conversation: text }, messageId),
    saysInGroup: (group, jid, text) => gives({ remoteJid: group, participant: jid }, { conversation: text }),
    speaks: (jid) => gives({ remoteJid: jid }, { audioMessage: VOICE }),
    chat: (jid) => [...(chats.get(jid)?.values() ?? [])],
    cut: () => {
      const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));
      cutting = Promise.all([...open].map(closed));
      relay.cut();
    },
    look: () => void happens.emit("change"),
    forget: () => {
      chats.clear();
      stanzas.length = 0;
    },
    until: (holds) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          happens.off("change", look);
          reject(new Error(`it did not happen: ${holds.toString()}`));
        }, PATIENCE_MS);
        function look(): void {
          if (!holds()) return;
          clearTimeout(timer);
          happens.off("change", look);
          resolve();
        }
        happens.on("change", look);
        look();
      }),
    close: async () => {
      await relay.close();
      await server.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Passes everything on, until it is told to cut. */
async function startRelay(to: number): Promise<{ port: number; cut(): void; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

/**
 * A socket of Baileys in memory, for what a server on loopback cannot be made to do: pictures, people with two ids, edits,
 * reasons for which a connection ends. All but the socket is Baileys' own, the encryption of pictures included.
 */
import { EventEmitter } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as baileys from "@whiskeysockets/baileys";
import type {
  GroupMetadata,
  Library,
  proto,
  WAMessage,
  WASocket,
} from "../../src/adapters/whatsapp/library.ts";

type Config = Parameters<Library["makeWASocket"]>[0];

export interface SentMessage {
  readonly jid: string;
  readonly text: string;
  readonly image: boolean;
  readonly messageId: string;
}

export interface FakeSocket {
  readonly config: Config;
  /** Something happens on it. */
  emit(name: string, value: unknown): void;
  /** The connection opens. */
  opens(): void;
  /** The connection ends, for WhatsApp's reason of this number. */
  closes(code?: number): void;
  /** The server takes a message, or says why not. */
  acknowledges(messageId: string, error?: string): void;
  /** A frame of this kind comes in. */
  frame(tag: string): void;
  receives(...messages: WAMessage[]): void;
  readonly ended: boolean;
  /** How many listeners are on it. */
  listeners(): number;
}

export interface FakeSockets {
  readonly library: Library;
  /** All that were made, the present one last. */
  readonly all: FakeSocket[];
  readonly sent: SentMessage[];
  readonly presences: { readonly jid: string | undefined; readonly state: string }[];
  /** Phone numbers for which a pairing code was asked. */
  readonly codes: string[];
  /** What is done with a message instead of taking it at once. */
  onSend: ((socket: FakeSocket, message: SentMessage) => void | Promise<void>) | null;
  /** Where a picture is after its phone uploaded it again; null: the phone does not have it. */
  onReupload: ((content: { url?: string | null }) => string | null) | null;
  /** Groups that were asked about, and whether WhatsApp refuses to be asked. */
  readonly askedAbout: string[];
  overlimit: boolean;
  /** What is known of people's other ids: LID → number. */
  readonly mapping: Map<string, string>;
  /** Whether a new socket opens by itself. */
  opens: boolean;
  now(): FakeSocket;
  /** Settles once this holds; looked at whenever anything happens. */
  until(holds: () => boolean): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Mama's own ids, with the number of her device, as Baileys knows them. */
export const SELF = { id: "15550000000:7@s.whatsapp.net", lid: "99887766:7@lid" } as const;

export function fakeSockets(): FakeSockets {
  const happens = new EventEmitter().setMaxListeners(0);
  const sockets: FakeSockets = {
    library: { ...baileys, makeWASocket: ((config: Config) => made(config)) as Library["makeWASocket"] },
    all: [],
    sent: [],
    presences: [],
    codes: [],
    onSend: null,
    onReupload: null,
    askedAbout: [],
    overlimit: false,
    mapping: new Map(),
    opens: true,
    now: () => {
      const last = sockets.all.at(-1);
      if (!last) throw new Error("no socket was made");
      return last;
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
  };

  function made(config: Config): WASocket {
    const ev = new EventEmitter();
    const ws = new EventEmitter();
    let ended = false;
    const socket: FakeSocket = {
      config,
      emit: (name, value) => void ev.emit(name, value),
      opens: () => void ev.emit("connection.update", { connection: "open" }),
      closes: (code) => {
        const error = code === undefined ? undefined : { output: { statusCode: code } };
        ev.emit("connection.update", { connection: "close", lastDisconnect: { error, date: new Date() } });
        happens.emit("change");
      },
      acknowledges: (id, error) => void ws.emit("CB:ack,class:message", { attrs: { id, error } }),
      frame: (tag) => {
        ws.emit("frame", {});
        ws.emit(`CB:${tag}`, { attrs: {} });
      },
      receives: (...messages) => void ev.emit("messages.upsert", { messages, type: "notify" }),
      get ended() {
        return ended;
      },
      listeners: () =>
        [ev, ws]
          .flatMap((one) => one.eventNames().map((name) => one.listenerCount(name)))
          .reduce((a, b) => a + b, 0),
    };
    const groupMetadata = async (jid: string): Promise<GroupMetadata> => {
      sockets.askedAbout.push(jid);
      happens.emit("change");
      if (sockets.overlimit) throw new Error("rate-overlimit");
      return { id: jid, subject: "Family", owner: undefined, participants: [{ id: SELF.id }] };
    };
    sockets.all.push(socket);
    queueMicrotask(() => {
      if (sockets.opens) socket.opens();
      happens.emit("change");
    });
    return {
      ev,
      ws,
      user: { id: SELF.id, lid: SELF.lid },
      signalRepository: {
        lidMapping: {
          getPNForLID: async (lid: string) => sockets.mapping.get(lid) ?? null,
          getLIDForPN: async (pn: string) => [...sockets.mapping].find(([, one]) => one === pn)?.[0] ?? null,
        },
      },
      end: async () => {
        ended = true;
        happens.emit("change");
      },
      sendMessage: async (
        jid: string,
        content: Record<string, unknown>,
        { messageId }: { messageId: string },
      ) => {
        const message: SentMessage = {
          jid,
          text: String(content.text ?? content.caption ?? ""),
          image: "image" in content,
          messageId,
        };
        // As Baileys does, before it encrypts for a group.
        if (jid.endsWith("@g.us")) (await config.cachedGroupMetadata?.(jid)) ?? (await groupMetadata(jid));
        if (sockets.onSend) await sockets.onSend(socket, message);
        else {
          sockets.sent.push(message);
          queueMicrotask(() => socket.acknowledges(messageId));
        }
        happens.emit("change");
        return { key: { id: messageId, remoteJid: jid, fromMe: true } };
      },
      groupMetadata,
      sendPresenceUpdate: async (state: string, jid?: string) => {
        sockets.presences.push({ jid, state });
        happens.emit("change");
      },
      requestPairingCode: async (phone: string) => {
        sockets.codes.push(phone);
        happens.emit("change");
        return "ABCD1234";
      },
      updateMediaMessage: async (message: WAMessage) => {
        const content = message.message?.imageMessage ?? message.message?.documentMessage;
        const url = sockets.onReupload?.(content ?? {});
        if (!content || !url) throw new Error("the phone does not have it");
        content.url = url;
        return message;
      },
    } as unknown as WASocket;
  }
  return sockets;
}

let counter = 0;

/** A message as Baileys hands it over, of somebody with this id; in a group, `by` somebody. */
export function from(
  remoteJid: string,
  message: proto.IMessage | null,
  extra: Partial<WAMessage> & { alt?: string; id?: string; fromMe?: boolean; by?: string } = {},
): WAMessage {
  counter += 1;
  const {
    alt,
    id = `3A${counter.toString(16).padStart(16, "0").toUpperCase()}`,
    fromMe = false,
    by,
    ...rest
  } = extra;
  return {
    key: { remoteJid, id, fromMe, ...(alt && { remoteJidAlt: alt }), ...(by && { participant: by }) },
    message,
    messageTimestamp: Math.floor(Date.now() / 1000),
    ...rest,
  };
}

export interface MediaServer {
  readonly origin: string;
  /** Puts a picture up, encrypted as WhatsApp's clients do; returns what a message says about it. */
  put(path: string, plain: Uint8Array, type?: "image" | "document"): Promise<proto.Message.IImageMessage>;
  /** Puts what is under one path under another. */
  copy(from: string, to: string): void;
  /** Changes a byte of what is under a path. */
  spoil(path: string): void;
  /** What is answered under a path instead: a status, or a connection that breaks in the middle; 200 mends it. */
  fails(path: string, how: number | "cut"): void;
  readonly asked: string[];
  close(): Promise<void>;
}

/** WhatsApp's media servers, on loopback. */
export async function startMedia(): Promise<MediaServer> {
  const files = new Map<string, Uint8Array>();
  const faults = new Map<string, number | "cut">();
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const fault = faults.get(path);
    const file = files.get(path);
    if (fault === "cut" && file) {
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, file.length / 2), () => response.destroy());
    } else if (typeof fault === "number" || !file)
      response.writeHead(fault === "cut" || fault === undefined ? 404 : fault).end();
    else response.writeHead(200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    put: async (path, plain, type = "image") => {
      const { mediaKey, encFilePath, fileSha256, fileEncSha256 } = await baileys.encryptedStream(
        Buffer.from(plain),
        type,
      );
      const { readFile, rm } = await import("node:fs/promises");
      files.set(path, await readFile(encFilePath));
      await rm(encFilePath);
      return {
        url: `${origin}${path}`,
        mimetype: "image/jpeg",
        mediaKey,
        fileSha256: fileSha256 ?? null,
        fileEncSha256: fileEncSha256 ?? null,
        fileLength: plain.length,
      };
    },
    copy: (path, to) => void files.set(to, files.get(path) ?? new Uint8Array()),
    spoil: (path) => {
      const bytes = Uint8Array.from(files.get(path) ?? []);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      files.set(path, bytes);
    },
    fails: (path, how) => void (how === 200 ? faults.delete(path) : faults.set(path, how)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * WhatsApp's server on loopback: crabline's, which speaks the real protocol with the real Baileys. A relay in front of it
 * cuts connections, and a book beside it has what people were sent.
 */
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWhatsAppServer } from "@openclaw/crabline";
import { loadLibrary } from "../../src/adapters/whatsapp/library.ts";

export interface FakeWhatsApp {
  /** For WHATSAPP_SOCKET_URL. */
  readonly socketUrl: string;
  /** The number that Mama is linked to. */
  readonly selfJid: string;
  /** Somebody writes; returns the message's id. */
  says(jid: string, text: string, messageId?: string): Promise<string>;
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

export async function startWhatsApp(selfJid = "15550000000@s.whatsapp.net"): Promise<FakeWhatsApp> {
  // Both ends write sessions to the console otherwise.
  await loadLibrary();
  const directory = mkdtempSync(join(tmpdir(), "mama-whatsapp-"));
  const happens = new EventEmitter().setMaxListeners(0);
  const chats = new Map<string, Map<string, string>>();
  const stanzas: { tag: string; attrs: Readonly<Record<string, string>> }[] = [];
  let handedOver = 0;

  const note = ({ accepted, body }: Entry): void => {
    if (accepted && body?.key && body.message?.conversation !== undefined) {
      handedOver += 1;
      const { id, remoteJid } = body.key;
      const chat = chats.get(remoteJid) ?? new Map<string, string>();
      chats.set(remoteJid, chat.set(id, body.message.conversation));
    } else if (body?.tag !== undefined) stanzas.push({ tag: body.tag, attrs: body.attrs ?? {} });
    happens.emit("change");
  };
  const server = await startWhatsAppServer({
    recorderPath: join(directory, "book.jsonl"),
    selfJid,
    onEvent: (event) => note(event as Entry),
  });
  const { endpoints, adminToken } = server.manifest;
  const url = new URL(endpoints.baileysWebSocketUrl);
  const relay = await startRelay(Number(url.port));
  url.port = String(relay.port);

  return {
    socketUrl: url.href,
    selfJid: server.manifest.selfJid,
    get handedOver() {
      return handedOver;
    },
    stanzas,
    says: async (jid, text, messageId) => {
      const response = await fetch(endpoints.adminInboundUrl, {
        method: "POST",
        headers: { "content-type": "application/json", "x-crabline-admin-token": adminToken },
        body: JSON.stringify({ chatJid: jid, senderJid: jid, pushName: "Ann", text, messageId }),
      });
      const answer = (await response.json()) as { message?: { key: { id: string } } };
      if (!answer.message) throw new Error(`the server did not take it: ${JSON.stringify(answer)}`);
      return answer.message.key.id;
    },
    chat: (jid) => [...(chats.get(jid)?.values() ?? [])],
    cut: relay.cut,
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
      rmSync(directory, { recursive: true, force: true });
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

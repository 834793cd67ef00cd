/**
 * Messages to WhatsApp: at Mama's pace, only to who wrote first, and counted as sent when the server says that it has them.
 *
 *   outbox ─→ whose chat? allowed? its turn ─→ Baileys ─→ the server's word ─→ sent, or why not
 */
import { createHash } from "node:crypto";
import { SendError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import { partsOf } from "../../kernel/parts.ts";
import type { Button, OutboundMessage, SentMessages } from "../../kernel/ports.ts";
import { rendered } from "./buttons.ts";
import { Bounded } from "./cache.ts";
import type { Contacts } from "./contacts.ts";
import { notConnected, refusalOf, sendErrorOf } from "./errors.ts";
import type { proto, WASocket } from "./library.ts";
import { limits, type Timing } from "./limits.ts";
import type { Pace } from "./pace.ts";
import { inTime, rest, type Time } from "./time.ts";

export interface OutboundOptions {
  readonly contacts: Contacts;
  readonly sent: SentMessages;
  readonly pace: Pace;
  readonly log: Log;
  readonly time: Time;
  readonly timing: Pick<Timing, "ackMs" | "unclearMs" | "awayMs">;
  /** The socket while it is open. */
  socket(): Pick<WASocket, "sendMessage" | "sendPresenceUpdate"> | null;
}

export interface Outbound {
  parts(message: Pick<OutboundMessage, "text" | "buttons">): readonly string[];
  /** @throws SendError */
  send(message: OutboundMessage, signal: AbortSignal): Promise<{ messageKey: string }>;
  /**
   * One sentence into a group that addressed Mama, at the pace of everything else; there is no row of it in the outbox.
   * @param said.answers the message that addressed her: whatever comes of it twice is shown once
   * @throws SendError
   */
  toGroup(
    said: { readonly groupKey: string; readonly answers: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Shows that Mama is at work, for some seconds; the signal says that it is over. */
  typing(chatKey: string, signal: AbortSignal): Promise<void>;
  /** The server's word on a message: an error as it numbers it, or none. */
  acknowledged(messageKey: string, error: string | undefined): void;
  /** The connection is over: what waits for the server's word gets none. */
  cut(): void;
  /** A message that a phone could not read and asks for again. */
  again(key: {
    id?: string | null | undefined;
    remoteJid?: string | null | undefined;
  }): Promise<proto.IMessage | undefined>;
}

/** What of a message Baileys is given. */
type Handed = Pick<OutboundMessage, "outboxId" | "part" | "text" | "picture">;

export function createOutbound(options: OutboundOptions): Outbound {
  const { contacts, pace, time, timing } = options;
  const waiting = new Map<string, { settle: () => void; fail: (error: Error) => void }>();
  const unclear = new Bounded<number>(limits.rememberedSent);
  const recent = new Bounded<proto.IMessage>(limits.rememberedSent);
  /** Turns in which it is shown already. */
  const shown = new WeakSet<AbortSignal>();

  const serversWord = (messageKey: string): Promise<void> =>
    new Promise((settle, fail) => {
      waiting.set(messageKey, { settle, fail });
    });

  const handOver = async (message: Handed, jid: string, signal: AbortSignal): Promise<string> => {
    const socket = options.socket();
    if (!socket) throw notConnected(timing);
    const messageKey = messageKeyOf(message.outboxId, message.part ?? 0);
    const word = serversWord(messageKey);
    // It may come to nothing while Baileys is still at it.
    word.catch(() => undefined);
    let handedOver = false;
    try {
      await inTime(socket.sendMessage(jid, contentOf(message), { messageId: messageKey }), {
        time,
        ms: timing.ackMs,
        signal,
      });
      handedOver = true;
      if (!message.picture) recent.set(messageKey, asProto(message.text));
      await inTime(word, { time, ms: timing.ackMs, signal });
      return messageKey;
    } catch (error) {
      const tries = (unclear.get(messageKey) ?? 0) + 1;
      unclear.set(messageKey, tries);
      throw sendErrorOf(error, { handedOver, tries, ...timing });
    } finally {
      waiting.delete(messageKey);
    }
  };

  return {
    parts: ({ text, buttons }) => piecesOf(text, buttons),
    send: async (message, signal) => {
      if (!options.socket()) throw notConnected(timing);
      const jid = await contacts.addressOf(message.chatKey);
      if (jid === null) throw new SendError("refused", "nobody wrote from this chat");
      pace.allow(message.kind);
      await pace.turn(message.chatKey, signal);
      return { messageKey: await handOver(message, jid, signal) };
    },
    toGroup: async ({ groupKey, answers, text }, signal) => {
      if (!options.socket() || signal.aborted) throw notConnected(timing);
      pace.allow("group");
      await pace.turn(groupKey, signal);
      await handOver({ outboxId: `${groupKey}/${answers}`, text }, groupKey, signal);
    },
    typing: async (chatKey, signal) => {
      const jid = await contacts.addressOf(chatKey);
      const socket = options.socket();
      if (jid === null || !socket || shown.has(signal) || signal.aborted) return;
      shown.add(signal);
      await socket.sendPresenceUpdate("composing", jid);
      await rest(time, limits.typingMs, signal);
      await options.socket()?.sendPresenceUpdate("paused", jid);
    },
    acknowledged: (messageKey, error) => {
      const one = waiting.get(messageKey);
      if (error === undefined) one?.settle();
      else one?.fail(refusalOf(error));
    },
    cut: () => {
      for (const { fail } of waiting.values()) fail(new Error("the connection was cut"));
    },
    again: async ({ id, remoteJid }) => {
      if (!id || !remoteJid) return undefined;
      return recent.get(id) ?? fromOutbox(options, id, remoteJid);
    },
  };
}

/** What the outbox has of a message that is no longer remembered. */
async function fromOutbox(
  { contacts, sent }: OutboundOptions,
  id: string,
  remoteJid: string,
): Promise<proto.IMessage | undefined> {
  const chatKey = await contacts.chatOf(remoteJid);
  if (chatKey === null) return undefined;
  for (const { outboxId, text, buttons } of await sent.latest(chatKey, limits.resendLookBack)) {
    const pieces = piecesOf(text, buttons);
    const part = pieces.findIndex((_, place) => messageKeyOf(outboxId, place) === id);
    if (part >= 0) return asProto(pieces[part] ?? "");
  }
  return undefined;
}

function piecesOf(text: string, buttons: readonly Button[]): readonly string[] {
  return partsOf(rendered(text, buttons), limits.longestMessage);
}

function asProto(text: string): proto.IMessage {
  return { extendedTextMessage: { text } };
}

function contentOf({ text, picture }: Handed): Parameters<WASocket["sendMessage"]>[1] {
  if (picture) return { image: Buffer.from(picture.bytes), mimetype: picture.mime, caption: text };
  // Nobody is to be asked about addresses in a reply.
  return { text, linkPreview: null };
}

/** The id of a part of a message: the same whenever it is sent, so that phones show it once. In the form of WhatsApp's own. */
export function messageKeyOf(outboxId: string, part: number): string {
  return `3EB0${createHash("sha256").update(`${outboxId}/${part}`).digest("hex").slice(0, 18).toUpperCase()}`;
}

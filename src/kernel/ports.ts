/**
 * What a platform is to the rest of Mama: one port that Telegram, WhatsApp and the terminal implement
 * (SPEC S1). Nothing behind it knows which platform it serves, apart from `capabilities`.
 */
import type { PlanItem } from "./types.ts";

/** What a platform can do, so that replies fit it. */
export interface Capabilities {
  readonly buttons: boolean;
  readonly pictures: boolean;
  readonly edit: boolean;
  readonly markup: "none" | "html";
  /** Longest message in UTF-16 units. */
  readonly longestMessage: number;
}

/** Where a chat is: the address that a reply goes back to. */
export interface ChatAddress {
  readonly platform: string;
  /** The bot's own account on that platform. */
  readonly account: string;
  /** The platform's id of the chat. */
  readonly chatKey: string;
}

export interface Picture {
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** One thing that happened on a platform, as its adapter puts it into the inbox. */
export interface InboundEvent extends ChatAddress {
  /** Unique per (platform, account): an edit or a button press is an event of its own (SPEC S2). */
  readonly eventKey: string;
  /** The platform's id of the person. */
  readonly senderKey: string;
  readonly kind: "text" | "photo" | "button" | "edited" | "unsupported";
  /** The text or caption; for a button its id; for an unsupported kind its name ("voice"). */
  readonly text: string;
  /** The platform's id of this message, when it has one. */
  readonly messageKey?: string | undefined;
  /** The message that an edit or a button press is about. */
  readonly refersTo?: string | undefined;
  readonly pictures?: readonly Picture[] | undefined;
}

/** The one thing an adapter may do with an event. The promise settles once the row is committed. */
export interface Inbox {
  receive(event: InboundEvent): Promise<{ readonly inboxId: string; readonly fresh: boolean }>;
}

/** A button under a message. Pressing it runs its plan items on the row it was made for, whatever came after. */
export interface Button {
  /** Opaque, at most 64 bytes. */
  readonly id: string;
  readonly label: string;
}

/** A message on its way out. */
export interface OutboundMessage extends ChatAddress {
  readonly outboxId: string;
  readonly kind: "reply" | "push" | "digest";
  readonly text: string;
  readonly buttons: readonly Button[];
  readonly picture?: Picture | undefined;
  /** Without markup: the platform could not read it with. */
  readonly plain?: boolean | undefined;
  /** The inbound message that this answers, when it answers one. */
  readonly inboxId?: string | undefined;
}

export interface Adapter {
  readonly platform: string;
  readonly account: string;
  readonly capabilities: Capabilities;
  /** Starts receiving. */
  start(inbox: Inbox): Promise<void>;
  /**
   * Sends one message.
   * @returns the platform's id of the sent message, when it has one
   * @throws SendError, with the outcome that this adapter read from the platform's answer
   */
  send(message: OutboundMessage, signal: AbortSignal): Promise<{ readonly messageKey?: string | undefined }>;
  /** Stops receiving; what is already accepted is safe in the inbox. */
  stop(): Promise<void>;
}

/** A button as a tool asks for it: its label, and what a press will do. Kept with the outbox row. */
export interface ButtonDraft {
  readonly label: string;
  readonly does: readonly PlanItem[];
  /** It answers a question: it works once, and only while that question waits. */
  readonly answers?: boolean | undefined;
}

/** The steps of a message's path, for metrics and for tests that stop the process at each of them. */
export type Step =
  | { readonly step: "received"; readonly inboxId: string }
  | { readonly step: "applied"; readonly inboxId: string; readonly durationMs: number }
  | { readonly step: "set_aside"; readonly inboxId: string }
  | { readonly step: "sending"; readonly outboxId: string }
  | { readonly step: "accepted"; readonly outboxId: string }
  | { readonly step: "sent"; readonly outboxId: string }
  /** Of a flush of the memory buffer (SPEC S10.2): its exchanges are its own, it knows what to keep, it is over. */
  | { readonly step: "flush_claimed"; readonly flushId: string }
  | { readonly step: "flush_extracted"; readonly flushId: string }
  | { readonly step: "flush_stored"; readonly flushId: string };

/** Is told each step after it has happened. It may be slow or throw without harm to the message. */
export type Observer = (step: Step) => void;

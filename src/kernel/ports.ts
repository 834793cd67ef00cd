/**
 * What a platform is to the rest of Mama: one port that Telegram, WhatsApp and the terminal implement
 * (SPEC S1). Nothing behind it knows which platform it serves, apart from `capabilities`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlanItem } from "./types.ts";

/** What a platform can do, so that replies fit it. */
export interface Capabilities {
  readonly buttons: boolean;
  readonly pictures: boolean;
  readonly edit: boolean;
  readonly markup: "none" | "html";
  /** Longest message in UTF-16 units. */
  readonly longestMessage: number;
  /** Whether a message that is sent again is shown once, since its id comes from its row: then it is sent until it is clear. */
  readonly showsOnce?: boolean | undefined;
  /** Whether answers to what waited while Mama was away go out together: a platform may take a burst for spam. */
  readonly joinsLate?: boolean | undefined;
  /** Whether a word on the way ("I'm reading it…") may come before the answer; absent: one message, one answer. */
  readonly progress?: boolean | undefined;
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
  /** The platform's id of a picture that is still there: its bytes are fetched once the event is in. */
  readonly remotePicture?: string | undefined;
  /** What the pictures of one album have in common: later ones join the event of the first. */
  readonly albumKey?: string | undefined;
  /** When the person sent it, ms since the epoch, where the platform says so. "Today" is the day of that moment. */
  readonly sentAtMs?: number | undefined;
  /** It waited on the platform while Mama was away: what answers such events of a chat may go out as one message. */
  readonly late?: boolean | undefined;
}

/** The one thing an adapter may do with an event. The promise settles once the row is committed. */
export interface Inbox {
  receive(event: InboundEvent): Promise<{ readonly inboxId: string; readonly fresh: boolean }>;
}

/**
 * The right to receive for one account, which one process has at a time (SPEC S2). It runs on the database's time.
 */
export interface AccountLease {
  /** Takes it, or keeps it for another while. False: another process has it. */
  hold(): Promise<boolean>;
  /** Lets it go, when it is ours. */
  release(): Promise<void>;
  /** How long one `hold` lasts, ms. */
  readonly leaseMs: number;
}

/** A picture whose event is in and whose bytes are still on the platform. */
export interface RemotePicture {
  readonly inboxId: string;
  readonly position: number;
  readonly remoteKey: string;
}

/** Why a picture's bytes will never be here. */
export type PictureFailure = "too_large" | "gone";

/** The pictures of one account that are still to be fetched. */
export interface RemotePictures {
  /** Up to `most` of them, the oldest first. */
  missing(most: number): Promise<readonly RemotePicture[]>;
  keep(which: RemotePicture, picture: Picture): Promise<void>;
  giveUp(which: RemotePicture, failure: PictureFailure): Promise<void>;
}

/** A secret of an account: a credential, or the key of a session. Its value is sealed by whom it belongs to. */
export interface KeyRow {
  readonly type: string;
  readonly id: string;
  /** Null: it is removed. */
  readonly sealed: Uint8Array | null;
}

/** The secrets of one account. */
export interface KeyRows {
  /** Those that are there, by id. */
  read(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** All or none of them. */
  write(rows: readonly KeyRow[]): Promise<void>;
  /** The account is no longer ours: every secret of it goes. */
  clear(): Promise<void>;
}

/** The chats of one account, where a platform knows one person by several ids. */
export interface Chats {
  /**
   * The key of the chat that these ids write in, whichever of them was seen first; the first id writes now, and is
   * where an answer goes. Ids that were not known are known from now on.
   */
  writtenBy(ids: readonly string[]): Promise<string>;
  /** The key of the chat that an id is of; null: it is not known. */
  keyOf(id: string): Promise<string | null>;
  /** The id that last wrote in this chat; null: nobody did. */
  addressOf(chatKey: string): Promise<string | null>;
}

/** A message that went out, as it was written. */
export interface SentMessage {
  readonly outboxId: string;
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** What was sent for one account. */
export interface SentMessages {
  /** The latest ones of a chat, the newest first. */
  latest(chatKey: string, most: number): Promise<readonly SentMessage[]>;
  /** The one that the platform knows by this id. */
  byMessageKey(chatKey: string, messageKey: string): Promise<SentMessage | null>;
}

/** What an adapter of a chat network needs beside the inbox; each is for its one account. */
export interface AccountPorts {
  readonly lease: AccountLease;
  readonly pictures: RemotePictures;
  readonly keys: KeyRows;
  readonly chats: Chats;
  readonly sent: SentMessages;
  /** The platform says that a person blocked Mama, or let her in again. Strangers are nobody to mark. */
  reachable(senderKey: string, yes: boolean): Promise<void>;
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
  /** Which part of a long message this is, from 0. */
  readonly part?: number | undefined;
  /** Without markup: the platform could not read it with. */
  readonly plain?: boolean | undefined;
  /** The inbound message that this answers, when it answers one. */
  readonly inboxId?: string | undefined;
  /** The platform's id of an earlier message whose place this one takes, where the platform can edit. */
  readonly replaces?: string | undefined;
}

/** How an adapter is doing, for /health. */
export interface AdapterHealth {
  /** Why it does not receive; null when it does. */
  readonly problem: string | null;
  /** When anything last came in, and when the platform last answered at all; null: not yet. Ms since the epoch. */
  readonly lastInboundMs: number | null;
  readonly lastPollMs: number | null;
}

/** A path on the process's one port that an adapter answers (SPEC S13). */
export interface HttpRoute {
  readonly path: string;
  /** Answers the request to its end. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
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
  /**
   * The message as the platform takes it, rendered and in pieces; each is handed to `send` as its text. Without it the
   * text is cut at the longest message.
   */
  parts?(message: OutboundMessage): readonly string[];
  /** Shows for some seconds that Mama is at work. */
  typing?(chatKey: string, signal: AbortSignal): Promise<void>;
  health?(): AdapterHealth;
  /** Whether this process can send for the account now; absent: always. */
  canSend?(): boolean;
  readonly route?: HttpRoute | undefined;
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

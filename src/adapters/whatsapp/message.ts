/** What a message of WhatsApp's is to Mama. Pure: nothing is asked of anybody. */

import { limits as product } from "../../kernel/limits.ts";
import { type Addressed, isForHer } from "./groups.ts";
import type { Library, proto, WAMessage } from "./library.ts";
import { type RemoteMedia, remoteKeyOf } from "./remote-media.ts";

export const PLATFORM = "whatsapp";

/** One number for one Mama: it may change, and the people stay. */
export const ACCOUNT = "main";

/** What somebody wrote, before it is known whose chat it is. */
export interface Said {
  /** The ids of the person that the message tells; the first is the one that wrote. */
  readonly ids: readonly [string, ...string[]];
  /** Unique within the chat. */
  readonly key: string;
  readonly kind: "text" | "photo" | "edited" | "unsupported";
  readonly text: string;
  readonly messageKey?: string | undefined;
  readonly refersTo?: string | undefined;
  /** The message that this one is an answer to. */
  readonly quotes?: string | undefined;
  readonly remotePicture?: string | undefined;
  readonly albumKey?: string | undefined;
  readonly sentAtMs?: number | undefined;
}

export type Meaning =
  | { readonly is: "said"; readonly said: Said }
  /** It cannot be decrypted; it may still come again by itself. */
  | { readonly is: "unreadable"; readonly said: Said }
  /** Somebody spoke to Mama in a group. */
  | { readonly is: "addressed"; readonly group: Addressed }
  | { readonly is: "nothing" };

type Content = proto.IMessage;
type Reads = Pick<
  Library,
  "normalizeMessageContent" | "jidNormalizedUser" | "isPnUser" | "isLidUser" | "isJidGroup" | "proto"
>;

const NOTHING: Meaning = { is: "nothing" };

/** What tells Mama that she cannot read something, by the field that it comes in; the first that is there counts. */
const UNREADABLE: readonly (readonly [keyof Content, string])[] = [
  ["ptvMessage", "video_note"],
  ["videoMessage", "video"],
  ["stickerMessage", "sticker"],
  ["lottieStickerMessage", "sticker"],
  ["stickerPackMessage", "sticker"],
  ["locationMessage", "location"],
  ["liveLocationMessage", "location"],
  ["contactMessage", "contact"],
  ["contactsArrayMessage", "contact"],
  ["pollCreationMessage", "poll"],
  ["pollCreationMessageV2", "poll"],
  ["pollCreationMessageV3", "poll"],
  ["documentMessage", "document"],
  ["eventMessage", "other"],
  ["groupInviteMessage", "other"],
  ["productMessage", "other"],
  ["orderMessage", "other"],
];

/** Who is nobody: WhatsApp's own announcements. */
const WHATSAPP_ITSELF = "0@s.whatsapp.net";

/** Whether a private chat has this id; groups, lists, channels and bots have others. */
export function isPerson(jid: string, reads: Pick<Library, "isPnUser" | "isLidUser">): boolean {
  return jid !== WHATSAPP_ITSELF && Boolean(reads.isPnUser(jid) || reads.isLidUser(jid));
}

/** @param me Mama's own ids, without a device */
export function meaningOf(message: WAMessage, reads: Reads, me: readonly string[]): Meaning {
  const { key } = message;
  const writes = reads.jidNormalizedUser(key.remoteJid ?? undefined);
  // What comes from ourselves is an echo, or was written on the phone of the number.
  if (key.fromMe || !key.id) return NOTHING;
  if (reads.isJidGroup(writes)) return inGroup(message, reads, me);
  if (!isPerson(writes, reads)) return NOTHING;
  const alternate = reads.jidNormalizedUser(key.remoteJidAlt ?? undefined);
  const ids: [string, ...string[]] = isPerson(alternate, reads) ? [writes, alternate] : [writes];
  const base = { ids, key: key.id, messageKey: key.id, sentAtMs: secondsOf(message.messageTimestamp) };
  const content = reads.normalizeMessageContent(message.message);
  if (!content) return withoutContent(message, base, reads);
  const protocol = content.protocolMessage;
  if (protocol) return edit(protocol, base, reads);
  return contentOf(content, message, base, reads);
}

/** Nothing of it goes further than whether Mama was addressed. */
function inGroup(
  { key, message, messageTimestamp }: WAMessage,
  reads: Reads,
  me: readonly string[],
): Meaning {
  const content = reads.normalizeMessageContent(message);
  if (!content || !isForHer(content, { me, reads })) return NOTHING;
  const [groupKey, messageKey] = [key.remoteJid ?? "", key.id ?? ""];
  return { is: "addressed", group: { groupKey, messageKey, sentAtMs: secondsOf(messageTimestamp) } };
}

function withoutContent(
  { key, messageStubType }: WAMessage,
  base: Pick<Said, "ids" | "key" | "messageKey" | "sentAtMs">,
  { proto }: Pick<Reads, "proto">,
): Meaning {
  if ((key as { isViewOnce?: boolean }).isViewOnce)
    return { is: "said", said: { ...base, kind: "unsupported", text: "view_once" } };
  // Not under the message's own key: that is kept for when it comes again and can be read.
  return messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT
    ? { is: "unreadable", said: { ...base, key: `${base.key}/unread`, kind: "unsupported", text: "unread" } }
    : NOTHING;
}

/** Of the notices in a conversation only an edit with its new words is anything to Mama; a deletion is not answered. */
function edit(
  protocol: proto.Message.IProtocolMessage,
  base: Pick<Said, "ids" | "key" | "sentAtMs">,
  reads: Reads,
): Meaning {
  const isEdit = protocol.type === reads.proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
  const refersTo = protocol.key?.id;
  const words = wordsOf(reads.normalizeMessageContent(protocol.editedMessage) ?? {});
  if (!isEdit || !refersTo || words === "") return NOTHING;
  const { ids, sentAtMs } = base;
  const key = `${base.key}/edit`;
  return { is: "said", said: { ids, key, kind: "edited", text: words, refersTo, sentAtMs } };
}

function contentOf(
  content: Content,
  message: WAMessage,
  base: Pick<Said, "ids" | "key" | "messageKey" | "sentAtMs">,
  reads: Reads,
): Meaning {
  const unsupported = (text: string): Meaning => ({
    is: "said",
    said: { ...base, kind: "unsupported", text },
  });
  const words = wordsOf(content);
  const media = pictureOf(content);
  if (media) {
    if (media.size > product.pictureBytes) return unsupported("large_picture");
    const remotePicture = remoteKeyOf({ ...media, remoteJid: base.ids[0], messageId: base.key });
    const albumKey = albumOf(message.message);
    return { is: "said", said: { ...base, kind: "photo", text: words, remotePicture, albumKey } };
  }
  if (words !== "") {
    const quotes = content.extendedTextMessage?.contextInfo?.stanzaId ?? undefined;
    return { is: "said", said: { ...base, kind: "text", text: words, quotes } };
  }
  if (content.audioMessage) return unsupported(content.audioMessage.ptt ? "voice" : "audio");
  if (content.videoMessage?.gifPlayback) return unsupported("animation");
  // An edit whose words are sealed against us.
  if (content.secretEncryptedMessage)
    return isSealedEdit(content.secretEncryptedMessage, reads) ? unsupported("sealed_edit") : NOTHING;
  const kind = UNREADABLE.find(([field]) => content[field])?.[1];
  return kind === undefined ? NOTHING : unsupported(kind);
}

function isSealedEdit(
  sealed: proto.Message.ISecretEncryptedMessage,
  { proto }: Pick<Reads, "proto">,
): boolean {
  return sealed.secretEncType === proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;
}

/** What was typed: the message itself, the caption under something, or what was picked from a menu. */
function wordsOf(content: Content): string {
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.documentMessage?.caption ||
    content.videoMessage?.caption ||
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    ""
  );
}

/** A photo, or a document that is an image. */
function pictureOf({
  imageMessage: image,
  documentMessage: document,
}: Content): Omit<RemoteMedia, "remoteJid" | "messageId"> | null {
  const isScan = document?.mimetype?.startsWith("image/");
  const media = image ?? (isScan ? document : null);
  if (!media?.mediaKey) return null;
  return {
    type: image ? "image" : "document",
    mime: media.mimetype ?? "application/octet-stream",
    size: numberOf(media.fileLength) ?? 0,
    url: media.url ?? null,
    directPath: media.directPath ?? null,
    mediaKey: Buffer.from(media.mediaKey).toString("base64"),
  };
}

/** The message that stands for the album which a picture is part of. */
function albumOf(message: Content | null | undefined): string | undefined {
  return (
    message?.messageContextInfo?.messageAssociation?.parentMessageKey?.id ??
    message?.associatedChildMessage?.message?.messageContextInfo?.messageAssociation?.parentMessageKey?.id ??
    undefined
  );
}

/** Numbers of the protocol may come as 64-bit objects. */
function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  const number = Number(String(value));
  return Number.isFinite(number) ? number : undefined;
}

function secondsOf(timestamp: unknown): number | undefined {
  const seconds = numberOf(timestamp);
  return seconds === undefined || seconds === 0 ? undefined : seconds * 1000;
}

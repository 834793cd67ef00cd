/** What an update of Telegram's is to Mama. Pure: nothing is asked of anybody. */
import type { CallbackQuery, Message, Update } from "grammy/types";
import { limits } from "../../kernel/limits.ts";
import type { InboundEvent } from "../../kernel/ports.ts";
import type { Language } from "../../kernel/types.ts";

export const PLATFORM = "telegram";

/** The kinds of update that are asked for. */
export const ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "my_chat_member"] as const;

/** The bot itself. */
export interface Me {
  readonly id: number;
  readonly username: string;
}

/** Somebody spoke to Mama in a group. */
export interface Addressed {
  readonly is: "addressed";
  readonly message: Message;
  readonly language: Language;
}

export type Meaning =
  | { readonly is: "event"; readonly event: InboundEvent; readonly callbackId?: string | undefined }
  /** A press with nothing behind it that Mama knows; it is answered all the same. */
  | { readonly is: "press"; readonly callbackId: string }
  | { readonly is: "reachable"; readonly senderKey: string; readonly yes: boolean }
  | Addressed
  | { readonly is: "nothing" };

const NOTHING: Meaning = { is: "nothing" };

/**
 * Kinds that Mama cannot read, in this order: some are also described as a simpler kind. What is in none of these and
 * has no words is a service message, which nobody wants an answer to.
 */
const UNREADABLE: readonly (readonly [keyof Message, string])[] = [
  ["voice", "voice"],
  ["audio", "audio"],
  ["video_note", "video_note"],
  ["video", "video"],
  ["animation", "animation"],
  ["sticker", "sticker"],
  ["venue", "location"],
  ["location", "location"],
  ["contact", "contact"],
  ["poll", "poll"],
  ["document", "document"],
  ["story", "other"],
  ["dice", "other"],
  ["game", "other"],
  ["checklist", "other"],
  ["paid_media", "other"],
];

export function meaningOf(update: Update, me: Me): Meaning {
  if (update.message) return message(update.update_id, update.message, me);
  if (update.edited_message) return edited(update.update_id, update.edited_message, me);
  if (update.callback_query) return pressed(update.update_id, update.callback_query, me);
  const member = update.my_chat_member;
  if (member?.chat.type !== "private") return NOTHING;
  const yes = member.new_chat_member.status !== "kicked";
  return { is: "reachable", senderKey: String(member.from.id), yes };
}

/** The chat that an update is about, for order within it; "" when that cannot be told. */
export function chatOf(update: Update): string {
  const about =
    update.message ?? update.edited_message ?? update.callback_query?.message ?? update.my_chat_member;
  return String(about?.chat?.id ?? update.callback_query?.from.id ?? "");
}

function base(updateId: number, said: Message, me: Me) {
  return {
    platform: PLATFORM,
    account: String(me.id),
    chatKey: String(said.chat.id),
    eventKey: String(updateId),
    senderKey: String(said.from?.id ?? said.chat.id),
    sentAtMs: said.date * 1000,
  };
}

function message(updateId: number, said: Message, me: Me): Meaning {
  if (said.from?.is_bot !== false) return NOTHING;
  if (said.chat.type !== "private") return inGroup(said, me);
  const common = { ...base(updateId, said, me), messageKey: String(said.message_id) };
  const words = said.text ?? said.caption ?? "";
  const photo = pictureOf(said);
  if (photo !== null) {
    const { fileId, fits } = photo;
    if (!fits) return { is: "event", event: { ...common, kind: "unsupported", text: "large_picture" } };
    const albumKey = said.media_group_id;
    return { is: "event", event: { ...common, kind: "photo", text: words, remotePicture: fileId, albumKey } };
  }
  // What is said under a video is still said.
  if (words !== "") return { is: "event", event: { ...common, kind: "text", text: words } };
  const kind = UNREADABLE.find(([field]) => said[field] !== undefined)?.[1];
  return kind === undefined
    ? NOTHING
    : { is: "event", event: { ...common, kind: "unsupported", text: kind } };
}

/** The largest size of a photo that fits, or a document that is an image. */
function pictureOf({ photo, document }: Message): { fileId: string; fits: boolean } | null {
  const fits = (file: { file_size?: number | undefined }): boolean =>
    (file.file_size ?? 0) <= limits.pictureBytes;
  if (photo?.length) {
    const best = photo.findLast(fits);
    return { fileId: best?.file_id ?? "", fits: best !== undefined };
  }
  if (!document?.mime_type?.startsWith("image/")) return null;
  return { fileId: document.file_id, fits: fits(document) };
}

/** A live location that moves, or a picture that was changed, is edited too; only words correct records. */
function edited(updateId: number, said: Message, me: Me): Meaning {
  const words = said.text ?? said.caption;
  if (said.chat.type !== "private" || said.from?.is_bot !== false || words === undefined) return NOTHING;
  const refersTo = String(said.message_id);
  return { is: "event", event: { ...base(updateId, said, me), kind: "edited", text: words, refersTo } };
}

function pressed(updateId: number, { id, from, data, message: under }: CallbackQuery, me: Me): Meaning {
  if (data === undefined || under?.chat.type !== "private") return { is: "press", callbackId: id };
  const event: InboundEvent = {
    platform: PLATFORM,
    account: String(me.id),
    chatKey: String(under.chat.id),
    eventKey: String(updateId),
    senderKey: String(from.id),
    kind: "button",
    text: data,
    refersTo: String(under.message_id),
  };
  return { is: "event", event, callbackId: id };
}

/** By a mention, a command with her name, or an answer to her: anything else is not for her (SPEC S1). */
function inGroup(said: Message, me: Me): Meaning {
  const words = said.text ?? said.caption ?? "";
  const name = `@${me.username.toLowerCase()}`;
  const named = (said.entities ?? said.caption_entities ?? []).some((entity) => {
    if (entity.type === "text_mention") return entity.user.id === me.id;
    const part = words.slice(entity.offset, entity.offset + entity.length).toLowerCase();
    if (entity.type === "mention") return part === name;
    return entity.type === "bot_command" && part.endsWith(name);
  });
  if (!named && said.reply_to_message?.from?.id !== me.id) return NOTHING;
  const language = /^(ms|id)\b/.test(said.from?.language_code ?? "") ? "ms" : "en";
  return { is: "addressed", message: said, language };
}

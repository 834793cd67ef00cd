/** One message to Telegram: new, with a picture, or in the place of an earlier one. */
import { type Api, InputFile } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { Button, OutboundMessage } from "../../kernel/ports.ts";
import { isNotEditable, isUnchanged, type SendTiming, sendErrorOf } from "./errors.ts";
import { plainOf } from "./html.ts";
import { telegramSignal } from "./signal.ts";

/** Labels that share a row are short, and few. */
const ROW_LABEL = 14;
const ROW_BUTTONS = 3;

/** Buttons in rows; nothing without any, which also takes them from an edited message. */
function keyboard(buttons: readonly Button[]): { reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return {};
  const each = buttons.every(({ label }) => label.length <= ROW_LABEL) ? ROW_BUTTONS : 1;
  const cells = buttons.map(({ id, label }) => ({ text: label, callback_data: id }));
  const rows = Array.from({ length: Math.ceil(cells.length / each) }, (_, row) =>
    cells.slice(row * each, (row + 1) * each),
  );
  return { reply_markup: { inline_keyboard: rows } };
}

/**
 * @param message its text is a piece of HTML, as `parts` makes them
 * @returns Telegram's id of the message
 * @throws SendError
 */
export async function sendTo(
  api: Api,
  message: OutboundMessage,
  { signal, timing }: { signal: AbortSignal; timing: SendTiming },
): Promise<{ messageKey: string }> {
  try {
    return { messageKey: String(await sent(api, message, signal)) };
  } catch (error) {
    throw sendErrorOf(error, timing);
  }
}

async function sent(api: Api, message: OutboundMessage, signal: AbortSignal): Promise<number | string> {
  const { chatKey, picture, plain, replaces } = message;
  const text = plain ? plainOf(message.text) : message.text;
  const look = { ...(!plain && { parse_mode: "HTML" as const }), ...keyboard(message.buttons) };
  const until = telegramSignal(signal);
  if (picture) {
    const file = new InputFile(picture.bytes, picture.mime === "image/jpeg" ? "picture.jpg" : "picture.png");
    return (await api.sendPhoto(chatKey, file, { caption: text, ...look }, until)).message_id;
  }
  const words = { ...look, link_preview_options: { is_disabled: true } };
  if (replaces !== undefined) {
    try {
      await api.editMessageText(chatKey, Number(replaces), text, words, until);
      return replaces;
    } catch (error) {
      if (isUnchanged(error)) return replaces;
      if (!isNotEditable(error)) throw error;
    }
  }
  return (await api.sendMessage(chatKey, text, words, until)).message_id;
}

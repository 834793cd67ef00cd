/** What Telegram shows of Mama outside the conversation: the menu of commands and her description, per language. */
import type { Api } from "grammy";
import type { LanguageCode } from "grammy/types";
import type { Language } from "../../kernel/types.ts";
import { COMMANDS, messagesIn } from "../../messages/index.ts";

/** English is what all others see. */
const LANGUAGES: readonly (readonly [Language, LanguageCode | undefined])[] = [
  ["en", undefined],
  ["ms", "ms"],
];

/** Registers it all; descriptions only where they differ, since Telegram counts their changes. */
export async function showProfile(api: Api): Promise<void> {
  for (const [language, code] of LANGUAGES) {
    const { commands, about, aboutShort } = messagesIn(language).platform;
    const of = code === undefined ? {} : { language_code: code };
    const menu = COMMANDS.map((command) => ({ command, description: commands[command] }));
    await api.setMyCommands(menu, { ...of, scope: { type: "all_private_chats" } });
    if ((await api.getMyDescription(of)).description !== about) await api.setMyDescription(about, of);
    const shown = await api.getMyShortDescription(of);
    if (shown.short_description !== aboutShort) await api.setMyShortDescription(aboutShort, of);
  }
}

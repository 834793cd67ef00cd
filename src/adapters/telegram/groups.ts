/**
 * In a group Mama is silent unless she is addressed, and then says that she works in private chats (SPEC S1). Nothing of
 * a group is kept: what is said about money there is not for her, and pushes must never find their way into one.
 */
import type { Api } from "grammy";
import type { Message } from "grammy/types";
import type { Language } from "../../kernel/types.ts";
import { messagesIn } from "../../messages/index.ts";
import { limits } from "./limits.ts";

/** Groups that are remembered, so that a few that shout are not a matter of memory. */
const MOST_GROUPS = 1_000;

export interface Groups {
  /** Answers, at most once a while for each group. A courtesy: failures harm nobody. */
  answer(message: Message, language: Language): Promise<void>;
}

export function createGroups(api: Api): Groups {
  const answered = new Map<number, number>();
  return {
    answer: async ({ chat, message_id: messageId }, language) => {
      const now = performance.now();
      if (now - (answered.get(chat.id) ?? Number.NEGATIVE_INFINITY) < limits.groupSilenceMs) return;
      if (answered.size >= MOST_GROUPS) answered.clear();
      answered.set(chat.id, now);
      await api.sendMessage(chat.id, messagesIn(language).platform.privateOnly, {
        reply_parameters: { message_id: messageId, allow_sending_without_reply: true },
      });
    },
  };
}

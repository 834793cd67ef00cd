/**
 * Telegram as a platform (SPEC S1, S2): grammY behind the port.
 *
 *   poll or webhook ─→ what is it? ─→ inbox ─→ acknowledged
 *                                       └─ beside it, waited for by nobody: the press is answered, the picture fetched
 *   outbox ─→ rendered, in pieces ─→ sent, or put in the place of an earlier message
 */
import { autoRetry } from "@grammyjs/auto-retry";
import { Bot, BotError } from "grammy";
import type { TelegramConfig } from "../../kernel/config.ts";
import type { Log } from "../../kernel/log.ts";
import type { AccountPorts, Adapter, Inbox } from "../../kernel/ports.ts";
import { createRarely } from "../../kernel/rarely.ts";
import { messagesIn } from "../../messages/index.ts";
import { createConnection } from "./connection.ts";
import { createFiles } from "./files.ts";
import { htmlParts } from "./html.ts";
import { timing as defaults, limits, type Timing } from "./limits.ts";
import { sendTo } from "./send.ts";
import { telegramSignal } from "./signal.ts";
import { type Addressed, type Meaning, meaningOf, PLATFORM } from "./update.ts";
import { createWebhook } from "./webhook.ts";

export interface TelegramOptions {
  readonly config: TelegramConfig;
  readonly log: Log;
  /** What the database holds for this bot; asked for once, with its address. */
  readonly ports: (address: { platform: string; account: string }) => AccountPorts;
  /** The product's unless a test is in a hurry. */
  readonly timing?: Partial<Timing> | undefined;
}

/** Telegram's own client, with waits that are short enough for a message that somebody waits for. */
function openBot({ token, apiRoot }: TelegramConfig): Bot {
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: 60 } });
  // A failure without a clear answer is the outbox's business: to send again may be to send twice.
  const retry = autoRetry({
    maxRetryAttempts: 2,
    maxDelaySeconds: 3,
    rethrowInternalServerErrors: true,
    rethrowHttpErrors: true,
  });
  bot.api.config.use((prev, method, payload, signal) =>
    method === "getUpdates" ? prev(method, payload, signal) : retry(prev, method, payload, signal),
  );
  return bot;
}

/** What the token says of itself: its digits are the bot's id. */
function accountOf(token: string): string {
  return token.split(":")[0] ?? "";
}

export function createTelegram(options: TelegramOptions): Adapter {
  const { config, log } = options;
  const timing = { ...defaults, ...options.timing };
  const account = accountOf(config.token);
  const ports = options.ports({ platform: PLATFORM, account });
  const bot = openBot(config);
  const { api } = bot;
  const files = createFiles({ api, ...config, pictures: ports.pictures, log, pauseMs: timing.pauseMs });
  const groups = createRarely({ now: () => performance.now(), restMs: limits.groupSilenceMs });
  /** What is done beside the path, which a shutdown waits for. */
  const beside = new Set<Promise<void>>();
  let inbox: Inbox | undefined;
  let lastInboundMs: number | null = null;

  const courtesy = (work: Promise<unknown>): void => {
    const done = work
      .catch((error: unknown) => log.debug({ err: error }, "a courtesy to Telegram failed"))
      .then(() => void beside.delete(done));
    beside.add(done);
  };

  /** In a group she says where she works, and keeps nothing. A courtesy: failures harm nobody. */
  const addressed = ({ message: { chat, message_id: messageId }, language }: Addressed): void => {
    if (!groups.may(String(chat.id))) return;
    const under = { message_id: messageId, allow_sending_without_reply: true };
    courtesy(
      api.sendMessage(chat.id, messagesIn(language).platform.privateOnly, { reply_parameters: under }),
    );
  };

  /** What is known of an update is done with it; settles once that is committed. */
  const take = async (meaning: Meaning): Promise<void> => {
    switch (meaning.is) {
      case "event": {
        await inbox?.receive(meaning.event);
        if (meaning.callbackId !== undefined) courtesy(api.answerCallbackQuery(meaning.callbackId));
        if (meaning.event.remotePicture !== undefined) files.wake();
        return;
      }
      case "press":
        return courtesy(api.answerCallbackQuery(meaning.callbackId));
      case "addressed":
        return addressed(meaning);
      case "reachable":
        return ports.reachable(meaning.senderKey, meaning.yes);
      case "nothing":
        return;
    }
  };

  bot.use(async ({ update, me }) => {
    lastInboundMs = Date.now();
    let meaning: Meaning;
    try {
      meaning = meaningOf(update, { id: Number(account), username: me.username });
    } catch (error) {
      log.error({ err: error }, "an update could not be understood; it is left out");
      return;
    }
    await take(meaning);
  });

  const connection = createConnection({
    bot,
    config,
    lease: ports.lease,
    log,
    timing,
    courtesy,
    take: (update) =>
      bot.handleUpdate(update).catch((error: unknown) => {
        throw error instanceof BotError ? error.error : error;
      }),
  });

  return {
    platform: PLATFORM,
    account,
    capabilities: {
      buttons: true,
      pictures: true,
      edit: true,
      markup: "html",
      longestMessage: limits.longestMessage,
      progress: true,
    },
    route: config.webhook && createWebhook({ bot, ...config.webhook, log, open: () => connection.open() }),
    start: async (door) => {
      inbox = door;
      await connection.start();
      files.wake();
    },
    stop: async () => {
      await connection.stop();
      await files.stop();
      await Promise.all(beside);
    },
    parts: ({ text, picture }) => htmlParts(text, picture ? limits.longestCaption : limits.longestMessage),
    send: (message, signal) => sendTo(api, message, { signal, timing }),
    typing: async (chatKey, signal) => {
      await api.sendChatAction(chatKey, "typing", {}, telegramSignal(signal));
    },
    health: () => ({ ...connection.health(), lastInboundMs }),
  };
}

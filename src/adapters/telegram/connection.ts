/**
 * How updates come to this process: by long polling or by webhook, behind one face. Before the first one the bot is
 * asked who it is, which also tells a wrong token at the start and not in the middle of the night.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Bot } from "grammy";
import type { Update } from "grammy/types";
import type { TelegramConfig } from "../../kernel/config.ts";
import { MamaError } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log.ts";
import type { AccountLease, AdapterHealth } from "../../kernel/ports.ts";
import { pollTroubleOf } from "./errors.ts";
import type { Timing } from "./limits.ts";
import { createPolling } from "./polling.ts";
import { showProfile } from "./profile.ts";
import { telegramSignal } from "./signal.ts";
import { ALLOWED_UPDATES } from "./update.ts";

export interface ConnectionOptions {
  readonly bot: Bot;
  readonly config: TelegramConfig;
  readonly lease: AccountLease;
  readonly log: Log;
  readonly timing: Timing;
  /** Puts one update into the inbox; settles once it is committed. */
  take(update: Update): Promise<void>;
  /** Does something that nobody waits for. */
  courtesy(work: Promise<unknown>): void;
}

export interface Connection {
  /** @throws MamaError("config_invalid") for a token that Telegram does not know; what may pass is tried again later */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether a webhook's updates can be taken. */
  open(): boolean;
  health(): Omit<AdapterHealth, "lastInboundMs">;
}

/** How long the start waits to be told who the bot is. */
const START_MS = 5_000;

export function createConnection(options: ConnectionOptions): Connection {
  const { bot, config, log, timing, courtesy } = options;
  const { webhook } = config;
  const over = new AbortController();
  let problem: string | null = "has not been reached yet";
  let lastPollMs: number | null = null;

  const meet = async (signal: AbortSignal): Promise<void> => {
    if (!bot.isInited()) bot.botInfo = await bot.api.getMe(telegramSignal(signal));
  };

  const prepare = async (): Promise<void> => {
    await meet(over.signal);
    if (webhook)
      await bot.api.setWebhook(webhook.url, {
        secret_token: webhook.secret,
        allowed_updates: ALLOWED_UPDATES,
      });
    else await bot.api.deleteWebhook();
    courtesy(showProfile(bot.api));
  };

  /** Until Telegram knows where to deliver. */
  const announce = async (): Promise<void> => {
    for (let tries = 0; !over.signal.aborted; tries += 1) {
      try {
        await prepare();
        problem = null;
        return;
      } catch (error) {
        problem = "the webhook could not be set yet";
        const waitMs = Math.min(timing.pauseMs * 2 ** Math.min(tries, 10), timing.longestPauseMs);
        log.warn({ code: pollTroubleOf(error).code, waitMs }, "the webhook could not be set; trying again");
        await pause(waitMs, undefined, { signal: over.signal }).catch(() => undefined);
      }
    }
  };

  const polling = createPolling({
    ...options,
    api: bot.api,
    prepare,
    polled: () => {
      lastPollMs = Date.now();
    },
    trouble: (what) => {
      problem = what;
    },
  });

  return {
    start: async () => {
      try {
        await meet(AbortSignal.timeout(START_MS));
      } catch (error) {
        if (pollTroubleOf(error).trouble === "token") {
          const message =
            "TELEGRAM_BOT_TOKEN is not a token that Telegram knows; BotFather shows it under /mybots";
          throw new MamaError("config_invalid", message);
        }
        log.warn({ code: pollTroubleOf(error).code }, "Telegram does not answer yet; trying again");
      }
      if (webhook) courtesy(announce());
      else polling.start();
    },
    stop: async () => {
      over.abort();
      await polling.stop();
    },
    open: () => bot.isInited() && !over.signal.aborted,
    health: () => ({ problem: staleOr(problem), lastPollMs }),
  };

  /** A poll that does not end is cut off; if that fails as well, /health says so. */
  function staleOr(known: string | null): string | null {
    const mostMs = 3 * (timing.pollSeconds * 1000 + timing.pollGraceMs);
    if (known !== null || webhook || lastPollMs === null || Date.now() - lastPollMs < mostMs) return known;
    return "no request for updates has come to its end for a while";
  }
}

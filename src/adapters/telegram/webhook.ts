/** Telegram's webhook on the process's port (SPEC S13): secret first, then one insert, then 200. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Bot, webhookCallback } from "grammy";
import type { Log } from "../../kernel/log.ts";
import type { HttpRoute } from "../../kernel/ports.ts";
import { limits } from "./limits.ts";

/** Updates are a few kilobytes. */
const MOST_BYTES = 1024 * 1024;

export interface WebhookOptions {
  readonly bot: Bot;
  readonly url: string;
  readonly secret: string;
  readonly log: Log;
  /** Whether events can be taken now. */
  open(): boolean;
}

export function createWebhook({ bot, url, secret, log, open }: WebhookOptions): HttpRoute {
  const take = webhookCallback(bot, "http", {
    secretToken: secret,
    timeoutMilliseconds: limits.webhookMs,
  });
  return {
    path: new URL(url).pathname,
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      // Telegram asks again later.
      if (!open()) return void response.writeHead(503).end();
      if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES)
        return void response.writeHead(413).end();
      try {
        await take(request, response);
      } catch (error) {
        log.warn({ err: error }, "an update could not be taken in; Telegram sends it again");
        if (!response.headersSent) response.writeHead(500).end();
      }
    },
  };
}

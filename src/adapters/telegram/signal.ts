/** grammY declares the signals of a package that it brings; it runs with Node's own. */
import type { Api } from "grammy";

export type TelegramSignal = NonNullable<Parameters<Api["getMe"]>[0]>;

export function telegramSignal(signal: AbortSignal): TelegramSignal {
  return signal as unknown as TelegramSignal;
}

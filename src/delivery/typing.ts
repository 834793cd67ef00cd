/**
 * Shows that Mama is at work while a turn takes its time, again and again until it is over. A turn that is done in a
 * moment shows nothing. It is a courtesy: nothing waits for it, and its failures harm nobody.
 */
import { limits } from "../kernel/limits.ts";
import type { Adapter, ChatAddress } from "../kernel/ports.ts";

export interface TypingOptions {
  readonly adapters: readonly Adapter[];
  /** The pauses, ms; the product's unless a test is in a hurry. */
  readonly afterMs?: number | undefined;
  readonly everyMs?: number | undefined;
}

/** @returns what a lane calls when a turn begins; what that returns, it calls when the turn is over */
export function createTyping({
  adapters,
  afterMs = limits.typingAfterMs,
  everyMs = limits.typingEveryMs,
}: TypingOptions): (chat: ChatAddress) => () => void {
  return ({ platform, account, chatKey }) => {
    const adapter = adapters.find((one) => one.platform === platform && one.account === account);
    if (!adapter?.typing) return () => undefined;
    const over = new AbortController();
    let timer = setTimeout(function show() {
      adapter.typing?.(chatKey, over.signal).catch(() => undefined);
      timer = setTimeout(show, everyMs);
    }, afterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  };
}

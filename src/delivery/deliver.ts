/**
 * One message through an adapter: in parts when it is long, and once more without markup when the platform cannot read
 * it. What was accepted of a message is not sent again when the rest has to wait.
 */
import { SendError } from "../kernel/errors.ts";
import { partsOf } from "../kernel/parts.ts";
import type { Adapter, OutboundMessage } from "../kernel/ports.ts";

export interface Delivery {
  /**
   * Sends the message, or what is left of it.
   * @returns the platform's id of its last part
   * @throws SendError as the adapter classed it
   */
  deliver(message: OutboundMessage, signal: AbortSignal): Promise<string | null>;
}

export function createDelivery(adapter: Adapter): Delivery {
  /** Parts that were accepted, of messages that are not through yet. */
  const accepted = new Map<string, number>();

  const send = async (message: OutboundMessage, signal: AbortSignal): Promise<string | null> => {
    try {
      return (await adapter.send(message, signal)).messageKey ?? null;
    } catch (error) {
      if (!(error instanceof SendError) || error.outcome !== "markup") throw error;
      return (await adapter.send({ ...message, plain: true }, signal)).messageKey ?? null;
    }
  };

  return {
    deliver: async (message, signal) => {
      const parts = adapter.parts?.(message) ?? partsOf(message.text, adapter.capabilities.longestMessage);
      let messageKey: string | null = null;
      for (let at = accepted.get(message.outboxId) ?? 0; at < parts.length; at += 1) {
        const last = at === parts.length - 1;
        const { picture, buttons, replaces } = message;
        // The picture leads, an earlier message makes room for the beginning, and the buttons stand under the end.
        const part = {
          ...message,
          part: at,
          text: parts[at] ?? "",
          picture: at === 0 ? picture : undefined,
          replaces: at === 0 ? replaces : undefined,
          buttons: last ? buttons : [],
        };
        messageKey = await send(part, signal).catch((error: unknown) => {
          if (error instanceof SendError && error.outcome === "permanent") accepted.delete(message.outboxId);
          throw error;
        });
        if (!last) accepted.set(message.outboxId, at + 1);
      }
      accepted.delete(message.outboxId);
      return messageKey;
    },
  };
}

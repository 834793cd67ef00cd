/** A chat platform in memory: a real adapter of the real port, whose people are the tests. */
import type { Adapter, InboundEvent, Inbox, OutboundMessage } from "../../src/kernel/ports.ts";

export interface FakePlatform extends Adapter {
  /** Everything that was delivered, in order. */
  readonly delivered: OutboundMessage[];
  /** What the next sends do instead of succeeding, first one first. */
  readonly faults: (() => Promise<never>)[];
  receive(event: Omit<InboundEvent, "platform" | "account">): ReturnType<Inbox["receive"]>;
}

export function fakePlatform(account = "bot"): FakePlatform {
  const delivered: OutboundMessage[] = [];
  const faults: (() => Promise<never>)[] = [];
  let inbox: Inbox | undefined;
  return {
    platform: "fake",
    account,
    capabilities: {
      buttons: true,
      pictures: true,
      edit: false,
      markup: "none",
      longestMessage: 4096,
      progress: true,
    },
    delivered,
    faults,
    start: async (door) => {
      inbox = door;
    },
    stop: async () => undefined,
    send: async (message) => {
      await faults.shift()?.();
      delivered.push(message);
      return { messageKey: String(delivered.length) };
    },
    receive: async (event) => {
      if (!inbox) throw new Error("the platform has not been started");
      return inbox.receive({ platform: "fake", account, ...event });
    },
  };
}

/** Processes that are killed at a step of their own, one after another, each on what the one before left. */
import { expect } from "vitest";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import type { ChildOrders } from "./child.ts";
import { conversation, type Stage } from "./conversations.ts";
import { deliver } from "./processes.ts";

type Orders = Partial<Omit<ChildOrders, "dieAt" | "sentFile">>;

/** Delivers the events to a process that dies at the `nth` such step it comes to. */
export async function killAt(
  stage: Stage,
  dieAt: NonNullable<ChildOrders["dieAt"]>,
  { events, ...orders }: Orders & { readonly events: readonly InboundEvent[] },
): Promise<void> {
  const all = { sentFile: stage.sentFile, sends: true, ...orders, dieAt };
  expect(await deliver(stage.place, all, events), dieAt.step).toBe("SIGKILL");
}

/** Delivers them to one that ends in peace. */
export async function finish(
  stage: Stage,
  { events, ...orders }: Orders & { readonly events: readonly InboundEvent[] },
): Promise<void> {
  expect(await deliver(stage.place, { sentFile: stage.sentFile, sends: true, ...orders }, events)).toBe(0);
}

/** How many replies so far have this in them. */
export function replies(stage: Stage, part: string): number {
  return stage.sent().filter(({ text }) => text.includes(part)).length;
}

/** An album of one chat, with fixed keys. */
export function album(many: number): InboundEvent[] {
  return Array.from({ length: many }, (_, place) => ({
    platform: "fake",
    account: "bot",
    chatKey: "ann",
    senderKey: "ann",
    eventKey: `ann-${place}`,
    messageKey: `ann-${place}`,
    kind: "photo",
    text: "",
    albumKey: "album",
  }));
}

/** As much as is learned in one go: each of them makes one memory. */
export const TOLD = conversation(
  [
    "I want to save RM3,000 for the wedding, how do I start?",
    "I'm worried about my car loan, how do I pay it off?",
    "I got a new job at Petronas, how should I budget?",
    "I want to save RM9,000 for a house, how long will it take?",
    "I've decided to stop buying coffee, how much can I save?",
  ],
  "cem",
);

/** A process killed over a photo, or in the middle of an album, loses no picture and records no receipt twice (SPEC S2). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import type { ChildOrders } from "../support/child.ts";
import { openStage, type Stage, written } from "../support/conversations.ts";
import { deliver } from "../support/processes.ts";

// Starting processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());

const TESCO = { merchant: "Tesco", date: "2026-03-11", totalMinor: 8420, category: "groceries" };

/** An album of one chat. */
function photos(many: number): InboundEvent[] {
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

async function killAt(
  dieAt: NonNullable<ChildOrders["dieAt"]>,
  events: readonly InboundEvent[],
): Promise<void> {
  const orders = { sentFile: stage.sentFile, sends: true, receipt: TESCO, dieAt };
  expect(await deliver(stage.place, orders, events), dieAt.step).toBe("SIGKILL");
}

async function finish(events: readonly InboundEvent[]): Promise<void> {
  expect(await deliver(stage.place, { sentFile: stage.sentFile, sends: true, receipt: TESCO }, events)).toBe(
    0,
  );
}

const replies = (part: string): number => stage.sent().filter(({ text }) => text.includes(part)).length;

test("an album whose process is killed at every step in turn is one receipt, recorded and answered once", async () => {
  const album = photos(3);
  await killAt({ step: "received", nth: 2 }, album);
  await killAt({ step: "reading", nth: 2 }, album);
  await killAt({ step: "applied", nth: 1 }, album);
  await finish(album);
  const { records, actions, states } = await stage.look(written);
  expect(records).toEqual(["Tesco 8420"]);
  expect(actions).toEqual(["ann-0 create"]);
  // A picture that comes again when the others are read is an event of its own, which adds nothing.
  expect(new Set(states)).toEqual(new Set(["done"]));
  expect(replies("RM84.20 at Tesco")).toBe(1);
});

/** A process killed over a photo, or in the middle of an album, loses no picture and records no receipt twice (SPEC S2). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStage, type Stage, written } from "../support/conversations.ts";
import { album, finish, killAt, replies } from "../support/kills.ts";

// Starting processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());

const TESCO = { merchant: "Tesco", date: "2026-03-11", totalMinor: 8420, category: "groceries" };

test("an album whose process is killed at every step in turn is one receipt, recorded and answered once", async () => {
  const photos = { events: album(3), receipt: TESCO };
  await killAt(stage, { step: "received", nth: 2 }, photos);
  await killAt(stage, { step: "reading", nth: 2 }, photos);
  await killAt(stage, { step: "applied", nth: 1 }, photos);
  await finish(stage, photos);
  const { records, actions, states } = await stage.look(written);
  expect(records).toEqual(["Tesco 8420"]);
  expect(actions).toEqual(["ann-0 create"]);
  // A picture that comes again when the others are read is an event of its own, which adds nothing.
  expect(new Set(states)).toEqual(new Set(["done"]));
  expect(replies(stage, "RM84.20 at Tesco")).toBe(1);
});

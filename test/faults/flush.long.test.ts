/**
 * A process killed at any step of a flush neither loses nor doubles what it would have learned (SPEC S10.2). Real
 * processes are killed, one after another on the same database.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Step } from "../../src/kernel/ports.ts";
import type { Database } from "../../src/store/database.ts";
import { endFlushClaims } from "../../src/store/memory-buffer.ts";
import { openStage, type Stage } from "../support/conversations.ts";
import { TOLD } from "../support/kills.ts";
import { deliver } from "../support/processes.ts";

vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());

async function learnt(
  database: Database,
): Promise<{ memories: string[]; insights: number; states: string[] }> {
  const memories = await database.system.query<{ text: string }>("SELECT text FROM memory ORDER BY text");
  const insights = await database.system.query("SELECT id FROM insight");
  const states = await database.system.query<{ state: string }>("SELECT state FROM memory_exchange");
  return {
    memories: memories.map(({ text }) => text),
    insights: insights.length,
    states: states.map(({ state }) => state),
  };
}

async function runs(step?: Step["step"]): Promise<number | string> {
  const orders = { sentFile: stage.sentFile, sends: true, learns: true };
  const ended = await deliver(stage.place, { ...orders, ...(step && { dieAt: { step, nth: 1 } }) }, TOLD);
  // On a server the claim of a killed process ends by itself after two minutes, which nobody waits for here.
  await stage.look((database) => endFlushClaims(database.system));
  return ended;
}

test("a flush whose process is killed at every step in turn is done once", async () => {
  expect(await runs("flush_claimed")).toBe("SIGKILL");
  expect(await runs("flush_extracted")).toBe("SIGKILL");
  expect(await runs("flush_stored")).toBe("SIGKILL");
  expect(await runs()).toBe(0);
  expect(await stage.look(learnt)).toEqual({
    memories: [
      "The user got a new job at Petronas.",
      "The user has decided to stop buying coffee.",
      "The user is worried about their car loan.",
      "The user wants to save RM3,000 for the wedding.",
      "The user wants to save RM9,000 for a house.",
    ],
    insights: 5,
    states: Array.from({ length: 5 }, () => "flushed"),
  });
});

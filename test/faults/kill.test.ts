/**
 * A process that is killed loses nothing and doubles nothing (SPEC S2): one kill each of a reply, an album and a flush.
 * Every step of each has its kill in the long suite (kill-steps, receipts, flush).
 */
import { expect, test, vi } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { endFlushClaims } from "../../src/store/memory-buffer.ts";
import { conversation, openStage, written } from "../support/conversations.ts";
import { album, finish, killAt, replies, TOLD } from "../support/kills.ts";

// Starting processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const TESCO = { merchant: "Tesco", date: "2026-03-11", totalMinor: 8420, category: "groceries" };

const outcome = async (database: Database) => ({
  ...(await written(database)),
  memories: (await database.system.query("SELECT id FROM memory")).length,
});

test("a lunch, a receipt and what was told are each there once, whatever their processes were killed over", async () => {
  const stage = await openStage();
  try {
    const lunch = conversation(["Lunch RM15"], "ben");
    const photos = album(3);
    const learning = { learns: true, receipt: TESCO };
    // The record stands, and its reply is still to be sent.
    await killAt(stage, { step: "applied", nth: 1 }, { events: lunch });
    await killAt(stage, { step: "reading", nth: 2 }, { events: photos, receipt: TESCO });
    await killAt(stage, { step: "flush_extracted", nth: 1 }, { events: TOLD, ...learning });
    // On a server the claim of a killed process ends by itself after two minutes, which nobody waits for here.
    await stage.look((database) => endFlushClaims(database.system));
    await finish(stage, { events: [...lunch, ...photos, ...TOLD], ...learning });
    const { records, actions, states, memories } = await stage.look(outcome);
    expect(records.sort()).toEqual(["Tesco 8420", "lunch 1500"]);
    expect(actions.sort()).toEqual(["ann-0 create", "ben-0 create"]);
    expect(new Set(states)).toEqual(new Set(["done"]));
    expect(memories).toBe(TOLD.length);
    // The next process may die just when a reply is on the platform: then that is there twice, and never not.
    expect([1, 2]).toContain(replies(stage, "RM84.20 at Tesco"));
    expect([1, 2]).toContain(replies(stage, "RM15.00 lunch"));
  } finally {
    await stage.clear();
  }
});

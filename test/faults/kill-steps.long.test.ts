/**
 * A process killed at any step of a message loses nothing and doubles nothing (SPEC S2). Real processes are
 * killed, one after another on the same database, and each time the platform delivers everything again.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Step } from "../../src/kernel/ports.ts";
import { hangs, json, text } from "../fakes/model-replies.ts";
import { startModelServer } from "../fakes/model-server.ts";
import { conversation, openStage, type Stage, written } from "../support/conversations.ts";
import { finish, killAt, replies } from "../support/kills.ts";
import { deliver, startChild } from "../support/processes.ts";

// Starting six processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());

/** Kills a process at the first such step of the conversation. */
const kill = (step: Step["step"], texts: readonly string[]): Promise<void> =>
  killAt(stage, { step, nth: 1 }, { events: conversation(texts) });

test("a lunch whose process is killed at every step in turn is recorded once and answered", async () => {
  const lunch = ["Lunch RM15"];
  await kill("received", lunch);
  await kill("applied", lunch);
  // The record stands now; what dies from here on is the reply, which is taken up each time.
  await kill("sending", lunch);
  await kill("accepted", lunch);
  await finish(stage, { events: conversation(lunch) });
  expect(await stage.look(written)).toEqual({
    records: ["lunch 1500"],
    actions: ["ann-0 create"],
    states: ["done"],
  });
  expect(replies(stage, "RM15.00 lunch")).toBeGreaterThanOrEqual(1);
  expect(replies(stage, "RM15.00 lunch")).toBeLessThanOrEqual(2);
});

test("what was sent, corrected and undone before a kill is not done again when it is delivered again", async () => {
  const texts = ["Lunch RM15", "grab 12", "change the grab to 14", "undo"];
  await kill("sent", texts.slice(0, 1));
  await kill("applied", texts.slice(0, 2));
  await kill("applied", texts.slice(0, 3));
  await kill("applied", texts);
  await finish(stage, { events: conversation(texts) });
  expect(await stage.look(written)).toEqual({
    records: ["lunch 1500", "grab 1200"],
    actions: ["ann-0 create", "ann-1 create", "ann-2 update", "ann-3 update (undo)"],
    states: ["done", "done", "done", "done"],
  });
  expect(replies(stage, "RM15.00 lunch")).toBe(1);
  expect(replies(stage, "RM14.00 grab")).toBeGreaterThanOrEqual(1);
  expect(replies(stage, "back to RM12.00 grab")).toBeGreaterThanOrEqual(1);
});

test("a process that is killed while its coach thinks keeps the record, and the advice is given after it", async () => {
  const server = await startModelServer();
  // Its own embedder, so that the server is asked for nothing but what is counted here.
  const asked = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "sk-test", MAMA_EMBEDDER: "local" };
  const env = { ...stage.place.env, ...asked };
  const place = { ...stage.place, env };
  const sigh = conversation(["paid 1200 for the zorblax rent sigh, am I hopeless with money or what"]);
  // Longer than a busy machine takes, so that its chat stays the first process's own until that is killed.
  const orders = { sentFile: stage.sentFile, sends: true, leaseMs: 6_000 };
  try {
    const rent = {
      tool: "expense",
      amount: "1200",
      currency: "MYR",
      description: "rent",
      category: "housing",
    };
    server.next(
      json({ mode: "coaching", items: [{ ...rent, date: new Date().toISOString().slice(0, 10) }] }),
    );
    server.next(hangs());
    const child = startChild(place, orders);
    child.give(sigh);
    await server.requested(2);
    child.process.kill("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
    server.next(text("Ask for a lower rent."));
    expect(await deliver(place, orders, sigh)).toBe(0);
  } finally {
    await server.close();
  }
  expect((await stage.look(written)).records).toEqual(["rent 120000"]);
  expect(replies(stage, "Ask for a lower rent.")).toBe(1);
  expect(server.requests).toHaveLength(3);
});

/**
 * Random and hostile texts, 10,000 of them in as many chats, go the whole way (SPEC S2): every event is done, every chat has
 * one reply, and not one record was written. The chats are separate, so that no text answers another's question.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { server } from "../support/database.ts";
import { garbage, HOSTILE } from "../support/hostile.ts";
import { openWorld } from "../support/journey.ts";
import { rows } from "../support/people.ts";

/** The embedded database has one core and takes some 20 ms a message: there a part of them is proof enough. */
const TEXTS = server ? 10_000 : 3_000;
const SEED = 20260311;
/** People who write at the same time. */
const AT_ONCE = 250;

test(`${TEXTS} hostile and random texts: each done, each answered once, nothing recorded`, async () => {
  const world = await openWorld({ MAMA_LANES: "16" });
  try {
    const { app, platform } = world;
    const send = platform.send;
    let arrived: () => void = () => undefined;
    platform.send = async (message, signal) => {
      const sent = await send(message, signal);
      arrived();
      return sent;
    };
    const deliveredIn = (count: number): Promise<void> =>
      new Promise((resolve) => {
        arrived = () => {
          if (platform.delivered.length >= count) resolve();
        };
        arrived();
      });
    const texts = [...HOSTILE, ...fc.sample(garbage, { numRuns: TEXTS - HOSTILE.length, seed: SEED })];
    for (let from = 0; from < TEXTS; from += AT_ONCE) {
      const wave = texts.slice(from, from + AT_ONCE).map((text, person) => {
        const event = { eventKey: randomUUID(), senderKey: `person-${person}`, kind: "text" } as const;
        return platform.receive({ ...event, chatKey: randomUUID(), text });
      });
      await Promise.all(wave);
      await deliveredIn(from + wave.length);
    }
    await app.path.drained({ platform: "fake", account: "bot" });
    const odd = await rows(app.database, "inbox", "state <> 'done'");
    expect(odd.map(({ text, state }) => [String(text).slice(0, 60), state])).toEqual([]);
    const [count] = await app.database.system.query<{
      done: string;
      chats: string;
      replies: string;
      sent: string;
    }>(
      `SELECT (SELECT count(*) FROM inbox) AS done, (SELECT count(DISTINCT chat_key) FROM outbox) AS chats,
         (SELECT count(*) FROM outbox) AS replies, (SELECT count(*) FROM outbox WHERE state = 'sent') AS sent`,
    );
    const all = String(TEXTS);
    expect(count).toEqual({ done: all, chats: all, replies: all, sent: all });
    expect(platform.delivered.filter(({ text }) => text.trim() === "")).toEqual([]);
    expect(await rows(app.database, "action")).toEqual([]);
    expect(await rows(app.database, "ledger_entry")).toEqual([]);
  } finally {
    await world.close();
  }
});

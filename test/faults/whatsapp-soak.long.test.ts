/** WhatsApp for a long time: soaks that must leave no trace in memory (SPEC S16). No database has a part in it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { startWhatsApp } from "../fakes/whatsapp-server.ts";
import { from } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { link, onWhatsApp } from "../support/whatsapp.ts";
import { onFake } from "../support/whatsapp-fake.ts";

vi.setConfig({ testTimeout: 600_000 });

const warnings: string[] = [];
const warned = (warning: Error): void => void warnings.push(String(warning));
beforeEach(() => {
  warnings.length = 0;
  process.on("warning", warned);
});
afterEach(() => {
  process.off("warning", warned);
});

/** How long each soak goes on, in how many looks at least, and how much the heap may have grown in its second half. */
const SOAK_MS = 60_000;
const LEAST_LOOKS = 10;
const MOST_GROWTH = 1.1;

test("a minute of conversations over the real Baileys, with cut connections, leaves memory flat", async () => {
  const database = await freshDatabase(createLog("error"));
  const whatsapp = await startWhatsApp();
  await link(database, whatsapp.selfJid);
  const mama = await onWhatsApp(database, { socketUrl: whatsapp.socketUrl });
  const people = Array.from({ length: 8 }, (_, place) => `${60_222_000_000 + place}@s.whatsapp.net`);
  const grew = await soak(async (round) => {
    for (const person of people) await whatsapp.says(person, `lunch ${(round % 50) + 1}`);
    await whatsapp.until(() => people.every((person) => whatsapp.chat(person).length > 0));
    if (round % 5 === 4) whatsapp.cut();
    // What the test itself keeps is not what it measures.
    whatsapp.forget();
    mama.log.length = 0;
  });
  await mama.stop();
  await whatsapp.close();
  await database.close();
  expect(grew).toBeLessThan(MOST_GROWTH);
  expect(warnings).toEqual([]);
});

test("a minute of messages on connections that come and go leaves no listener behind", async () => {
  const database = await freshDatabase(createLog("error"));
  const mama = await onFake(database);
  const { sockets } = mama;
  await sockets.until(() => sockets.all.length === 1);
  const people = Array.from({ length: 20 }, (_, place) => `${60_333_000_000 + place}@s.whatsapp.net`);
  const grew = await soak(async (round) => {
    for (const person of people)
      sockets.now().receives(from(person, { conversation: `lunch ${(round % 50) + 1}` }));
    await sockets.until(() => people.every((person) => mama.to(person).length > 0));
    const old = sockets.now();
    if (round % 3 === 2) {
      old.closes(515);
      await sockets.until(() => old.ended && sockets.now() !== old);
      expect(old.listeners()).toBe(0);
      await sockets.until(() => mama.adapter().canSend?.() === true);
      sockets.all.splice(0, sockets.all.length - 1);
    }
    sockets.sent.length = 0;
    mama.log.length = 0;
  });
  await mama.stop();
  await database.close();
  expect(grew).toBeLessThan(MOST_GROWTH);
  expect(warnings).toEqual([]);
});

/** @returns the heap of the last rounds over that of the middle ones */
async function soak(step: (round: number) => Promise<void>): Promise<number> {
  const until = performance.now() + SOAK_MS;
  const heaps: number[] = [];
  for (let round = 0; performance.now() < until || heaps.length < LEAST_LOOKS; round += 1) {
    await step(round);
    heaps.push(heapUsed());
  }
  process.stdout.write(`heap ${heaps.map((bytes) => Math.round(bytes / 2 ** 20)).join(" ")} MB\n`);
  const half = heaps.slice(Math.ceil(heaps.length / 2));
  return Math.min(...half.slice(-2)) / Math.min(...half.slice(0, 2));
}

/** The heap after a collection (vitest.long.config.ts lets the test ask for one). */
function heapUsed(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error("this test needs --expose-gc");
  gc();
  return process.memoryUsage().heapUsed;
}

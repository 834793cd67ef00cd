/** Telegram for a long time and at its worst: many kills, and a soak that must leave no trace in memory (SPEC S16). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { openStage } from "../support/conversations.ts";
import { freshDatabase } from "../support/database.ts";
import { onTelegram } from "../support/telegram.ts";
import { killedWhileAnswering, RECORDED } from "../support/telegram-kills.ts";

let telegram: FakeTelegram;
beforeEach(async () => {
  telegram = await startTelegram();
});
afterEach(() => telegram.close());

test("200 messages of ten people, and four processes killed in the middle", async () => {
  const stage = await openStage();
  const people = Array.from({ length: 10 }, (_, place) => 11_000 + place);
  const each = 20;
  const killAfter = [15, 40, 30, 45];
  const told = await killedWhileAnswering({ place: stage.place, telegram }, { people, each, killAfter });
  const amounts = Array.from({ length: each }, (_, place) => place + 1);
  expect(told).toEqual(people.map(() => amounts));
  const lines = await stage.look((database) => database.system.query<{ line: string }>(RECORDED));
  const wanted = people.flatMap((person) => amounts.map((amount) => `${person} ${amount * 100}`));
  expect(lines.map(({ line }) => line)).toEqual(wanted);
  await stage.clear();
});

/** How long it goes on, and how much the heap may have grown between its two halves. */
const SOAK_MS = 120_000;
const MOST_GROWTH = 24 * 1024 * 1024;

test("two minutes of messages, presses and edits leave memory flat and no listener behind", async () => {
  const database = await freshDatabase(createLog("error"));
  const mama = await onTelegram(telegram, database, { now: () => telegram.now });
  const until = performance.now() + SOAK_MS;
  const heaps: number[] = [];
  const warnings: string[] = [];
  const warned = (warning: Error): void => void warnings.push(String(warning));
  process.on("warning", warned);
  let messages = 0;
  for (let round = 0; performance.now() < until; round += 1) {
    const people = Array.from({ length: 20 }, (_, place) => 20_000 + place);
    const before = people.map((person) => telegram.chat(person).length);
    for (const person of people) telegram.says(person, `lunch ${(round % 50) + 1}`);
    await telegram.until(() =>
      people.every((person, at) => telegram.chat(person).length > (before[at] ?? 0)),
    );
    for (const person of people.slice(0, 5)) telegram.presses(person, "Undo");
    await telegram.until(() =>
      people.slice(0, 5).every((person) => (telegram.chat(person).at(-1)?.edits ?? 0) > 0),
    );
    messages += 25;
    // What the test itself keeps is not what it measures.
    telegram.forget();
    mama.log.length = 0;
    if (round % 10 === 9) heaps.push(await heapUsed());
  }
  process.off("warning", warned);
  await mama.stop();
  await database.close();
  const half = heaps.slice(Math.ceil(heaps.length / 2));
  const growth = Math.min(...half.slice(-3)) - Math.min(...half.slice(0, 3));
  process.stdout.write(
    `${messages} messages; heap ${heaps.map((bytes) => Math.round(bytes / 2 ** 20)).join(" ")} MB\n`,
  );
  expect(messages).toBeGreaterThan(500);
  expect(growth).toBeLessThan(MOST_GROWTH);
  expect(warnings).toEqual([]);
});

/** The heap after a collection (vitest.long.config.ts lets the test ask for one). */
async function heapUsed(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error("this test needs --expose-gc");
  gc();
  return process.memoryUsage().heapUsed;
}

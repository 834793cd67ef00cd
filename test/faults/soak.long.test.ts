/**
 * Mama for a long time (SPEC S16: the memory of her process is flat after 100,000 messages): one process with the real
 * grammY on the fake Telegram and the real Baileys on the fake WhatsApp, its scheduler at work, on a database on disk.
 *
 * `npm run test:long` sends 100,000 messages, half through each app, which takes an hour or so on the embedded database.
 * MAMA_SOAK_MESSAGES is how many: `.ci/run` sets as many as a minute or two are enough for, since CI has forty in all.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemTime } from "../../src/adapters/whatsapp/time.ts";
import { openDatabase } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import { from } from "../fakes/whatsapp-socket.ts";
import { freshPlace } from "../support/database.ts";
import { fifth, type Look, least, look, median, most, shown } from "../support/memory-looks.ts";
import { openSoak, PER_ROUND } from "../support/soak.ts";
import { onFake } from "../support/whatsapp-fake.ts";

const MESSAGES = Number(process.env.MAMA_SOAK_MESSAGES ?? 100_000);
/** Rounds on connections that come and go; every third of them ends its connection. */
const CONNECTIONS = 150;
const HOUR_MS = 3_600_000;
/** How often is looked, in the fifth of a run at least twice. A look takes a second or two. */
const LOOKS = { messages: 25, connections: 10 };
/** What a message may take on the slowest machine that this is for, and the start and the looks. */
const SLOWEST_MS = 250;
const START_MS = 300_000;
/** How much may be there in the last fifth over what was there in the second one, when all is warm. */
const MOST_GROWTH = 1.1;

const warnings: string[] = [];
const warned = (warning: Error): void => void warnings.push(String(warning));
beforeEach(() => {
  warnings.length = 0;
  process.on("warning", warned);
});
afterEach(() => {
  process.off("warning", warned);
});

test(`${MESSAGES} messages on both apps leave memory flat and no listener behind`, {
  timeout: MESSAGES * SLOWEST_MS + START_MS,
  retry: 0,
}, async () => {
  const soak = await openSoak();
  const looks = await looksAt(soak.round, {
    rounds: Math.ceil(MESSAGES / PER_ROUND),
    each: PER_ROUND,
    times: LOOKS.messages,
  });
  await soak.close();
  expectFlat(looks);
  expect(soak.errors).toEqual([]);
});

test("connections that come and go leave memory flat and no listener behind", {
  timeout: START_MS,
  retry: 0,
}, async () => {
  const place = await freshPlace();
  const config = readConfig({ NODE_ENV: "test", ...place.env });
  const database = await openDatabase(config, createLog("error"));
  // Hours pass with each connection: it was good while it lasted. They lie in the past, so that no message of now is late.
  let hour = -1_000;
  const time = { ...systemTime, now: () => Date.now() + hour * HOUR_MS };
  const mama = await onFake(database, { time });
  const { sockets } = mama;
  await sockets.until(() => sockets.all.length === 1);
  const people = Array.from({ length: 10 }, (_, nth) => `${60_333_000_000 + nth}@s.whatsapp.net`);
  const round = async (nth: number): Promise<void> => {
    for (const person of people)
      sockets.now().receives(from(person, { conversation: `lunch ${(nth % 50) + 1}` }));
    await sockets.until(() => people.every((person) => mama.to(person).length > 0));
    const old = sockets.now();
    if (nth % 3 === 2) {
      hour += 1;
      old.closes(515);
      await sockets.until(() => old.ended && sockets.now() !== old);
      expect(old.listeners()).toBe(0);
      await sockets.until(() => mama.adapter().canSend?.() === true);
      sockets.all.splice(0, sockets.all.length - 1);
    }
    // What the test itself keeps is not what it measures.
    sockets.sent.length = 0;
    mama.log.length = 0;
  };
  const looks = await looksAt(round, { rounds: CONNECTIONS, each: people.length, times: LOOKS.connections });
  await mama.stop();
  await database.close();
  await place.remove();
  expectFlat(looks);
});

/** Goes through all rounds, and looks some times on the way. */
async function looksAt(
  round: (nth: number) => Promise<void>,
  { rounds, each, times }: { rounds: number; each: number; times: number },
): Promise<Look[]> {
  const looks: Look[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < rounds; nth += 1) {
    await round(nth);
    if (Math.floor(((nth + 1) * times) / rounds) === looks.length) continue;
    const seen = await look();
    looks.push(seen);
    const messages = (nth + 1) * each;
    const pace = Math.round((messages * 1_000) / (performance.now() - startedAt));
    process.stdout.write(`${messages} messages, ${pace}/s: ${shown(seen)}\n`);
  }
  return looks;
}

function expectFlat(looks: readonly Look[]): void {
  const [before, after] = [fifth(looks, 1), fifth(looks, 4)];
  const grew = (of: (look: Look) => number): number => median(after, of) / median(before, of);
  const growth = {
    heap: grew(({ heap }) => heap),
    withWhatIsOutside: grew(({ heap, external }) => heap + external),
    process: grew(({ rss }) => rss),
  };
  process.stdout.write(`the last fifth over the second: ${JSON.stringify(growth)}\n`);
  expect(growth.heap).toBeLessThan(MOST_GROWTH);
  expect(growth.withWhatIsOutside).toBeLessThan(MOST_GROWTH);
  // How many connections lie idle at a look is chance; what is left behind adds up.
  for (const of of [({ listeners }: Look) => listeners, ({ emitters }: Look) => emitters])
    expect(least(after, of)).toBeLessThanOrEqual(most(before, of));
  expect(warnings).toEqual([]);
}

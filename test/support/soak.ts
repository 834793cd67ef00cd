/** A whole Mama on both apps, and a crowd that comes and goes: rounds of messages, each of which gets its answer. */
import { createTelegram } from "../../src/adapters/telegram/telegram.ts";
import { loadLibrary } from "../../src/adapters/whatsapp/library.ts";
import { systemTime } from "../../src/adapters/whatsapp/time.ts";
import { createWhatsApp } from "../../src/adapters/whatsapp/whatsapp.ts";
import { createApp, openDatabase } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Adapter } from "../../src/kernel/ports.ts";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { type FakeWhatsApp, startWhatsApp } from "../fakes/whatsapp-server.ts";
import { freshPlace } from "./database.ts";
import { HURRY as TELEGRAM_HURRY } from "./telegram.ts";
import { link, SECRET, HURRY as WHATSAPP_HURRY } from "./whatsapp.ts";

export interface Soak {
  /** One message of each of PER_ROUND people, all of which are answered when it settles. */
  round(round: number): Promise<void>;
  /** Lines of the log that tell of an error. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** People who write in a round, half of them on each app. */
export const PER_ROUND = 24;
const EACH = PER_ROUND / 2;
/** In one round of so many, connections are cut. */
const CUT_EVERY = 100;
/** WhatsApp's pace has an end to each day; these many rounds stay below it. */
const ROUNDS_A_DAY = 160;
const DAY_MS = 24 * 3_600_000;
/** Rounds in which the same people write; then one leaves, and somebody new comes. The fake WhatsApp takes a thousand people. */
const STAY = { telegram: 4, whatsapp: 8 };
/** Whoever stands here is new to it: a kind that Mama cannot read is answered once a day. */
const UNREADABLE_AT = 6;
const AT_ONCE = 6;
const PATIENCE_MS = 120_000;

const SAID = [
  "lunch 12.50",
  "kopi 3",
  "grab 18 to work",
  "how much today?",
  "/month",
  "hello",
  "remember I'm saving for a bike",
  "what do you know about me?",
  "what did I spend on food this week?",
  "makan 8, parking 4 and petrol 60",
  "asdf qwer",
] as const;

const PHOTO = {
  photo: [{ file_id: "receipt", file_unique_id: "a", width: 90, height: 90, file_size: 900 }],
} as const;
const VOICE = { voice: { file_id: "voice", file_unique_id: "b", duration: 3 } } as const;

export async function openSoak(): Promise<Soak> {
  const [place, telegram, whatsapp] = await Promise.all([freshPlace(), startTelegram(), startWhatsApp()]);
  telegram.files.set("receipt", { bytes: new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]) });
  const config = readConfig({
    NODE_ENV: "test",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.apiRoot,
    WHATSAPP: "qr",
    WHATSAPP_SOCKET_URL: whatsapp.socketUrl,
    MAMA_SECRET: SECRET,
    ...place.env,
  });
  const errors: string[] = [];
  const log = createLog("info", {
    write: (line) => {
      if ((JSON.parse(line) as { level: number }).level >= 50) errors.push(line);
      whatsapp.look();
    },
  });
  const database = await openDatabase(config, log);
  await link(database, whatsapp.selfJid);
  const library = await loadLibrary();
  // Days long past, so that no message of now counts as one that has waited.
  let day = -1_000;
  const time = { ...systemTime, now: () => Date.now() + day * DAY_MS };
  let onWhatsApp: Adapter | undefined;
  const app = await createApp({
    config,
    role: "all",
    log,
    database,
    adapters: ({ account: ports }) => {
      if (!config.telegram || !config.whatsapp) throw new Error("an app is off");
      onWhatsApp = createWhatsApp({
        config: config.whatsapp,
        library,
        log,
        ports,
        time,
        timing: WHATSAPP_HURRY,
      });
      return [createTelegram({ config: config.telegram, log, ports, timing: TELEGRAM_HURRY }), onWhatsApp];
    },
  });
  await app.start();
  const canSend = (): boolean => onWhatsApp?.canSend?.() === true;
  await whatsapp.until(canSend);
  const chatter = createTelegramCrowd(telegram);

  return {
    errors,
    round: async (round) => {
      if (round % ROUNDS_A_DAY === 0) day += 1;
      telegram.now = Date.now();
      if (round % CUT_EVERY === CUT_EVERY - 1) {
        whatsapp.cut();
        await whatsapp.until(() => !canSend());
        telegram.fails("getUpdates", { is: "cut" }, { is: "answer", code: 502 });
        telegram.fails("sendMessage", { is: "cut" }, { is: "cut_after" });
        telegram.fails(
          "sendMessage",
          { is: "answer", code: 502 },
          { is: "answer", code: 429, retryAfter: 1 },
        );
      }
      await Promise.all([chatter(round), onWhatsAppIn(whatsapp, round)]);
      // What the test itself keeps is not what it measures.
      telegram.forget();
      whatsapp.forget();
    },
    close: async () => {
      await app.stop();
      await Promise.all([telegram.close(), whatsapp.close()]);
      await place.remove();
    },
  };
}

function wordsOf(round: number, place: number): string {
  return SAID[(round * 3 + place) % SAID.length] ?? "";
}

/** Each round one of them leaves, and somebody new comes. */
function createTelegramCrowd(telegram: FakeTelegram): (round: number) => Promise<void> {
  /** What may be corrected in the next round, by who said it. */
  let correctable = new Map<number, number>();
  const seenBy = (person: number): number =>
    telegram.chat(person).reduce((seen, { edits }) => seen + 1 + edits, 0);

  const writes = (person: number, place: number, round: number): void => {
    const mayUndo = telegram
      .chat(person)
      .at(-1)
      ?.buttons.some(({ text }) => text === "Undo");
    const corrects = correctable.get(person);
    if (place < 2 && mayUndo) telegram.presses(person, "Undo");
    else if (corrects !== undefined) telegram.edits(person, corrects, `lunch ${20 + (round % 9)}`);
    else if (place === UNREADABLE_AT && round % STAY.telegram === 0) telegram.message(person, PHOTO);
    else if (place === UNREADABLE_AT && round % STAY.telegram === 1) telegram.message(person, VOICE);
    else telegram.says(person, wordsOf(round, place));
  };

  return async (round) => {
    const people = Array.from(
      { length: EACH },
      (_, place) => 1_000_000 + Math.floor(round / STAY.telegram) + place,
    );
    const before = people.map(seenBy);
    const next = new Map<number, number>();
    for (const [place, person] of people.entries())
      if (place > 1 && place < 4 && round % 2 === 0)
        next.set(person, telegram.says(person, `lunch ${10 + (round % 7)}`));
      else writes(person, place, round);
    correctable = next;
    const unanswered = (): number[] =>
      people.filter((person, place) => seenBy(person) <= (before[place] ?? 0));
    await patiently(
      telegram.until(() => unanswered().length === 0),
      () => `Telegram's places ${unanswered().map((person) => people.indexOf(person))} in round ${round}`,
    );
  };
}

/** Every other round one of them leaves, and somebody new comes. */
async function onWhatsAppIn(whatsapp: FakeWhatsApp, round: number): Promise<void> {
  const first = Math.floor(round / STAY.whatsapp);
  const people = Array.from(
    { length: EACH },
    (_, place) => `${60_100_000_000 + first + place}@s.whatsapp.net`,
  );
  const writes = async (person: string, place: number): Promise<unknown> => {
    if (place === UNREADABLE_AT && round % STAY.whatsapp === 0) return whatsapp.speaks(person);
    return whatsapp.says(person, place < 2 ? "undo" : wordsOf(round, place + 5));
  };
  const unanswered = (): number[] =>
    people.flatMap((person, place) =>
      asked.has(person) && whatsapp.chat(person).length === 0 ? [place] : [],
    );
  const asked = new Set<string>();
  // A few at a time: the fake ends a connection on which more than 32 stanzas wait for it.
  for (let place = 0; place < people.length; place += AT_ONCE) {
    const now = people.slice(place, place + AT_ONCE);
    for (const person of now) asked.add(person);
    await Promise.all(now.map((person, nth) => writes(person, place + nth)));
    await patiently(
      whatsapp.until(() => unanswered().length === 0),
      () => `WhatsApp's places ${unanswered()} in round ${round}`,
    );
  }
}

/** @throws Error with what is missing, when it does not come */
async function patiently(work: Promise<void>, missing: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${missing()}`)), PATIENCE_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

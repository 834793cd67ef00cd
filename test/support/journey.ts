/**
 * Journeys: a conversation as a list of turns with the rows expected after each. The whole application runs on
 * a database of the file's own, with a clock that the test moves and a platform that the test speaks through.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, test } from "vitest";
import { type App, type AppOptions, createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Step } from "../../src/kernel/ports.ts";
import type { Entry } from "../../src/kernel/types.ts";
import { entryOf } from "../../src/store/ledger.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { type CountedDatabase, counted } from "./counting.ts";
import { freshDatabase } from "./database.ts";
import { type FakePlatform, fakePlatform } from "./platform.ts";

/** "Now" at the start of each journey: Wednesday 2026-03-11, 10:00 in Kuala Lumpur. */
export const NOW = "2026-03-11T10:00:00+08:00";

export interface Answer {
  readonly text: string;
  readonly buttons: readonly string[];
}

/** Somebody who talks to Mama. */
export interface TestPerson {
  readonly name: string;
  /** The same person in another chat, whose turns go on beside those of this one. */
  elsewhere(): TestPerson;
  /** Sends a text and returns the answer. */
  says(text: string): Promise<Answer>;
  /** Presses a button under the latest message that has it, or under `answer`. */
  presses(label: string, under?: Answer): Promise<Answer>;
  /** Sends the same event again, as a platform does that got no acknowledgement. */
  repeats(): Promise<void>;
  sendsPhoto(bytes?: Uint8Array, caption?: string): Promise<Answer>;
  /** Sends several photos as one message; `key` names the album, for more of it later. */
  sendsAlbum(pictures: readonly Uint8Array[], caption?: string, key?: string): Promise<Answer>;
  /** The mode of the latest turn. */
  mode(): Promise<string | undefined>;
  /** Live records, oldest first. */
  records(): Promise<Entry[]>;
  /** The same as short lines: "expense RM15.00 lunch food 2026-03-11". */
  ledger(): Promise<string[]>;
}

export interface World {
  readonly app: App;
  readonly database: CountedDatabase;
  readonly platform: FakePlatform;
  readonly steps: Step[];
  /** Settles when this step happens next. */
  next(step: Step["step"]): Promise<void>;
  /** Lines of the log, parsed. */
  readonly log: Record<string, unknown>[];
  person(name?: string): TestPerson;
  /** Moves the clock on. */
  later(ms: number): void;
  /** Sets the clock. */
  at(iso: string): void;
}

interface TestWorld extends World {
  close(): Promise<void>;
}

/** What a world may have beside its configuration. */
export type WorldOptions = Pick<
  AppOptions,
  | "model"
  | "metrics"
  | "turnMs"
  | "embedder"
  | "recallMs"
  | "receiptReader"
  | "albumQuietMs"
  | "readingItAfterMs"
>;

/** @param env what the configuration should be beside the default */
export async function openWorld(
  env: Readonly<Record<string, string>> = {},
  options: WorldOptions = {},
): Promise<TestWorld> {
  const log: Record<string, unknown>[] = [];
  const logger = createLog("trace", { write: (line) => void log.push(JSON.parse(line)) });
  const database = counted(await freshDatabase(logger));
  const platform = fakePlatform();
  const steps: Step[] = [];
  const happens = new EventEmitter();
  let nowMs = Date.parse(NOW);
  const app = await createApp({
    config: readConfig({ NODE_ENV: "test", ...env }),
    role: "all",
    log: logger,
    database,
    clock: { now: () => nowMs },
    observe: (step) => {
      steps.push(step);
      happens.emit(step.step);
    },
    adapters: () => [platform],
    receiptReader: fakeReceiptReader(),
    ...options,
  });
  await app.start();
  return {
    app,
    database,
    platform,
    steps,
    next: async (step) => void (await once(happens, step)),
    log,
    person: (name = randomUUID()) => testPerson(name, app, platform),
    later: (ms) => {
      nowMs += ms;
    },
    at: (iso) => {
      nowMs = Date.parse(iso);
    },
    close: () => app.stop(),
  };
}

function testPerson(name: string, app: App, platform: FakePlatform, chatKey = name): TestPerson {
  const chat = { chatKey, senderKey: name };
  let latest: Parameters<FakePlatform["receive"]>[0] | undefined;
  let latestInboxId = "";
  const send = async (
    event: Omit<Parameters<FakePlatform["receive"]>[0], "chatKey" | "senderKey" | "eventKey">,
  ) => {
    latest = { ...chat, eventKey: randomUUID(), ...event };
    const { inboxId } = await platform.receive(latest);
    latestInboxId = inboxId;
    await app.path.answered(inboxId);
    const answers = platform.delivered.filter((message) => message.inboxId === inboxId);
    const buttons = answers.flatMap((message) => message.buttons.map(({ label }) => label));
    return { text: answers.map(({ text }) => text).join("\n---\n"), buttons };
  };
  const mode = async (): Promise<string | undefined> => (await app.path.report(latestInboxId))?.mode;
  const records = async (): Promise<Entry[]> => {
    const rows = await app.database.system.query<Parameters<typeof entryOf>[0]>(
      `SELECT e.id, e.kind, amount_minor, currency, description, merchant, category, spent_on AS date, source
       FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
       WHERE i.platform_user_id = $1 AND deleted_at IS NULL ORDER BY e.created_at, e.id`,
      [name],
    );
    return rows.map(entryOf);
  };
  return {
    name,
    elsewhere: () => testPerson(name, app, platform, `${name}, another chat`),
    says: (text) => send({ kind: "text", text, messageKey: randomUUID() }),
    presses: (label, under) => {
      const message = platform.delivered.findLast(
        ({ chatKey: sentTo, text, buttons }) =>
          sentTo === chatKey &&
          (!under || text === under.text) &&
          buttons.some((button) => button.label === label),
      );
      const button = message?.buttons.find((candidate) => candidate.label === label);
      if (!button) throw new Error(`${name} has no button ${label}`);
      return send({ kind: "button", text: button.id });
    },
    repeats: async () => {
      if (!latest) throw new Error("nothing has been sent yet");
      const { inboxId } = await platform.receive(latest);
      await app.path.answered(inboxId);
    },
    sendsPhoto: (bytes = new Uint8Array([0xff, 0xd8, 0xff]), caption = "") =>
      send({
        kind: "photo",
        text: caption,
        messageKey: randomUUID(),
        pictures: [{ mime: "image/jpeg", bytes }],
      }),
    sendsAlbum: async (pictures, caption = "", albumKey = randomUUID()) => {
      const [last, ...before] = pictures.toReversed();
      const event = (bytes: Uint8Array | undefined, text: string) => ({
        kind: "photo" as const,
        text,
        messageKey: randomUUID(),
        pictures: bytes ? [{ mime: "image/jpeg", bytes }] : [],
        albumKey,
      });
      for (const [place, bytes] of before.toReversed().entries())
        await platform.receive({
          ...chat,
          eventKey: randomUUID(),
          ...event(bytes, place === 0 ? caption : ""),
        });
      return send(event(last, before.length === 0 ? caption : ""));
    },
    mode,
    records,
    ledger: async () =>
      (await records()).map((entry) =>
        [
          entry.kind,
          `${entry.currency} ${entry.amountMinor}`,
          entry.description,
          entry.category,
          entry.date,
        ].join(" | "),
      ),
  };
}

/**
 * Declares the journeys of a file; they share one application, and each has people of its own.
 * @param open how the application is made when it is not the plain one
 */
export function journeys(open: () => Promise<TestWorld> = () => openWorld()): {
  journey(name: string, tell: (world: World & { ann: TestPerson; ben: TestPerson }) => Promise<void>): void;
} {
  let world: TestWorld | undefined;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(async () => {
    await world?.close();
  });
  return {
    journey: (name, tell) => {
      test(name, async () => {
        if (!world) throw new Error("the world was not opened");
        world.at(NOW);
        await tell({ ...world, ann: world.person(), ben: world.person() });
      });
    },
  };
}

/** Pictures on Telegram (SPEC S2, S8): told in the inbox first, fetched beside it, kept once. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { type FakeTelegram, type Shown, startTelegram } from "../fakes/telegram-server.ts";
import { freshDatabase } from "../support/database.ts";
import { NOW_MS, type OnTelegram, onTelegram } from "../support/telegram.ts";

let database: Database;
let telegram: FakeTelegram;
let mama: OnTelegram;
let ann: number;

/** A Mama who keeps the pictures, so that it can be seen that she had them. */
const opens = (): Promise<OnTelegram> =>
  onTelegram(telegram, database, { env: { MAMA_KEEP_PICTURES: "on" } });

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  telegram = await startTelegram();
  telegram.now = NOW_MS;
  mama = await opens();
});
afterAll(async () => {
  await mama.stop();
  await telegram.close();
  await database.close();
});
beforeEach(() => {
  ann = randomInt(10_000, 2 ** 40);
});

/** For a busy machine; nothing waits for it to pass. */
const PATIENT = { timeout: 20_000 };

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);

/** A photo as Telegram describes it: several sizes, the largest last. */
function photo(fileId: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  const sizes = [
    { file_id: `${fileId}-small`, file_unique_id: "a", width: 90, height: 90, file_size: 900 },
    { file_id: fileId, file_unique_id: "b", width: 900, height: 900, file_size: 90_000 },
  ];
  return { photo: sizes, ...extra };
}

interface Kept {
  readonly event: string;
  readonly position: number;
  readonly bytes: number | null;
  readonly failure: string | null;
}

function kept(): Promise<Kept[]> {
  return database.system.query<Kept>(
    `SELECT i.event_key AS event, m.position, octet_length(m.bytes) AS bytes, m.failure
     FROM inbox_media m JOIN inbox i ON i.id = m.inbox_id WHERE i.chat_key = $1 ORDER BY i.seq, m.position`,
    [String(ann)],
  );
}

async function shown(many: number): Promise<readonly Shown[]> {
  await telegram.until(() => telegram.chat(ann).length >= many);
  return telegram.chat(ann);
}

test("a photo gets an honest answer, and its bytes are kept", async () => {
  telegram.files.set("receipt", { bytes: JPEG });
  telegram.message(ann, photo("receipt", { caption: "tesco" }));
  expect((await shown(1))[0]?.text).toContain("doesn't look like a receipt");
  await expect.poll(kept, PATIENT).toMatchObject([{ position: 0, bytes: JPEG.length, failure: null }]);
});

test("an image that is sent as a file is a photo; another file is told apart", async () => {
  telegram.files.set("scan", { bytes: JPEG });
  telegram.message(ann, { document: { file_id: "scan", mime_type: "image/png", file_size: 6 } });
  telegram.message(ann, { document: { file_id: "book", mime_type: "application/epub+zip", file_size: 6 } });
  const [first, second] = await shown(2);
  expect(first?.text).toContain("receipt");
  expect(second?.text).toContain("that kind of file");
  await expect.poll(kept, PATIENT).toMatchObject([{ bytes: JPEG.length }]);
});

test("an album is answered once, however late its pictures come and how often", async () => {
  const members = ["one", "two", "three"];
  for (const name of members) telegram.files.set(name, { bytes: JPEG });
  telegram.message(ann, photo("one", { media_group_id: `album-${ann}` }));
  telegram.message(ann, photo("two", { media_group_id: `album-${ann}`, caption: "lunch" }));
  await shown(1);
  telegram.message(ann, photo("three", { media_group_id: `album-${ann}` }));
  await expect.poll(async () => (await kept()).filter(({ bytes }) => bytes !== null).length, PATIENT).toBe(3);
  telegram.again();
  telegram.says(ann, "lunch 15");
  expect((await shown(2))[1]?.text).toContain("RM15.00 lunch");
  const rows = await kept();
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 0]);
  expect(new Set(rows.map(({ event }) => event)).size).toBe(2);
});

test("a receipt is read once its bytes are here; an album of one is one record and one answer", async () => {
  await mama.stop();
  const reader = fakeReceiptReader();
  const reading = await onTelegram(telegram, database, { receiptReader: reader });
  const tesco = { merchant: "Tesco", date: "2026-03-10", totalMinor: 8420, category: "groceries" };
  const [top, bottom] = [reader.picture({ ...tesco, sure: true }), reader.picture({ totalMinor: 8420 })];
  // The file server fails at first: the photo waits for its bytes, and what is said after it waits for the photo.
  telegram.fails("file", { is: "answer", code: 500 });
  telegram.files.set("top", { bytes: top });
  telegram.files.set("bottom", { bytes: bottom });
  telegram.message(ann, photo("top", { media_group_id: `receipt-${ann}`, caption: "split 2" }));
  telegram.message(ann, photo("bottom", { media_group_id: `receipt-${ann}` }));
  telegram.says(ann, "lunch 15");
  const [answer, lunch] = await shown(2);
  expect(answer?.text).toContain("RM42.10 at Tesco · groceries · yesterday");
  expect(lunch?.text).toContain("RM15.00 lunch");
  expect(await kept()).toMatchObject([{ bytes: null }, { bytes: null }]);
  await reading.stop();
  mama = await opens();
});

test("a picture that says it is too large is told each time, and one that lies is not kept", async () => {
  const large = { file_id: "huge", mime_type: "image/jpeg", file_size: 11 * 1024 * 1024 };
  telegram.message(ann, { document: large });
  telegram.message(ann, { document: large });
  const answers = await shown(2);
  for (const { text } of answers) expect(text).toContain("larger than 10 MB");
  expect(await kept()).toEqual([]);
  telegram.files.set("liar", { bytes: new Uint8Array(10 * 1024 * 1024 + 1), says: 6 });
  telegram.message(ann, { document: { file_id: "liar", mime_type: "image/jpeg", file_size: 6 } });
  await expect.poll(kept, PATIENT).toMatchObject([{ bytes: null, failure: "too_large" }]);
});

test("a file server that fails is asked again; a picture that is gone is given up", async () => {
  telegram.files.set("flaky", { bytes: JPEG });
  telegram.fails("file", { is: "answer", code: 500 }, { is: "cut" });
  telegram.message(ann, photo("flaky"));
  await expect.poll(kept, PATIENT).toMatchObject([{ bytes: JPEG.length }]);
  telegram.message(ann, photo("never-there"));
  await expect.poll(kept, PATIENT).toMatchObject([{ bytes: JPEG.length }, { bytes: null, failure: "gone" }]);
});

test("a picture that a process that died had not fetched is fetched by the next", async () => {
  await mama.stop();
  telegram.files.set("late", { bytes: JPEG });
  telegram.fails("getFile", { is: "cut" });
  telegram.message(ann, photo("late"));
  const first = await opens();
  await expect.poll(kept, PATIENT).toHaveLength(1);
  await first.stop();
  mama = await opens();
  await expect.poll(kept, PATIENT).toMatchObject([{ bytes: JPEG.length }]);
});

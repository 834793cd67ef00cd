/** Pictures on WhatsApp (SPEC S2, S8): encrypted as its clients do it, fetched from a server on loopback, kept once. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../src/kernel/limits.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { from, type MediaServer, startMedia } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

let database: Database;
let media: MediaServer;
let mama: OnFake;
let ann: string;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  media = await startMedia();
  mama = await onFake(database, { mediaHost: "127.0.0.1" });
  await mama.sockets.until(() => mama.sockets.all.length === 1);
});
afterAll(async () => {
  await mama.stop();
  await media.close();
  await database.close();
});
beforeEach(() => {
  ann = `60${randomInt(100_000_000, 999_999_999)}@s.whatsapp.net`;
  mama.sockets.onReupload = null;
});

/** For a busy machine; nothing waits for it to pass. */
const PATIENT = { timeout: 20_000 };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);

let counter = 0;
const path = (): string => `/v/${counter++}`;

interface Kept {
  readonly position: number;
  readonly bytes: Uint8Array | null;
  readonly mime: string | null;
  readonly failure: string | null;
}

function kept(): Promise<Kept[]> {
  return database.system.query<Kept>(
    `SELECT m.position, m.bytes, m.mime, m.failure FROM inbox_media m JOIN inbox i ON i.id = m.inbox_id
     WHERE i.chat_key = $1 ORDER BY i.seq, m.position`,
    [ann],
  );
}

const settled = (): Promise<boolean> =>
  kept().then((rows) => rows.length > 0 && rows.every(({ bytes, failure }) => bytes || failure));

test("a photo is opened and kept, byte for byte", async () => {
  const image = await media.put(path(), JPEG);
  mama.sockets.now().receives(from(ann, { imageMessage: { ...image, caption: "tesco" } }));
  await expect.poll(settled, PATIENT).toBe(true);
  const [row] = await kept();
  expect([...(row?.bytes ?? [])]).toEqual([...JPEG]);
  expect(row?.mime).toBe("image/jpeg");
});

test("an image that is sent as a file is a photo", async () => {
  const scan = await media.put(path(), JPEG, "document");
  mama.sockets.now().receives(from(ann, { documentMessage: { ...scan, mimetype: "image/png" } }));
  await expect.poll(settled, PATIENT).toBe(true);
  expect(await kept()).toMatchObject([{ failure: null, mime: "image/png" }]);
});

test("photos of an album are one event", async () => {
  const images = await Promise.all([1, 2].map(async () => media.put(path(), JPEG)));
  const messageAssociation = { parentMessageKey: { id: `ALBUM${counter}` } };
  mama.sockets
    .now()
    .receives(
      ...images.map((imageMessage) =>
        from(ann, { imageMessage, messageContextInfo: { messageAssociation } }),
      ),
    );
  await expect.poll(() => kept().then((rows) => rows.length), PATIENT).toBe(2);
  await expect.poll(settled, PATIENT).toBe(true);
  const events = await database.system.query("SELECT 1 FROM inbox WHERE chat_key = $1", [ann]);
  expect(events).toHaveLength(1);
});

test.each([404, 410])(
  "what the server has no longer (%i) is uploaded again by the phone, once",
  async (status) => {
    const old = path();
    const image = await media.put(old, JPEG);
    media.fails(old, status);
    const fresh = path();
    mama.sockets.onReupload = () => `${media.origin}${fresh}`;
    // The same bytes under the same key, at another place.
    media.copy(old, fresh);
    mama.sockets.now().receives(from(ann, { imageMessage: image }));
    await expect.poll(settled, PATIENT).toBe(true);
    expect(await kept()).toMatchObject([{ failure: null }]);
  },
);

test("what the phone does not have either is gone, and the event is answered all the same", async () => {
  const old = path();
  const image = await media.put(old, JPEG);
  media.fails(old, 404);
  mama.sockets.now().receives(from(ann, { imageMessage: image }));
  await expect.poll(settled, PATIENT).toBe(true);
  expect(await kept()).toMatchObject([{ failure: "gone" }]);
  await mama.told(ann, 1);
});

test("a connection that breaks in the middle of a picture harms nobody, and the picture comes with the next try", async () => {
  const place = path();
  const image = await media.put(place, new Uint8Array(200_000).fill(7));
  media.fails(place, "cut");
  mama.sockets.now().receives(from(ann, { imageMessage: image }));
  await expect.poll(() => media.asked.filter((asked) => asked === place).length, PATIENT).toBeGreaterThan(0);
  media.fails(place, 200);
  await expect.poll(settled, PATIENT).toBe(true);
  expect((await kept())[0]?.bytes?.length).toBe(200_000);
});

test("too large a picture is told when it says so, and given up when it lied", async () => {
  const lying = await media.put(path(), new Uint8Array(limits.pictureBytes + 1_000));
  mama.sockets.now().receives(from(ann, { imageMessage: { ...lying, fileLength: 5 } }));
  await expect.poll(settled, PATIENT).toBe(true);
  expect(await kept()).toMatchObject([{ failure: "too_large", bytes: null }]);
  mama.sockets.now().receives(from(ann, { imageMessage: lying }));
  expect((await mama.told(ann, 2)).join("\n")).toContain("10 MB");
});

test("no address but WhatsApp's own is asked, whatever a message says", async () => {
  const image = await media.put(path(), JPEG);
  const local = `${media.origin.replace("127.0.0.1", "localhost")}/inside`;
  mama.sockets
    .now()
    .receives(
      from(ann, { imageMessage: { ...image, url: local } }),
      from(ann, { imageMessage: { ...image, url: local, directPath: "@localhost/inside" } }),
      from(ann, { imageMessage: { ...image, url: "file:///etc/passwd" } }),
    );
  await expect
    .poll(() => kept().then((rows) => rows.filter(({ failure }) => failure).length), PATIENT)
    .toBe(3);
  expect(media.asked).not.toContain("/inside");
});

test("a picture that was changed on its way is not taken", async () => {
  const place = path();
  const image = await media.put(place, JPEG);
  media.spoil(place);
  mama.sockets.now().receives(from(ann, { imageMessage: image }));
  await expect.poll(settled, PATIENT).toBe(true);
  expect(await kept()).toMatchObject([{ failure: "gone" }]);
});

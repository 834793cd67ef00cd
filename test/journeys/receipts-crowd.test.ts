/** Many pictures at once, read by the real reader's queue; the process that would look at them is a stand-in (SPEC S2, S8). */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createReceiptReader } from "../../src/receipts/receipt-reader.ts";
import { openWorld } from "../support/journey.ts";

/** What the stand-in does with it is written behind a JPEG's first bytes; anything else is a receipt of RM12. */
function picture(what: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(what)]);
}

/** Longer than a test may take: what waits for it never ends. */
const NEVER_MS = 600_000;

/** One lane: whoever waits for the reader must not take it. */
async function openCrowd() {
  const worker = new URL("../fakes/picture-worker.mjs", import.meta.url);
  const reader = createReceiptReader({ worker, patienceMs: NEVER_MS });
  const world = await openWorld(
    { MAMA_LANES: "1" },
    { receiptReader: reader, albumQuietMs: 1, turnMs: NEVER_MS },
  );
  const close = async (): Promise<void> => {
    await reader.close();
    await world.close();
  };
  return { world, close };
}

test("while the pictures of many chats wait for each other, a text of another chat is answered", async () => {
  const { world, close } = await openCrowd();
  try {
    const ann = world.person();
    await ann.says("hi");
    for (let chat = 0; chat < 12; chat += 1) {
      const senderKey = `sender ${chat}`;
      await world.platform.receive({
        chatKey: senderKey,
        senderKey,
        eventKey: randomUUID(),
        kind: "photo",
        text: "",
        pictures: [{ mime: "image/jpeg", bytes: picture("hang") }],
      });
    }
    const answer = await ann.says("lunch 15");
    expect(answer.text).toBe("Recorded: RM15.00 lunch · food");
    const photos = world.platform.delivered.filter(({ chatKey }) => chatKey.startsWith("sender"));
    expect(photos.filter(({ text }) => !text.includes("reading it"))).toEqual([]);
  } finally {
    await close();
  }
});

test("an album of more pictures than may wait is read to the end", async () => {
  const { world, close } = await openCrowd();
  try {
    const ann = world.person();
    const pictures = Array.from({ length: 12 }, (_, place) => picture(`page ${place}`));
    const { text } = await ann.sendsAlbum(pictures);
    expect(text).toContain("RM12.00 at Kedai Aman");
    expect(text).not.toContain("one of them");
  } finally {
    await close();
  }
});

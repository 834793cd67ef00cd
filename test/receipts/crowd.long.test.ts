/** Fifty photos from twenty chats at once, read by the real engine: what the people of other chats notice of it (SPEC S8). */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { photoLike } from "../../scripts/photo-like.ts";
import { createReceiptReader } from "../../src/receipts/receipt-reader.ts";
import { openWorld, type World } from "../support/journey.ts";
import { drawn, LUNCH } from "../support/receipts.ts";

const PHOTOS = 50;
const CHATS = 20;
/** A busy machine makes no reading wrong, and no answer less. */
const PATIENT_MS = 120_000;
const TEST_MS = 900_000;

/** As large as a phone takes it: two megabytes, six million pixels. */
async function fromAPhone(): Promise<Buffer> {
  const scan = await sharp(await drawn(LUNCH))
    .resize({ width: 1_500 })
    .png()
    .toBuffer();
  return sharp(await photoLike(scan, "photo", 7))
    .resize({ width: 2_200 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}

/** Memory of the processes that look at pictures, MB; one entry each. */
function lookersMb(): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "ppid=,rss=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([parent, , ...command]) => parent === String(process.pid) && /worker\.mjs/.test(command.join(" ")),
    )
    .map(([, kilobytes]) => Number(kilobytes) / 1_000);
}

/** Photos that have their answer; what says that one is being read is none. */
function photosAnswered({ platform }: World): number {
  const answers = platform.delivered.filter(
    ({ chatKey, text }) => chatKey.startsWith("sender") && !text.includes("reading it"),
  );
  return new Set(answers.map(({ inboxId }) => inboxId)).size;
}

test(
  "texts are answered while the photos are read, and every photo is answered",
  async () => {
    const reader = createReceiptReader({ patienceMs: PATIENT_MS, startMs: PATIENT_MS });
    const world = await openWorld({}, { receiptReader: reader, turnMs: PATIENT_MS });
    const answered = (): number => photosAnswered(world);
    try {
      const bytes = await fromAPhone();
      const ann = world.person();
      await ann.says("hi");
      const before = process.memoryUsage().rss;
      const startedAt = performance.now();
      for (let photo = 0; photo < PHOTOS; photo += 1) {
        const senderKey = `sender ${photo % CHATS}`;
        await world.platform.receive({
          chatKey: senderKey,
          senderKey,
          eventKey: randomUUID(),
          kind: "photo",
          text: "",
          pictures: [{ mime: "image/jpeg", bytes }],
        });
      }
      const texts: number[] = [];
      let largestMb = 0;
      while (answered() < PHOTOS) {
        const read = answered();
        const saidAt = performance.now();
        expect((await ann.says(`lunch ${texts.length + 1}`)).text).toContain("Recorded");
        texts.push(performance.now() - saidAt);
        const lookers = lookersMb();
        expect(lookers.length).toBeLessThanOrEqual(1);
        largestMb = Math.max(largestMb, ...lookers);
        // The next text comes when another photo is done: there are as many of them as photos, all the while.
        await expect.poll(answered, { timeout: PATIENT_MS, interval: 50 }).toBeGreaterThan(read);
      }
      const onePhotoMs = (performance.now() - startedAt) / PHOTOS;
      const grownMb = (process.memoryUsage().rss - before) / 1e6;
      process.stdout.write(
        `${texts.length} texts, median ${median(texts).toFixed(0)} ms, slowest ${Math.max(...texts).toFixed(0)} ms; ` +
          `a photo ${onePhotoMs.toFixed(0)} ms; the process grew by ${grownMb.toFixed(0)} MB, the reader to ${largestMb.toFixed(0)} MB\n`,
      );
      expect(median(texts)).toBeLessThan(onePhotoMs / 3);
      expect(grownMb).toBeLessThan(500);
      expect(largestMb).toBeLessThan(1_200);
    } finally {
      await reader.close();
      await world.close();
    }
  },
  TEST_MS,
);

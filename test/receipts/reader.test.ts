/** Real pictures through the real engine, in one process for all tests of this file. */
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import type { ReceiptOutcome } from "../../src/receipts/reading.ts";
import { createReceiptReader } from "../../src/receipts/receipt-reader.ts";
import { blank, bomb, cat, flipped } from "../support/pictures.ts";
import { drawn, LUNCH } from "../support/receipts.ts";

/** A machine that is busy with the other tests makes no reading wrong. */
const PATIENT_MS = 120_000;
const reader = createReceiptReader({ patienceMs: PATIENT_MS, startMs: PATIENT_MS });
const read = (bytes: Uint8Array): Promise<ReceiptOutcome> => reader.read(bytes, new AbortController().signal);
const why = async (bytes: Uint8Array): Promise<string> => {
  const outcome = await read(bytes);
  return outcome.is === "unreadable" ? outcome.why : outcome.is;
};
const lunch = drawn(LUNCH);

afterAll(() => reader.close());

test("a drawn receipt is read in full", { timeout: PATIENT_MS }, async () => {
  const outcome = await read(await lunch);
  expect(outcome).toMatchObject({
    is: "receipt",
    reading: {
      total: { value: 2660 },
      date: { value: "2026-01-18" },
      payment: "cash",
      category: "food",
      sure: true,
    },
  });
  if (outcome.is === "receipt") expect(outcome.reading.merchant?.value).toMatch(/^RESTORAN SELERA ?KITA/);
});

describe("what is no receipt has a sentence", { timeout: PATIENT_MS }, () => {
  const text = (content: string): Buffer => Buffer.from(content);

  test("before anything is decoded", async () => {
    expect(await why(text(""))).toBe("empty");
    expect(await why(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff))).toBe("too_large");
    expect(await why(text("%PDF-1.7 1 0 obj"))).toBe("pdf");
    for (const other of [
      "GIF89a",
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "<!doctype html><img>",
      "PK\u0003\u0004",
      "RM12",
    ])
      expect(await why(text(other))).toBe("unknown_type");
  });

  test("when it is damaged, a bomb, or means harm, and the next picture is read", async () => {
    const jpeg = await sharp(await lunch)
      .jpeg()
      .toBuffer();
    expect(await why(jpeg.subarray(0, jpeg.length / 2))).toBe("broken");
    expect(await why(Buffer.concat([jpeg.subarray(0, 20), text("<script>")]))).toBe("broken");
    expect(await why(text("\0\0\0\u0018ftypheic\0\0\0\0 and nothing more"))).toBe("broken");
    expect(await why(bomb(20_000))).toBe("too_many_pixels");
    expect(["broken", "no_text", "not_a_receipt", "receipt"]).toContain(await why(flipped(jpeg, 40)));
    expect(
      await why(
        await sharp(await lunch)
          .webp({ quality: 80 })
          .toBuffer(),
      ),
    ).toBe("receipt");
  });

  test("when there is nothing to read", async () => {
    expect(await why(await blank(300, 300))).toBe("no_text");
    expect(await why(await blank(8, 8))).toBe("no_text");
    expect(await why(await cat())).toBe("no_text");
  });

  test("when it is a text without a figure", async () => {
    expect(
      await why(
        await drawn(["Dear neighbours,", "the lift is out of order", "until Monday. Sorry!"], "sans"),
      ),
    ).toBe("not_a_receipt");
  });
});

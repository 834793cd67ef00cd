/** Several tills in two languages, photographed and turned: what was drawn is what must be read. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { photoLike, VARIANTS } from "../../scripts/photo-like.ts";
import type { ReceiptOutcome } from "../../src/receipts/reading.ts";
import { createReceiptReader } from "../../src/receipts/receipt-reader.ts";
import { drawn, type Font, LUNCH, type Printed } from "../support/receipts.ts";

interface Till {
  readonly name: string;
  readonly font: Font;
  readonly rows: readonly Printed[];
  readonly total: number;
  readonly date: string;
}

const TILLS: readonly Till[] = [
  { name: "a lunch", font: "mono", rows: LUNCH, total: 2660, date: "2026-01-18" },
  {
    name: "sarapan dengan cukai",
    font: "sans",
    rows: [
      "WARUNG PAK SAMAD",
      "Lot 5, Jalan Kebun, 41000 Klang",
      "RESIT",
      "TARIKH: 02-02-2026  MASA: 08:15",
      ["Perkara", "Harga (RM)"],
      ["Nasi Lemak Biasa", "6.00"],
      ["Roti Canai Telur", "3.50"],
      ["Kopi O Panas", "2.00"],
      ["JUMLAH KECIL", "11.50"],
      ["CUKAI PERKHIDMATAN 6%", "0.69"],
      ["PEMBUNDARAN", "0.01"],
      ["JUMLAH BESAR", "RM 12.20"],
      ["TUNAI", "20.00"],
      ["BAKI", "7.80"],
      "TERIMA KASIH, SILA DATANG LAGI",
    ],
    total: 1220,
    date: "2026-02-02",
  },
  {
    name: "a supermarket with quantities and a card",
    font: "bold",
    rows: [
      "PASARAYA HIJAU SDN BHD (998877-K)",
      "No 8, Persiaran Gurney, 10250 Pulau Pinang",
      ["Invoice: A-20331", "12 JAN 2026 19:40"],
      ["QTY DESCRIPTION", "AMOUNT"],
      ["2 BERAS WANGI 5KG", "51.80"],
      ["1 MINYAK MASAK 2KG", "15.90"],
      ["3 SUSU SEGAR 1L", "25.50"],
      ["TOTAL SALES (EXCL SST)", "93.20"],
      ["SST", "0.00"],
      ["GRAND TOTAL", "93.20"],
      ["VISA XXXX 4321", "93.20"],
      "GOODS SOLD ARE NOT RETURNABLE",
    ],
    total: 9320,
    date: "2026-01-12",
  },
];

const reader = createReceiptReader({ patienceMs: 60_000, startMs: 60_000 });
const read = (picture: Uint8Array): Promise<ReceiptOutcome> =>
  reader.read(picture, new AbortController().signal);
afterAll(() => reader.close());

describe.each(TILLS)("$name", ({ font, rows, total, date }) => {
  test.each(VARIANTS)("as %s", async (variant) => {
    const picture = await photoLike(await drawn(rows, font), variant, rows.length);
    const outcome = await read(picture);
    expect(outcome).toMatchObject({
      is: "receipt",
      reading: { total: { value: total }, date: { value: date } },
    });
  });
});

/** Bits in which two hashes differ. */
function apart(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "").length;
}

test("a scan and its photo lying on its side read alike, and look alike by their marks", async () => {
  const scan = await drawn(LUNCH);
  const lying = await sharp(scan).rotate(90).jpeg({ quality: 60 }).toBuffer();
  const [one, other] = [await read(scan), await read(lying)];
  if (one.is !== "receipt" || other.is !== "receipt") throw new Error("unreadable");
  for (const { reading } of [one, other]) {
    expect(reading).toMatchObject({
      total: { value: 2660 },
      date: { value: "2026-01-18" },
      payment: "cash",
      category: "food",
      sure: true,
    });
    expect(reading.merchant?.value).toMatch(/^RESTORAN SELERA ?KITA/);
  }
  expect(one.marks.fileHash).not.toBe(other.marks.fileHash);
  expect(apart(one.marks.imageHash, other.marks.imageHash)).toBeLessThanOrEqual(8);
});

test("as an iPhone keeps it, in HEIC", async () => {
  const picture = readFileSync(new URL("../fixtures/lunch.heic", import.meta.url));
  const outcome = await read(picture);
  expect(outcome).toMatchObject({
    is: "receipt",
    reading: { total: { value: 2660 }, date: { value: "2026-01-18" } },
  });
});

test("thirty pictures leave the process as it was", async () => {
  const picture = await drawn(LUNCH.slice(9));
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 30; at += 1) await read(picture);
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150);
});

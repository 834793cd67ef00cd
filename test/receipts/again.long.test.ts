/**
 * What real pictures of one receipt make of it (SPEC S8): photographed again it is asked about, its halves are one record, and
 * an album that takes longer than a turn is read over several. Read by the
 * real engine where it matters what they show.
 */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { photoLike } from "../../scripts/photo-like.ts";
import { createReceiptReader } from "../../src/receipts/receipt-reader.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { ABROAD } from "../support/abroad.ts";
import { openWorld } from "../support/journey.ts";
import { drawn, LUNCH, type Printed } from "../support/receipts.ts";

/** A busy machine makes no reading wrong. */
const PATIENT_MS = 120_000;
const reader = createReceiptReader({ patienceMs: PATIENT_MS, startMs: PATIENT_MS });
let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld({}, { receiptReader: reader, albumQuietMs: 100, turnMs: PATIENT_MS });
});
afterAll(() => world.close());

/** Taken by hand: aslant, unevenly lit, a little blurred, another way each time. */
async function photo(rows: readonly Printed[], seed: number): Promise<Buffer> {
  const scan = await sharp(await drawn(rows))
    .resize({ width: 1_000 })
    .png()
    .toBuffer();
  return photoLike(scan, "photo", seed);
}

test("a receipt that is photographed again is asked about, and recorded once", async () => {
  const ann = world.person();
  await ann.sendsPhoto(await photo(LUNCH, 1));
  if ((await ann.records()).length === 0) await ann.says("yes");
  expect(await ann.records()).toMatchObject([{ amountMinor: 2660, date: "2026-01-18" }]);
  for (const seed of [2, 3, 4])
    expect((await ann.sendsPhoto(await photo(LUNCH, seed))).text).toContain("Same one twice?");
  expect(await ann.records()).toHaveLength(1);
});

/** Too long for one picture. */
const SHOPPING: readonly Printed[] = [
  "PASARAYA HIJAU SDN BHD",
  "No 8, Persiaran Gurney, 10250 Pulau Pinang",
  ["Date: 12/01/2026", "19:40"],
  ["Description", "Amount"],
  ...[
    "BERAS WANGI",
    "MINYAK MASAK",
    "SUSU SEGAR",
    "TELUR AYAM",
    "GULA PASIR",
    "TEPUNG",
    "KICAP",
    "SARDIN",
  ].map((name, at): Printed => [name, `${at + 4}.50`]),
  ["TOTAL", "64.00"],
  ["CASH", "70.00"],
  ["CHANGE", "6.00"],
  "TERIMA KASIH",
];

test("the halves of a long receipt are one record", async () => {
  const ben = world.person();
  const halves = [await photo(SHOPPING.slice(0, 9), 5), await photo(SHOPPING.slice(7), 6)];
  const shown = await ben.sendsAlbum(halves);
  expect(shown.text).toContain("RM64.00 at Pasaraya Hijau");
  await ben.says("yes");
  expect(await ben.records()).toMatchObject([
    { amountMinor: 6400, date: "2026-01-12", category: "groceries" },
  ]);
});

test("an album that takes longer than a turn is read over several, each picture once", async () => {
  const slow = fakeReceiptReader();
  const hurried = await openWorld({}, { receiptReader: slow, albumQuietMs: 100, turnMs: 6_000 });
  try {
    const cleo = hurried.person();
    const shops = ["Tesco", "Aeon", "Mydin", "Giant"];
    const pictures = shops.map((merchant) =>
      slow.picture({ merchant, date: "2026-03-10", totalMinor: 2600 }),
    );
    // In each turn one picture is read, and the next one takes all the time that is left.
    const never = new Promise<void>(() => undefined);
    for (const _ of shops.slice(1)) slow.waits.push(Promise.resolve(), never);
    expect((await cleo.sendsAlbum(pictures)).text).toContain("Recorded, 4 items:");
    expect(slow.count()).toBe(7);
  } finally {
    await hurried.close();
  }
});

describe("receipts of other countries", () => {
  test.each(ABROAD)("$name", async ({ rows, currency, totalMinor, date, sure }) => {
    const outcome = await reader.read(await drawn(rows), new AbortController().signal);
    expect(outcome).toMatchObject({
      is: "receipt",
      reading: { currency, total: { value: totalMinor }, date: { value: date }, sure },
    });
  });
});

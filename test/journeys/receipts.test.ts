/** A photo becomes an expense (SPEC S8). What each picture reads as is the test's word; everything else is real. */
import { expect } from "vitest";
import { type FakeReceiptReader, fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { journeys, openWorld } from "../support/journey.ts";

let reader: FakeReceiptReader;
const { journey } = journeys(() => {
  reader = fakeReceiptReader();
  return openWorld({}, { receiptReader: reader, albumQuietMs: 150 });
});

const ALAF = { merchant: "Gerbang Alaf", date: "2026-03-10", totalMinor: 2660, category: "food" };

journey("a receipt that is sure is recorded at once, read back, and undone", async ({ ann, app }) => {
  await ann.says("hi");
  const answer = await ann.sendsPhoto(reader.picture({ ...ALAF, date: "2018-01-18", taxMinor: 151 }));
  expect(answer.text).toBe("Recorded: RM26.60 at Gerbang Alaf · food · Thu 18 Jan 2018");
  expect(answer.buttons).toEqual(["Undo", "Edit"]);
  expect(await ann.mode()).toBe("receipt");
  expect(await ann.records()).toMatchObject([
    { amountMinor: 2660, merchant: "Gerbang Alaf", date: "2018-01-18", source: "receipt" },
  ]);
  const [kept] = await app.database.prisma().receipt.findMany({ where: { totalMinor: 2660n } });
  expect(kept).toMatchObject({ merchant: "Gerbang Alaf", taxMinor: 151n });
  expect((await ann.presses("Undo")).text).toContain("RM26.60 at Gerbang Alaf");
  expect(await ann.ledger()).toEqual([]);
});

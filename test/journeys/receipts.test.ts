/** A photo becomes an expense (SPEC S8). What each picture reads as is the test's word; everything else is real. */
import { expect, test } from "vitest";
import { removeExpired } from "../../src/store/retention.ts";
import { type FakeReceiptReader, fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { openThinkingWorld } from "../support/brain.ts";
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

journey("what is not sure is shown first; yes, a change or a no decides", async ({ ann }) => {
  const unsure = { ...ALAF, sure: false };
  const shown = await ann.sendsPhoto(reader.picture({ ...unsure, merchant: "Kedai Satu" }));
  expect(shown.text).toContain("RM26.60 at Kedai Satu · food · yesterday, right?");
  expect(shown.buttons).toEqual(["Yes", "Change", "No"]);
  expect(await ann.records()).toEqual([]);
  await ann.presses("Yes");
  expect(await ann.mode()).toBe("receipt");
  expect(await ann.records()).toMatchObject([{ source: "receipt", merchant: "Kedai Satu" }]);

  await ann.sendsPhoto(reader.picture({ ...unsure, merchant: "Kedai Dua" }));
  expect((await ann.says("yes but 33")).text).toContain("RM33.00 at Kedai Dua");
  await ann.sendsPhoto(reader.picture({ ...unsure, merchant: "Kedai Tiga" }));
  await ann.says("no");
  await ann.sendsPhoto(reader.picture({ ...unsure, merchant: "Kedai Empat" }));
  await ann.presses("Change");
  expect((await ann.says("groceries")).text).toContain("groceries");
  await ann.says("yes");
  expect((await ann.ledger()).slice(1)).toEqual([
    "expense | MYR 3300 | Kedai Dua | food | 2026-03-10",
    "expense | MYR 2660 | Kedai Empat | groceries | 2026-03-10",
  ]);
});

journey("without a total it is asked for, and the next amount is it", async ({ ann }) => {
  const half = { merchant: "Tesco", date: "2026-03-09", category: "groceries" };
  const asked = await ann.sendsPhoto(reader.picture(half));
  expect(asked.text).toContain("I can't find the total on the receipt of Tesco. How much was it?");
  expect((await ann.says("84.20")).text).toBe("Recorded: RM84.20 at Tesco · groceries · Mon 9 Mar");
  expect(await ann.mode()).toBe("receipt");
  expect(await ann.records()).toMatchObject([{ source: "receipt", amountMinor: 8420 }]);
  // Anything else is a message of its own.
  await ann.sendsPhoto(reader.picture({ merchant: "Aeon" }));
  await ann.says("lunch 15");
  await ann.sendsPhoto(reader.picture({ merchant: "Aeon", totalMinor: 0 }));
  expect((await ann.says("it was RM20 yesterday")).text).toBe(
    "Recorded: RM20.00 at Aeon · groceries · yesterday",
  );
  expect((await ann.ledger()).slice(1)).toEqual([
    "expense | MYR 1500 | lunch | food | 2026-03-11",
    "expense | MYR 2000 | Aeon | groceries | 2026-03-10",
  ]);
});

journey("without a date it is of today, in the zone of the person", async ({ ann, at }) => {
  await ann.says("I'm in London now");
  at("2026-03-12T01:00:00+08:00");
  await ann.sendsPhoto(reader.picture({ merchant: "Pret", totalMinor: 500, currency: "GBP", sure: true }));
  expect(await ann.ledger()).toEqual(["expense | GBP 500 | Pret | other | 2026-03-11"]);
});

journey("a day that cannot be believed is asked about, and so is a refund", async ({ ann }) => {
  const future = await ann.sendsPhoto(reader.picture({ ...ALAF, date: "2035-01-18" }));
  expect(future.text).toContain("Thu 18 Jan 2035, which is still to come. Which day was it?");
  expect(future.buttons).toEqual(["today", "Change", "No"]);
  await ann.presses("today");
  const old = await ann.sendsPhoto(reader.picture({ ...ALAF, date: "2012-01-18", totalMinor: 1000 }));
  expect(old.buttons).toEqual(["today", "Wed 18 Jan 2012", "Change", "No"]);
  await ann.says("yesterday");
  await ann.says("yes");
  const refund = await ann.sendsPhoto(reader.picture({ ...ALAF, totalMinor: -1200 }));
  expect(refund.text).toContain("refund of RM12.00 from Gerbang Alaf");
  expect(await ann.records()).toHaveLength(2);
  await ann.presses("Money in");
  expect(await ann.ledger()).toEqual([
    "expense | MYR 2660 | Gerbang Alaf | food | 2026-03-11",
    "expense | MYR 1000 | Gerbang Alaf | food | 2026-03-10",
    "income | MYR 1200 | Gerbang Alaf | other_income | 2026-03-10",
  ]);
});

journey("two totals that disagree are both shown", async ({ ann }) => {
  await ann.says("hi");
  const two = { ...ALAF, otherTotalMinor: 2860 };
  const shown = await ann.sendsPhoto(reader.picture(two));
  expect(shown.text).toBe("I see two totals on it: RM26.60 and RM28.60. Which one did you pay?");
  expect(shown.buttons).toEqual(["RM26.60", "RM28.60", "Change", "No"]);
  await ann.presses("RM28.60");
  await ann.sendsPhoto(reader.picture({ ...two, merchant: "Kedai Lain" }));
  await ann.says("26.60");
  await ann.sendsPhoto(reader.picture({ ...two, merchant: "Kedai Ketiga" }));
  expect((await ann.says("27")).text).toContain("RM27.00 at Kedai Ketiga");
  await ann.says("yes");
  expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([2860, 2660, 2700]);
});

journey("each picture that cannot be read has its one sentence, in both languages", async ({ ann, ben }) => {
  await ann.says("hi");
  await ben.says("berapa belanja hari ni?");
  const sentences = new Set<string>();
  for (const why of [
    "empty",
    "too_large",
    "too_many_pixels",
    "unknown_type",
    "pdf",
    "broken",
    "no_text",
    "not_a_receipt",
    "unavailable",
  ] as const) {
    for (const person of [ann, ben]) {
      const { text } = await person.sendsPhoto(reader.picture(why));
      expect(text.split("\n")).toHaveLength(1);
      sentences.add(text);
    }
  }
  expect(sentences.size).toBe(18);
  expect(await ann.records()).toEqual([]);
});

journey("a caption takes part: shares, amounts, days, categories, words", async ({ ann }) => {
  let totalMinor = 3000;
  const sends = async (caption: string) => {
    totalMinor += 3;
    return ann.sendsPhoto(reader.picture({ ...ALAF, totalMinor }), caption);
  };
  await sends("split 3");
  await sends("this was for mum");
  await sends("groceries 5/3");
  await sends("makan tengahari dengan ali");
  await sends("RM30.15");
  expect(await ann.ledger()).toEqual([
    "expense | MYR 1001 | Gerbang Alaf | food | 2026-03-10",
    "expense | MYR 3006 | Gerbang Alaf, for mum | food | 2026-03-10",
    "expense | MYR 3009 | Gerbang Alaf | groceries | 2026-03-05",
    "expense | MYR 3012 | Gerbang Alaf, makan tengahari dengan ali | food | 2026-03-10",
    "expense | MYR 3015 | Gerbang Alaf | food | 2026-03-10",
  ]);
  // Shared, and nobody knows by how many: that is no sure record.
  expect((await sends("split with ali")).text).toContain("RM30.18 at Gerbang Alaf, split with ali · food");
  await ann.presses("No");
  const both = await sends("RM45");
  expect(both.text).toMatch(/RM45\.00.*RM30\.21/);
  expect(both.buttons.slice(0, 2)).toEqual(["RM45.00", "RM30.21"]);
  await ann.presses("RM45.00");
  expect((await ann.records()).at(-1)).toMatchObject({ amountMinor: 4500, source: "receipt" });
});

journey("a picture of lunch is what its caption says", async ({ ann }) => {
  const answer = await ann.sendsPhoto(reader.picture("not_a_receipt"), "lunch 15");
  expect(answer.text).toContain("Recorded: RM15.00 lunch");
  expect(answer.text).toContain("from your words");
  expect(await ann.records()).toMatchObject([{ source: "text" }]);
});

const WATSONS = {
  merchant: "Watsons",
  date: "2026-03-11",
  totalMinor: 6000,
  category: "health",
  items: [
    { description: "PANADOL ACTIFAST", amountMinor: 1200 },
    { description: "SUNSILK SHAMPOO 650ML", amountMinor: 1800 },
    { description: "DETTOL SOAP", amountMinor: 3000 },
  ],
};

journey(
  "later words are about the receipt: a share, an item, and what any record can be told",
  async ({ ann }) => {
    await ann.says("hi");
    await ann.sendsPhoto(reader.picture(WATSONS));
    const moved = await ann.says("the shampoo is personal");
    expect(moved.text).toBe(
      "Moved: RM18.00 SUNSILK SHAMPOO 650ML · personal\nThe rest: RM42.00 at Watsons · health",
    );
    expect(await ann.mode()).toBe("edit");
    expect(await ann.ledger()).toEqual([
      "expense | MYR 4200 | Watsons | health | 2026-03-11",
      "expense | MYR 1800 | SUNSILK SHAMPOO 650ML | personal | 2026-03-11",
    ]);
    // It has left already: its own record changes.
    await ann.says("the shampoo is family");
    expect((await ann.ledger())[1]).toContain("family");
    await ann.says("undo");
    await ann.says("undo");
    expect(await ann.ledger()).toEqual(["expense | MYR 6000 | Watsons | health | 2026-03-11"]);

    expect((await ann.says("split 3")).text).toContain("RM20.00 at Watsons");
    await ann.says("move the soap to groceries");
    expect(await ann.ledger()).toEqual([
      "expense | MYR 1000 | Watsons | health | 2026-03-11",
      "expense | MYR 1000 | DETTOL SOAP | groceries | 2026-03-11",
    ]);

    await ann.sendsPhoto(reader.picture({ ...WATSONS, totalMinor: 2500 }));
    await ann.says("actually RM18");
    await ann.says("it was yesterday");
    expect((await ann.ledger()).at(-1)).toBe("expense | MYR 1800 | Watsons | health | 2026-03-10");
    // With something else recorded since, it is no longer about the receipt.
    await ann.says("lunch 15");
    await ann.says("the panadol is personal");
    expect(await ann.records()).toHaveLength(4);
  },
);

journey("the same receipt again is asked about, and what was undone does not count", async ({ ann, ben }) => {
  const first = reader.picture({ ...ALAF, imageHash: "00ff00ff00ff00ff" });
  await ann.sendsPhoto(first);
  const again = await ann.sendsPhoto(first);
  expect(again.text).toContain("Same one twice? I have this receipt already: RM26.60 at Gerbang Alaf");
  expect(again.buttons).toEqual(["Record anyway", "Change", "No"]);
  await ann.presses("No");
  // Another file of it: the picture differs in a few bits, or reads the same.
  const near = reader.picture({ ...ALAF, totalMinor: 2661, imageHash: "00ff00ff00ff00f0" });
  expect((await ann.sendsPhoto(near)).text).toContain("Same one twice?");
  expect((await ann.sendsPhoto(reader.picture(ALAF))).text).toContain("Same one twice?");
  // Photographed again: a space is lost, or the head of it is not on the picture.
  for (const merchant of ["GerbangAlaf", "Gerbang A1af", "Gerbang Alaf Restaurants"])
    expect((await ann.sendsPhoto(reader.picture({ ...ALAF, merchant }))).text).toContain("Same one twice?");
  const { merchant: _, ...headless } = ALAF;
  expect((await ann.sendsPhoto(reader.picture({ ...headless, sure: true }))).text).toContain(
    "Same one twice?",
  );
  // Another shop's receipt of the same sum is another one.
  await ann.sendsPhoto(reader.picture({ ...ALAF, merchant: "Kedai Lain" }));
  expect(await ann.records()).toHaveLength(2);
  await ann.says("undo");
  expect(await ann.records()).toHaveLength(1);
  // Receipts of one till on two days look alike.
  await ann.sendsPhoto(reader.picture({ ...ALAF, date: "2026-03-09", imageHash: "00ff00ff00ff00ff" }));
  expect(await ann.records()).toHaveLength(2);
  await ann.says("undo");
  // It is the same only for herself.
  await ben.sendsPhoto(first);
  expect(await ben.records()).toHaveLength(1);
  await ann.says("delete the gerbang");
  await ann.sendsPhoto(first);
  await ann.sendsPhoto(reader.picture(ALAF));
  await ann.presses("Record anyway");
  expect(await ann.records()).toHaveLength(2);
});

journey("a receipt touches caps, and a taught merchant goes where it was taught", async ({ ann }) => {
  await ann.says("food cap 100 a month");
  await ann.says("watsons is personal");
  const fed = await ann.sendsPhoto(reader.picture({ ...ALAF, totalMinor: 9000 }));
  expect(fed.text).toMatch(/^Recorded: RM90\.00 at Gerbang Alaf · food · yesterday\n.*RM10\.00/s);
  await ann.sendsPhoto(reader.picture(WATSONS));
  expect((await ann.records()).at(-1)).toMatchObject({ category: "personal" });
  const edited = await ann.presses("Edit");
  expect(edited.text).toContain("RM60.00 at Watsons");
  await ann.says("55");
  expect((await ann.records()).at(-1)).toMatchObject({ amountMinor: 5500, source: "receipt" });
});

test("settings: the deployer keeps pictures, and lets no model see them", async () => {
  const mine = fakeReceiptReader();
  const world = await openThinkingWorld(
    {},
    { receiptReader: mine, env: { MAMA_KEEP_PICTURES: "on", MAMA_VISION: "off" } },
  );
  try {
    const ann = world.person();
    await ann.sendsPhoto(mine.picture(ALAF));
    expect(await ann.records()).toHaveLength(1);
    expect(world.server.chats).toEqual([]);
    const kept = await world.database.system.query<{ size: number; read: boolean }>(
      "SELECT octet_length(bytes) AS size, read_at IS NOT NULL AS read FROM inbox_media",
    );
    expect(kept).toEqual([{ size: expect.any(Number), read: true }]);
    expect((await removeExpired(world.database, Date.parse("2026-06-01"))).media).toBe(0);
  } finally {
    await world.close();
  }
});

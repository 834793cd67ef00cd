/** Corrections and rules in other words (SPEC S4): several at once, another name, day, money or kind; taught by talking. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

for (const words of [
  "cancel my gym reminder",
  "hapus peringatan gym",
  "turn off gym alerts",
  "stop reminding me about gym",
  "gym reminder cancel",
  "get rid of the gym budget",
  "buang had gym",
  "padam bajet gym",
  "tukar peringatan gym ke 7hb",
]) {
  journey(`"${words}" never touches the ledger`, async ({ ann }) => {
    await ann.says("gym 90");
    await ann.says(words);
    expect(await ann.mode()).toMatch(/reminder|cap|edit/);
    expect(await ann.ledger()).toEqual(["expense | MYR 9000 | gym | health | 2026-03-11"]);
  });
}

journey("several are corrected or deleted at once, and undone at once", async ({ ann }) => {
  await ann.says("taxi 12");
  await ann.says("roti 3");
  await ann.says("teh 2");
  const before = await ann.ledger();
  await ann.says("tukar taxi jadi 15 dan roti jadi 4");
  expect(await ann.ledger()).toContain("expense | MYR 1500 | taxi | transport | 2026-03-11");
  expect(await ann.ledger()).toContain("expense | MYR 400 | roti | food | 2026-03-11");
  await ann.says("undo");
  expect(await ann.ledger()).toEqual(before);
  for (const words of ["remove roti and teh", "buang dua yang terakhir", "delete the last 2 entries"]) {
    await ann.says(words);
    expect(await ann.ledger(), words).toHaveLength(1);
    await ann.says("undo");
    expect(await ann.ledger(), words).toEqual(before);
  }
});

journey("one record that has all the words is meant before several", async ({ ann }) => {
  await ann.says("roti and egg 5");
  await ann.says("yes");
  await ann.says("roti 3");
  await ann.says("delete roti and egg");
  expect((await ann.records()).map(({ description }) => description)).toEqual(["roti"]);
});

journey("another name is a description, unless it is a category", async ({ ann }) => {
  await ann.says("kfc 20");
  expect((await ann.says("change kfc to nandos")).text).toContain("nandos · food");
  expect((await ann.says("rename it to subway lunch")).text).toContain("RM20.00 subway lunch");
  expect((await ann.says("change subway to gifts")).text).toContain("subway lunch · gifts");
});

journey("another money, another day, another kind", async ({ ann }) => {
  await ann.says("roti 4");
  expect((await ann.says("it was sgd")).text).toContain("S$4.00 roti");
  expect((await ann.says("make it 2 march")).text).toContain("Mon 2 Mar");
  expect((await ann.says("roti was on 4/3")).text).toContain("Wed 4 Mar");
  await ann.says("actually it was income");
  expect(await ann.ledger()).toEqual(["income | SGD 400 | roti | other_income | 2026-03-04"]);
  await ann.says("undo");
  expect(await ann.ledger()).toEqual(["expense | SGD 400 | roti | food | 2026-03-04"]);
});

journey("a category alone puts the latest one right", async ({ ann }) => {
  await ann.says("taxi 12");
  expect((await ann.says("sori, travel")).text).toContain("taxi · travel");
  expect((await ann.says("bukan travel, family")).text).toMatch(/taxi · (family|keluarga)/);
});

for (const words of ["wrong price", "salah jumlah", "edit", "ubah roti", "not food", "kategori salah"]) {
  journey(`"${words}" asks what it should be`, async ({ ann }) => {
    await ann.says("roti 4");
    expect((await ann.says(words)).text).toMatch(/What should it be|Patut jadi apa/);
    await ann.says("5");
    expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([500]);
  });
}

for (const words of ["no dinner today 20", "last 7", "didn't buy the roti 4"]) {
  journey(`"${words}" is no correction`, async ({ ann }) => {
    await ann.says("roti 4");
    expect((await ann.says(words)).text).not.toMatch(/^(Change|Changed|Tukar)/);
    expect(await ann.ledger()).toEqual(["expense | MYR 400 | roti | food | 2026-03-11"]);
  });
}

journey("a rule is taught by talking, listed, forgotten and brought back", async ({ ann }) => {
  for (const [words, rule] of [
    ["parking is travel", "parking goes to travel"],
    ["from now on roti goes under groceries", "roti goes to groceries"],
    ["selalu letak teh bawah personal", "teh"],
  ] as const) {
    expect((await ann.says(words)).text).toContain(rule);
  }
  expect((await ann.says("roti 4")).text).toContain("roti · groceries");
  await ann.says("forget rule 2");
  expect((await ann.says("roti 5")).text).toContain("roti · food");
  await ann.says("undo");
  expect((await ann.says("undo")).text).toBe("Undone: roti goes to groceries again");
  await ann.says("delete the parking rule");
  expect((await ann.says("my rules")).text).toBe(
    "What you taught me:\n1. roti → groceries\n2. teh → personal",
  );
  await ann.says("clear my rules");
  expect((await ann.says("my rules")).text).toContain("no categories from you yet");
});

journey("put there, and from then on: the record and the rule", async ({ ann }) => {
  await ann.says("roti 4");
  expect((await ann.says("roti tu letak bawah groceries")).text).toContain("\n");
  expect((await ann.says("roti 6")).text).toMatch(/roti · (groceries|barang dapur)/);
});

journey("an unknown command says so", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("/balance")).text).toContain("/help");
  expect((await ann.says("/balance now please")).text).toContain("/help");
});

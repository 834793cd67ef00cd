/** Mistakes are put right: undo, correct, delete, by word and by button (SPEC S4). */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();
const HOUR = 3_600_000;

journey("undo steps back, one message at a time", async ({ ann }) => {
  await ann.says("lunch 15");
  await ann.says("change the lunch to 18");
  expect((await ann.says("undo")).text).toBe("Undone: back to RM15.00 lunch · food");
  expect((await ann.says("undo")).text).toBe("Undone: RM15.00 lunch · food is removed");
  expect((await ann.says("undo")).text).toBe("There is nothing to undo from the last 24 hours.");
  expect(await ann.ledger()).toEqual([]);
});

journey("undo reaches back 24 hours", async ({ ann, later }) => {
  await ann.says("lunch 15");
  later(25 * HOUR);
  expect((await ann.says("undo")).text).toContain("nothing to undo");
  expect(await ann.ledger()).toHaveLength(1);
});

journey("an undo button takes back its own message, however many came after", async ({ ann }) => {
  const lunch = await ann.says("lunch 15");
  await ann.says("grab 12");
  await ann.says("kopi 3");
  await ann.presses("Undo", lunch);
  expect((await ann.records()).map(({ description }) => description)).toEqual(["grab", "kopi"]);
  expect((await ann.presses("Undo", lunch)).text).toBe(
    "That record is gone already, so there is nothing to change.",
  );
  expect(await ann.records()).toHaveLength(2);
});

journey("an edit button changes its own record, with an amount, a category or a day", async ({ ann }) => {
  const lunch = await ann.says("lunch 15");
  await ann.says("grab 12");
  expect((await ann.presses("Edit", lunch)).text).toContain("RM15.00 lunch · food");
  expect((await ann.says("18")).text).toBe("Changed: RM18.00 lunch · food (was RM15.00)");
  await ann.presses("Edit", lunch);
  expect((await ann.says("groceries")).text).toBe("Changed: RM18.00 lunch · groceries (was food)");
  await ann.presses("Edit", lunch);
  expect((await ann.says("yesterday")).text).toContain("Changed: RM18.00 lunch · groceries · yesterday");
  expect(await ann.ledger()).toEqual([
    "expense | MYR 1800 | lunch | groceries | 2026-03-10",
    "expense | MYR 1200 | grab | transport | 2026-03-11",
  ]);
});

journey("a correction says what it was", async ({ ann }) => {
  await ann.says("lunch 15");
  expect((await ann.says("actually RM18")).text).toBe("Changed: RM18.00 lunch · food (was RM15.00)");
  expect((await ann.says("that was groceries")).text).toBe("Changed: RM18.00 lunch · groceries (was food)");
  expect((await ann.says("it was yesterday")).text).toBe(
    "Changed: RM18.00 lunch · groceries · yesterday (was today)",
  );
});

journey("an amount without a currency is in the currency of its record", async ({ ann }) => {
  await ann.says("coffee S$6.50");
  expect((await ann.says("change the coffee to 7")).text).toContain("S$7.00 coffee");
});

journey("when several match she asks which, and a number or words settle it", async ({ ann }) => {
  await ann.says("kopi 3");
  await ann.says("kopi 4");
  const asked = await ann.says("delete the kopi");
  expect(asked.text).toBe("Which one?\n1. RM4.00 kopi · food\n2. RM3.00 kopi · food");
  expect(await ann.records()).toHaveLength(2);
  expect((await ann.says("2")).text).toBe("Deleted: RM3.00 kopi · food");
  await ann.says("teh tarik 2");
  await ann.says("teh ais 3");
  await ann.says("delete the teh");
  expect((await ann.says("the teh ais")).text).toBe("Deleted: RM3.00 teh ais · food");
  expect((await ann.records()).map(({ description }) => description)).toEqual(["kopi", "teh tarik"]);
});

journey("another message lets the question lapse", async ({ ann }) => {
  await ann.says("kopi 3");
  await ann.says("kopi 4");
  await ann.says("delete the kopi");
  await ann.says("lunch 15");
  await ann.says("2");
  expect(await ann.records()).toHaveLength(3);
});

journey("an undo of an older correction leaves the newer one standing", async ({ ann }) => {
  await ann.says("lunch 15");
  const first = await ann.says("actually RM18");
  await ann.says("that was groceries");
  expect((await ann.presses("Undo", first)).text).toBe("Undone: back to RM15.00 lunch · groceries");
  expect((await ann.presses("Undo", first)).text).toContain("gone already");
  expect(await ann.ledger()).toEqual(["expense | MYR 1500 | lunch | groceries | 2026-03-11"]);
});

journey("a correction that changes nothing says so, and is nothing to undo", async ({ ann }) => {
  await ann.says("lunch 15");
  expect((await ann.says("actually RM15")).text).toBe("It is already RM15.00 lunch · food.");
  expect((await ann.says("undo")).text).toContain("RM15.00 lunch · food is removed");
});

journey("a deleted record comes back with undo", async ({ ann }) => {
  await ann.says("lunch 15");
  expect((await ann.says("delete the lunch")).text).toBe("Deleted: RM15.00 lunch · food");
  expect((await ann.says("undo")).text).toBe("Undone: RM15.00 lunch · food is back");
  expect(await ann.records()).toHaveLength(1);
});

journey("a category that is new becomes the person's own", async ({ ann }) => {
  await ann.says("coffee 6");
  expect((await ann.says("that coffee should be under work not food")).text).toBe(
    "Change RM6.00 coffee · food to work?",
  );
  expect((await ann.says("yes")).text).toContain("“work” is a new category of yours.");
  expect(await ann.ledger()).toEqual(["expense | MYR 600 | coffee | work | 2026-03-11"]);
});

journey("the same event delivered twice is handled once", async ({ ann, platform }) => {
  await ann.says("lunch 15");
  await ann.repeats();
  await ann.says("undo");
  await ann.repeats();
  expect(await ann.ledger()).toEqual([]);
  expect(platform.delivered.filter(({ chatKey }) => chatKey === ann.name)).toHaveLength(2);
});

journey(
  "“split it 3 ways” is about what was just recorded, unless that was several things",
  async ({ ann }) => {
    await ann.says("dinner 90");
    expect((await ann.says("split it 3 ways")).text).toContain("RM30.00 dinner");
    expect(await ann.ledger()).toEqual(["expense | MYR 3000 | dinner | food | 2026-03-11"]);
    expect((await ann.says("undo")).text).toContain("RM90.00");
    await ann.says("satay 20, kopi 4");
    await ann.says("split 2");
    expect((await ann.records()).map(({ amountMinor }) => amountMinor)).toEqual([9000, 2000, 400]);
  },
);

journey(
  "a category that would make a salary an expense is asked about, and teaches nothing",
  async ({ ann }) => {
    await ann.says("gaji masuk 3500");
    expect((await ann.says("that was groceries")).text).toContain("groceries?");
    expect(await ann.ledger()).toEqual(["income | MYR 350000 | gaji | salary | 2026-03-11"]);
    expect((await ann.says("no")).text).not.toContain("Changed");
    await ann.says("that was groceries");
    await ann.says("yes");
    expect(await ann.ledger()).toEqual(["expense | MYR 350000 | gaji | groceries | 2026-03-11"]);
    expect((await ann.says("my rules")).text).not.toContain("gaji");
  },
);

/** Spending caps (SPEC S6): set, changed, touched, crossed, taken away; computed from the rows each time. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("each level is told once, and a delete brings it back", async ({ ann, at }) => {
  await ann.says("hi");
  expect((await ann.says("set food budget 500")).text).toBe(
    "Set: food cap RM500.00 a month\nfood this month: RM0.00 of RM500.00, RM500.00 left",
  );
  expect((await ann.says("lunch 395")).text).toBe(
    "Recorded: RM395.00 lunch · food\nfood this month: RM395.00 of RM500.00, RM105.00 left",
  );
  expect((await ann.says("kopi 5")).text).toBe(
    "Recorded: RM5.00 kopi · food\nfood this month: RM400.00 of RM500.00, RM100.00 left. That is 80 % of your cap.",
  );
  expect((await ann.says("dinner 95")).text).toBe(
    "Recorded: RM95.00 dinner · food\nfood this month: RM495.00 of RM500.00, RM5.00 left",
  );
  expect((await ann.says("teh 5")).text).toContain(
    "food this month: RM500.00 of RM500.00, used up. You have reached your cap.",
  );
  expect((await ann.says("roti canai 5")).text).toMatch(
    /food this month: RM505\.00 of RM500\.00, over by RM5\.00$/,
  );
  expect((await ann.says("delete the dinner")).text).toMatch(
    /food this month: RM410\.00 of RM500\.00, RM90\.00 left$/,
  );
  expect((await ann.says("undo")).text).toContain("over by RM5.00. You have reached your cap.");
  expect((await ann.says("delete the lunch")).text).toContain("RM110.00 of RM500.00, RM390.00 left");
  expect((await ann.says("undo")).text).toContain("You have reached your cap.");

  at("2026-04-01T09:00:00+08:00");
  expect((await ann.says("lunch 15")).text).toBe(
    "Recorded: RM15.00 lunch · food\nfood this month: RM15.00 of RM500.00, RM485.00 left",
  );
  // What is written down for a day of the month before touches that month.
  expect((await ann.says("dinner 20 yesterday")).text).toContain("food March 2026: RM525.00 of RM500.00");
});

journey("setting it again changes it, says the old value, and is undone", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 90");
  const set = await ann.says("set food budget 100");
  expect(set.text).toContain("RM90.00 of RM100.00, RM10.00 left. That is 90 % of your cap.");
  expect(set.buttons).toEqual(["Undo"]);
  expect((await ann.says("change food budget to 600")).text).toBe(
    "Changed: food cap RM600.00 a month (was RM100.00)\nfood this month: RM90.00 of RM600.00, RM510.00 left",
  );
  expect((await ann.says("food budget 600")).text).toContain("It is already so: food cap RM600.00 a month.");
  expect((await ann.says("change the cap to 700")).text).toContain(
    "food cap RM700.00 a month (was RM600.00)",
  );
  expect((await ann.says("undo")).text).toBe(
    "Undone: back to food cap RM600.00 a month\nfood this month: RM90.00 of RM600.00, RM510.00 left",
  );
  expect((await ann.says("undo")).text).toContain("back to food cap RM100.00 a month");
  expect((await ann.says("undo")).text).toBe("Undone: food cap RM100.00 a month is removed");
  expect((await ann.says("kopi 5")).text).toBe("Recorded: RM5.00 kopi · food");
});

journey("it is taken away by talking, and comes back", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("set food budget 500");
  await ann.says("transport cap 60 a week");
  expect((await ann.says("remove the food cap")).text).toBe("Removed: food cap RM500.00 a month");
  expect((await ann.says("lunch 15")).text).toBe("Recorded: RM15.00 lunch · food");
  await ann.says("undo");
  expect((await ann.says("undo")).text).toBe(
    "Undone: food cap RM500.00 a month is back\nfood this month: RM0.00 of RM500.00, RM500.00 left",
  );
  const which = await ann.says("delete cap");
  expect(which.text).toBe("Which one?\n1. food cap RM500.00 a month\n2. transport cap RM60.00 a week");
  expect((await ann.says("2")).text).toBe("Removed: transport cap RM60.00 a week");
  expect((await ann.says("no more food budget")).text).toBe("Removed: food cap RM500.00 a month");
  expect((await ann.says("remove the food cap")).text).toContain("There is no cap on food.");
  expect((await ann.says("my budgets")).text).toContain("You have no spending caps.");
});

journey("per day and per week, where the person lives and where their week begins", async ({ ann, at }) => {
  await ann.says("hi");
  await ann.says("I'm in London now");
  await ann.says("my week starts on sunday");
  await ann.says("use GBP");
  await ann.says("food cap 20 a day");
  await ann.says("set overall budget 100 a week");
  // Saturday night in London is Sunday in Kuala Lumpur.
  at("2026-03-14T23:30:00Z");
  expect((await ann.says("dinner 20")).text).toBe(
    [
      "Recorded: £20.00 dinner · food",
      "food today: £20.00 of £20.00, used up. You have reached your cap.",
      "all spending this week: £20.00 of £100.00, £80.00 left",
    ].join("\n"),
  );
  at("2026-03-15T00:30:00Z");
  expect((await ann.says("kopi 3")).text).toBe(
    [
      "Recorded: £3.00 kopi · food",
      "food today: £3.00 of £20.00, £17.00 left",
      "all spending this week: £3.00 of £100.00, £97.00 left",
    ].join("\n"),
  );
  expect((await ann.says("breakfast 5 yesterday")).text).toContain(
    "food yesterday: £25.00 of £20.00, over by £5.00",
  );
  expect((await ann.says("food budget 30")).text).toContain("food cap £30.00 a day (was £20.00)");
});

journey("a category of one's own, and a cap of one currency", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("lunch 15");
  await ann.says("put lunch under category zorbing");
  await ann.says("yes");
  expect((await ann.records())[0]?.category).toBe("zorbing");
  expect((await ann.says("zorbing budget 300 a month")).text).toBe(
    "Set: zorbing cap RM300.00 a month\nzorbing this month: RM15.00 of RM300.00, RM285.00 left",
  );
  await ann.says("food budget S$50");
  expect((await ann.says("dinner RM20")).text).toBe("Recorded: RM20.00 dinner · food");
  expect((await ann.says("coffee S$6.50")).text).toContain(
    "food this month: S$6.50 of S$50.00, S$43.50 left",
  );
  expect((await ann.says("salary came in 3500")).text).not.toContain("this month");
});

journey("a correction that moves an expense shows both caps; several items get one line", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("set food budget 500");
  await ann.says("set groceries budget 300");
  expect((await ann.says("lunch 15, kopi 5")).text.split("\n").slice(-2)).toEqual([
    "Together RM20.00",
    "food this month: RM20.00 of RM500.00, RM480.00 left",
  ]);
  const { text } = await ann.says("change kopi to groceries");
  expect(text).toContain("groceries this month: RM5.00 of RM300.00");
  expect(text).toContain("food this month: RM15.00 of RM500.00");
});

journey("no more than three lines, and what is cut off is told the next time", async ({ ann }) => {
  await ann.says("hi");
  for (const cap of [
    "food cap 10 a day",
    "food cap 10 a week",
    "food cap 10 a month",
    "overall budget 10 a day",
  ])
    await ann.says(cap);
  const first = (await ann.says("lunch 10")).text.split("\n");
  expect(first).toHaveLength(4);
  expect(first.filter((line) => line.includes("You have reached your cap."))).toHaveLength(3);
  const second = (await ann.says("kopi 2")).text.split("\n");
  expect(second.filter((line) => line.includes("You have reached your cap."))).toHaveLength(1);
});

journey("how much is left, and all of them", async ({ ann, ben }) => {
  await ann.says("hi");
  await ann.says("set food budget 500");
  await ann.says("transport cap 60 a week");
  await ann.says("lunch 120");
  expect((await ann.says("how much is left of my food budget?")).text).toBe(
    "Your caps:\n• food this month: RM120.00 of RM500.00, RM380.00 left",
  );
  expect((await ann.says("how much left of my petrol budget")).text).toContain(
    "transport this week: RM0.00 of RM60.00",
  );
  expect((await ann.says("berapa baki bajet hiburan")).text).toContain("Tiada had untuk hiburan");
  expect((await ann.says("/caps")).text.split("\n")).toHaveLength(3);
  expect(await ann.mode()).toBe("cap");
  expect((await ann.says("senarai had")).text).toBe(
    [
      "Had belanja awak:",
      "• makanan bulan ini: RM120.00 daripada RM500.00, baki RM380.00",
      "• pengangkutan minggu ini: RM0.00 daripada RM60.00, baki RM60.00",
    ].join("\n"),
  );
  expect((await ben.says("my caps")).text).toContain("no spending caps");
});

journey("what is left of a budget is asked in few words", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("food budget 500");
  await ann.says("overall budget 2000");
  await ann.says("lunch 120");
  const food = "food this month: RM120.00 of RM500.00, RM380.00 left";
  const all = "all spending this month: RM120.00 of RM2,000.00, RM1,880.00 left";
  expect((await ann.says("how much is left of my overall budget?")).text).toBe(`Your caps:\n• ${all}`);
  for (const text of ["my budget left?", "budget"])
    expect((await ann.says(text)).text, text).toBe(`Your caps:\n• ${food}\n• ${all}`);
  for (const text of ["baki bajet", "bajet tinggal berapa"])
    expect((await ann.says(text)).text, text).toContain("• makanan bulan ini: RM120.00 daripada RM500.00");
  expect((await ann.says("had makan")).text).toContain("• makanan bulan ini: RM120.00 daripada RM500.00");
  // What was eaten is no limit.
  expect((await ann.says("had lunch")).text).toContain("Berapa harganya?");
  expect((await ann.says("tak nak")).text).toContain("saya biarkan");
});

journey("a cap that is only asked about leaves other messages alone, and stop is a no", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("maybe cap food at 500");
  expect((await ann.says("delete the coffee")).text).toContain("no record of “coffee”");
  await ann.says("maybe cap food at 500");
  expect((await ann.says("stop")).text).toContain("leave it");
  expect((await ann.says("my caps")).text).toContain("no spending caps");
  expect((await ann.says("stop")).text).toContain("no more digests");
});

journey("had belanja in Malay", async ({ ann }) => {
  await ann.says("assalamualaikum");
  expect((await ann.says("had makan RM20 sehari")).text).toBe(
    "Ditetapkan: had makanan RM20.00 sehari\nmakanan hari ini: RM0.00 daripada RM20.00, baki RM20.00",
  );
  expect((await ann.says("makan tengahari 16")).text).toContain(
    "makanan hari ini: RM16.00 daripada RM20.00, baki RM4.00. Itu 80 % daripada had awak.",
  );
  expect((await ann.says("minum petang 4")).text).toContain(
    "RM20.00 daripada RM20.00, sudah habis. Had awak sudah dicapai.",
  );
  expect((await ann.says("bajet makan 30 sehari")).text).toContain(
    "Ditukar: had makanan RM30.00 sehari (dulu RM20.00)",
  );
  expect((await ann.says("padam had makan")).text).toBe("Dibuang: had makanan RM30.00 sehari");
  expect((await ann.says("batal")).text).toContain("had makanan RM30.00 sehari ada semula");
});

journey("a likely cap is shown first, and can be changed before it is set", async ({ ann }) => {
  await ann.says("hi");
  const asked = await ann.says("maybe cap food at 500");
  expect(asked.text).toBe("food cap RM500.00 a month, right?");
  expect(asked.buttons).toEqual(["Yes", "Change", "No"]);
  await ann.presses("Change", asked);
  expect((await ann.says("600")).text).toBe("food cap RM600.00 a month, right?");
  expect((await ann.says("yes")).text).toContain("Set: food cap RM600.00 a month");
  expect((await ann.says("my caps")).text).toContain("of RM600.00");
});

journey("advice without a model names the cap nearest to its limit", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("set food budget 100");
  await ann.says("set transport budget 100");
  await ann.says("lunch 40");
  expect((await ann.says("how do I spend less money?")).text).toContain(
    "Your cap: food this month: RM40.00 of RM100.00, RM60.00 left.",
  );
});

journey(
  "who has no cap pays for none, and who has some pays one statement for all",
  async ({ ann, database }) => {
    const { statements } = database;
    await ann.says("hi");
    statements();
    await ann.says("lunch 15");
    expect(statements().some((text) => text.includes("cap_told"))).toBe(false);
    await ann.says("set food budget 500");
    await ann.says("overall budget 900");
    statements();
    await ann.says("lunch 16, kopi 4");
    expect(statements().filter((text) => text.includes("cap_told"))).toHaveLength(1);
  },
);

/** Bill reminders by talking (SPEC S5): set, listed, changed, cancelled, taken back; paid before their day. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey(
  "a reminder says what was understood, and an exact duplicate is not stored again",
  async ({ ann }) => {
    const set = await ann.says("unifi RM149 every 15hb");
    expect(set.text).toContain(
      "Reminder set: unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Sun 15 Mar",
    );
    expect(await ann.mode()).toBe("reminder");
    expect(set.buttons).toEqual(["Undo", "Edit"]);
    expect((await ann.says("Unifi rm149 every 15hb")).text).toBe(
      "You have that one already: unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Sun 15 Mar",
    );
    expect((await ann.says("my reminders")).text).toBe(
      "1 reminder:\n• unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Sun 15 Mar",
    );
    expect(await ann.records()).toEqual([]);
  },
);

journey("once, at a time, at the end of a month, and a record that writes itself", async ({ ann }) => {
  const next = async (text: string): Promise<string | undefined> =>
    (await ann.says(text)).text.split("\n\n")[0];
  expect(await next("remind me to pay rent on the 1st")).toBe(
    "Reminder set: pay rent · Wed 1 Apr, 09:00 (Kuala Lumpur)",
  );
  expect(await next("remind me in 3 days to pay car loan")).toContain("Sat 14 Mar, 09:00");
  expect(await next("remind me to pay tnb tomorrow at 8pm")).toContain("Thu 12 Mar, 20:00");
  expect(await next("salary 5000 every 25th, record it")).toBe(
    "Reminder set: salary RM5,000.00 · every month on the 25th, 09:00 (Kuala Lumpur), next Wed 25 Mar · records itself",
  );
  expect(await next("remind me to pay rent 900 on 31st every month")).toContain(
    "every month on the last day, 09:00 (Kuala Lumpur), next Tue 31 Mar",
  );
});

journey("a time that has passed today moves to the next day, and she says so", async ({ ann }) => {
  for (const text of ["remind me to pay tnb today at 8am", "remind me to call the bank at 9am"]) {
    const { text: reply } = await ann.says(text);
    expect(reply).toContain("Thu 12 Mar");
    expect(reply).toContain("has passed today");
  }
});

journey("a day of the month whose time has passed today is that of the next month", async ({ ann, at }) => {
  at("2026-03-31T17:00:00+08:00");
  expect((await ann.says("remind me to pay rent on the 31st")).text).toContain("Sun 31 May, 09:00");
  at("2026-04-01T17:00:00+08:00");
  expect((await ann.says("remind me to pay unifi on the 1st")).text).toContain("Fri 1 May, 09:00");
  expect((await ann.says("remind me to pay tnb on the 1st 8pm")).text).toContain("Wed 1 Apr, 20:00");
});

journey("peringatan dalam Bahasa Melayu", async ({ ann }) => {
  expect((await ann.says("ingatkan saya bayar unifi rm149 setiap 15hb")).text).toContain(
    "Peringatan disimpan: bayar unifi RM149.00 · setiap bulan 15hb, 09:00 (Kuala Lumpur), seterusnya Ahad 15 Mac",
  );
  expect((await ann.says("ingatkan bayar sewa hujung bulan")).text).toBe(
    "Peringatan disimpan: bayar sewa · Selasa 31 Mac, 09:00 (Kuala Lumpur)",
  );
  expect((await ann.says("senarai peringatan")).text).toContain("2 peringatan:\n• bayar unifi RM149.00");
  expect((await ann.says("bil apa nak bayar minggu ni")).text).toBe(
    "Akan datang minggu ini:\n• bayar unifi RM149.00 · setiap bulan 15hb, 09:00 (Kuala Lumpur), seterusnya Ahad 15 Mac",
  );
  expect((await ann.says("tukar peringatan unifi ke RM159")).text).toContain(
    "Peringatan ditukar: bayar unifi RM159.00",
  );
  expect((await ann.says("padam peringatan unifi")).text).toContain("Peringatan dibatalkan: bayar unifi");
  expect((await ann.says("batal")).text).toContain("peringatan bayar unifi RM159.00");
  expect((await ann.says("sewa dah bayar")).text).toBe("Berapa sewa?");
  expect(await ann.records()).toEqual([]);
  expect((await ann.says("unifi dah bayar")).text).toContain(
    "Dicatat: RM159.00 unifi · bil\nunifi untuk Ahad 15 Mac dah dibayar. Seterusnya: Rabu 15 Apr.",
  );
});

journey("what is due: this week, and soon", async ({ ann }) => {
  expect((await ann.says("what bills are due")).text).toContain("Nothing is due in the next month.");
  await ann.says("unifi RM149 every 15hb");
  await ann.says("remind me to pay road tax on 20 May");
  expect((await ann.says("what bills are due")).text).toBe(
    "Coming up in the next month:\n• unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Sun 15 Mar",
  );
  expect((await ann.says("what bills are due this week?")).text).toContain("Coming up this week:\n• unifi");
  expect((await ann.says("/reminders")).text).toContain("2 reminders:");
});

journey("a list that is cut says so", async ({ ann }) => {
  for (let day = 1; day <= 21; day += 1) await ann.says(`remind me to pay rent every ${day}hb`);
  expect((await ann.says("my reminders")).text).toContain("21 reminders, showing 20 of 21:");
});

journey("a reminder is changed: day, time, amount, rhythm; and changed back", async ({ ann }) => {
  await ann.says("remind me to pay rent 900 every 1st");
  expect((await ann.says("change the rent reminder to the 5th")).text).toBe(
    "Reminder changed: pay rent RM900.00 · every month on the 5th, 09:00 (Kuala Lumpur), next Sun 5 Apr (was every month on the 1st, 09:00)",
  );
  expect((await ann.says("make it 8pm")).text).toContain("every month on the 5th, 20:00 (Kuala Lumpur)");
  expect((await ann.says("change the rent reminder to 950")).text).toContain("pay rent RM950.00");
  expect((await ann.says("change the rent reminder to every 20th")).text).toContain("next Fri 20 Mar");
  expect((await ann.says("change the rent reminder to 950")).text).toContain(
    "It is already pay rent RM950.00",
  );
  expect((await ann.says("undo")).text).toContain(
    "back to pay rent RM950.00 · every month on the 5th, 20:00",
  );
  expect((await ann.says("undo")).text).toContain("back to pay rent RM900.00");
  expect((await ann.says("undo")).text).toContain("every month on the 5th, 09:00");
  expect((await ann.says("undo")).text).toContain("every month on the 1st, 09:00");
  expect((await ann.says("undo")).text).toBe("Undone: the reminder pay rent is removed");
  expect((await ann.says("my reminders")).text).toContain("no reminders");
});

journey("the Edit button asks what its own reminder should be", async ({ ann }) => {
  const set = await ann.says("unifi RM149 every 15hb");
  await ann.says("remind me to pay rent 900 every 1st");
  expect((await ann.presses("Edit", set)).text).toContain("Text a new day, a time, or an amount.");
  expect((await ann.says("159")).text).toContain("Reminder changed: unifi RM159.00");
  await ann.presses("Edit", set);
  expect((await ann.says("every 20th")).text).toContain("next Fri 20 Mar");
  expect(await ann.records()).toEqual([]);
});

journey("one of several is asked about, with the rows shown", async ({ ann }) => {
  await ann.says("remind me to pay rent 900 every 1st");
  await ann.says("remind me to pay rent deposit on 20 March");
  const asked = await ann.says("cancel the rent reminder");
  expect(asked.text).toContain("Which one?\n1. pay rent deposit");
  expect((await ann.says("2")).text).toContain("Reminder cancelled: pay rent RM900.00");
  expect((await ann.says("my reminders")).text).toContain("1 reminder:\n• pay rent deposit");
  expect((await ann.says("cancel the gym reminder")).text).toContain("no reminder of “gym”");
});

journey("cancelling touches no expense, and Undo brings the reminder back", async ({ ann }) => {
  await ann.says("rent 900");
  await ann.says("remind me to pay rent 900 every 1st");
  const gone = await ann.says("cancel the rent reminder");
  expect(gone.text).toContain("Reminder cancelled: pay rent RM900.00");
  expect(await ann.records()).toHaveLength(1);
  expect((await ann.presses("Undo", gone)).text).toContain("the reminder pay rent RM900.00");
  expect((await ann.says("my reminders")).text).toContain("1 reminder:");
});

journey("paid before its day, only that period is closed, and one undo takes back both", async ({ ann }) => {
  await ann.says("unifi RM149 every 15hb");
  const paid = await ann.says("unifi paid");
  expect(paid.text).toBe("Recorded: RM149.00 unifi · bills\nunifi of Sun 15 Mar is paid. Next: Wed 15 Apr.");
  expect((await ann.records())[0]).toMatchObject({
    source: "reminder",
    amountMinor: 14900,
    category: "bills",
  });
  expect((await ann.says("my reminders")).text).toContain("next Wed 15 Apr");
  const again = await ann.says("unifi paid");
  expect(again.text).toContain("unifi of Sun 15 Mar is paid already.");
  expect(await ann.records()).toHaveLength(1);
  expect((await ann.says("no")).text).toContain("leave it");
  expect((await ann.says("undo")).text).toContain("unifi of Sun 15 Mar is open again");
  expect(await ann.records()).toEqual([]);
  expect((await ann.says("my reminders")).text).toContain("next Sun 15 Mar");
  await ann.says("unifi paid");
  expect(await ann.records()).toHaveLength(1);
});

journey("an amount that is said is the one that was paid", async ({ ann }) => {
  await ann.says("remind me to pay rent 950 every 15hb");
  expect((await ann.says("rent paid 900")).text).toContain(
    "Recorded: RM900.00 rent · housing\nrent of Sun 15 Mar is paid.",
  );
  expect(await ann.ledger()).toEqual(["expense | MYR 90000 | rent | housing | 2026-03-11"]);
  expect((await ann.says("my reminders")).text).toContain("pay rent RM950.00 · every month on the 15th");
});

journey("a bill without an amount is asked about", async ({ ann }) => {
  await ann.says("remind me to pay tnb every 15hb");
  expect((await ann.says("tnb paid")).text).toBe("How much was tnb?");
  expect(await ann.records()).toEqual([]);
  expect((await ann.says("87.20")).text).toContain(
    "Recorded: RM87.20 tnb · bills\ntnb of Sun 15 Mar is paid.",
  );
  expect((await ann.says("undo")).text).toContain("open again");
  expect(await ann.records()).toEqual([]);
});

journey("words about a bill that is not kept are what they were", async ({ ann }) => {
  await ann.says("rent paid 900");
  expect((await ann.records())[0]).toMatchObject({ source: "text" });
  await ann.says("paid");
  await ann.says("skip");
  expect(await ann.records()).toHaveLength(1);
});

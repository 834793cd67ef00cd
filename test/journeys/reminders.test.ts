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

journey("what cannot be is asked about, and nothing is stored", async ({ ann }) => {
  const bad = [
    "remind me yesterday",
    "remind me to pay rent yesterday",
    "remind me to pay rent on the 32nd",
    "remind me to pay rent every 0 days",
    "remind me to pay rent at 9am Mars/Olympus time",
    "remind me",
    "remind me tomorrow",
    "ingatkan saya semalam bayar sewa",
    "ingatkan bayar sewa 32hb",
    "ingatkan saya",
    "remind me to call mum at 25:00",
    "remind me to pay rent every -1 days",
    "remind me to pay rent on 31 feb",
    "remind me to pay tax every 31st of feb",
  ];
  await ann.says("hi");
  for (const text of bad) {
    const { text: reply } = await ann.says(text);
    expect(reply.split("\n"), text).toHaveLength(1);
    expect(reply, text).toMatch(/\?|“/);
    expect(await ann.mode(), text).toBe("reminder");
  }
  expect((await ann.says("my reminders")).text).toContain("no reminders");
});

journey(
  "several days of one thing, and several things, are so many reminders, taken back together",
  async ({ ann }) => {
    await ann.says("hi");
    expect((await ann.says("ingatkan bayar kutu 1hb dan 15hb")).text).toBe(
      "Peringatan disimpan: bayar kutu · Rabu 1 Apr, 09:00 (Kuala Lumpur)\nPeringatan disimpan: bayar kutu · Ahad 15 Mac, 09:00 (Kuala Lumpur)",
    );
    await ann.says("batal");
    expect((await ann.says("senarai peringatan")).text).toContain("Tiada peringatan");
    await ann.says("remind me rent 1st RM1200 and unifi 15th RM149");
    expect((await ann.says("my reminders")).text).toBe(
      "2 reminders:\n• unifi RM149.00 · Sun 15 Mar, 09:00 (Kuala Lumpur)\n• rent RM1,200.00 · Wed 1 Apr, 09:00 (Kuala Lumpur)",
    );
    await ann.says("undo");
    expect((await ann.says("remind me to take my pills every weekday at 8pm")).text.split("\n")).toHaveLength(
      5,
    );
    expect((await ann.says("my reminders")).text).toContain("take my pills · every Friday, 20:00");
    await ann.says("undo");
    // Which of them is not clear, so both are asked about.
    const asked = await ann.says("remind me to pay the nanny next friday and saturday");
    expect(asked.buttons).toEqual(["Yes", "No"]);
    expect(asked.text).toContain("Shall I set these?\n• pay the nanny");
    expect((await ann.says("stop")).text).toContain("leave it");
    expect((await ann.says("my reminders")).text).toContain("no reminders");
  },
);

journey(
  "a reminder that is asked for completes no other one, and a no ends the question",
  async ({ ann }) => {
    await ann.says("remind me to pay rent on the 32nd");
    expect((await ann.says("remind me tomorrow to call mum")).text).toContain(
      "Reminder set: call mum · Thu 12 Mar",
    );
    await ann.says("remind me in 3 days");
    expect((await ann.says("no")).text).toContain("leave it");
    await ann.says("remind me in 3 days");
    expect((await ann.says("stop")).text).toContain("leave it");
    expect((await ann.says("settings")).text).toContain("weekly and monthly digest: on");
    expect((await ann.says("my reminders")).text).toContain("1 reminder:");
  },
);

journey("reminders are ended by words: one, or all of them after a yes", async ({ ann }) => {
  await ann.says("boss can remind me pay gym rm129 every 3rd ah");
  await ann.says("unifi RM149 every 15hb");
  await ann.says("remind me tonight at 8 to call mum");
  expect((await ann.says("my reminders")).text).toContain("call mum · Wed 11 Mar, 20:00");
  expect((await ann.says("don't remind me about gym anymore")).text).toContain(
    "Reminder cancelled: pay gym RM129.00",
  );
  // Not called so in the ledger, and one reminder is.
  const offered = await ann.says("change unifi to rm159");
  expect(offered.text).toContain("no record of “unifi”. Do you mean the reminder unifi RM149.00");
  expect((await ann.says("yes")).text).toContain("Reminder changed: unifi RM159.00");
  const asked = await ann.says("delete all my reminders");
  expect(asked.text).toContain("Cancel these reminders?\n• call mum");
  expect((await ann.says("stop")).text).toContain("leave it");
  await ann.says("padam semua peringatan");
  await ann.says("ya");
  expect((await ann.says("my reminders")).text).toContain("no reminders");
  expect((await ann.says("snooze")).text).toContain("No reminder is waiting");
  expect(await ann.records()).toEqual([]);
});

journey("what is missing is said in the next message", async ({ ann }) => {
  expect((await ann.says("remind me to pay rent")).text).toContain("When shall I remind you?");
  expect((await ann.says("every 1st")).text).toContain("pay rent · every month on the 1st");
});

journey("a likely one is shown first, and can be changed before it is stored", async ({ ann }) => {
  await ann.says("hi");
  const shown = await ann.says("remind me to pay rent next friday");
  expect(shown.text).toBe("pay rent · Fri 20 Mar, 09:00 (Kuala Lumpur), right?");
  expect(shown.buttons).toEqual(["Yes", "Change", "No"]);
  await ann.presses("Change");
  expect((await ann.says("8pm")).text).toBe("pay rent · Fri 20 Mar, 20:00 (Kuala Lumpur), right?");
  expect((await ann.says("yes")).text).toContain("Reminder set: pay rent · Fri 20 Mar, 20:00");
});

journey("a change of zone moves what is to come to the wall time there", async (world) => {
  const { ann, database } = world;
  await ann.says("unifi RM149 every 15hb");
  const due = async (): Promise<string | undefined> => {
    const [row] = await database.system.query<{ zone: string; next_due_at: Date }>(
      `SELECT r.zone, r.next_due_at FROM reminder r JOIN identity i ON i.user_id = r.user_id
       WHERE i.platform_user_id = $1`,
      [ann.name],
    );
    return row && `${row.zone} ${row.next_due_at.toISOString()}`;
  };
  expect(await due()).toBe("Asia/Kuala_Lumpur 2026-03-15T01:00:00.000Z");
  expect((await ann.says("I'm in London now")).text).toContain("keeps its clock time");
  expect(await due()).toBe("Europe/London 2026-03-15T09:00:00.000Z");
  expect((await ann.says("my reminders")).text).toContain("09:00 (London), next Sun 15 Mar");
  await ann.says("undo");
  expect(await due()).toBe("Asia/Kuala_Lumpur 2026-03-15T01:00:00.000Z");
});

journey("nobody sees or pays what is somebody else's", async ({ ann, ben }) => {
  await ann.says("unifi RM149 every 15hb");
  await ben.says("hi");
  expect((await ben.says("my reminders")).text).toContain("no reminders");
  await ben.says("unifi paid");
  expect(await ben.records()).toEqual([]);
  expect((await ben.says("cancel the unifi reminder")).text).toContain("no reminder of");
  expect((await ann.says("my reminders")).text).toContain("1 reminder:");
});

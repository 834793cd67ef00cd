/** Bill reminders by talking, further: what cannot be, several at once, ended by words, likely ones, zones, whose they are (SPEC S5). */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

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
  expect(offered.text).toContain("“unifi” is a reminder: unifi RM149.00");
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

journey("a bill paid ahead and moved to another day is not asked for twice", async ({ ann }) => {
  await ann.says("remind me to pay rent 1200 on the 15th every month");
  expect((await ann.says("paid rent")).text).toContain("Next: Wed 15 Apr");
  // A record is called so as well: what is moved to a day is the bill.
  expect((await ann.says("change rent to the 20th")).text).toContain("“rent” is a reminder: pay rent");
  expect((await ann.says("yes")).text).toContain("every month on the 20th");
  expect((await ann.says("my reminders")).text).toContain("next Mon 20 Apr");
  await ann.says("change the rent reminder to the 5th");
  expect((await ann.says("my reminders")).text).toContain("next Sun 5 Apr");
  expect(await ann.ledger()).toEqual(["expense | MYR 120000 | rent | housing | 2026-03-11"]);
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

journey("of more reminders than are cancelled at once, it is said that some stay", async ({ ann }) => {
  const days = Array.from({ length: 12 }, (_, at) => `remind me to feed the cat every ${at + 1}hb`);
  for (const text of days) await ann.says(text);
  expect((await ann.says("cancel all reminders")).text).toContain(
    "Cancel these 10 reminders? There are more, which stay; ask once more for them.",
  );
  await ann.says("yes");
  expect((await ann.says("cancel all my reminders")).text).toMatch(
    /^Cancel these reminders\?\n(• .+\n?){2}$/,
  );
  await ann.says("yes");
  expect((await ann.says("my reminders")).text).toContain("no reminders");
});

journey("what cannot be is said in one sentence", async ({ ann }) => {
  await ann.says("hi");
  expect((await ann.says("remind me every 2 hours to drink water")).text).toContain("Once a day is the most");
  expect((await ann.says("food cap 0")).text).toContain("A cap is more than nothing");
  expect((await ann.says("when do i get my weekly summary")).text).toContain(
    "on, in the morning of your week",
  );
  expect((await ann.says("I'm in Mars/Olympus now")).text).toContain(
    "I don't know the time zone “Mars/Olympus”",
  );
  expect((await ann.says("remind me 10/3 to pay tnb")).text).toContain(
    "Wed 10 Mar 2027, 09:00 (Kuala Lumpur), right?",
  );
});

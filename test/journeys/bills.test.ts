/** A bill that was told and waits (SPEC S5): Paid, Snooze and Skip by word, each about one period and no other. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { journeys, type TestPerson, type World } from "../support/journey.ts";

const { journey } = journeys();

interface Period {
  readonly state: string;
  readonly wake_at: Date | null;
  readonly wake_kind: string | null;
  readonly due_on: string;
}

/** What the sweep leaves behind a push: the period open, a nudge to come, and the next one due. */
async function pushed({ database }: World, { name }: TestPerson, title: string, next: string): Promise<void> {
  await database.system.query(
    `WITH due AS (
       UPDATE reminder r SET next_due_on = $4::date, next_due_at = ($4::date + time '09:00') AT TIME ZONE 'Asia/Kuala_Lumpur'
       FROM reminder o JOIN identity i ON i.user_id = o.user_id
       WHERE o.id = r.id AND i.platform_user_id = $2 AND r.title = $3
       RETURNING o.id, o.org_id, o.user_id, o.next_due_on, o.next_due_at)
     INSERT INTO reminder_firing (id, org_id, user_id, reminder_id, due_on, due_at, kind, state, wake_at, wake_kind, fired_at)
     SELECT $1, org_id, user_id, id, next_due_on, next_due_at, 'due', 'open', next_due_at + interval '1 day', 'nudge', next_due_at
     FROM due`,
    [randomUUID(), name, title, next],
  );
}

function periods({ database }: World, { name }: TestPerson): Promise<Period[]> {
  return database.system.query<Period>(
    `SELECT f.state, f.wake_at, f.wake_kind, f.due_on FROM reminder_firing f JOIN identity i ON i.user_id = f.user_id
     WHERE i.platform_user_id = $1 ORDER BY f.due_at`,
    [name],
  );
}

const DUE = "2026-03-15T09:05:00+08:00";

journey("“paid” is about the bill that was told, and closes that period alone", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  expect((await ann.says("what bills are due")).text).toContain(
    "Not paid yet:\n• unifi, due since Sun 15 Mar",
  );
  expect((await ann.says("paid")).text).toBe(
    "Recorded: RM149.00 unifi · bills\nunifi of Sun 15 Mar is paid. Next: Wed 15 Apr.",
  );
  expect(await periods(world, ann)).toMatchObject([{ state: "paid", wake_at: null, due_on: "2026-03-15" }]);
  expect(await ann.ledger()).toEqual(["expense | MYR 14900 | unifi | bills | 2026-03-15"]);
  expect((await ann.says("undo")).text).toContain("unifi of Sun 15 Mar is open again");
  expect(await periods(world, ann)).toMatchObject([{ state: "open", wake_kind: "nudge" }]);
  expect(await ann.records()).toEqual([]);
});

journey("a bill is paid however that is put", async (world) => {
  const { ann } = world;
  for (const [bill, words] of [
    ["astro", "mark astro as paid"],
    ["indah water", "indah water is paid"],
    ["cukai pintu", "cukai pintu telah dibayar"],
  ] as const) {
    await ann.says(`${bill} RM49 every 12hb`);
    expect((await ann.says(words)).text).toContain(`RM49.00 ${bill}`);
  }
});

journey("whether a bill is paid is a question, and who has been paid has paid nothing", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  for (const words of ["is unifi paid", "was the unifi paid already", "i was paid", "i have been paid"])
    await ann.says(words);
  expect(await periods(world, ann)).toMatchObject([{ state: "open" }]);
  expect(await ann.records()).toEqual([]);
});

journey("of several that wait, the one is asked about", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  await ann.says("maxis RM88 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  await pushed(world, ann, "maxis", "2026-04-15");
  expect((await ann.says("dah bayar")).text).toContain("Yang mana satu?");
  expect((await ann.says("unifi")).text).toContain("Dicatat: RM149.00 unifi");
  expect(await ann.records()).toHaveLength(1);
});

journey("a snooze moves what comes next of that period", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  const wake = async (): Promise<string | undefined> =>
    (await periods(world, ann)).map((row) => `${row.wake_kind} ${row.wake_at?.toISOString()}`)[0];
  expect((await ann.says("snooze")).text).toContain("again today at 10:05");
  expect(await wake()).toBe("snooze 2026-03-15T02:05:00.000Z");
  expect((await ann.says("snooze till tonight")).text).toContain("again today at 20:00");
  expect(await wake()).toBe("snooze 2026-03-15T12:00:00.000Z");
  expect((await ann.says("tangguh sampai esok")).text).toContain("Isnin 16 Mac pukul 09:00");
  expect(await wake()).toBe("snooze 2026-03-16T01:00:00.000Z");
  await ann.says("undo");
  expect(await wake()).toBe("snooze 2026-03-15T12:00:00.000Z");
  expect((await ann.says("skip")).text).toBe("unifi untuk Ahad 15 Mac dilangkau. Seterusnya: Rabu 15 Apr.");
  expect(await periods(world, ann)).toMatchObject([{ state: "skipped", wake_at: null }]);
  expect(await ann.records()).toEqual([]);
});

journey("a bill that was cancelled in the meantime is neither asked about nor listed", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  await ann.says("cancel the unifi reminder");
  expect((await ann.says("what bills are due")).text).toContain("Nothing is due");
  await ann.says("paid");
  expect(await ann.records()).toEqual([]);
});

journey("what comes once and was told can be paid, and is over then", async (world) => {
  const { ann } = world;
  await ann.says("remind me to pay road tax 90 on 15 March");
  expect((await ann.says("road tax paid")).text).toContain("road tax of Sun 15 Mar is paid.");
  expect((await ann.says("my reminders")).text).toContain("no reminders");
  expect((await ann.says("undo")).text).toContain("open again");
  expect((await ann.says("my reminders")).text).toContain("1 reminder:");
});

journey("an amount with “paid” is that of the bill that was told", async (world) => {
  const { ann } = world;
  expect((await ann.says("paid")).text).toContain("No bill is waiting to be paid");
  await ann.says("remind me to pay credit card every 15hb");
  await ann.says("unifi RM149 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "pay credit card", "2026-04-15");
  expect((await ann.says("paid 350 yesterday")).text).toContain("credit card of Sun 15 Mar is paid");
  expect(await ann.ledger()).toEqual(["expense | MYR 35000 | credit card | debt | 2026-03-14"]);
  await ann.says("undo");
  await pushed(world, ann, "unifi", "2026-04-15");
  expect((await ann.says("dah bayar rm350")).text).toContain("Yang mana satu?");
  expect((await ann.says("credit card")).text).toContain("Dicatat: RM350.00 credit card");
});

journey("words that name a bill are about that bill, whatever was asked about others", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  await ann.says("maxis RM88 every 15hb");
  world.at(DUE);
  await pushed(world, ann, "unifi", "2026-04-15");
  await pushed(world, ann, "maxis", "2026-04-15");
  expect((await ann.says("snooze till tonight")).text).toContain("Which one?");
  expect((await ann.says("skip maxis")).text).toContain("Skipped maxis of Sun 15 Mar");
  expect((await ann.says("snooze unifi tomorrow")).text).toContain("again Mon 16 Mar at 09:00");
});

journey(
  "a bill that was told late is the one that “paid” means, however long ago it was due",
  async (world) => {
    const { ann } = world;
    await ann.says("unifi RM149 every 15hb");
    world.at("2026-03-20T12:00:00+08:00");
    await pushed(world, ann, "unifi", "2026-04-15");
    await world.database.system.query(
      "UPDATE reminder_firing SET fired_at = '2026-03-20T11:59:00+08:00' WHERE state = 'open'",
    );
    expect((await ann.says("paid")).text).toContain("unifi of Sun 15 Mar is paid");
  },
);

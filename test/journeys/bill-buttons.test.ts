/** A bill that was pushed, and its buttons (SPEC S5): Paid, Snooze and Skip, each about the period of its own push. */
import { expect } from "vitest";
import { journeys, type TestPerson, type World } from "../support/journey.ts";

const { journey } = journeys();

/** Everything that is due at this moment is pushed and delivered. */
async function sweepAt({ app, platform, at }: World, iso: string): Promise<void> {
  at(iso);
  await app.path.sweepNow();
  await app.path.drained(platform);
}

/** The pushes that reached a person, latest last. */
function pushes({ platform }: World, { name }: TestPerson): { text: string; buttons: readonly string[] }[] {
  return platform.delivered
    .filter(({ kind, chatKey }) => kind === "push" && chatKey === name)
    .map(({ text, buttons }) => ({ text, buttons: buttons.map(({ label }) => label) }));
}

/** What became of each due moment, oldest first: "2026-03-15 paid". */
async function periods({ database }: World, { name }: TestPerson): Promise<string[]> {
  const rows = await database.system.query<{ line: string }>(
    `SELECT f.due_on || ' ' || f.state AS line FROM reminder_firing f JOIN identity i ON i.user_id = f.user_id
     WHERE i.platform_user_id = $1 AND f.kind = 'due' ORDER BY f.due_at`,
    [name],
  );
  return rows.map(({ line }) => line);
}

const DUE = "2026-03-15T09:00:00+08:00";
const FIVE = ["Paid", "Snooze 1 h", "Tonight", "Tomorrow", "Skip"];

journey("Paid records the bill, closes its period, and does nothing the second time", async (world) => {
  const { ann } = world;
  await ann.says("cap bills RM200 a month");
  await ann.says("unifi RM149 every 15hb");
  await sweepAt(world, DUE);
  expect(pushes(world, ann)).toEqual([{ text: "Reminder: unifi · RM149.00", buttons: FIVE }]);
  const paid = await ann.presses("Paid");
  expect(paid.text).toBe(
    "Recorded: RM149.00 unifi · bills\nunifi of Sun 15 Mar is paid. Next: Wed 15 Apr.\nbills this month: RM149.00 of RM200.00, RM51.00 left",
  );
  expect(paid.buttons).toEqual(["Undo", "Edit"]);
  expect((await ann.presses("Paid")).text).toBe(
    "unifi of Sun 15 Mar is paid already, so nothing has changed.",
  );
  expect((await ann.presses("Skip")).text).toContain("is paid already");
  expect((await ann.presses("Tonight")).text).toContain("nothing to snooze");
  expect(await ann.ledger()).toEqual(["expense | MYR 14900 | unifi | bills | 2026-03-15"]);
  await sweepAt(world, "2026-03-16T09:00:00+08:00");
  expect(pushes(world, ann)).toHaveLength(1);
});

journey(
  "Paid on the day after closes the old period alone; an old button acts on its own period",
  async (world) => {
    const { ann } = world;
    await ann.says("unifi RM149 every 15hb");
    await sweepAt(world, DUE);
    const [first] = pushes(world, ann);
    await sweepAt(world, "2026-03-16T09:00:00+08:00");
    expect(pushes(world, ann).at(-1)?.text).toBe("Still open from yesterday: unifi · RM149.00. Is it paid?");
    // Not paid, and never asked about again before the next one comes.
    await sweepAt(world, "2026-03-17T09:00:00+08:00");
    expect(pushes(world, ann)).toHaveLength(2);
    await sweepAt(world, "2026-04-15T09:00:00+08:00");
    expect(pushes(world, ann)).toHaveLength(3);
    // The button under the nudge is of March.
    const nudge = { text: "Still open from yesterday: unifi · RM149.00. Is it paid?", buttons: FIVE };
    expect((await ann.presses("Paid", nudge)).text).toContain("unifi of Sun 15 Mar is paid.");
    expect(await periods(world, ann)).toEqual(["2026-03-15 paid", "2026-04-15 open"]);
    expect((await ann.presses("Skip")).text).toBe("Skipped unifi of Wed 15 Apr. Next: Fri 15 May.");
    expect(await periods(world, ann)).toEqual(["2026-03-15 paid", "2026-04-15 skipped"]);
    expect(await ann.records()).toHaveLength(1);
    expect(first?.buttons).toEqual(FIVE);
  },
);

journey("Paid without a known amount asks for it; a stop leaves the bill open", async (world) => {
  const { ann } = world;
  await ann.says("remind me to pay tnb every 15hb");
  await sweepAt(world, DUE);
  expect((await ann.presses("Paid")).text).toBe("How much was tnb?");
  expect((await ann.says("stop")).text).toContain("leave it");
  expect((await ann.says("settings")).text).toContain("weekly and monthly digest: on");
  expect(await periods(world, ann)).toEqual(["2026-03-15 open"]);
  await ann.presses("Paid");
  expect((await ann.says("87.20")).text).toBe(
    "Recorded: RM87.20 tnb · bills\ntnb of Sun 15 Mar is paid. Next: Wed 15 Apr.",
  );
  expect(await periods(world, ann)).toEqual(["2026-03-15 paid"]);
});

journey("each Snooze moves that firing alone, and comes back when it was told to", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  await ann.says("maxis RM88 every 15hb");
  await sweepAt(world, DUE);
  const unifi = { text: "Reminder: unifi · RM149.00", buttons: FIVE };
  expect((await ann.presses("Snooze 1 h", unifi)).text).toBe(
    "OK, I'll remind you of unifi again today at 10:00.",
  );
  await sweepAt(world, "2026-03-15T09:59:00+08:00");
  expect(pushes(world, ann)).toHaveLength(2);
  await sweepAt(world, "2026-03-15T10:00:00+08:00");
  const back = { text: "Back as you asked: unifi · RM149.00", buttons: FIVE };
  expect(pushes(world, ann).at(-1)).toEqual(back);
  expect((await ann.presses("Tonight", back)).text).toContain("again today at 20:00");
  await sweepAt(world, "2026-03-15T20:00:00+08:00");
  expect(pushes(world, ann)).toHaveLength(4);
  expect((await ann.presses("Tomorrow", back)).text).toContain("again Mon 16 Mar at 09:00");
  await sweepAt(world, "2026-03-16T09:00:00+08:00");
  // The other one's nudge, and the snoozed one.
  expect(
    pushes(world, ann)
      .slice(4)
      .map(({ text }) => text)
      .sort(),
  ).toEqual([
    "Back as you asked: unifi · RM149.00",
    "Still open from yesterday: maxis · RM88.00. Is it paid?",
  ]);
  expect((await ann.says("my reminders")).text).toContain(
    "unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Wed 15 Apr",
  );
  expect(await periods(world, ann)).toEqual(["2026-03-15 open", "2026-03-15 open"]);
});

journey("a bill that is paid before its day is not pushed", async (world) => {
  const { ann } = world;
  await ann.says("unifi RM149 every 15hb");
  await ann.says("unifi paid");
  await sweepAt(world, "2026-03-16T09:00:00+08:00");
  expect(pushes(world, ann)).toEqual([]);
  await sweepAt(world, "2026-04-15T09:00:00+08:00");
  expect(pushes(world, ann)).toHaveLength(1);
});

journey("somebody else's press does nothing, to anybody", async (world) => {
  const { ann, ben, app, platform } = world;
  await ann.says("unifi RM149 every 15hb");
  await ben.says("hi");
  await sweepAt(world, DUE);
  const push = platform.delivered.findLast(({ kind, chatKey }) => kind === "push" && chatKey === ann.name);
  for (const { id } of push?.buttons ?? []) {
    const { inboxId } = await platform.receive({
      eventKey: `ben-${id}`,
      chatKey: ben.name,
      senderKey: ben.name,
      kind: "button",
      text: id,
    });
    await app.path.answered(inboxId);
    expect(platform.delivered.find((message) => message.inboxId === inboxId)?.text).toContain(
      "no longer works",
    );
  }
  expect(await ben.records()).toEqual([]);
  expect(await ann.records()).toEqual([]);
  expect(await periods(world, ann)).toEqual(["2026-03-15 open"]);
});

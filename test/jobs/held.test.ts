/** What waits in the outbox for the end of quiet hours, when things change meanwhile (SPEC S5). */
import { expect } from "vitest";
import { journeys, type TestPerson, type World } from "../support/journey.ts";

const { journey } = journeys();

interface Held {
  readonly text: string;
  readonly minutes: number;
}

/** The pushes that are still to go out to a person, and how long each is held. */
function held({ database }: World, { name }: TestPerson): Promise<Held[]> {
  return database.system.query<Held>(
    `SELECT text, round(extract(epoch FROM not_before - now()) / 60)::int AS minutes FROM outbox
     WHERE chat_key = $1 AND kind = 'push' AND state = 'pending' ORDER BY seq`,
    [name],
  );
}

/** A reminder at 23:00, within the quiet hours of the person, has come due. */
async function dueAtNight(world: World, ann: TestPerson): Promise<void> {
  await ann.says("quiet hours 10pm to 7am");
  await ann.says("remind me to pay rent 900 every 11th at 11pm");
  world.at("2026-03-11T23:00:00+08:00");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([
    { text: "Reminder: pay rent · RM900.00 (was due at 23:00 yesterday)", minutes: 480 },
  ]);
}

journey("a changed amount is what the held push says", async (world) => {
  const { ann } = world;
  await dueAtNight(world, ann);
  expect((await ann.says("change the rent reminder to 950")).text).toContain("pay rent RM950.00");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([
    { text: "Reminder: pay rent · RM950.00 (was due at 23:00 yesterday)", minutes: 480 },
  ]);
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toHaveLength(1);
});

journey("moved to another day, it is said on that day alone; and undone, it is held again", async (world) => {
  const { ann } = world;
  await dueAtNight(world, ann);
  expect((await ann.says("change the rent reminder to the 15th")).text).toContain("next Sun 15 Mar");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([]);
  expect((await ann.says("undo")).text).toContain("every month on the 11th");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toHaveLength(1);
});

journey("an earlier time of the same day still says it", async (world) => {
  const { ann } = world;
  await dueAtNight(world, ann);
  await ann.says("change the rent reminder to 8pm");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([
    { text: "Reminder: pay rent · RM900.00 (was due at 20:00 yesterday)", minutes: 480 },
  ]);
});

journey("a cancelled reminder says nothing; brought back, it does", async (world) => {
  const { ann } = world;
  await dueAtNight(world, ann);
  expect((await ann.says("cancel the rent reminder")).text).toContain("Reminder cancelled");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([]);
  await ann.says("undo");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toHaveLength(1);
});

journey("other quiet hours hold it as long as they say, and none do not", async (world) => {
  const { ann, platform } = world;
  await dueAtNight(world, ann);
  await ann.says("quiet hours 10pm to 8am");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toMatchObject([{ minutes: 540 }]);
  await ann.says("no quiet hours");
  await world.app.path.sweepNow();
  await world.app.path.drained(platform);
  expect(await held(world, ann)).toEqual([]);
  expect(
    platform.delivered.filter(({ kind, chatKey }) => kind === "push" && chatKey === ann.name),
  ).toMatchObject([{ text: "Reminder: pay rent · RM900.00" }]);
});

journey("in another zone it comes at its wall time there, by the quiet hours there", async (world) => {
  const { ann } = world;
  await dueAtNight(world, ann);
  // 15:00 in London.
  expect((await ann.says("I'm in London now")).text).toContain("keeps its clock time");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toEqual([]);
  world.at("2026-03-11T23:00:00Z");
  await world.app.path.sweepNow();
  expect(await held(world, ann)).toMatchObject([{ minutes: 480 }]);
  expect((await ann.says("my reminders")).text).toContain("23:00 (London)");
});

journey("the nudge of a bill that was told moves to the new zone, too", async (world) => {
  const { ann, database } = world;
  await ann.says("unifi RM149 every 11th at 11am");
  world.at("2026-03-11T11:00:00+08:00");
  await world.app.path.sweepNow();
  await ann.says("I'm in London now");
  const [row] = await database.system.query<{ wake_at: Date }>(
    `SELECT f.wake_at FROM reminder_firing f JOIN identity i ON i.user_id = f.user_id WHERE i.platform_user_id = $1`,
    [ann.name],
  );
  expect(row?.wake_at.toISOString()).toBe("2026-03-12T11:00:00.000Z");
});

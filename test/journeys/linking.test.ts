/** Two apps, one ledger (SPEC S1): a code asked for on one side and sent on the other. */
import { expect } from "vitest";
import { fireDue } from "../../src/jobs/fire.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { limits } from "../../src/kernel/limits.ts";
import { linkCodeHash } from "../../src/kernel/link-code.ts";
import { accountPorts } from "../../src/store/account-ports.ts";
import { type Joiner, joinLedger } from "../../src/store/link-codes.ts";
import { MERGED, mergeUsers } from "../../src/store/merge-users.ts";
import { writePushes } from "../../src/store/pushes.ts";
import { journeys, type TestPerson, type World } from "../support/journey.ts";
import { rows } from "../support/people.ts";

const { journey } = journeys();

/** The code that somebody is given who asks for one. */
async function codeOf(person: TestPerson, words = "/link"): Promise<string> {
  const { text } = await person.says(words);
  const [code] = /MAMA-\w{4}-\w{4}/.exec(text) ?? [];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

async function userOf({ app }: World, { name }: TestPerson): Promise<string> {
  const [identity] = await rows(app.database, "identity", `platform_user_id = '${name}'`);
  return String(identity?.user_id);
}

journey("somebody new on a second app sees the same ledger, in both directions", async (world) => {
  const { ann: telegram, ben: whatsapp, platform } = world;
  await telegram.says("lunch 15");
  const code = await codeOf(telegram, "link my whatsapp");
  const { text } = await whatsapp.says(code.toLowerCase().replaceAll("-", " "));
  expect(text).toMatch(/^Linked\./);
  expect(text).not.toContain("came along");
  expect((await whatsapp.says("how much today?")).text).toContain("RM15.00");
  await whatsapp.says("grab 12");
  expect((await telegram.says("how much today?")).text).toContain("RM27.00");
  expect(await userOf(world, whatsapp)).toBe(await userOf(world, telegram));
  // The welcome of a first contact is for people who are new.
  expect(platform.delivered.filter(({ chatKey }) => chatKey === whatsapp.name)[0]?.text).toBe(text);
});

journey(
  "what was recorded on the second app before comes along; doubles of caps and rules do not",
  async (world) => {
    const { ann: telegram, ben: whatsapp, database } = world;
    await telegram.says("lunch 15");
    await telegram.says("cap food 500 a month");
    await telegram.says("remind me to pay rent RM900 on the 1st");
    await whatsapp.says("teh tarik 3");
    await whatsapp.says("cap food 300 a month");
    await whatsapp.says("remind me to pay rent RM900 on the 1st");
    await whatsapp.says("remind me to pay unifi RM149 on the 15th");
    const before = await userOf(world, whatsapp);
    const { text } = await whatsapp.says(`/link ${await codeOf(telegram)}`);
    expect(text).toContain("came along");
    expect((await telegram.says("how much today?")).text).toContain("RM18.00");
    expect((await whatsapp.says("/caps")).text).toMatch(/RM500/);
    const { text: reminders } = await telegram.says("/reminders");
    expect(reminders.match(/rent/gi)).toHaveLength(1);
    expect(reminders).toMatch(/unifi/i);
    const left = await Promise.all(
      Object.keys(MERGED).map(async (table) => (await rows(database, table, `user_id = '${before}'`)).length),
    );
    expect(new Set(left)).toEqual(new Set([0]));
    expect(await rows(database, "app_user", `id = '${before}'`)).toEqual([]);
  },
);

journey("an expired, used, unknown or own code is refused, and nothing moves", async (world) => {
  const { ann, ben, later } = world;
  const cat = world.person();
  await ann.says("lunch 15");
  await ben.says("grab 12");
  const old = await codeOf(ann);
  later(limits.linkCodeMs);
  expect((await ben.says(old)).text).toContain("too old");
  const code = await codeOf(ann);
  expect((await ann.says(code)).text).toContain("from here");
  expect((await ben.says("MAMA-2222-3333")).text).toContain("don't know that code");
  expect((await ben.says("how much today?")).text).toContain("RM12.00");
  expect((await cat.says(code)).text).toMatch(/^Linked/);
  expect((await ben.says(code)).text).toContain("used already");
  expect((await ben.says("how much today?")).text).toContain("RM12.00");
});

journey("a newer code makes the older one worthless", async ({ ann, ben }) => {
  const first = await codeOf(ann);
  await codeOf(ann);
  expect((await ben.says(first)).text).toContain("don't know that code");
});

journey("a code of another organisation is unknown", async (world) => {
  const { ann, ben, database } = world;
  await ben.says("grab 12");
  const other = "0199aaaa-0000-7000-8000-000000000001";
  await database.system.query("INSERT INTO org (id, slug, name) VALUES ($1, 'other', 'Other')", [other]);
  const benId = await userOf(world, ben);
  await database.system.query("UPDATE app_user SET org_id = $1 WHERE id = $2", [other, benId]);
  await database.system.query("UPDATE identity SET org_id = $1 WHERE user_id = $2", [other, benId]);
  expect((await ben.says(await codeOf(ann))).text).toContain("don't know that code");
  expect(await userOf(world, ben)).toBe(benId);
});

journey(
  "who gave the code hears that it was used, and can end it: the other side starts anew",
  async (world) => {
    const { ann, ben, app, platform } = world;
    await ann.says("lunch 15");
    await ben.says(await codeOf(ann));
    await app.path.drained({ platform: "fake", account: "bot" });
    const told = platform.delivered.findLast(({ chatKey }) => chatKey === ann.name);
    expect(told?.text).toContain("linked with");
    expect((await ann.presses("That wasn't me")).text).toContain("Unlinked");
    expect((await ann.presses("That wasn't me")).text).toContain("isn't linked");
    expect((await ben.says("how much today?")).text).not.toContain("RM15.00");
    expect(await userOf(world, ben)).not.toBe(await userOf(world, ann));
    expect((await ann.says("how much today?")).text).toContain("RM15.00");
  },
);

/** The chats that pushes which wait or went out are for. */
async function pushed({ database }: World, state: string): Promise<string[]> {
  const found = await rows(database, "outbox", `kind = 'push' AND state = '${state}'`);
  return found.map(({ chat_key: chat, text }) => `${chat}: ${text}`);
}

async function willHear(world: World, who: TestPerson, text: string): Promise<void> {
  const userId = await userOf(world, who);
  const [user] = await rows(world.database, "app_user", `id = '${userId}'`);
  const scope = { orgId: String(user?.org_id), userId };
  const to = { platform: "fake", account: "bot", chatKey: who.name };
  const push = {
    id: uuidV7.next(),
    scope,
    to,
    language: "en" as const,
    text,
    buttons: [],
    holdMs: 3_600_000,
  };
  await world.database.withSystem((tx) => writePushes(tx, [push]));
}

journey("whoever was unlinked hears nothing more of the ledger, and is asked things again", async (world) => {
  const { ann, ben, app, database } = world;
  await ann.says("remind me to pay rent RM900 on the 12th");
  await ben.says(await codeOf(ann));
  await app.path.drained({ platform: "fake", account: "bot" });
  // The last that was written in this ledger, and a question and a list that wait there.
  await ben.says("/memories");
  expect((await ben.says("zorblax 12")).text).toContain("right?");
  await willHear(world, ben, "held for the morning");
  await ann.presses("That wasn't me");
  expect(await pushed(world, "pending")).toEqual([]);

  await fireDue({ database, ids: uuidV7, clock: { now: () => Date.parse("2026-03-12T09:00:00+08:00") } });
  await app.path.drained({ platform: "fake", account: "bot" });
  const heard = [...(await pushed(world, "sent")), ...(await pushed(world, "pending"))];
  expect(heard.filter((line) => line.includes("rent"))).toEqual([
    expect.stringContaining(`${ann.name}: Reminder: `),
  ]);
  expect((await ben.says("zorblax 13")).text).toContain("right?");
  expect((await ben.says("yes")).text).toContain("RM13.00 zorblax");
  expect(await ann.ledger()).toEqual([]);
});

journey("who blocks her in the one app is still told things in the other", async (world) => {
  const { ann: telegram, ben: whatsapp, database } = world;
  await telegram.says("lunch 15");
  await whatsapp.says(await codeOf(telegram));
  await whatsapp.says("grab 12");
  await willHear(world, telegram, "on the blocked one");
  await willHear(world, whatsapp, "on the other");
  const account = { platform: "fake", account: "bot", owner: uuidV7.next(), leaseMs: 1_000 };
  const ports = accountPorts(database, account);
  await ports.reachable(telegram.name, false);
  expect(await pushed(world, "pending")).toEqual([`${whatsapp.name}: on the other`]);
  const reachable = async () =>
    (await rows(database, "app_user", `id = '${await userOf(world, whatsapp)}'`))[0]?.reachable;
  expect(await reachable()).toBe(true);
  await ports.reachable(whatsapp.name, false);
  expect(await reachable()).toBe(false);
});

journey("a turn that died after the code was used does not find it used", async (world) => {
  const { ann, ben, database } = world;
  const code = await codeOf(ann);
  await ben.says("grab 12");
  const [identity] = await rows(database, "identity", `platform_user_id = '${ben.name}'`);
  const [event] = await rows(database, "inbox", `chat_key = '${ben.name}'`);
  const joiner: Joiner = {
    codeHash: linkCodeHash(code),
    inboxId: String(event?.id),
    identity: { platform: "fake", account: "bot", senderKey: ben.name },
    identityId: String(identity?.id),
    saidAtMs: Date.parse("2026-03-11T10:00:00+08:00"),
  };
  const first = await database.withSystem((tx) => joinLedger(tx, joiner));
  expect(first).toMatchObject({ is: "joined", anew: true, merged: true });
  const again = await database.withSystem((tx) => joinLedger(tx, joiner));
  expect(again).toMatchObject({ is: "joined", anew: false });
  expect(await ann.ledger()).toHaveLength(1);
  expect((await ann.says("how much today?")).text).toContain("RM12.00");
});

journey("a sender who became somebody else a moment ago joins as who they are now", async (world) => {
  const { ann, ben, database } = world;
  const cat = world.person();
  await ben.says("grab 12");
  await cat.says("lunch 15");
  const code = await codeOf(ann);
  const [identity] = await rows(database, "identity", `platform_user_id = '${ben.name}'`);
  const [event] = await rows(database, "inbox", `chat_key = '${ben.name}'`);
  const orgId = String(identity?.org_id);
  const from = { orgId, userId: String(identity?.user_id) };
  const to = { orgId, userId: await userOf(world, cat) };
  const at = "2026-03-11T10:00:00+08:00";
  await database.withSystem((tx) => mergeUsers(tx, { from, to, at }));
  const joined = await database.withSystem((tx) =>
    joinLedger(tx, {
      codeHash: linkCodeHash(code),
      inboxId: String(event?.id),
      identity: { platform: "fake", account: "bot", senderKey: ben.name },
      identityId: uuidV7.next(),
      saidAtMs: Date.parse(at),
    }),
  );
  expect(joined).toMatchObject({ is: "joined", merged: true });
  expect(await userOf(world, ben)).toBe(await userOf(world, ann));
  expect(await ann.ledger()).toHaveLength(2);
});

journey("a code in Malay", async ({ ann, ben }) => {
  await ann.says("makan tengah hari 15 ringgit");
  await ann.says("cakap bahasa melayu");
  const code = await codeOf(ann, "sambung whatsapp");
  await ben.says("cakap bahasa melayu");
  expect((await ben.says(code)).text).toMatch(/^Dah disambung/);
});

journey("every table with a user is one that a link moves", async ({ database }) => {
  const found = await database.system.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1`,
  );
  expect(Object.keys(MERGED).sort()).toEqual(found.map(({ name }) => name));
});

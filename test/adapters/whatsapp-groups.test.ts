/** Groups on WhatsApp (SPEC S1): silence, one sentence for who addresses her, and nothing of it kept. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type GroupMetadata,
  loadLibrary,
  type proto,
  type WASocket,
} from "../../src/adapters/whatsapp/library.ts";
import { systemTime } from "../../src/adapters/whatsapp/time.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { startWhatsApp } from "../fakes/whatsapp-server.ts";
import { from, SELF } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { link, onWhatsApp } from "../support/whatsapp.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

const PRIVATE = expect.stringContaining("private chat");
const DAY_MS = 24 * 3_600_000;
const NUMBER = "15550000000@s.whatsapp.net";
const LID = "99887766@lid";

let database: Database;
let mama: OnFake;
let group: string;
let ann: string;
let day = 0;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  mama = await onFake(database, { time: { ...systemTime, now: () => Date.now() + day * DAY_MS } });
  await mama.sockets.until(() => mama.sockets.all.length === 1);
});
afterAll(async () => {
  await mama.stop();
  await database.close();
});
beforeEach(() => {
  const number = randomInt(100_000_000, 999_999_999);
  group = `120363${number}@g.us`;
  ann = `60${number}@s.whatsapp.net`;
});

/** Somebody in the group says something; the context is what it mentions or answers. */
function said(text: string, contextInfo?: proto.IContextInfo, extra: Parameters<typeof from>[2] = {}): void {
  const timestamp = Math.floor((Date.now() + day * DAY_MS) / 1000);
  const message = { extendedTextMessage: { text, ...(contextInfo && { contextInfo }) } };
  mama.sockets.now().receives(from(group, message, { by: ann, messageTimestamp: timestamp, ...extra }));
}

/** What the group has heard, once what was said in it before has been dealt with. */
async function heard(): Promise<readonly string[]> {
  const before = mama.to(ann).length;
  mama.sockets.now().receives(from(ann, { conversation: "hello" }));
  await mama.told(ann, before + 1);
  return mama.to(group);
}

test("who mentions her number, or answers her by her LID, is told where she works; others hear nothing", async () => {
  said("lunch 15");
  said("@Ben lunch 15", { mentionedJid: [ann] });
  said("me too", { stanzaId: "3A00", participant: ann, quotedMessage: { conversation: "lunch" } });
  said("lunch 15", { mentionedJid: [NUMBER] }, { fromMe: true });
  expect(await heard()).toEqual([]);

  said("@Mama lunch 15", { mentionedJid: [ann, NUMBER] });
  expect(await mama.told(group, 1)).toEqual([PRIVATE]);
  // Groups may know her by either id, with or without a device.
  for (const mentioned of [LID, SELF.id, SELF.lid]) {
    day += 2;
    said("@Mama?", { mentionedJid: [mentioned] });
    await mama.told(group, mama.to(group).length + 1);
  }
  day += 2;
  said("no", { stanzaId: "3EB0", participant: SELF.lid, quotedMessage: { conversation: "…" } });
  expect(await mama.told(group, 5)).toHaveLength(5);
});

test("a mention under a picture counts, and one of what has waited for her does not", async () => {
  const earlier = Math.floor((Date.now() + day * DAY_MS) / 1000) - 3_600;
  said("@Mama", { mentionedJid: [LID] }, { messageTimestamp: earlier });
  expect(await heard()).toEqual([]);
  const image = { caption: "@Mama", contextInfo: { mentionedJid: [LID] } };
  said("", undefined, { message: { imageMessage: image } });
  expect(await mama.told(group, 1)).toEqual([PRIVATE]);
});

test("a group is told once a day, and who is in it is asked once", async () => {
  const asked = (): number => mama.sockets.askedAbout.filter((jid) => jid === group).length;
  said("@Mama", { mentionedJid: [LID] });
  await mama.told(group, 1);
  said("@Mama lunch 15", { mentionedJid: [LID] });
  expect(await heard()).toHaveLength(1);
  day += 1;
  said("@Mama", { mentionedJid: [LID] });
  expect(await mama.told(group, 2)).toEqual([PRIVATE, PRIVATE]);
  expect(asked()).toBe(1);
  // Somebody joined: what was known of the group is not true any more.
  mama.sockets.now().emit("group-participants.update", { id: group, participants: [], action: "add" });
  day += 1;
  said("@Mama", { mentionedJid: [LID] });
  await mama.told(group, 3);
  expect(asked()).toBe(2);
});

test("WhatsApp that refuses to be asked about the group is not asked again", async () => {
  mama.sockets.overlimit = true;
  said("@Mama", { mentionedJid: [LID] });
  await mama.sockets.until(() => mama.sockets.askedAbout.includes(group));
  said("@Mama", { mentionedJid: [LID] });
  expect(await heard()).toEqual([]);
  expect(mama.sockets.askedAbout.filter((jid) => jid === group)).toHaveLength(1);
  mama.sockets.overlimit = false;
});

test("only so many groups are answered in a day: people's answers come out of the same messages", async () => {
  day += 1;
  const groups = Array.from({ length: 60 }, (_, nth) => `12036399${nth}@g.us`);
  for (group of groups) said("@Mama", { mentionedJid: [LID] });
  const told = (): number => groups.filter((one) => mama.to(one).length > 0).length;
  await mama.sockets.until(() => told() >= 50);
  await heard();
  expect(told()).toBe(50);
  day += 1;
});

test("nothing of a group is kept: no event, no user, no chat, no word or id in the log", async () => {
  said("@Mama zanzibar 15", { mentionedJid: [LID] });
  await mama.told(group, 1);
  const id = group.split("@")[0] ?? "";
  const person = ann.split("@")[0] ?? "";
  for (const [table, column] of [
    ["inbox", "chat_key"],
    ["outbox", "chat_key"],
    ["identity", "platform_user_id"],
  ] as const)
    expect(
      await database.system.query(`SELECT 1 FROM ${table} WHERE ${column} LIKE $1 OR ${column} LIKE $2`, [
        `%${id}%`,
        `%${person}%`,
      ]),
    ).toEqual([]);
  const log = mama.log.join("");
  for (const secret of [id, person, "zanzibar", "99887766"]) expect(log).not.toContain(secret);
});

test("WHATSAPP_GROUPS=ignore: what comes from a group is not even decrypted, nor answered", async () => {
  const ignores = (): ((jid: string) => boolean | undefined) | undefined =>
    mama.sockets.now().config.shouldIgnoreJid;
  expect(ignores()?.(group)).toBe(false);
  for (const jid of ["status@broadcast", "1@newsletter", "1@broadcast"]) expect(ignores()?.(jid)).toBe(true);
  await mama.stop();
  mama = await onFake(database, { env: { WHATSAPP_GROUPS: "ignore" } });
  await mama.sockets.until(() => mama.adapter().canSend?.() === true);
  expect(ignores()?.(group)).toBe(true);
  expect(ignores()?.(ann)).toBe(false);
  day = 0;
  said("@Mama", { mentionedJid: [LID] });
  expect(await heard()).toEqual([]);
});

/**
 * The fake server carries no mention and takes nothing that is sent to a group, so that the mention is put into the real
 * Baileys as if it had decrypted it, and the members are told in the server's place. That the answer was encrypted for
 * them is seen by the keys that Baileys asks for and keeps; that it arrives can be seen on WhatsApp alone.
 */
test("over the real Baileys: what is said in a group is dropped, and an answer is encrypted for its members", async () => {
  const whatsapp = await startWhatsApp();
  const fresh = await freshDatabase(createLog("error"));
  await link(fresh, whatsapp.selfJid);
  const library = await loadLibrary();
  let socket: WASocket | undefined;
  let asked = 0;
  const groupMetadata = async (id: string): Promise<GroupMetadata> => {
    asked += 1;
    return { id, subject: "Family", owner: undefined, participants: [{ id: ann }, { id: whatsapp.selfJid }] };
  };
  const makeWASocket: typeof library.makeWASocket = (config) => {
    socket = Object.assign(library.makeWASocket(config), { groupMetadata });
    return socket;
  };
  const real = await onWhatsApp(fresh, {
    socketUrl: whatsapp.socketUrl,
    library: { ...library, makeWASocket },
    timing: { ackMs: 2_000 },
  });
  const sentTo = (tag: string, to: string) =>
    whatsapp.stanzas.filter((one) => one.tag === tag && one.attrs.to === to);
  const id = await whatsapp.saysInGroup(group, ann, "lunch 15");
  await whatsapp.until(() => sentTo("receipt", group).some(({ attrs }) => attrs.id === id));
  // Once the connection is open, she says that she is not at the keyboard.
  await whatsapp.until(() => whatsapp.stanzas.some(({ tag }) => tag === "presence"));
  expect(asked).toBe(0);

  const contextInfo = { mentionedJid: [whatsapp.selfJid] };
  const mention = from(group, { extendedTextMessage: { text: "@Mama", contextInfo } }, { by: ann });
  socket?.ev.emit("messages.upsert", { type: "notify", messages: [mention] });
  const keysOf = whatsapp.stanzas.length;
  await whatsapp.until(() => whatsapp.stanzas.slice(keysOf).some(({ attrs }) => attrs.xmlns === "encrypt"));
  await expect
    .poll(() => fresh.system.query("SELECT id FROM platform_key WHERE type = 'sender-key-memory'"))
    .toEqual([{ id: group }]);
  expect(asked).toBe(1);
  for (const table of ["inbox", "outbox", "app_user"])
    expect(await fresh.system.query(`SELECT 1 FROM ${table}`)).toEqual([]);
  await real.stop();
  await whatsapp.close();
  await fresh.close();
});

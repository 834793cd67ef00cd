/** What comes in from WhatsApp, and what is nobody's business (SPEC S1, S2): on a socket that the test holds. */
import { randomInt } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { from } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

let database: Database;
let mama: OnFake;
let ann: string;
let lid: string;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  mama = await onFake(database);
  await mama.sockets.until(() => mama.sockets.all.length === 1);
});
afterAll(async () => {
  await mama.stop();
  await database.close();
});
beforeEach(() => {
  const number = randomInt(100_000_000, 999_999_999);
  ann = `60${number}@s.whatsapp.net`;
  lid = `9${number}11@lid`;
});

const receive = (...messages: Parameters<ReturnType<typeof mama.sockets.now>["receives"]>): void =>
  mama.sockets.now().receives(...messages);

async function amounts(...jids: string[]): Promise<number[]> {
  const rows = await database.system.query<{ amount: string }>(
    `SELECT e.amount_minor AS amount FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
     WHERE i.platform_user_id = ANY ($1) AND e.deleted_at IS NULL ORDER BY e.created_at, e.id`,
    [jids],
  );
  return rows.map(({ amount }) => Number(amount) / 100);
}

test("what waited while she was away comes as `append`, and is taken like everything else", async () => {
  mama.sockets
    .now()
    .emit("messages.upsert", { type: "append", messages: [from(ann, { conversation: "lunch 15" })] });
  expect((await mama.told(ann, 1))[0]).toContain("RM15.00 lunch");
});

test("the same message again, in either kind, changes nothing", async () => {
  const message = from(ann, { conversation: "lunch 15" });
  receive(message);
  mama.sockets.now().emit("messages.upsert", { type: "append", messages: [message] });
  receive(from(ann, { conversation: "kopi 3" }));
  expect(await mama.told(ann, 2)).toHaveLength(2);
  expect(await amounts(ann)).toEqual([15, 3]);
});

test("her own words, echoes and what is typed on her phone are nobody's messages", async () => {
  receive(
    from(ann, { conversation: "lunch 99" }, { fromMe: true }),
    from(ann, { conversation: "lunch 98" }, { fromMe: true }),
    from(ann, { conversation: "lunch 1" }),
  );
  await mama.told(ann, 1);
  expect(await amounts(ann)).toEqual([1]);
});

test("groups, status, channels, lists, bots and WhatsApp itself get silence, and nothing of them is kept", async () => {
  const elsewhere = [
    "1203630@g.us",
    "status@broadcast",
    "12036@newsletter",
    "1@broadcast",
    "1@bot",
    "0@s.whatsapp.net",
  ];
  for (const jid of elsewhere) receive(from(jid, { conversation: "lunch 15" }));
  const ignores = mama.sockets.now().config.shouldIgnoreJid;
  // What is said in groups is heard, for who speaks to her there (whatsapp-groups.test.ts).
  expect(elsewhere.slice(1, 5).map((jid) => ignores?.(jid))).toEqual(elsewhere.slice(1, 5).map(() => true));
  expect([ann, lid].map((jid) => ignores?.(jid))).toEqual([false, false]);
  receive(from(ann, { conversation: "lunch 1" }));
  await mama.told(ann, 1);
  const kept = await database.system.query("SELECT 1 FROM inbox WHERE chat_key = ANY ($1)", [elsewhere]);
  expect(kept).toEqual([]);
  expect(mama.sockets.sent.filter(({ jid }) => elsewhere.includes(jid))).toEqual([]);
});

test("a person with two ids is one person, in one chat, and is answered where they wrote", async () => {
  receive(from(ann, { conversation: "lunch 15" }));
  await mama.told(ann, 1);
  receive(from(lid, { conversation: "kopi 3" }, { alt: ann }));
  await mama.told(lid, 1);
  receive(from(lid, { conversation: "how much today?" }));
  expect((await mama.told(lid, 2))[1]).toContain("RM18.00");
  receive(from(ann, { conversation: "undo" }));
  expect((await mama.told(ann, 2))[1]).toContain("Undone: RM3.00 kopi");
  const identities = await database.system.query(
    "SELECT platform_user_id FROM identity WHERE platform_user_id = ANY ($1)",
    [[ann, lid]],
  );
  expect(identities).toEqual([{ platform_user_id: ann }]);
});

test("two ids that wrote before WhatsApp named them as one person have one ledger from then on", async () => {
  receive(from(ann, { conversation: "lunch 15" }));
  await mama.told(ann, 1);
  receive(from(lid, { conversation: "kopi 3" }));
  await mama.told(lid, 1);
  receive(from(lid, { conversation: "how much today?" }, { alt: ann }));
  expect((await mama.told(lid, 2))[1]).toContain("RM18.00");
  receive(from(ann, { conversation: "how much today?" }));
  expect((await mama.told(ann, 2))[1]).toContain("RM18.00");
});

test("an id that tells no number is the person whom WhatsApp named before", async () => {
  mama.sockets.mapping.set(lid, ann);
  receive(from(lid, { conversation: "lunch 15" }));
  await mama.told(lid, 1);
  receive(from(ann, { conversation: "kopi 3" }));
  await mama.told(ann, 1);
  expect(await amounts(ann)).toEqual([]);
  expect(await amounts(lid)).toEqual([15, 3]);
});

test.each<[string, proto.IMessage]>([
  ["that vanish", { ephemeralMessage: { message: { extendedTextMessage: { text: "lunch 15" } } } }],
  [
    "with a caption",
    { documentWithCaptionMessage: { message: { documentMessage: { caption: "lunch 15" } } } },
  ],
  [
    "wrapped twice",
    { ephemeralMessage: { message: { viewOnceMessage: { message: { conversation: "lunch 15" } } } } },
  ],
])("messages %s are read like others", async (_, message) => {
  receive(from(ann, message));
  expect((await mama.told(ann, 1))[0]).toContain("RM15.00 lunch");
});

test("a choice is picked from the message that is answered, however many came after", async () => {
  receive(from(ann, { conversation: "lunch 15" }));
  await mama.told(ann, 1);
  receive(from(ann, { conversation: "kopi 3" }));
  await mama.told(ann, 2);
  const [first] = mama.sockets.sent.filter(({ jid }) => jid === ann);
  receive(
    from(ann, { extendedTextMessage: { text: "1", contextInfo: { stanzaId: first?.messageId ?? null } } }),
  );
  expect((await mama.told(ann, 3))[2]).toContain("Undone: RM15.00 lunch");
  expect(await amounts(ann)).toEqual([3]);
});

test("each kind that she cannot read is told once a day; what is said under one is read", async () => {
  receive(from(ann, { audioMessage: { ptt: true } }));
  expect((await mama.told(ann, 1))[0]).toContain("can't listen to voice messages");
  receive(
    from(ann, { audioMessage: { ptt: true } }),
    from(ann, { stickerMessage: {} }),
    from(ann, { locationMessage: {} }),
    from(ann, { contactMessage: {} }),
    from(ann, { pollCreationMessageV3: {} }),
    from(ann, { documentMessage: { mimetype: "application/pdf" } }),
    from(ann, { videoMessage: { caption: "lunch 15" } }),
  );
  const told = await mama.told(ann, 7);
  expect(
    told.slice(1).map((text) => /sticker|location|contact|poll|kind of file|RM15/.exec(text)?.[0]),
  ).toEqual(["sticker", "location", "contact", "poll", "kind of file", "RM15"]);
});

test("reactions, votes, pins, notices and what she has never heard of are let pass", async () => {
  receive(
    from(ann, { reactionMessage: { text: "👍" } }),
    from(ann, { pollUpdateMessage: {} }),
    from(ann, { pinInChatMessage: {} }),
    from(ann, { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key: { id: "x" } } }),
    from(ann, { senderKeyDistributionMessage: {} }),
    from(ann, { messageContextInfo: {} }),
    from(ann, { albumMessage: { expectedImageCount: 2 } }),
    from(ann, {}),
    from(ann, null, { messageStubType: proto.WebMessageInfo.StubType.E2E_ENCRYPTED }),
    { key: {} },
    from(ann, { conversation: "lunch 1" }),
  );
  await mama.told(ann, 1);
  const events = await database.system.query("SELECT 1 FROM inbox WHERE chat_key = $1", [ann]);
  expect(events).toHaveLength(1);
});

test("an edit with its words corrects the record; one whose words are sealed gets an honest sentence", async () => {
  receive(from(ann, { conversation: "grab 12" }, { id: "3AGRAB" }));
  await mama.told(ann, 1);
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
  const editedMessage = { conversation: "grab 14" };
  receive(from(ann, { protocolMessage: { type, key: { id: "3AGRAB", remoteJid: ann }, editedMessage } }));
  expect((await mama.told(ann, 2))[1]).toContain("RM14.00 grab");
  expect(await amounts(ann)).toEqual([14]);
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;
  receive(
    from(ann, { secretEncryptedMessage: { secretEncType } }),
    from(ann, { secretEncryptedMessage: { secretEncType } }),
  );
  receive(from(ann, { conversation: "kopi 3" }));
  const told = await mama.told(ann, 4);
  expect(told[2]).toContain("can't see edits here");
  expect(told[3]).toContain("RM3.00");
});

test("what cannot be decrypted is asked for once, however many there were, unless it comes again by itself", async () => {
  const unread = { messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT };
  receive(from(ann, null, { ...unread, id: "3ALATER" }), from(ann, null, unread), from(ann, null, unread));
  receive(from(ann, { conversation: "lunch 15" }, { id: "3ALATER" }));
  const told = await mama.told(ann, 2);
  expect(told[0]).toContain("RM15.00 lunch");
  expect(told[1]).toContain("send it again");
  receive(from(ann, { conversation: "kopi 3" }));
  expect((await mama.told(ann, 3))[2]).toContain("kopi");
});

test("a photo that can be seen once is told apart", async () => {
  const message = from(ann, null);
  (message.key as { isViewOnce?: boolean }).isViewOnce = true;
  receive(message);
  expect((await mama.told(ann, 1))[0]).toContain("seen once");
});

test("answers to what waited while she was away go out as one message, with the choices of the last", async () => {
  const messageTimestamp = Math.floor(Date.now() / 1000) - 3_600;
  const texts = ["lunch 15", "grab 12", "kopi 3", "how much today?"];
  receive(...texts.map((conversation) => from(ann, { conversation }, { messageTimestamp })));
  const [told = ""] = await mama.told(ann, 1);
  receive(from(ann, { conversation: "teh 2" }));
  const all = await mama.told(ann, 2);
  expect(all[1]).toContain("RM2.00 teh");
  for (const part of ["RM15.00 lunch", "RM12.00 grab", "RM3.00 kopi", "RM30.00"])
    expect(told).toContain(part);
  expect(told).not.toContain("1. Undo");
  const states = () => database.system.query("SELECT DISTINCT state FROM outbox WHERE chat_key = $1", [ann]);
  await expect.poll(states, { timeout: 20_000 }).toEqual([{ state: "sent" }]);
});

/** Starts her anew on a database that refuses inserts into the inbox as told. */
async function onShaky(refuses: (values: readonly unknown[]) => boolean): Promise<void> {
  await mama.stop();
  const query: Database["system"]["query"] = async (text, values) => {
    if (/INSERT INTO inbox /.test(text) && refuses(values ?? [])) throw new Error("the database is away");
    return database.system.query(text, values);
  };
  mama = await onFake({ ...database, system: { query } });
  await mama.sockets.until(() => mama.sockets.all.length === 1);
}

test("while the database is away nothing is lost, and order holds, however long it takes", async () => {
  let away = 12;
  await onShaky(() => away-- > 0);
  receive(...[1, 2, 3].map((amount) => from(ann, { conversation: `lunch ${amount}` })));
  await mama.told(ann, 3);
  expect(await amounts(ann)).toEqual([1, 2, 3]);
});

test("a message that the database never takes does not hold up the others for ever", async () => {
  await onShaky((values) => values.includes("lunch 2"));
  receive(...[1, 2, 3].map((amount) => from(ann, { conversation: `lunch ${amount}` })));
  await mama.told(ann, 2);
  expect(await amounts(ann)).toEqual([1, 3]);
  expect(mama.log.join("")).toContain("a message is let go");
});

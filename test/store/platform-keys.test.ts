/** Secrets of an account, and people with several ids (SPEC S1, S12). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Chats, KeyRows } from "../../src/kernel/ports.ts";
import { chatsOf } from "../../src/store/chats.ts";
import type { Database } from "../../src/store/database.ts";
import { forgetPlatformKeys, platformKeys } from "../../src/store/platform-keys.ts";
import { freshDatabase } from "../support/database.ts";
import { meet } from "../support/people.ts";

const ACCOUNT = { platform: "fake", account: "bot" };
const ANN = "60123456789@s.whatsapp.net";
const ANN_LID = "987654321@lid";

let database: Database;
let keys: KeyRows;
let chats: Chats;

beforeEach(async () => {
  database = await freshDatabase(createLog("error"));
  keys = platformKeys(database, ACCOUNT);
  chats = chatsOf(database, ACCOUNT);
});
afterEach(() => database.close());

const sealed = new Uint8Array([1]);
const ids = async (): Promise<string[]> => {
  const rows = await database.system.query<{ id: string }>(
    "SELECT type || ' ' || id AS id FROM platform_key ORDER BY 1",
  );
  return rows.map(({ id }) => id);
};

test("keys are written, changed and removed in one go, and another account's are its own", async () => {
  await keys.write([
    { type: "session", id: "a", sealed },
    { type: "session", id: "b", sealed },
  ]);
  await keys.write([
    { type: "session", id: "a", sealed: null },
    { type: "session", id: "b", sealed: new Uint8Array([2]) },
  ]);
  const found = await keys.read("session", ["a", "b", "c"]);
  expect([...found].map(([id, value]) => [id, ...value])).toEqual([["b", 2]]);
  const other = platformKeys(database, { ...ACCOUNT, account: "other" });
  expect((await other.read("session", ["b"])).size).toBe(0);
  await other.clear();
  expect(await ids()).toEqual(["session b"]);
});

test("whichever id is seen first names the chat, the others join it, and the last that wrote is where answers go", async () => {
  expect(await chats.writtenBy([ANN_LID])).toBe(ANN_LID);
  expect(await chats.writtenBy([ANN, ANN_LID])).toBe(ANN_LID);
  expect(await chats.addressOf(ANN_LID)).toBe(ANN);
  expect(await chats.keyOf(ANN)).toBe(ANN_LID);
  expect(await chats.writtenBy([ANN_LID])).toBe(ANN_LID);
  expect(await chats.addressOf(ANN_LID)).toBe(ANN_LID);
  expect(await chats.addressOf("60999@s.whatsapp.net")).toBeNull();
});

test("an id that was only told is nowhere to write to", async () => {
  await chats.writtenBy([ANN, ANN_LID]);
  await database.system.query("DELETE FROM chat_alias WHERE alias = $1", [ANN]);
  expect(await chats.addressOf(ANN)).toBeNull();
});

test("who is erased takes along the keys of their sessions and their ids, and nobody else's", async () => {
  const ann = await meet(database, ANN);
  await meet(database, "60123456780@s.whatsapp.net");
  await chats.writtenBy([ANN, ANN_LID]);
  await chats.writtenBy(["60123456780@s.whatsapp.net"]);
  const hers = [
    ["session", "60123456789.0"],
    ["session", "987654321_1.3"],
    ["identity-key", "60123456789.0"],
    ["device-list", "60123456789"],
    ["lid-mapping", "60123456789"],
    ["lid-mapping", "987654321_reverse"],
    ["tctoken", "987654321@lid"],
    ["sender-key", "120363@g.us::987654321_1::0"],
  ];
  const others = [
    ["creds", "me"],
    ["pre-key", "60123456789"],
    ["session", "60123456780.0"],
    ["session", "160123456789.0"],
    ["device-list", "601234567890"],
  ];
  await keys.write([...hers, ...others].map(([type = "", id = ""]) => ({ type, id, sealed })));
  expect(await database.withSystem((tx) => forgetPlatformKeys(tx, ann.scope))).toBe(hers.length);
  expect(await ids()).toEqual(others.map(([type, id]) => `${type} ${id}`).sort());
  const aliases = await database.system.query("SELECT alias FROM chat_alias");
  expect(aliases).toEqual([{ alias: "60123456780@s.whatsapp.net" }]);
});

/**
 * WhatsApp as people use it (SPEC S1, S2, S4): the whole of Mama behind the real Baileys, which speaks its protocol with a
 * server on loopback.
 */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeWhatsApp, startWhatsApp } from "../fakes/whatsapp-server.ts";
import { freshDatabase } from "../support/database.ts";
import { link, type OnWhatsApp, onWhatsApp } from "../support/whatsapp.ts";

let database: Database;
let whatsapp: FakeWhatsApp;
let mama: OnWhatsApp;
let ann: string;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  whatsapp = await startWhatsApp();
  await link(database, whatsapp.selfJid);
  mama = await onWhatsApp(database, { socketUrl: whatsapp.socketUrl });
});
afterAll(async () => {
  await mama.stop();
  await whatsapp.close();
  await database.close();
});
beforeEach(() => {
  ann = `60${randomInt(100_000_000, 999_999_999)}@s.whatsapp.net`;
});

/** What she answers next in Ann's chat. */
async function says(text: string, many: number): Promise<string> {
  await whatsapp.says(ann, text);
  return shown(many);
}

async function shown(many: number): Promise<string> {
  await whatsapp.until(() => whatsapp.chat(ann).length >= many);
  return whatsapp.chat(ann)[many - 1] ?? "";
}

async function ledger(): Promise<string[]> {
  const rows = await database.system.query<{ line: string }>(
    `SELECT e.description || ' ' || e.amount_minor AS line
     FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
     WHERE i.platform_user_id = $1 AND i.platform = 'whatsapp' AND e.deleted_at IS NULL ORDER BY e.created_at, e.id`,
    [ann],
  );
  return rows.map(({ line }) => line);
}

/** Mama once more, as after an update of her. */
async function again(): Promise<void> {
  await mama.stop();
  mama = await onWhatsApp(database, { socketUrl: whatsapp.socketUrl });
}

const amounts = (): string[] => whatsapp.chat(ann).map((text) => /RM[\d.]+/.exec(text)?.[0] ?? text);

test("a text is recorded and answered, with numbered choices under it", async () => {
  const answer = await says("lunch 15", 1);
  expect(answer).toContain("Recorded: RM15.00 lunch · food");
  expect(answer).toContain("\n\n1. Undo\n2. Edit");
  expect(await ledger()).toEqual(["lunch 1500"]);
});

test("several items are one answer", async () => {
  expect(await says("lunch 12, coffee 3.50", 1)).toContain("Recorded, 2 items:");
  expect(await ledger()).toEqual(["lunch 1200", "coffee 350"]);
});

test("a number picks a choice of the latest message, and none where there is none", async () => {
  await says("lunch 15", 1);
  expect(await says("2", 2)).toContain("What should it be?");
  await says("kopi 3", 3);
  expect(await says("1", 4)).toContain("Undone: RM3.00 kopi");
  expect(await ledger()).toEqual(["lunch 1500"]);
  expect(await says("9", 5)).not.toContain("Undone");
});

test("the words of a choice pick it, whatever their case; yes needs no number", async () => {
  await says("lunch 15", 1);
  expect(await says("undo", 2)).toContain("Undone: RM15.00 lunch");
  const asked = await says("zorblax 12", 3);
  expect(asked).toContain("right?");
  expect(await says("Yes", 4)).toContain("RM12.00 zorblax");
  expect(await ledger()).toEqual(["zorblax 1200"]);
});

test("a choice is still there after a restart", async () => {
  await says("lunch 15", 1);
  await again();
  expect(await says("1", 2)).toContain("Undone: RM15.00 lunch");
});

test("stopped in the middle and started again: no loss, no double, in order", async () => {
  const wanted = Array.from({ length: 6 }, (_, place) => place + 1);
  for (const amount of wanted.slice(0, 3)) await whatsapp.says(ann, `lunch ${amount}`);
  await shown(1);
  await mama.stop();
  for (const amount of wanted.slice(3)) await whatsapp.says(ann, `lunch ${amount}`);
  mama = await onWhatsApp(database, { socketUrl: whatsapp.socketUrl });
  await shown(6);
  expect(amounts()).toEqual(wanted.map((amount) => `RM${amount}.00`));
  expect(await ledger()).toEqual(wanted.map((amount) => `lunch ${amount * 100}`));
});

test("a connection that is cut again and again loses nothing and doubles nothing", async () => {
  for (const amount of [1, 2, 3]) await whatsapp.says(ann, `lunch ${amount}`);
  await shown(1);
  whatsapp.cut();
  for (const amount of [4, 5]) await whatsapp.says(ann, `lunch ${amount}`);
  await shown(5);
  expect(amounts()).toEqual(["RM1.00", "RM2.00", "RM3.00", "RM4.00", "RM5.00"]);
  expect(await ledger()).toHaveLength(5);
});

test("no number, id, key or word of anybody's is in the log, at the level of trace", async () => {
  await says("zanzibar 15", 1);
  await says("yes", 2);
  whatsapp.cut();
  await says("zanzibar again 16", 3);
  const { log: lines } = mama;
  await again();
  const log = lines.join("");
  expect(log).toContain("connected to WhatsApp");
  const name = ann.split("@")[0] ?? "";
  for (const secret of [name, "zanzibar", "@s.whatsapp.net", "15550000000", "privKey", "Recorded"])
    expect(log).not.toContain(secret);
});

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

test("a text is recorded and answered, with numbered choices under it", async () => {
  const answer = await says("lunch 15", 1);
  expect(answer).toContain("Recorded: RM15.00 lunch · food");
  expect(answer).toContain("\n\n1. Undo\n2. Edit");
  expect(await ledger()).toEqual(["lunch 1500"]);
});

/** Digests (SPEC S11): made once, in the user's own morning, with the three things that matter, or not at all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDigests } from "../../src/jobs/digest.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Entry } from "../../src/kernel/types.ts";
import { saveCap } from "../../src/store/caps.ts";
import type { Database } from "../../src/store/database.ts";
import { markUnclear } from "../../src/store/outbox.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, arrive, type Met, meet, records, rows, textIn } from "../support/people.ts";

let database: Database;

beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

/** Monday 16 March 2026; the week before it is 9 to 15 March. */
const MONDAY = "2026-03-16";
const MONDAY_MORNING = `${MONDAY}T09:30:00+08:00`;

/** Somebody of their own, with settings; nobody else wants digests any more. */
async function somebody(settings: Readonly<Record<string, unknown>> = {}): Promise<Met> {
  await database.system.query("UPDATE app_user SET digests = false");
  const met = await meet(database);
  const changes = { digests: true, ...settings };
  const names = Object.keys(changes);
  const values = Object.values(changes) as (string | number | boolean)[];
  const sets = names.map((name, place) => `${name} = $${place + 2}`);
  await database.system.query(`UPDATE app_user SET ${sets.join(", ")} WHERE id = $1`, [
    met.scope.userId,
    ...values,
  ]);
  return met;
}

function digestsAt(iso: string): Promise<number> {
  return makeDigests({ database, ids: uuidV7, nowMs: Date.parse(iso) });
}

async function sent(met: Met): Promise<Record<string, unknown>[]> {
  return rows(database, "outbox", `user_id = '${met.scope.userId}' AND kind = 'digest'`);
}

async function textsOf(met: Met): Promise<unknown[]> {
  return (await sent(met)).map(({ text }) => text);
}

function spends(met: Met, date: string, amountMinor: number, changes: Partial<Entry> = {}): Promise<Entry> {
  return records(database, met, { date, amountMinor, ...changes });
}

async function caps(
  met: Met,
  category: string | null,
  period: "day" | "week" | "month",
  amountMinor: number,
) {
  const cap = { id: uuidV7.next(), category, period, amountMinor, currency: "MYR" };
  await database.withUser(met.scope, (tx) => saveCap(tx, met.scope, cap, AT));
}

test("the week: total, biggest category, largest expense, in so many lines", async () => {
  const ann = await somebody();
  await spends(ann, "2026-03-03", 2_000);
  await spends(ann, "2026-03-08", 1_000, { category: "transport", description: "grab" });
  await spends(ann, "2026-03-09", 5_000);
  await spends(ann, "2026-03-15", 12_000, { category: "shopping", description: "shoes" });
  await spends(ann, MONDAY, 99_900);
  expect(await digestsAt(MONDAY_MORNING)).toBe(1);
  expect(await textsOf(ann)).toEqual([
    [
      "Your week, Mon 9 Mar to Sun 15 Mar:",
      "• RM170.00 in all, RM140.00 more than the week before",
      "• most on shopping: RM120.00, RM120.00 more than the week before",
      "• largest: RM120.00 shoes · shopping · yesterday",
      "“stop digest” ends these.",
    ].join("\n"),
  ]);
  const [row] = await sent(ann);
  expect(row).toMatchObject({
    ...{ platform: "fake", account: "bot", chat_key: ann.name },
    state: "pending",
  });
  expect(row?.buttons).toEqual([
    { label: "Stop digests", does: [{ tool: "setting", input: { name: "digests", value: false } }] },
  ]);
});

test("once, however often and by however many it is made", async () => {
  const ann = await somebody();
  await spends(ann, "2026-03-10", 5_000);
  const made = await Promise.all([digestsAt(MONDAY_MORNING), digestsAt(MONDAY_MORNING)]);
  expect(made.toSorted()).toEqual([0, 1]);
  expect(await digestsAt(`${MONDAY}T11:00:00+08:00`)).toBe(0);
  expect(await sent(ann)).toHaveLength(1);
  const [digest] = await rows(database, "digest", `user_id = '${ann.scope.userId}'`);
  expect(digest).toMatchObject({ kind: "week", outbox_id: (await sent(ann))[0]?.id });
});

test("the month on the 1st, with the cap nearest to its limit, in the language they last wrote in", async () => {
  const ann = await somebody({ spoken: "ms" });
  await caps(ann, "food", "month", 10_000);
  await caps(ann, null, "month", 100_000);
  await caps(ann, "food", "day", 100);
  await spends(ann, "2026-02-10", 6_000);
  await spends(ann, "2026-03-10", 5_000);
  expect(await digestsAt("2026-04-01T09:00:00+08:00")).toBe(1);
  expect(await textsOf(ann)).toEqual([
    [
      "Bulan awak, Mac 2026:",
      "• RM50.00 semuanya, RM10.00 kurang daripada bulan sebelumnya",
      "• paling banyak untuk makanan: RM50.00, RM10.00 kurang daripada bulan sebelumnya",
      "• makanan Mac 2026: RM50.00 daripada RM100.00, baki RM50.00",
      "“henti ringkasan” untuk berhenti.",
    ].join("\n"),
  ]);
});

test("a week and a month that end together are two; currencies stay apart", async () => {
  const ann = await somebody({ language: "en", spoken: "ms" });
  await caps(ann, "food", "week", 10_000);
  await spends(ann, "2026-05-28", 5_000);
  await spends(ann, "2026-05-29", 90_000, { currency: "JPY", category: "travel", description: "hotel" });
  // Monday 1 June.
  expect(await digestsAt("2026-06-01T09:00:00+08:00")).toBe(2);
  const texts = (await textsOf(ann)).toSorted() as string[];
  expect(texts[0]).toContain(
    "Your month, May 2026:\n• RM50.00 and JPY 90,000 in all\n• most on food: RM50.00\n• largest:",
  );
  expect(texts[1]).toContain("• food Mon 25 May to Sun 31 May: RM50.00 of RM100.00, RM50.00 left");
});

test("nothing was spent: the row alone, and it is not looked at again", async () => {
  const ann = await somebody();
  await spends(ann, "2026-03-03", 2_000);
  expect(await digestsAt(MONDAY_MORNING)).toBe(0);
  const [digest] = await rows(database, "digest", `user_id = '${ann.scope.userId}'`);
  expect(digest).toMatchObject({ kind: "week", outbox_id: null });
  await spends(ann, "2026-03-10", 2_000);
  expect(await digestsAt(MONDAY_MORNING)).toBe(0);
});

test.each([
  ["before nine", `${MONDAY}T08:59:00+08:00`, {}],
  ["at noon", `${MONDAY}T12:00:00+08:00`, {}],
  ["on another day", "2026-03-17T09:30:00+08:00", {}],
  ["when their week starts on Sunday", MONDAY_MORNING, { week_start: 7 }],
  ["when it is Sunday night where they are", MONDAY_MORNING, { zone: "America/New_York" }],
  ["in quiet hours", MONDAY_MORNING, { quiet_from: "22:00", quiet_to: "10:00" }],
  ["when they cannot be reached", MONDAY_MORNING, { reachable: false }],
  ["when they do not want any", MONDAY_MORNING, { digests: false }],
])("none %s", async (_, iso, settings) => {
  const ann = await somebody(settings);
  await spends(ann, "2026-03-10", 2_000);
  expect(await digestsAt(iso)).toBe(0);
  expect(await rows(database, "digest", `user_id = '${ann.scope.userId}'`)).toEqual([]);
});

test.each([
  ["in their own morning", `${MONDAY}T09:30:00-04:00`, { zone: "America/New_York" }],
  ["on their own first day", "2026-03-15T09:30:00+08:00", { week_start: 7 }],
  ["when quiet hours end", `${MONDAY}T10:00:00+08:00`, { quiet_from: "22:00", quiet_to: "10:00" }],
  [
    "past noon, when quiet hours took the morning",
    `${MONDAY}T13:10:00+08:00`,
    { quiet_from: "01:00", quiet_to: "13:00" },
  ],
])("one %s", async (_, iso, settings) => {
  const ann = await somebody(settings);
  await spends(ann, "2026-03-10", 2_000);
  expect(await digestsAt(iso)).toBe(1);
  expect(await sent(ann)).toHaveLength(1);
});

test("goes to where they wrote last", async () => {
  const ann = await somebody();
  await spends(ann, "2026-03-10", 2_000);
  const elsewhere = { platform: "other", account: "bot2", chatKey: `${ann.name}-2` };
  const inboxId = await arrive(database, textIn(elsewhere));
  await database.system.query("UPDATE inbox SET user_id = $2, org_id = $3, state = 'done' WHERE id = $1", [
    inboxId,
    ann.scope.userId,
    ann.scope.orgId,
  ]);
  await database.system.query(
    `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id)
     SELECT $1, org_id, user_id, platform, account, sender_key FROM inbox WHERE id = $2`,
    [uuidV7.next(), inboxId],
  );
  await digestsAt(MONDAY_MORNING);
  expect((await sent(ann))[0]).toMatchObject({
    platform: "other",
    account: "bot2",
    chat_key: `${ann.name}-2`,
  });
});

test("one whose fate is not known is not sent again", async () => {
  const ann = await somebody();
  await spends(ann, "2026-03-10", 2_000);
  await digestsAt(MONDAY_MORNING);
  const sender = uuidV7.next();
  const [row] = await sent(ann);
  await database.system.query("UPDATE outbox SET state = 'sending', sender = $2 WHERE id = $1", [
    String(row?.id),
    sender,
  ]);
  await markUnclear(database.system, String(row?.id), sender);
  expect((await sent(ann))[0]).toMatchObject({ state: "failed", failure: "unknown" });
});

test("more users than one transaction takes", async () => {
  const ann = await somebody();
  const many = 230;
  await database.system.query(
    `INSERT INTO app_user (id, org_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, $2)`,
    [ann.scope.orgId, many],
  );
  await database.system.query(
    `INSERT INTO inbox (id, seq, platform, account, chat_key, event_key, sender_key, kind, text, received_at, state, user_id, org_id)
     SELECT gen_random_uuid(), nextval('inbox_seq_seq'), 'fake', 'bot', id, id, id, 'text', 'hi', now(), 'done', id, org_id FROM app_user
     WHERE digests AND id <> $1`,
    [ann.scope.userId],
  );
  await database.system.query(
    `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id)
     SELECT gen_random_uuid(), org_id, id, 'fake', 'bot', id FROM app_user WHERE digests AND id <> $1`,
    [ann.scope.userId],
  );
  await database.system.query(
    `INSERT INTO ledger_entry (id, org_id, user_id, kind, amount_minor, currency, description, category, spent_on, source, inbox_id, created_at, updated_at)
     SELECT gen_random_uuid(), u.org_id, u.id, 'expense', 1500, 'MYR', 'lunch', 'food', '2026-03-10', 'text', i.id, now(), now()
     FROM app_user u JOIN inbox i ON i.user_id = u.id WHERE u.digests`,
  );
  expect(await digestsAt(MONDAY_MORNING)).toBe(many + 1);
  expect(await digestsAt(MONDAY_MORNING)).toBe(0);
});

/**
 * One user's rows never reach another (SPEC S12): every call of the store, made for Ben about Ann's rows, sees
 * nothing and changes nothing. On a server, row-level security is asked the same behind the store's back.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import type { Entry, Scope } from "../../src/kernel/types.ts";
import { actionsOf, entriesMadeBy, markUndone, undoableMessages } from "../../src/store/actions.ts";
import { claimNext } from "../../src/store/claim-next.ts";
import type { Database } from "../../src/store/database.ts";
import { releaseAllLeases } from "../../src/store/leases.ts";
import { deleteEntry, findEntry, findTargets, restoreEntry, updateEntry } from "../../src/store/ledger.ts";
import { listEntries, totals, totalsByCategory } from "../../src/store/ledger-questions.ts";
import { claimOutbox } from "../../src/store/outbox.ts";
import { findButton } from "../../src/store/outbox-buttons.ts";
import { ask, dropQuestion } from "../../src/store/pending-question.ts";
import { addOwnCategory, noteContact, saveSettings } from "../../src/store/people.ts";
import { settleTurn } from "../../src/store/settle-turn.ts";
import type { Tx } from "../../src/store/sql.ts";
import { freshDatabase, server } from "../support/database.ts";
import {
  AT,
  arrive,
  leased,
  lunch,
  type Met,
  meet,
  records,
  rows,
  textIn,
  turnEnd,
} from "../support/people.ts";

let database: Database;
let ann: Met;
let ben: Met;
let entry: Entry;
let button: string;

const OWNED = [
  "app_user",
  "identity",
  "inbox",
  "action",
  "outbox",
  "ledger_entry",
  "user_category",
  "message",
  "pending_question",
] as const;

/** Everything of Ann's, as it is in the database. */
async function annsRows(): Promise<Record<string, unknown>> {
  const found = OWNED.map(async (table) => {
    const key = table === "app_user" ? "id" : "user_id";
    return [table, await rows(database, table, `${key} = '${ann.scope.userId}'`)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Something new in Ann's chat, in the hands of a turn. */
async function takenUp(event: InboundEvent) {
  await releaseAllLeases(database.system);
  await database.system.query("UPDATE inbox SET state = 'done' WHERE chat_key = $1", [ann.name]);
  await arrive(database, event);
  const lease = await leased(database, ann);
  const taken = await claimNext(database.system, lease);
  if (!taken) throw new Error("nothing waits");
  return { lease, taken };
}

/** Ben's transaction, after which Ann's rows must be what they were. */
async function asBen<T>(work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
  const before = await annsRows();
  try {
    return await database.withUser(ben.scope, (tx) => work(tx, ben.scope));
  } finally {
    expect(await annsRows()).toEqual(before);
  }
}

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  ann = await meet(database);
  ben = await meet(database);
  const { lease, taken } = await takenUp(textIn(ann.chat));
  const { inboxId } = taken;
  ann = { ...ann, inboxId };
  entry = await records(database, ann);
  await database.withUser(ann.scope, async (tx) => {
    const { scope, chat } = ann;
    const effects = [
      { id: uuidV7.next(), kind: "expense", op: "create", recordId: entry.id, before: null, after: entry },
    ] as const;
    await settleTurn(tx, turnEnd(ann, { lease, inboxId, effects }));
    const question = { kind: "change", recordId: entry.id, description: "lunch", currency: "MYR" } as const;
    await ask(tx, { chat, scope, inboxId, question, expiresAtMs: AT + 60_000 });
    await addOwnCategory(tx, scope, "cats");
  });
  const [message] = await claimOutbox(database.system, {
    platform: "fake",
    account: "bot",
    sender: uuidV7.next(),
    sendingMs: 60_000,
    most: 1,
  });
  button = message?.buttons[0]?.id ?? "";
});
afterAll(() => database.close());

test("Ann sees all of it herself", async () => {
  await database.withUser(ann.scope, async (tx) => {
    expect(await findEntry(tx, ann.scope, entry.id)).toEqual(entry);
    expect(await actionsOf(tx, ann.scope, ann.inboxId)).toHaveLength(1);
    expect(await undoableMessages(tx, ann.scope, { chat: ann.chat, sinceMs: 0 })).toEqual([ann.inboxId]);
  });
  expect(await findButton(database.system, ann.scope, button)).toMatchObject({ inboxId: ann.inboxId });
});

test("Ben finds none of Ann's entries, by id, by words, by total or by list", async () => {
  const filter = { kind: "both", from: "2000-01-01", to: "2100-01-01" } as const;
  await asBen(async (tx, scope) => {
    expect(await findEntry(tx, scope, entry.id)).toBeNull();
    for (const target of [{ words: ["lunch"] }, { words: [] }, { words: [], recordId: entry.id }])
      expect(await findTargets(tx, scope, { target, most: 10 })).toEqual([]);
    expect(await totals(tx, scope, filter)).toEqual([]);
    expect(await totalsByCategory(tx, scope, filter)).toEqual([]);
    expect(await listEntries(tx, scope, { filter, order: "latest", most: 10 })).toEqual({
      entries: [],
      count: 0,
    });
  });
});

test("Ben cannot change, delete or bring back Ann's entry", async () => {
  await asBen(async (tx, scope) => {
    expect(await updateEntry(tx, scope, { entry: { ...entry, amountMinor: 1 }, nowMs: AT })).toBeNull();
    expect(await deleteEntry(tx, scope, entry.id, AT)).toBeNull();
    expect(await restoreEntry(tx, scope, entry.id, AT)).toBeNull();
  });
});

test("Ben can neither see nor take back what Ann's messages did, though he names her chat", async () => {
  const { chat, inboxId } = ann;
  const actions = await rows(database, "action", `inbox_id = '${inboxId}'`);
  await asBen(async (tx, scope) => {
    expect(await actionsOf(tx, scope, inboxId)).toEqual([]);
    expect(await undoableMessages(tx, scope, { chat, sinceMs: 0 })).toEqual([]);
    await markUndone(
      tx,
      scope,
      actions.map(({ id }) => String(id)),
      ben.inboxId,
    );
  });
  await database.system.query("UPDATE inbox SET message_key = 'm1' WHERE id = $1", [inboxId]);
  expect(await entriesMadeBy(database.system, ann.scope, { chat, messageKey: "m1" })).toHaveLength(1);
  expect(await entriesMadeBy(database.system, ben.scope, { chat, messageKey: "m1" })).toEqual([]);
});

test("Ben cannot press a button under Ann's message", async () => {
  expect(button).toMatch(/^b:/);
  expect(await findButton(database.system, ben.scope, button)).toBeNull();
});

test("Ben cannot finish Ann's event; his turn is undone", async () => {
  const { lease, taken } = await takenUp(textIn(ann.chat));
  const { inboxId } = taken;
  const end = turnEnd({ ...ann, scope: ben.scope }, { lease, inboxId });
  await expect(asBen((tx) => settleTurn(tx, end))).rejects.toMatchObject({ code: "row_gone" });
  expect(await rows(database, "outbox", `inbox_id = '${inboxId}'`)).toEqual([]);
});

test("Ben's settings, categories and contact are his own", async () => {
  const settings = {
    zone: "Europe/London",
    currency: "GBP",
    language: "ms",
    weekStart: 7,
    quietHours: null,
    digests: true,
  } as const;
  await asBen(async (tx, scope) => {
    await saveSettings(tx, scope, settings);
    await addOwnCategory(tx, scope, "cats");
    await noteContact(tx, scope, "ms");
  });
  expect(await rows(database, "app_user", `id = '${ben.scope.userId}'`)).toMatchObject([
    { currency: "GBP", spoken: "ms" },
  ]);
});

test("the question that Ann was asked is not Ben's, even in her chat", async () => {
  const { chat } = ann;
  const { taken } = await takenUp({ ...textIn(chat), senderKey: ben.name });
  expect(taken.person).toMatchObject({ scope: ben.scope, pending: null });
  await asBen((tx, scope) => dropQuestion(tx, scope, chat));
});

test("a call without organisation or user is an error, not everyone", async () => {
  const missing: Scope[] = [
    { orgId: "", userId: ann.scope.userId },
    { orgId: ann.scope.orgId, userId: "" },
    {} as Scope,
  ];
  for (const scope of missing) {
    const call = async () => database.withUser(scope, (tx) => findEntry(tx, scope, entry.id));
    await expect(call()).rejects.toThrow(MamaError);
    await expect(call()).rejects.toMatchObject({ code: "scope_missing" });
  }
});

// The embedded database's only role is a superuser: there the first fence is the only one.
if (server) {
  test("behind the store's back, a user's transaction holds only their own rows", async () => {
    const own = await records(database, ben);
    for (const table of OWNED) {
      const seen = await database.withUser(ben.scope, (tx) =>
        tx.query<Record<string, unknown>>(`SELECT * FROM ${table}`),
      );
      const owners = seen.map((row) => row[table === "app_user" ? "id" : "user_id"]);
      expect(new Set([...owners, ben.scope.userId]), table).toEqual(new Set([ben.scope.userId]));
    }
    const seen = await database.withUser(ben.scope, (tx) =>
      tx.query<{ id: string }>("SELECT * FROM ledger_entry"),
    );
    expect(seen.map(({ id }) => id)).toEqual([own.id]);
    await asBen(async (tx) => {
      await tx.query("UPDATE ledger_entry SET description = 'mine'");
      await tx.query("DELETE FROM outbox");
      await tx.query("UPDATE app_user SET currency = 'SGD'");
    });
  });

  test("a row for somebody else is refused", async () => {
    const insert = (tx: Tx, { orgId, userId }: Scope) =>
      tx.query(
        `INSERT INTO ledger_entry (id, org_id, user_id, kind, amount_minor, currency, description, category, spent_on,
           source, created_at, updated_at)
         VALUES ($1, $2, $3, 'expense', 1500, 'MYR', 'lunch', 'food', '2026-03-11', 'text', now(), now())`,
        [lunch().id, orgId, userId],
      );
    await expect(asBen((tx) => insert(tx, ann.scope))).rejects.toThrow(/row-level security/);
    await expect(
      asBen((tx) => tx.query("UPDATE ledger_entry SET user_id = $1", [ann.scope.userId])),
    ).rejects.toThrow(/row-level security/);
  });

  test("without a user and outside the system scope there is nothing", async () => {
    const nobody = { orgId: ann.scope.orgId, userId: ann.scope.userId };
    for (const table of OWNED) {
      const seen = await database.withUser(nobody, async (tx) => {
        await tx.query("SELECT set_config('mama.user_id', '', true)");
        return tx.query(`SELECT 1 FROM ${table}`);
      });
      expect(seen, table).toEqual([]);
    }
  });

  test("the scope ends with its transaction, so the next one on the connection starts without", async () => {
    await Promise.all(
      Array.from({ length: 30 }, () => database.withUser(ann.scope, (tx) => tx.query("SELECT 1"))),
    );
    const [row] = await database.withUser(ben.scope, (tx) =>
      tx.query<{ own: string }>("SELECT mama_user()::text AS own"),
    );
    expect(row?.own).toBe(ben.scope.userId);
  });
}

/** Firing under conditions: quiet hours, records that write themselves, several sweeps at once, what cannot be read (SPEC S5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Fired, fireDue } from "../../src/jobs/fire.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import { saveCap } from "../../src/store/caps.ts";
import type { Database } from "../../src/store/database.ts";
import { cancelPushes, claimOutbox, markFailed } from "../../src/store/outbox.ts";
import { markUnreachable, noteContact } from "../../src/store/people.ts";
import { freshDatabase } from "../support/database.ts";
import { type Met, meet, rows, tells } from "../support/people.ts";
import { firingsOf, kl, nextOf, pushesTo, remember, settle } from "../support/reminders.ts";

let database: Database;
let ann: Met;
beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
});
afterAll(() => database.close());
beforeEach(async () => {
  // Others' reminders are not this test's business.
  await database.system.query("DELETE FROM reminder");
  ann = await meet(database);
});

const NOTHING: Fired = { fired: 0, nudged: 0, snoozed: 0, recorded: 0, missed: 0 };

/** Everything that is due at this moment fires. */
const fireAt = (wall: string): Promise<Fired> =>
  fireDue({ database, ids: uuidV7, clock: { now: () => kl(wall) } });

const texts = async (): Promise<string[]> => (await pushesTo(database, ann)).map(({ text }) => text);

describe("quiet hours", () => {
  const quiet = (from: string, to: string) =>
    database.system.query("UPDATE app_user SET quiet_from = $2, quiet_to = $3 WHERE id = $1", [
      ann.scope.userId,
      from,
      to,
    ]);

  test("hold the push until they end, and hold up no reply meanwhile", async () => {
    await quiet("22:00", "07:00");
    await remember(database, ann, { anchorOn: "2026-03-11", wallTime: "23:00" });
    await fireAt("2026-03-11 23:00");
    const [push] = await pushesTo(database, ann);
    expect(push).toMatchObject({ heldMs: 8 * 3_600_000 });
    expect(push?.text).toBe("Reminder: rent · RM1,200.00 (was due at 23:00 yesterday)");
    const reply = await tells(database, ann);
    const claim = { ...ann.chat, sender: uuidV7.next(), sendingMs: 1_000, most: 1_000 };
    const claimed = await claimOutbox(database.system, claim);
    expect(claimed.filter(({ chatKey }) => chatKey === ann.name).map(({ outboxId }) => outboxId)).toEqual([
      reply,
    ]);
  });

  test("let a push go that is paid before they end", async () => {
    await quiet("22:00", "07:00");
    const id = await remember(database, ann, { anchorOn: "2026-03-11", wallTime: "23:00" });
    await fireAt("2026-03-11 23:00");
    await settle(database, ann, {
      reminderId: id,
      on: "2026-03-11",
      atMs: kl("2026-03-11 23:00"),
      state: "paid",
    });
    await fireAt("2026-03-11 23:30");
    expect(await pushesTo(database, ann)).toMatchObject([{ state: "failed" }]);
  });

  test("within one day, and outside of them, are what they say", async () => {
    await quiet("12:00", "14:30");
    await remember(database, ann, { anchorOn: "2026-03-11", wallTime: "14:00" });
    await remember(database, ann, { anchorOn: "2026-03-11", wallTime: "14:30", title: "unifi" });
    await fireAt("2026-03-11 14:00");
    await fireAt("2026-03-11 14:30");
    expect(await pushesTo(database, ann)).toMatchObject([{ heldMs: 1_800_000 }, { heldMs: 0 }]);
  });
});

describe("a recurring record", () => {
  const netflix = {
    kind: "recurring",
    title: "netflix",
    amountMinor: 5_490,
    category: "entertainment",
  } as const;

  test("writes its entry once, on its day, with a push that can be undone", async () => {
    const id = await remember(database, ann, {
      ...netflix,
      anchorOn: "2026-03-11",
      recurrence: "monthly:11",
    });
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, recorded: 1 });
    expect(await fireAt("2026-03-11 09:00")).toEqual(NOTHING);
    const [entry, ...more] = await rows(database, "ledger_entry", `user_id = '${ann.scope.userId}'`);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      kind: "expense",
      amount_minor: "5490",
      currency: "MYR",
      description: "netflix",
      category: "entertainment",
      spent_on: "2026-03-11",
      source: "recurring",
    });
    const [action] = await rows(database, "action", `user_id = '${ann.scope.userId}'`);
    expect(action).toMatchObject({
      inbox_id: entry?.inbox_id,
      record_id: entry?.id,
      op: "create",
      before: null,
    });
    expect(await pushesTo(database, ann)).toMatchObject([
      {
        text: "Recorded for you, as every time: RM54.90 netflix · entertainment",
        buttons: [{ label: "Undo", does: [{ tool: "undo", input: { inboxId: entry?.inbox_id } }] }],
      },
    ]);
    expect(await firingsOf(database, id)).toEqual(["2026-03-11 due recorded"]);
  });

  test("is complete after a long time away, each on its day, in one push", async () => {
    await remember(database, ann, { ...netflix, anchorOn: "2025-12-31", recurrence: "monthly:31" });
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, recorded: 3 });
    const entries = await rows(database, "ledger_entry", `user_id = '${ann.scope.userId}'`);
    expect(entries.map(({ spent_on }) => spent_on).sort()).toEqual([
      "2025-12-31",
      "2026-01-31",
      "2026-02-28",
    ]);
    expect(await pushesTo(database, ann)).toHaveLength(1);
  });

  test("of a user who cannot be reached is written, too", async () => {
    await remember(database, ann, { ...netflix, anchorOn: "2026-03-11" });
    await database.system.query("UPDATE app_user SET reachable = false WHERE id = $1", [ann.scope.userId]);
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, recorded: 1 });
    expect(await pushesTo(database, ann)).toEqual([]);
  });
});

describe("the caps that a recurring record touches", () => {
  const cap = (category: string | null, amountMinor: number) =>
    database.withUser(ann.scope, (tx) =>
      saveCap(
        tx,
        ann.scope,
        { id: uuidV7.next(), category, period: "month", amountMinor, currency: "MYR" },
        kl("2026-03-01 09:00"),
      ),
    );
  const monthly = (title: string, amountMinor: number, category: string, to: Met = ann) =>
    remember(database, to, {
      kind: "recurring",
      title,
      amountMinor,
      category,
      anchorOn: "2026-03-11",
      recurrence: "monthly:11",
    });

  test("are said under its push, each level once, and never those of somebody else", async () => {
    const ben = await meet(database);
    await cap("entertainment", 10_000);
    await cap("food", 10_000);
    await cap(null, 20_000);
    await monthly("netflix", 5_490, "entertainment");
    await monthly("spotify", 2_590, "entertainment");
    await monthly("netflix", 5_490, "entertainment", ben);
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, recorded: 3 });
    const pushed = await texts();
    const figures = "entertainment this month: RM80.80 of RM100.00, RM19.20 left";
    const overall = "all spending this month: RM80.80 of RM200.00, RM119.20 left";
    expect(pushed.toSorted()).toEqual([
      expect.stringContaining("RM25.90 spotify · entertainment\n"),
      expect.stringContaining("RM54.90 netflix · entertainment\n"),
    ]);
    for (const text of pushed) {
      expect(text).toContain(figures);
      expect(text).toContain(overall);
    }
    expect(pushed.filter((text) => text.includes("That is 80 % of your cap."))).toHaveLength(1);
    expect((await pushesTo(database, ben)).map(({ text }) => text.split("\n"))).toEqual([
      ["Recorded for you, as every time: RM54.90 netflix · entertainment"],
    ]);
  });

  test("are none of income's, nor of a month that it does not fall into", async () => {
    await cap("entertainment", 10_000);
    await database.system.query(
      "UPDATE reminder SET entry_kind = 'income', category = 'salary' WHERE id = $1",
      [await monthly("salary", 500_000, "salary")],
    );
    await fireAt("2026-03-11 09:00");
    expect((await texts()).map((text) => text.split("\n").length)).toEqual([1]);
  });
});

test("to a user who blocked her nothing is tried again, and who writes again hears of what comes", async () => {
  const id = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "daily" });
  await fireAt("2026-03-11 09:00");
  const sender = uuidV7.next();
  const claimed = await claimOutbox(database.system, {
    ...ann.chat,
    sender,
    sendingMs: 60_000,
    most: 1_000,
  });
  const push = claimed.find(({ chatKey }) => chatKey === ann.name);
  // What the sender does when the platform says that the bot was blocked.
  await markFailed(database.system, push?.outboxId ?? "", sender, "permanent");
  await database.withSystem(async (tx) => {
    await markUnreachable(tx, ann.scope.userId, ann.chat);
    await cancelPushes(tx, ann.scope.userId, null);
  });
  expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, missed: 1 });
  expect(await fireAt("2026-03-13 09:00")).toEqual({ ...NOTHING, missed: 1 });
  expect(await pushesTo(database, ann)).toMatchObject([{ state: "failed" }]);
  await database.withUser(ann.scope, (tx) => noteContact(tx, ann.scope, "en"));
  await fireAt("2026-03-14 09:00");
  expect((await pushesTo(database, ann)).map(({ text, state }) => `${state}: ${text}`)).toEqual([
    "failed: Reminder: rent · RM1,200.00",
    "pending: Reminder: rent · RM1,200.00\nI missed 2 before this one, the last yesterday. Sorry!",
  ]);
  expect(await nextOf(database, id)).toBe("2026-03-15 09:00");
});

test("sweeps at the same time fire each moment once", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => meet(database)));
  for (const met of people)
    for (let at = 0; at < 75; at += 1)
      await remember(database, met, { anchorOn: "2026-03-11", title: `bill ${at}` });
  const fired = await Promise.all(Array.from({ length: 4 }, () => fireAt("2026-03-11 09:00")));
  expect(fired.reduce((sum, each) => sum + each.fired, 0)).toBe(300);
  for (const met of people) {
    const said = (await pushesTo(database, met)).map(({ text }) => text);
    expect(new Set(said).size).toBe(75);
    expect(said).toHaveLength(75);
  }
});

test("a reminder whose schedule cannot be read is pushed, and holds up nobody", async () => {
  const broken = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "daily" });
  await database.system.query(
    "UPDATE reminder SET zone = 'Mars/Olympus', wall_time = '29:00' WHERE id = $1",
    [broken],
  );
  await remember(database, ann, { anchorOn: "2026-03-11", title: "unifi" });
  expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, fired: 2 });
  expect(await nextOf(database, broken)).toBeNull();
});

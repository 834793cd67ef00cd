/** Reminders fire once for each due moment, on time or late, whatever else happens (SPEC S5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Fired, fireDue } from "../../src/jobs/fire.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { freshDatabase } from "../support/database.ts";
import { type Met, meet } from "../support/people.ts";
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

describe("a due moment", () => {
  test("is pushed once, to the chat that the user last wrote from, with buttons that name the period", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "monthly:11" });
    expect(await fireAt("2026-03-11 08:59")).toEqual(NOTHING);
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, fired: 1 });
    expect(await fireAt("2026-03-11 09:00")).toEqual(NOTHING);
    const [push, ...more] = await pushesTo(database, ann);
    expect(more).toEqual([]);
    expect(push).toMatchObject({ text: "Reminder: rent · RM1,200.00", chatKey: ann.chat.chatKey, heldMs: 0 });
    const period = { reminderId: id, dueOn: "2026-03-11", dueAtMs: kl("2026-03-11 09:00") };
    expect(push?.buttons).toEqual([
      { label: "Paid", does: [{ tool: "paid", input: period }] },
      { label: "Snooze 1 h", does: [{ tool: "snooze", input: { ...period, until: "hour" } }] },
      { label: "Tonight", does: [{ tool: "snooze", input: { ...period, until: "tonight" } }] },
      { label: "Tomorrow", does: [{ tool: "snooze", input: { ...period, until: "tomorrow" } }] },
      { label: "Skip", does: [{ tool: "skip", input: period }] },
    ]);
    expect(await firingsOf(database, id)).toEqual(["2026-03-11 due open"]);
    expect(await nextOf(database, id)).toBe("2026-04-11 09:00");
  });

  test("is not pushed when its period is paid or skipped already", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "monthly:11" });
    await settle(database, ann, {
      reminderId: id,
      on: "2026-03-11",
      atMs: kl("2026-03-11 09:00"),
      state: "paid",
    });
    expect(await fireAt("2026-03-11 09:00")).toEqual(NOTHING);
    expect(await nextOf(database, id)).toBe("2026-04-11 09:00");
    expect(await texts()).toEqual([]);
    expect(await fireAt("2026-04-11 09:00")).toEqual({ ...NOTHING, fired: 1 });
  });

  test("of a user who cannot be reached passes, and the next push says so", async () => {
    const id = await remember(database, ann, {
      anchorOn: "2026-03-11",
      recurrence: "daily",
      amountMinor: null,
    });
    await database.system.query("UPDATE app_user SET reachable = false WHERE id = $1", [ann.scope.userId]);
    expect(await fireAt("2026-03-11 09:00")).toEqual({ ...NOTHING, missed: 1 });
    await database.system.query("UPDATE app_user SET reachable = true WHERE id = $1", [ann.scope.userId]);
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, fired: 1 });
    expect(await texts()).toEqual(["Reminder: rent\nI missed the one before, yesterday. Sorry!"]);
    expect(await firingsOf(database, id)).toEqual(["2026-03-11 due missed", "2026-03-12 due open"]);
  });

  test("of a cancelled reminder is none", async () => {
    await remember(database, ann, { anchorOn: "2026-03-11" });
    await database.system.query("UPDATE reminder SET deleted_at = now()");
    expect(await fireAt("2026-03-11 09:00")).toEqual(NOTHING);
  });

  test("is said in the user's language", async () => {
    await database.system.query("UPDATE app_user SET spoken = 'ms' WHERE id = $1", [ann.scope.userId]);
    await remember(database, ann, { anchorOn: "2026-03-11", title: "sewa" });
    await fireAt("2026-03-11 12:00");
    expect(await texts()).toEqual(["Peringatan: sewa · RM1,200.00 (sepatutnya pukul 09:00)"]);
  });
});

describe("after a time away", () => {
  test("of three hours the push comes late, and says when it was due", async () => {
    await remember(database, ann, { anchorOn: "2026-03-11" });
    expect(await fireAt("2026-03-11 12:00")).toEqual({ ...NOTHING, fired: 1 });
    expect(await texts()).toEqual(["Reminder: rent · RM1,200.00 (was due at 09:00)"]);
  });

  test("of three days the last day's push comes late, and mentions the others once", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-09", recurrence: "daily" });
    expect(await fireAt("2026-03-11 12:00")).toEqual({ ...NOTHING, fired: 1, missed: 2 });
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, fired: 1 });
    expect(await texts()).toEqual([
      "Reminder: rent · RM1,200.00 (was due at 09:00)\nI missed 2 before this one, the last yesterday. Sorry!",
      "Reminder: rent · RM1,200.00",
    ]);
    expect(await firingsOf(database, id)).toEqual([
      "2026-03-09 due missed",
      "2026-03-10 due missed",
      "2026-03-11 due open",
      "2026-03-12 due open",
    ]);
  });

  test("a week's reminder rolls on, and its next push mentions it once", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-09", recurrence: "weekly:MO" });
    expect(await fireAt("2026-03-12 12:00")).toEqual({ ...NOTHING, missed: 1 });
    expect(await nextOf(database, id)).toBe("2026-03-16 09:00");
    await fireAt("2026-03-16 09:00");
    await fireAt("2026-03-23 09:00");
    expect(await texts()).toEqual([
      "Reminder: rent · RM1,200.00\nI missed the one before, on Mon 9 Mar. Sorry!",
      "Reminder: rent · RM1,200.00",
    ]);
  });

  test("what came once, or comes again in weeks only, is told at once", async () => {
    const once = await remember(database, ann, { anchorOn: "2026-03-09" });
    await remember(database, ann, { anchorOn: "2026-03-09", recurrence: "monthly:9", title: "unifi" });
    expect(await fireAt("2026-03-12 12:00")).toEqual({ ...NOTHING, fired: 2 });
    expect((await texts()).sort()).toEqual([
      "I was away when this came due, sorry: rent · RM1,200.00 (was due at 09:00 on Mon 9 Mar)",
      "I was away when this came due, sorry: unifi · RM1,200.00 (was due at 09:00 on Mon 9 Mar)",
    ]);
    expect(await nextOf(database, once)).toBeNull();
    expect(await fireAt("2026-03-13 12:00")).toEqual(NOTHING);
  });

  test("of years a daily reminder is not a thousand rows", async () => {
    const id = await remember(database, ann, { anchorOn: "2020-01-01", recurrence: "daily" });
    expect(await fireAt("2026-03-11 09:00")).toMatchObject({ fired: 1 });
    expect((await firingsOf(database, id)).length).toBeLessThan(40);
    expect(await nextOf(database, id)).toBe("2026-03-12 09:00");
  });
});

describe("what an open bill waits for", () => {
  test("is one nudge, the next day at its wall time", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "monthly:11" });
    await fireAt("2026-03-11 09:00");
    expect(await fireAt("2026-03-12 08:59")).toEqual(NOTHING);
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, nudged: 1 });
    expect(await fireAt("2026-03-13 09:00")).toEqual(NOTHING);
    expect((await texts()).at(-1)).toBe("Still open from yesterday: rent · RM1,200.00. Is it paid?");
    expect(await firingsOf(database, id)).toEqual(["2026-03-11 due open", "2026-03-11 nudge open"]);
  });

  test("is nothing once it is paid, and for a reminder that is no bill", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-11" });
    await remember(database, ann, {
      anchorOn: "2026-03-11",
      title: "call mum",
      amountMinor: null,
      category: null,
    });
    await remember(database, ann, {
      anchorOn: "2026-03-11",
      title: "water the plants",
      amountMinor: null,
      category: "bills",
    });
    await fireAt("2026-03-11 09:00");
    await database.system.query("UPDATE reminder_firing SET state = 'paid' WHERE reminder_id = $1", [id]);
    expect(await fireAt("2026-03-12 09:00")).toEqual(NOTHING);
    expect(await texts()).toHaveLength(3);
  });

  test("is owed for what is to be paid, in short words too", async () => {
    await remember(database, ann, {
      anchorOn: "2026-03-11",
      title: "byr kereta",
      amountMinor: null,
      category: null,
    });
    await fireAt("2026-03-11 09:00");
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, nudged: 1 });
  });

  test("is not a nudge when it is due again by then", async () => {
    await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "daily" });
    await fireAt("2026-03-11 09:00");
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, fired: 1 });
  });

  test("may be the end of a snooze, which moves that period alone", async () => {
    const id = await remember(database, ann, { anchorOn: "2026-03-11", recurrence: "weekly:WE" });
    const other = await remember(database, ann, {
      anchorOn: "2026-03-11",
      title: "unifi",
      recurrence: "weekly:WE",
    });
    await fireAt("2026-03-11 09:00");
    const snooze = (wall: string) =>
      database.system.query(
        "UPDATE reminder_firing SET wake_at = $2, wake_kind = 'snooze' WHERE reminder_id = $1 AND kind = 'due' AND state = 'open'",
        [id, new Date(kl(wall)).toISOString()],
      );
    await snooze("2026-03-11 10:00");
    expect(await fireAt("2026-03-11 09:59")).toEqual(NOTHING);
    expect(await fireAt("2026-03-11 10:00")).toEqual({ ...NOTHING, snoozed: 1 });
    await snooze("2026-03-11 20:00");
    expect(await fireAt("2026-03-11 20:00")).toEqual({ ...NOTHING, snoozed: 1 });
    expect((await texts()).at(-1)).toBe("Back as you asked: rent · RM1,200.00");
    // The nudge of the next day is still owed, to both.
    expect(await fireAt("2026-03-12 09:00")).toEqual({ ...NOTHING, nudged: 2 });
    expect(await firingsOf(database, id)).toEqual([
      "2026-03-11 due open",
      "2026-03-11 nudge open",
      "2026-03-11 snooze 1 open",
      "2026-03-11 snooze 2 open",
    ]);
    expect(await firingsOf(database, other)).toEqual(["2026-03-11 due open", "2026-03-11 nudge open"]);
    expect(await nextOf(database, id)).toBe("2026-03-18 09:00");
  });
});

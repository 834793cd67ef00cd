/** What a lane could not put right at once is kept until it can be, and a chat's pauses grow and end. */
import { expect, test } from "vitest";
import { createRests } from "../../src/router/rests.ts";
import type { Lease } from "../../src/store/leases.ts";
import type { Sql, SqlValue } from "../../src/store/sql.ts";

const lease = (chatKey: string): Lease => ({
  platform: "fake",
  account: "bot",
  chatKey,
  owner: "me",
  fence: "1",
});

/** A door to a database that is away as long as the test says so. */
function door() {
  const state = { away: false, asked: [] as (readonly SqlValue[])[] };
  const sql: Sql = {
    query: async (_text, values = []) => {
      if (state.away) throw new Error("away");
      state.asked.push(values);
      return [];
    },
  };
  return { state, sql };
}

test("pauses double up to ten seconds, for each chat by itself, and begin anew once it works again", () => {
  const rests = createRests(() => 0);
  const ann = lease("ann");
  const pauses = Array.from({ length: 8 }, () => rests.rest(ann, null));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(rests.rest(lease("ben"), null)).toBe(250);
  rests.recovered(lease("ann"));
  expect(rests.rest(ann, null)).toBe(250);
});

test("what the database was away for is made good later, once, with what is left of the pause", async () => {
  let now = 0;
  const rests = createRests(() => now);
  const { state, sql } = door();
  rests.rest(lease("ann"), "event-1");
  rests.leave(lease("ben"), null);
  state.away = true;
  await expect(rests.settle(sql)).rejects.toThrow("away");
  state.away = false;
  now = 200;
  await rests.settle(sql);
  await rests.settle(sql);
  expect(state.asked.map(([, , chat, , , inboxId, restMs]) => [chat, inboxId, restMs])).toEqual([
    ["ann", "event-1", 50],
    ["ben", null, 0],
  ]);
});

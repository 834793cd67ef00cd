/** What happens after a connection to WhatsApp has ended, reason by reason. */
import { expect, test } from "vitest";
import { afterClose, type History, NO_HISTORY, STOPPED } from "../../src/adapters/whatsapp/policy.ts";

const close = (code: number | undefined, before: History = NO_HISTORY, openMs = 0, random = 1) =>
  afterClose(code, { before, openMs, random });

/** The waits after the same end, again and again. */
function waits(code: number | undefined, times: number, random = 1): (number | string)[] {
  let history = NO_HISTORY;
  return Array.from({ length: times }, () => {
    const { next, history: since } = close(code, history, 0, random);
    history = since;
    return next.does === "again" ? next.waitMs : next.reason;
  });
}

test.each([
  [401, "logged_out"],
  [403, "forbidden"],
  [411, "mismatch"],
  [419, "refused"],
] as const)("%i stops at once, and the owner is told what to do", (code, reason) => {
  expect(close(code).next).toEqual({ does: "stop", reason });
  expect(STOPPED[reason]).toMatch(/start|phone/);
});

test("440: another program has the link; one more try after a while, then stop", () => {
  expect(waits(440, 2)).toEqual([10_000, "replaced"]);
});

test("515: WhatsApp wants a new connection, and gets it at once; more than three in a row are a failure", () => {
  expect(waits(515, 5)).toEqual([0, 0, 0, 2_000, 4_000]);
});

test("500: tried again for a while, then stop", () => {
  expect(waits(500, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, "bad_session"]);
});

test("405: the version is too old; a newer one is asked for, and then it waits like after any failure", () => {
  expect(close(405).next).toEqual({ does: "again", waitMs: 2_000, refreshVersion: true });
  expect(waits(405, 3)).toEqual([2_000, 4_000, 8_000]);
});

test.each([408, 428, 503, undefined])(
  "%s: again after 2 s, twice as long each time, a minute at most",
  (code) => {
    expect(waits(code, 7)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  },
);

test("no two bots come back at the same moment", () => {
  expect(waits(428, 3, 0)).toEqual([1_500, 3_000, 6_000]);
  expect(waits(428, 3, 0.5)).toEqual([1_750, 3_500, 7_000]);
});

test("only a connection that was open for a minute makes the earlier failures forgotten", () => {
  const before: History = { failures: 4, replaced: 1, badSessions: 5, restarts: 3 };
  expect(close(428, before, 59_999).next).toMatchObject({ waitMs: 32_000 });
  expect(close(428, before, 60_000).next).toMatchObject({ waitMs: 2_000 });
  expect(close(440, before, 59_999).next).toEqual({ does: "stop", reason: "replaced" });
  expect(close(440, before, 60_000).next).toMatchObject({ does: "again" });
});

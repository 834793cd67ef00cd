/** Telegram at its worst: processes killed in the middle of many messages (SPEC S16). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { openStage } from "../support/conversations.ts";
import { killedWhileAnswering, RECORDED } from "../support/telegram-kills.ts";

let telegram: FakeTelegram;
beforeEach(async () => {
  telegram = await startTelegram();
});
afterEach(() => telegram.close());

test("200 messages of ten people, and four processes killed in the middle", async () => {
  const stage = await openStage();
  const people = Array.from({ length: 10 }, (_, place) => 11_000 + place);
  const each = 20;
  const killAfter = [15, 40, 30, 45];
  const told = await killedWhileAnswering({ place: stage.place, telegram }, { people, each, killAfter });
  const amounts = Array.from({ length: each }, (_, place) => place + 1);
  expect(told).toEqual(people.map(() => amounts));
  const lines = await stage.look((database) => database.system.query<{ line: string }>(RECORDED));
  const wanted = people.flatMap((person) => amounts.map((amount) => `${person} ${amount * 100}`));
  expect(lines.map(({ line }) => line)).toEqual(wanted);
  await stage.clear();
});

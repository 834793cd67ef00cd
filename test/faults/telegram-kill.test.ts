/** Kill -9 while Telegram delivers: all recorded once, all answered, in order in each chat (SPEC S16). The long suite has 200. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeTelegram, startTelegram } from "../fakes/telegram-server.ts";
import { openStage, type Stage } from "../support/conversations.ts";
import { killedWhileAnswering, RECORDED } from "../support/telegram-kills.ts";

// Starting processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let stage: Stage;
let telegram: FakeTelegram;
beforeEach(async () => {
  stage = await openStage();
  telegram = await startTelegram();
});
afterEach(async () => {
  await telegram.close();
  await stage.clear();
});

test("24 messages of three people, and a process killed in the middle", async () => {
  const people = [11_001, 11_002, 11_003];
  const each = 8;
  const told = await killedWhileAnswering({ place: stage.place, telegram }, { people, each, killAfter: [7] });
  const amounts = Array.from({ length: each }, (_, place) => place + 1);
  expect(told).toEqual(people.map(() => amounts));
  const lines = await stage.look((database) => database.system.query<{ line: string }>(RECORDED));
  const wanted = people.flatMap((person) => amounts.map((amount) => `${person} ${amount * 100}`));
  expect(lines.map(({ line }) => line)).toEqual(wanted);
});

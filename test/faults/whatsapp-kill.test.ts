/** Kill -9 while WhatsApp delivers: all recorded once, all answered, in order in each chat (SPEC S16). The long suite has 200. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeWhatsApp, startWhatsApp } from "../fakes/whatsapp-server.ts";
import { openStage, type Stage } from "../support/conversations.ts";
import { killedOnWhatsApp, RECORDED } from "../support/whatsapp-kills.ts";

// Starting processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let stage: Stage;
let whatsapp: FakeWhatsApp;
beforeEach(async () => {
  stage = await openStage();
  whatsapp = await startWhatsApp();
});
afterEach(async () => {
  await whatsapp.close();
  await stage.clear();
});

test("12 messages of three people, and a process killed in the middle", async () => {
  const people = [60_111_000_001, 60_111_000_002, 60_111_000_003];
  const each = 4;
  const told = await killedOnWhatsApp({ stage, whatsapp }, { people, each, killAfter: [1] });
  const amounts = Array.from({ length: each }, (_, place) => place + 1);
  expect(told).toEqual(people.map(() => amounts));
  const lines = await stage.look((database) => database.system.query<{ line: string }>(RECORDED));
  const wanted = people.flatMap((person) => amounts.map((amount) => `${person} ${amount * 100}`));
  expect(lines.map(({ line }) => line)).toEqual(wanted);
});

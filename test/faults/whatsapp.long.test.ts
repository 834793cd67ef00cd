/** WhatsApp at its worst: processes killed in the middle of many messages (SPEC S16). */
import { expect, test, vi } from "vitest";
import { startWhatsApp } from "../fakes/whatsapp-server.ts";
import { openStage } from "../support/conversations.ts";
import { killedOnWhatsApp, RECORDED } from "../support/whatsapp-kills.ts";

// Processes and a server that keeps a book on disk take their time on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

test("200 messages of ten people, and four processes killed in the middle", async () => {
  const stage = await openStage();
  const whatsapp = await startWhatsApp();
  const people = Array.from({ length: 10 }, (_, place) => 60_111_000_000 + place);
  const each = 20;
  const killAfter = [5, 10, 15, 8];
  const told = await killedOnWhatsApp({ stage, whatsapp }, { people, each, killAfter });
  const amounts = Array.from({ length: each }, (_, place) => place + 1);
  expect(told).toEqual(people.map(() => amounts));
  const lines = await stage.look((database) => database.system.query<{ line: string }>(RECORDED));
  const wanted = people.flatMap((person) => amounts.map((amount) => `${person} ${amount * 100}`));
  expect(lines.map(({ line }) => line)).toEqual(wanted);
  await whatsapp.close();
  await stage.clear();
});

/** Kills at random points, twenty times: the moment is chosen by the clock instead of by a step. */
import { expect, test } from "vitest";
import { conversation, openStage, written } from "../support/conversations.ts";
import { deliver, startChild } from "../support/processes.ts";

const TEXTS = [
  "Lunch RM15",
  "grab 12, kopi 3.50",
  "change the grab to 14",
  "undo",
  "parking 4",
  "undo",
  "teh 2",
];
const KILLS = 20;

test("a conversation killed twenty times at random moments ends as if it had never been", async () => {
  const stage = await openStage();
  try {
    const { place, sentFile } = stage;
    const events = conversation(TEXTS);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startChild(place, { sentFile, sends: true });
      if (!(await child.told("ready"))) continue;
      // A few more events each time, so that the kills fall on different parts of the conversation.
      child.give(events.slice(0, 1 + Math.floor((kill * TEXTS.length) / KILLS)));
      const moment = setTimeout(() => child.process.kill("SIGKILL"), Math.random() * 120);
      await child.ended;
      clearTimeout(moment);
    }
    expect(await deliver(place, { sentFile, sends: true }, events)).toBe(0);
    expect(await stage.look(written)).toEqual({
      records: ["lunch 1500", "grab 1200", "kopi 350", "parking 400 deleted", "teh 200"],
      actions: [
        "ann-0 create",
        "ann-1 create",
        "ann-1 create",
        "ann-2 update",
        "ann-3 update (undo)",
        "ann-4 create",
        "ann-5 delete (undo)",
        "ann-6 create",
      ],
      states: TEXTS.map(() => "done"),
    });
    const replied = new Set(stage.sent().map(({ inboxId }) => inboxId));
    expect(replied.size).toBe(TEXTS.length);
  } finally {
    await stage.clear();
  }
});

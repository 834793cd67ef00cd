/** News of one's life reaches the buffer, however short it is (SPEC S10.2), and records and thanks do not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { openWorld, type World } from "../support/journey.ts";

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await openWorld({}, { embedder: fakeEmbedder() });
});
afterAll(() => world.close());

async function remembers(name: string): Promise<string[]> {
  const rows = await world.database.system.query<{ text: string }>(
    `SELECT m.text FROM memory m JOIN identity i ON i.user_id = m.user_id WHERE i.platform_user_id = $1 ORDER BY m.id`,
    [name],
  );
  return rows.map(({ text }) => text);
}

describe("news is heard and learned", () => {
  test.each([
    ["I prefer short answers", "short answers"],
    ["baby girl arrived yesterday, 3.1kg!", "new baby"],
    ["I'm vegetarian", "vegetarian"],
    ["i'm a teacher", "teacher"],
    ["I'm a single mum", "single mum"],
    ["saya ibu tunggal", "ibu tunggal"],
    ["saya lebih suka jawapan pendek", "jawapan pendek"],
    ["anak kedua lahir semalam, 3.1kg!", "lahir"],
  ])("%s", async (said, kept) => {
    const ann = world.person();
    await ann.says("lunch 15");
    const { text } = await ann.says(said);
    expect(text).toMatch(/Thank you for telling me|Terima kasih sebab beritahu/);
    expect(await ann.mode()).toBe("chat");
    await ann.says("thanks mama");
    world.later(11 * 60_000);
    await world.app.path.flushNow();
    const told = await remembers(ann.name);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(kept);
    expect(await ann.records()).toHaveLength(1);
  });
});

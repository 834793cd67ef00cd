/** The many ways in which people speak of what is remembered (SPEC S10.8), in English and Malay. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { openWorld, type TestPerson, type World } from "../support/journey.ts";

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await openWorld({}, { embedder: fakeEmbedder() });
});
afterAll(() => world.close());

async function remembered({ name }: TestPerson): Promise<string[]> {
  const rows = await world.database.system.query<{ text: string }>(
    `SELECT m.text FROM memory m JOIN identity i ON i.user_id = m.user_id
     WHERE i.platform_user_id = $1 AND superseded_at IS NULL ORDER BY m.id`,
    [name],
  );
  return rows.map(({ text }) => text);
}

const SISTER = "The user's sister lives in Perak.";
const DIET = "The user is vegetarian.";

async function told(): Promise<TestPerson> {
  const ann = world.person();
  await ann.says("remember that my sister lives in Perak");
  await ann.says("remember that I'm vegetarian");
  expect(await remembered(ann)).toEqual([SISTER, DIET]);
  return ann;
}

test("the list, however it is asked for", async () => {
  const ann = await told();
  for (const said of [
    "what do you know about me?",
    "show me my memories",
    "do you remember my sister?",
    "what did I tell you about my sister?",
    "mama ingat apa pasal aku",
    "ingat tak pasal kakak saya?",
    "how do you know that?",
  ])
    expect((await ann.says(said)).text, said).toContain("sister lives in Perak");
  expect(await remembered(ann)).toEqual([SISTER, DIET]);
});

describe("one is forgotten", () => {
  test.each(["forget that I'm vegetarian", "padam apa yang awak tahu pasal vegetarian", "forget vegetarian"])(
    "%s",
    async (said) => {
      const ann = await told();
      expect((await ann.says(said)).text).toMatch(/^(Forgotten|Dilupakan): /);
      expect(await remembered(ann)).toEqual([SISTER]);
    },
  );

  test.each(["delete number 2 from your memory", "delete memory 2", "buang memori nombor 2", "forget 2"])(
    "%s",
    async (said) => {
      const ann = await told();
      await ann.says("what do you remember about me?");
      await ann.says(said);
      expect(await remembered(ann)).toHaveLength(1);
    },
  );
});

describe("all of it is asked about once", () => {
  test.each([
    "clear your memory",
    "wipe my memories",
    "padam semua memori",
    "delete everything you know about me",
  ])("%s", async (said) => {
    const ann = await told();
    expect((await ann.says(said)).buttons).toHaveLength(2);
    expect(await remembered(ann)).toHaveLength(2);
    await ann.says(said.startsWith("padam") ? "ya" : "yes");
    expect(await remembered(ann)).toEqual([]);
  });
});

test("a number on an empty list is answered kindly, in either language", async () => {
  const ann = world.person();
  await ann.says("hi");
  expect((await ann.says("forget 2")).text).toContain("nothing noted about you yet");
  expect((await ann.says("lupakan 2")).text).toContain("belum simpan apa-apa");
});

test("a correction behind a list is of the row that it names, by number or by what it is about", async () => {
  const ann = await told();
  const numbers = (await ann.says("what do you remember about me?")).text;
  const number = /(\d)\. Your sister/.exec(numbers)?.[1];
  await ann.says(`that's wrong, number ${number} should say my sister lives in Johor`);
  expect(await remembered(ann)).toContain("The user's sister lives in Johor.");
  await ann.says("actually I'm not vegetarian anymore");
  expect(await remembered(ann)).toContain("The user is not vegetarian anymore.");
  expect(await remembered(ann)).toHaveLength(2);
});

test("a memory card is no memory, and a day has no article", async () => {
  const ann = await told();
  await ann.says("memory card 50");
  await ann.says("delete the memory card");
  expect(await remembered(ann)).toHaveLength(2);
  await ann.says("remember that my contract ends on the 25th");
  expect(await remembered(ann)).toContain("The user's contract ends on 25 March 2026.");
});

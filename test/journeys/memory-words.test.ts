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

describe("what was told last is forgotten, before a flush and after it", () => {
  test.each([
    ["forget the last thing I told you", "Forgotten: "],
    ["don't remember that", "Forgotten: "],
    ["lupakan apa yang saya cakap tadi", "Dilupakan: "],
    ["jangan ingat pasal tu", "Dilupakan: "],
  ])("%s", async (said, answer) => {
    const ann = await told();
    const talks = "I want to save RM5,000 for the wedding, can I afford it?";
    await ann.says(talks);
    expect((await ann.says("what do you remember about me?")).text).toContain("comes in a little later");
    expect((await ann.says(said)).text).toContain(answer);
    expect((await ann.says("what do you remember about me?")).text).not.toContain("comes in a little later");
    world.later(11 * 60_000);
    await world.app.path.flushNow();
    expect(await remembered(ann)).toEqual([SISTER, DIET]);
    await ann.says(talks);
    world.later(11 * 60_000);
    await world.app.path.flushNow();
    expect(await remembered(ann)).toHaveLength(3);
    expect((await ann.says(said)).text).toContain("RM5,000 for the wedding");
    expect(await remembered(ann)).toEqual([SISTER, DIET]);
  });

  test("and where nothing was told, she says so", async () => {
    const ann = world.person();
    await ann.says("hi");
    expect((await ann.says("forget the last thing I told you")).text).toContain("nothing to forget");
  });
});

test.each([
  ["stop remembering things about me", "I can't switch that off"],
  ["please don't keep notes on me", "I can't switch that off"],
  ["jangan ingat apa-apa pasal saya", "tak boleh saya matikan"],
  ["tak payah simpan maklumat pasal saya", "tak boleh saya matikan"],
])("remembering cannot be switched off, and she says so: %s", async (said, answer) => {
  const ann = await told();
  expect((await ann.says(said)).text).toContain(answer);
  expect(await remembered(ann)).toEqual([SISTER, DIET]);
});

test("the list says that what was told just now comes later, in either language, and no longer once it is there", async () => {
  const ann = world.person();
  await ann.says("hi");
  await ann.says("I'm worried about my car loan, how do I pay it off?");
  expect((await ann.says("what do you remember about me?")).text).toMatch(
    /yet\..+\nWhat you told me in the last/,
  );
  expect((await ann.says("apa yang mama ingat pasal saya?")).text).toContain("masuk sekejap lagi");
  world.later(11 * 60_000);
  await world.app.path.flushNow();
  const { text } = await ann.says("what do you remember about me?");
  expect(text).toContain("car loan");
  expect(text).not.toContain("comes in a little later");
});

test("behind something that was forgotten, a correction is still about the list", async () => {
  const ann = await told();
  await ann.says("remember that I want to save RM3,000 for the wedding");
  await ann.says("what do you remember about me?");
  await ann.says("forget vegetarian");
  expect((await ann.says("no, it's RM6,000")).text).toContain("RM6,000 for the wedding");
});

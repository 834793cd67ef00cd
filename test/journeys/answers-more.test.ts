/** Answers in other words: emoji, a yes with a change, bare values, sizes, some of several, and what is no answer. */
import { expect } from "vitest";
import { journeys, type TestPerson } from "../support/journey.ts";

const { journey } = journeys();

async function kept(person: TestPerson): Promise<string[]> {
  return (await person.records()).map(
    ({ description, amountMinor, category }) => `${description} ${amountMinor} ${category}`,
  );
}

/** Something that nobody knows, so that it is asked about; each time another word, since a yes may teach. */
async function asks(person: TestPerson, word: string): Promise<string> {
  return (await person.says(`${word} 12`)).text;
}

for (const yes of [
  "✅",
  "👌🏽",
  "👍",
  "❤️",
  "okie boss",
  "ok tq",
  "yeps",
  "ya betul",
  "betul tu bang",
  "can",
]) {
  journey(`"${yes}" records what is shown`, async ({ ann }) => {
    await asks(ann, "florpin");
    await ann.says(yes);
    expect(await kept(ann)).toEqual(["florpin 1200 other"]);
  });
}

for (const no of ["👎", "❌", "padamkan", "buang je", "remove it", "delete that", "batal"]) {
  journey(`"${no}" drops what is shown, and leaves what is recorded`, async ({ ann }) => {
    await ann.says("teh 2");
    await asks(ann, "florpin");
    expect((await ann.says(no)).text).toMatch(/leave|biarkan/);
    expect(await kept(ann)).toEqual(["teh 200 food"]);
  });
}

for (const wait of ["hmmm", "jap", "let me check", "tak pasti la"]) {
  journey(`"${wait}" keeps the question open`, async ({ ann }) => {
    await asks(ann, "florpin");
    const again = await ann.says(wait);
    expect(again.text).toContain("RM12.00 florpin");
    expect(again.buttons).toEqual(["Yes", "Change", "No"]);
    await ann.presses("Yes", again);
    expect(await kept(ann)).toEqual(["florpin 1200 other"]);
  });
}

journey("a yes with another amount or category records it so", async ({ ann }) => {
  await asks(ann, "florpin");
  expect((await ann.says("yes but 41")).text).toBe("Recorded: RM41.00 florpin · other");
  await asks(ann, "blorf");
  await ann.says("ya cuma 27.50");
  await asks(ann, "snazzle");
  await ann.says("yes health");
  expect(await kept(ann)).toEqual(["florpin 4100 other", "blorf 2750 other", "snazzle 1200 health"]);
});

journey("a category named before the yes is a lesson, and goes with the record", async ({ ann }) => {
  await asks(ann, "florpin");
  expect((await ann.says("hiburan")).text).toContain("florpin");
  await ann.says("yes");
  expect((await ann.says("my rules")).text).toContain("1. florpin → entertainment");
  await ann.says("undo");
  expect(await kept(ann)).toEqual([]);
  expect((await ann.says("my rules")).text).toContain("no categories from you yet");
});

journey("a bare value changes what is shown, which is shown again", async ({ ann }) => {
  await asks(ann, "florpin");
  expect((await ann.says("health")).text).toBe("RM12.00 florpin · health, right?");
  expect((await ann.says("yesterday")).text).toBe("RM12.00 florpin · health · yesterday, right?");
  expect((await ann.says("sgd")).text).toBe("S$12.00 florpin · health · yesterday, right?");
  expect((await ann.says("31")).text).toBe("S$31.00 florpin · health · yesterday, right?");
  expect((await ann.says("ubah")).text).toMatch(/What should it be|Patut jadi apa/);
  await ann.says("18");
  await ann.says("yes");
  expect(await kept(ann)).toEqual(["florpin 1800 health"]);
});

journey("a place is no amount", async ({ ann }) => {
  await asks(ann, "florpin");
  await ann.says("2nd");
  await ann.says("yes");
  expect((await kept(ann)).filter((line) => !line.startsWith("florpin 1200"))).toEqual([]);
});

journey("another record is no answer to what is shown", async ({ ann }) => {
  await asks(ann, "florpin");
  await ann.says("ok teh 3");
  await ann.says("roti 4");
  expect(await kept(ann)).not.toContain("florpin 1200 other");
});

journey("same one twice: told apart in words", async ({ ann }) => {
  await ann.says("roti 4");
  await ann.says("roti 4");
  await ann.says("not the same one");
  expect(await ann.records()).toHaveLength(2);
  await ann.says("roti 4");
  await ann.says("memang lain");
  expect(await ann.records()).toHaveLength(3);
  await ann.says("roti 4");
  await ann.says("duplicate");
  expect(await ann.records()).toHaveLength(3);
});

journey(
  "what has an amount and its own words is complete, and takes nothing from before",
  async ({ ann }) => {
    await ann.says("parking free");
    expect((await ann.says("parking rm6 tapi abah bayar")).text).not.toContain("free");
    await ann.says("suku juta tanah");
    expect((await ann.says("ninety ringgit for sandals")).text).not.toContain("tanah");
    await ann.says("otp 778899");
    expect((await ann.says("my locker is 4321")).text).not.toContain("otp");
  },
);

journey("a short answer completes, and another amount takes the place of the first", async ({ ann }) => {
  await ann.says("19?");
  await ann.says("sori 21");
  await ann.says("nasi lemak");
  await ann.says("roti");
  await ann.says("it was 3");
  expect(await kept(ann)).toEqual(["nasi lemak 2100 food", "roti 300 food"]);
});

for (const [answer, gone] of [
  ["the cheapest", 300],
  ["yang mahal sekali", undefined],
  ["yang paling mahal", 900],
  ["the 6 one", 600],
  ["yang RM9", 900],
  ["the one from yesterday", 600],
  ["yang semalam", 600],
  ["the oldest one", 900],
] as const) {
  journey(`which one: "${answer}"`, async ({ ann }) => {
    await ann.says("mee 9");
    await ann.says("mee 6 semalam");
    await ann.says("mee 3");
    await ann.says("delete mee");
    await ann.says(answer);
    const left = (await ann.records()).map(({ amountMinor }) => amountMinor);
    expect(left).toEqual([900, 600, 300].filter((amount) => amount !== gone));
  });
}

journey("words that all rows have keep asking", async ({ ann }) => {
  await ann.says("mee 9");
  await ann.says("mee 3");
  const asked = await ann.says("padam mee");
  expect((await ann.says("mee tu")).text).toBe(asked.text);
  await ann.says("2");
  expect(await kept(ann)).toEqual(["mee 300 food"]);
});

journey("some of several are kept, and shown again", async ({ ann }) => {
  const many = "florpin 12, blorf 5, teh 2";
  await ann.says(many);
  expect((await ann.says("just the second")).text).toBe("RM5.00 blorf · other, right?");
  await ann.says(many);
  expect((await ann.says("without florpin")).text).toContain("blorf");
  await ann.says("buang teh");
  await ann.says("yes");
  expect(await kept(ann)).toEqual(["blorf 500 other"]);
  await ann.says(many);
  await ann.says("change blorf to 8");
  await ann.says("yes");
  expect(await kept(ann)).toContain("blorf 800 other");
});

journey("after Edit, delete it is about that record", async ({ ann }) => {
  const roti = await ann.says("roti 4");
  await ann.says("teh 2");
  await ann.presses("Edit", roti);
  await ann.says("delete it");
  expect(await kept(ann)).toEqual(["teh 200 food"]);
});

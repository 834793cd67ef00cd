/**
 * Advice without a model is shaped by what is known of somebody (SPEC S14): two people who ask the same are told what is
 * good for each, and neither hears what she remembers (SPEC S9).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recites } from "../../src/coach/recital.ts";
import type { Scope } from "../../src/kernel/types.ts";
import type { InsightCategory } from "../../src/memory/ports/types.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { NOW, openWorld, type World } from "../support/journey.ts";
import { remembering } from "../support/memories.ts";

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await openWorld({}, { embedder: fakeEmbedder(), recallMs: 20_000 });
});
afterAll(() => world.close());

type Known = readonly (readonly [InsightCategory, string])[];
const DEBT: Known = [["worry", "The user is worried about their credit card debt of RM9,000 at the bank."]];
const WEDDING: Known = [["goal", "The user wants to save RM8,000 for the wedding by December 2026."]];
const UNSTEADY: Known = [
  ["situation", "The user lost their job at the factory in February 2026."],
  ["situation", "The user has two kids and looks after their parents."],
];
const BRIEF: Known = [["preference", 'The user asks for answers like this: "I prefer short answers".']];

/** Somebody of whom this is known, with an income and spending of last month. */
async function who(known: Known) {
  const ann = world.person();
  world.at("2026-02-05T10:00:00+08:00");
  await ann.says("gaji 4000");
  await ann.says("rent 1200, lunch 300");
  world.at(NOW);
  await ann.says("lunch 45, shopee 120");
  const [scope] = await world.database.system.query<Scope>(
    'SELECT org_id AS "orgId", user_id AS "userId" FROM identity WHERE platform_user_id = $1',
    [ann.name],
  );
  if (!scope) throw new Error("nobody of that name has written");
  const give = remembering(world.database, scope, Date.parse(NOW));
  for (const [category, text] of known) await give.insight({ category, text });
  return async (question: string): Promise<string> => {
    const { text } = await ann.says(question);
    expect(await ann.mode(), question).toBe("coaching");
    const statements = known.map(([, statement]) => statement);
    expect(recites(text, statements, question), question).toBeNull();
    return text;
  };
}

describe.each([
  {
    language: "English",
    bonus: "how should I split my bonus of 5000?",
    phone: "can I afford a new phone for 3000?",
    job: "I might lose my job, what should I do?",
    home: "should I rent or buy a house?",
    food: "how do I cut down on food?",
    says: {
      debt: "the dearest debt",
      wedding: "to the wedding",
      cushion: "six months",
      instalments: "Not on instalments",
      bank: "Call the bank before",
      hold: "Put the wedding on hold",
      counted: "Banks count what you owe",
      until: "rent until that is behind you",
      left: "Last month RM2,500.00 was left over; RM3,000.00 is 2 months of that",
      essentials: "RM1,500.00 last month",
      food: "Of that on food: RM45.00, 27 %",
      tip: "pack or cook two",
    },
  },
  {
    language: "Malay",
    bonus: "macam mana nak bahagi bonus RM5000 saya?",
    phone: "mampu ke beli telefon baru RM3000?",
    job: "kalau hilang kerja macam mana?",
    home: "patut sewa atau beli rumah?",
    food: "macam mana nak jimat makan?",
    says: {
      debt: "hutang yang paling mahal",
      wedding: "untuk majlis kahwin",
      cushion: "enam bulan",
      instalments: "Jangan secara ansuran",
      bank: "Telefon bank sebelum",
      hold: "Tangguhkan majlis kahwin",
      counted: "Bank kira hutang awak",
      until: "sewa dulu sampai itu selesai",
      left: "Bulan lepas lebihan RM2,500.00; RM3,000.00 sama dengan 2 bulan begitu",
      essentials: "bulan lepas RM1,500.00",
      food: "Daripadanya pada makanan: RM45.00, 27 %",
      tip: "bawa bekal atau masak",
    },
  },
])("in $language", ({ bonus, phone, job, home, food, says }) => {
  test("who worries about debt is led to it", async () => {
    const asks = await who(DEBT);
    expect(await asks(bonus)).toContain(`RM3,000.00 (60 %) `);
    expect(await asks(bonus)).toContain(says.debt);
    expect(await asks(phone)).toContain(says.instalments);
    expect(await asks(job)).toContain(says.bank);
    expect(await asks(home)).toContain(says.counted);
  });

  test("who saves for a wedding is led there", async () => {
    const asks = await who(WEDDING);
    expect(await asks(bonus)).toContain(`RM3,000.00 (60 %) ${says.wedding}`);
    expect(await asks(job)).toContain(says.hold);
    expect(await asks(home)).toContain(says.until);
  });

  test("who has no steady income, or others to keep, is led to a larger cushion", async () => {
    const asks = await who(UNSTEADY);
    const split = await asks(bonus);
    expect(split).toContain("RM3,500.00 (70 %)");
    expect(split).toContain(says.cushion);
    expect(await asks(phone)).toContain(says.cushion);
  });

  test("of whom nothing is known gets what their own figures say, about what they asked", async () => {
    const asks = await who([]);
    expect(await asks(bonus)).toContain("RM2,500.00 (50 %)");
    expect(await asks(phone)).toContain(says.left);
    expect(await asks(job)).toContain(says.essentials);
    const cut = await asks(food);
    expect(cut).toContain(says.food);
    expect(cut).toContain(says.tip);
    expect(cut).not.toContain("24");
  });

  test("who likes short answers gets shorter ones", async () => {
    const [long, short] = [await who([]), await who(BRIEF)];
    expect((await short(bonus)).length).toBeLessThan((await long(bonus)).length);
  });
});

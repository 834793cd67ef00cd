/** PINs, passwords and card numbers are kept nowhere, and speaking of them is no secret (SPEC S12). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdsSecret } from "../../src/memory/secrets.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { openWorld, type World } from "../support/journey.ts";

test.each([
  "my pin is 1234",
  "the PIN for the blue card is 4821",
  "my password is sunflower",
  "password: hunter2",
  "kata laluan saya ialah bunga123",
  "nombor pin saya 9911",
  "my card number 4111 1111 1111 1111",
  "card 4111-1111-1111-1111 exp 12/27",
  "my OTP is 556677",
])("a secret: %s", (text) => expect(holdsSecret(text)).toBe(true));

test.each([
  "I must change my password",
  "my password is far too weak",
  "they asked for my PIN",
  "I pinned the list to the fridge",
  "my phone number is 0123456789",
  "order 1234567890123456 has not come",
  "I want to save RM3,000 for the wedding",
])("no secret: %s", (text) => expect(holdsSecret(text)).toBe(false));

describe("what is asked to be remembered is cleaned, bounded or refused", () => {
  let world: World & { close(): Promise<void> };
  beforeAll(async () => {
    world = await openWorld({}, { embedder: fakeEmbedder() });
  });
  afterAll(() => world.close());

  const kept = async (name: string): Promise<string[]> => {
    const rows = await world.database.system.query<{ text: string }>(
      "SELECT m.text FROM memory m JOIN identity i ON i.user_id = m.user_id WHERE i.platform_user_id = $1 ORDER BY m.id",
      [name],
    );
    return rows.map(({ text }) => text);
  };

  test.each([
    ["remember that my atm PIN is 4821", "never send it to anybody"],
    ["ingat yang kata laluan saya ialah bunga123", "jangan hantar kepada sesiapa"],
    ["remember my card number 4111 1111 1111 1111", "never send it to anybody"],
    ["remember that <script>alert(1)</script>", "remember that …"],
  ])("%s: refused kindly, kept nowhere", async (said, reply) => {
    const ann = world.person();
    await ann.says("hi");
    expect((await ann.says(said)).text).toContain(reply);
    expect(await kept(ann.name)).toEqual([]);
  });

  test("a correction with a secret in it changes nothing", async () => {
    const ann = world.person();
    await ann.says("remember that I live in Ipoh");
    await ann.says("what do you remember about me?");
    expect((await ann.says("number 1 is wrong: my pin is 9999")).text).toContain("never send it to anybody");
    expect(await kept(ann.name)).toEqual(["The user lives in Ipoh."]);
  });

  test("markup goes, and what is long is cut, in what is kept and in what is corrected", async () => {
    const ann = world.person();
    await ann.says("remember that <b>I hate</b> <i>budgets</i>");
    await ann.says(`remember that ${"my aunt likes cake and ".repeat(70)}`);
    const [first, second] = await kept(ann.name);
    expect(first).toBe("The user hates budgets.");
    expect(second?.length).toBeLessThanOrEqual(240);
    await ann.says("what do you remember about me?");
    const answer = await ann.says(`number 1 is wrong: ${"I live in a big house ".repeat(70)}`);
    expect(answer.text).toContain("Say it as a whole");
    await ann.says(`forget ${"the big cake ".repeat(80)}`);
    expect(await kept(ann.name)).toEqual([first, second]);
  });
});

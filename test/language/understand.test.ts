/** Reader and classifier together (SPEC S14): better modes, and never a write that the reader was not certain of. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "../../src/kernel/reading.ts";
import { messageOf } from "../../src/language/message.ts";
import { normalise } from "../../src/language/normalise.ts";
import { read } from "../../src/language/reader.ts";
import { tokenise } from "../../src/language/tokens.ts";
import { understand } from "../../src/language/understand.ts";
import { context } from "./reading.ts";

function understood(text: string): Reading {
  return understand(text, context());
}

describe("what the reader is certain of", () => {
  test.each([
    "lunch 15",
    "gaji masuk 3500",
    "remind me to pay rent every 1st",
    "set food budget 500",
    "undo",
    "hi mama",
    "use SGD",
  ])("%s stays as read", (text) => {
    expect(understood(text)).toEqual(read(text, context()));
  });
});

test("what is asked in words of its own is a question, whoever sees it", () => {
  expect(understood("did I go over on coffee").mode).toBe("question");
});

describe("what the reader left", () => {
  test.each([
    ["tips for living cheaply in KL", "coaching"],
    ["hutang kad kredit makin banyak, tolong", "coaching"],
    ["double entry la, buang satu", "edit"],
    ["jangan message aku malam2", "settings"],
    ["hope you're well", "small_talk"],
  ])("%s: %s", (text, mode) => {
    expect(understood(text)).toMatchObject({ mode, decidedBy: "classifier" });
  });

  test("money that came in, in words that the reader knows for spending, is asked about as income", () => {
    expect(understood("the company reimbursed 134 for my flight")).toMatchObject({
      mode: "income",
      verdict: "likely",
      items: [{ tool: "income", input: { amountMinor: 13_400 } }],
    });
  });

  test("a record that the reader held back is shown, not written", () => {
    const text = "charged 25 for a lost parking ticket";
    expect(read(text, context()).items).toEqual([]);
    expect(understood(text)).toMatchObject({
      mode: "expense",
      verdict: "likely",
      items: [{ tool: "expense", input: { amountMinor: 2_500, category: "transport" } }],
    });
  });

  test("a guessed record that is a worry is taken back", () => {
    const text = "money is always gone by day 20";
    expect(read(text, context()).items).not.toEqual([]);
    expect(understood(text)).toMatchObject({ mode: "coaching", verdict: "no", items: [] });
  });

  test("a question without a cue word still gets an answer, about what is known in it", () => {
    expect(understood("is my transport cheaper than in january?")).toMatchObject({
      mode: "question",
      verdict: "likely",
      items: [{ tool: "question", input: { category: "transport", period: { from: "2026-01-01" } } }],
    });
  });

  test("a cap and a reminder without a cue word are shown prefilled, not written", () => {
    expect(understood("I don't want to spend over 200 on clothes this month")).toMatchObject({
      mode: "cap",
      verdict: "likely",
      items: [{ tool: "cap", input: { category: "shopping", amountMinor: 20_000, period: "month" } }],
    });
    expect(understood("tell me every payday to move 300 to savings")).toMatchObject({
      mode: "reminder",
      verdict: "likely",
      items: [{ tool: "reminder", input: { amountMinor: 30_000 } }],
    });
  });

  test.each(["", "   ", "x".repeat(2_001)])("nothing to go by is nothing", (text) => {
    expect(understood(text)).toEqual(read(text, context()));
  });
});

describe("whatever the text", () => {
  const words = [
    ..."lunch 15 rm20 maybe nak remind me budget esok salary forget how much? tak grab delete sorry use".split(
      " ",
    ),
    ..."duit habis, mana beli ! 3.50 every month risau mama".split(" "),
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((said) => said.join(" ")),
  );

  test("it never throws, never becomes certain, and makes up no amount", () => {
    fc.assert(
      fc.property(text, (said) => {
        const before = read(said, context());
        const after = understand(said, context());
        if (before.verdict === "certain") expect(after).toEqual(before);
        else expect(after.verdict).not.toBe("certain");
        const amounts = messageOf(tokenise(normalise(said)), context()).pieces.flatMap(
          ({ amount }) => amount?.amountMinor ?? [],
        );
        for (const item of after.items)
          if (item.tool === "expense" || item.tool === "income")
            expect(amounts).toContain(item.input.amountMinor);
      }),
      { numRuns: 400 },
    );
  });
});

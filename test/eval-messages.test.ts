/**
 * How good Mama is without a model, on labelled messages (SPEC S16): measured by the code of `npm run eval`, with
 * floors that a change may raise and not sink below. And that code itself: what counts as right. The script around it is
 * started in the long suite (eval-script.long.test.ts).
 */
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import {
  DEFAULT_NOW,
  evalContext,
  outcomeOf,
  parseMessages,
  type Scored,
  scoreMessages,
  summarise,
} from "../scripts/eval-messages.ts";
import { handWrittenMessages } from "../scripts/training/messages.ts";
import { understand } from "../src/language/understand.ts";

// Thousands of messages take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const MESSAGES = new URL("../eval/messages.jsonl", import.meta.url);
const nowMs = Date.parse(DEFAULT_NOW);

function scoreOf(fields: object): Scored {
  const [scored] = scoreMessages(parseMessages(JSON.stringify(fields)), nowMs);
  if (!scored) throw new Error("one message should give one score");
  return scored;
}

/** What holds now on both splits; SPEC S16 asks for mode .93, full .85, certainRight .97. Raise, never lower. */
const FLOORS = { mode: 0.93, full: 0.88, certainRight: 0.97, wrongWrites: 0.01 };
/** Of records, reminders and caps: the share that needs no question and no model (SPEC S16). */
const CERTAIN_RECORDS = 0.6;
const RECORDS = new Set(["expense", "multi_expense", "income", "reminder", "cap"]);

describe("floors", () => {
  const messages = parseMessages(readFileSync(MESSAGES, "utf8"));
  const splits = [...new Set(messages.map((message) => message.split ?? "all"))];

  test.each(splits)("labelled messages, split %s", (split) => {
    const chosen = messages.filter((message) => (message.split ?? "all") === split);
    const scored = scoreMessages(chosen, nowMs);
    const { n, mode, full, certainRight, wrongWrites } = summarise(scored);
    expect(mode).toBeGreaterThanOrEqual(FLOORS.mode);
    expect(full).toBeGreaterThanOrEqual(FLOORS.full);
    expect(certainRight).toBeGreaterThanOrEqual(FLOORS.certainRight);
    expect(wrongWrites / n).toBeLessThanOrEqual(FLOORS.wrongWrites);
    const records = scored.filter(({ message }) => RECORDS.has(message.intent));
    expect(summarise(records).certain).toBeGreaterThanOrEqual(CERTAIN_RECORDS);
  });

  test("modes of hand-written messages that the classifier was not trained on", () => {
    const heldOut = handWrittenMessages("heldOut");
    const context = evalContext(nowMs);
    const right = heldOut.filter(({ text, mode }) => outcomeOf(understand(text, context)).mode === mode);
    // Of 890, most of them written for the borders between modes; the 385 easier ones before them held .88.
    expect(right.length / heldOut.length).toBeGreaterThanOrEqual(0.86);
  });
});

describe("what counts as right", () => {
  const lunch = { amount: 15, currency: "MYR", category: "food", date: "2026-03-11" };

  test("a certain record with all its fields", () => {
    expect(scoreOf({ text: "lunch 15", intent: "expense", items: [lunch] })).toMatchObject({
      modeRight: true,
      full: true,
      certain: true,
      wrongWrite: false,
    });
  });

  test("several items count whatever their order, and none may be missing or extra", () => {
    const grab = { amount: 12, currency: "MYR", category: "transport", date: "2026-03-11" };
    const text = "lunch 15, grab 12";
    expect(scoreOf({ text, intent: "multi_expense", items: [grab, lunch] }).full).toBe(true);
    expect(scoreOf({ text, intent: "multi_expense", items: [lunch] })).toMatchObject({
      full: false,
      wrongWrite: true,
    });
  });

  test("a wrong category that is written without asking is a wrong write", () => {
    const shopping = { ...lunch, category: "shopping" };
    expect(scoreOf({ text: "lunch 15", intent: "expense", items: [shopping] })).toMatchObject({
      modeRight: true,
      full: false,
      wrongWrite: true,
    });
  });

  test("a prefilled confirmation that shows the right thing is full, not certain", () => {
    expect(scoreOf({ text: "lunch flumph 15", intent: "expense", items: [lunch] })).toMatchObject({
      full: true,
      certain: false,
      wrongWrite: false,
    });
  });

  test("alternatives of a field and of the intent are as good", () => {
    const either = { ...lunch, category: "gifts", accept: { category: ["food", "family"] } };
    expect(scoreOf({ text: "lunch 15", intent: "expense", items: [either] }).full).toBe(true);
    expect(scoreOf({ text: "hi mama", intent: "ambiguous", accept: ["smalltalk"] }).full).toBe(true);
  });

  test("an unclear message is right when nothing is written", () => {
    expect(scoreOf({ text: "Ali 50", intent: "ambiguous" })).toMatchObject({ full: true, wrongWrite: false });
    expect(scoreOf({ text: "lunch 15", intent: "ambiguous" })).toMatchObject({
      full: false,
      wrongWrite: true,
    });
  });

  test("an edit is scored on its amount", () => {
    const text = "change lunch to 18";
    expect(scoreOf({ text, intent: "edit", items: [{ amount: 18 }] }).full).toBe(true);
    expect(scoreOf({ text, intent: "edit", items: [{ amount: 81 }] }).full).toBe(false);
  });
});

test("an unknown intent is named with its line", () => {
  expect(() => parseMessages('\n{"text":"hi","intent":"chitchat"}')).toThrow(/line 2: intent/);
});

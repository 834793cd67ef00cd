/**
 * Scores what Mama would do with labelled messages (SPEC S15), as the product does it: what is certain is written,
 * what is likely is shown in a prefilled confirmation, everything else writes nothing (`src/router/decide.ts`).
 */
import { z } from "zod";
import { exponentOf } from "../src/kernel/money.ts";
import type { ReaderContext, ReadItem, Reading } from "../src/kernel/reading.ts";
import type { Mode } from "../src/kernel/types.ts";
import { understand } from "../src/language/understand.ts";

/** The moment from which "today" and "last Friday" are read unless another is given. */
export const DEFAULT_NOW = "2026-03-11T10:00:00+08:00";

const INTENTS = {
  expense: "expense",
  multi_expense: "expense",
  income: "income",
  reminder: "reminder",
  cap: "cap",
  query: "question",
  question: "question",
  list: "question",
  edit: "edit",
  undo: "edit",
  delete: "edit",
  coaching: "coaching",
  chat: "chat",
  smalltalk: "small_talk",
  small_talk: "small_talk",
  memory: "memory",
  settings: "settings",
  receipt: "receipt",
  ambiguous: "unclear",
  unclear: "unclear",
} as const satisfies Readonly<Record<string, Mode>>;

const FIELDS = ["amount", "currency", "category", "date", "recurrence", "period"] as const;
type Field = (typeof FIELDS)[number];
type Value = string | number | null;

const value = z.union([z.string(), z.number(), z.null()]);
const fields = z.object(Object.fromEntries(FIELDS.map((field) => [field, value.optional()])));
const alternatives = z.record(z.string(), z.union([z.array(value), value]));
const intent = z.enum(Object.keys(INTENTS) as [keyof typeof INTENTS, ...(keyof typeof INTENTS)[]]);
const line = z.object({
  text: z.string(),
  lang: z.string().default("-"),
  intent,
  items: z.array(fields.extend({ accept: alternatives.optional() })).default([]),
  accept: z.array(intent).default([]),
  split: z.string().optional(),
});

type ExpectedItem = Readonly<Partial<Record<Field, Value>>> & {
  readonly accept?: Readonly<Record<string, Value | readonly Value[]>> | undefined;
};

/** One labelled message: its intent, the intents that are as good, and the items expected of it. */
export interface LabelledMessage {
  readonly text: string;
  readonly lang: string;
  readonly intent: keyof typeof INTENTS;
  readonly accept: readonly (keyof typeof INTENTS)[];
  readonly items: readonly ExpectedItem[];
  readonly split?: string | undefined;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/**
 * @param content JSON lines; empty lines are skipped
 * @returns the messages in order
 * @throws Error naming the line and what is wrong with it
 */
export function parseMessages(content: string): LabelledMessage[] {
  return content.split("\n").flatMap((text, index) => {
    if (text.trim() === "") return [];
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new Error(`line ${index + 1} is not JSON`);
    }
    const parsed = line.safeParse(json);
    if (parsed.success) return [{ ...parsed.data, line: index + 1 } as LabelledMessage];
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "the line";
    throw new Error(`line ${index + 1}: ${where}: ${issue?.message ?? "not a labelled message"}`);
  });
}

/** What the product would do with a reading, without doing it. */
export interface Outcome {
  readonly mode: Mode;
  readonly certain: boolean;
  /** Written without asking. */
  readonly written: readonly ReadItem[];
  /** Shown in a prefilled confirmation, or an edit that shows its row and asks. */
  readonly shown: readonly ReadItem[];
}

function changesSomething(item: ReadItem): boolean {
  if (item.tool === "setting") return item.input.name !== "show";
  return item.tool !== "question" && item.tool !== "command";
}

/** A record or an answer needs something to work on; without it, all that is left is a short question back. */
function doneMode({ mode, items, verdict }: Reading): Mode {
  const needsItems = mode === "expense" || mode === "income" || mode === "question";
  return needsItems && (items.length === 0 || verdict === "no") ? "unclear" : mode;
}

/** Mirrors the router's rules; pure. */
export function outcomeOf(reading: Reading): Outcome {
  const items = reading.items.filter(changesSomething);
  const certain = reading.verdict === "certain";
  return {
    mode: doneMode(reading),
    certain,
    written: certain ? items : [],
    shown: reading.verdict === "likely" ? items : [],
  };
}

function valuesOf(item: ReadItem): Readonly<Partial<Record<Field, Value | undefined>>> {
  const { tool, input } = item;
  switch (tool) {
    case "expense":
    case "income":
      return { ...input, amount: input.amountMinor };
    case "reminder":
      return { ...input, amount: input.amountMinor };
    case "cap":
      return { ...input, amount: input.amountMinor };
    case "correct":
      return { amount: input.change.amountMinor };
    default:
      return {};
  }
}

/** 12.5 MYR as 1250, and so on for each value that would be right for the field. */
function wanted(expected: ExpectedItem, field: Field, currency: Value | undefined): Value[] {
  const other = expected.accept?.[field];
  const values = [expected[field] ?? null, ...(other === undefined ? [] : [other].flat())] as Value[];
  if (field !== "amount") return values;
  const scale = 10 ** exponentOf(typeof currency === "string" ? currency : "MYR");
  return values.map((amount) => (typeof amount === "number" ? Math.round(amount * scale) : amount));
}

function fits(item: ReadItem, expected: ExpectedItem, checked: readonly Field[]): boolean {
  const read = valuesOf(item);
  return checked.every((field) => {
    if (expected[field] === undefined && expected.accept?.[field] === undefined) return true;
    return wanted(expected, field, read.currency).includes(read[field] ?? null);
  });
}

/** Each expected item is there once and nothing else is, in any order. */
function sameItems(
  items: readonly ReadItem[],
  expected: readonly ExpectedItem[],
  checked: readonly Field[],
): boolean {
  if (items.length !== expected.length) return false;
  const left = [...items];
  return expected.every((each) => {
    const at = left.findIndex((item) => fits(item, each, checked));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whether the outcome is all that this intent asks for; for an unclear message: nothing written. */
function isFull({ mode, written, shown }: Outcome, wants: Mode, expected: readonly ExpectedItem[]): boolean {
  if (mode !== wants) return false;
  const items = [...written, ...shown];
  switch (wants) {
    case "expense":
    case "income":
    case "reminder":
    case "cap":
      return items.every((item) => item.tool === wants) && sameItems(items, expected, FIELDS);
    case "edit":
      return expected.length === 0 || sameItems(items, expected, ["amount"]);
    case "settings":
      return true;
    default:
      return written.length === 0;
  }
}

export interface Scored {
  readonly message: LabelledMessage;
  readonly reading: Reading;
  readonly modeRight: boolean;
  readonly full: boolean;
  readonly certain: boolean;
  /** Something wrong would be written without asking. */
  readonly wrongWrite: boolean;
}

export function scoreMessage(message: LabelledMessage, reading: Reading): Scored {
  const outcome = outcomeOf(reading);
  const modes = [message.intent, ...message.accept].map((name): Mode => INTENTS[name]);
  const full = modes.some((mode) => isFull(outcome, mode, message.items));
  return {
    message,
    reading,
    modeRight: modes.includes(outcome.mode),
    full,
    certain: outcome.certain,
    wrongWrite: outcome.written.length > 0 && !full,
  };
}

/** Somebody in Kuala Lumpur who counts in ringgit, met for the first time. */
export function evalContext(nowMs: number): ReaderContext {
  return {
    nowMs,
    settings: {
      zone: "Asia/Kuala_Lumpur",
      currency: "MYR",
      language: "auto",
      weekStart: 1,
      quietHours: null,
      digests: true,
    },
    ownCategories: [],
  };
}

/** @param nowMs the instant at which all messages were sent, ms since the epoch */
export function scoreMessages(messages: readonly LabelledMessage[], nowMs: number): Scored[] {
  const context = evalContext(nowMs);
  return messages.map((message) => scoreMessage(message, understand(message.text, context)));
}

/** Fractions of n, except `certainRight` (of the certain ones; 1 when there are none) and `wrongWrites`, a count. */
export interface Summary {
  readonly n: number;
  readonly mode: number;
  readonly full: number;
  readonly certain: number;
  readonly certainRight: number;
  readonly wrongWrites: number;
}

export function summarise(scored: readonly Scored[]): Summary {
  const share = (of: readonly Scored[], right: (one: Scored) => boolean): number =>
    of.length === 0 ? 1 : Math.round((of.filter(right).length / of.length) * 10_000) / 10_000;
  const certain = scored.filter((one) => one.certain);
  return {
    n: scored.length,
    mode: share(scored, (one) => one.modeRight),
    full: share(scored, (one) => one.full),
    certain: share(scored, (one) => one.certain),
    certainRight: share(certain, (one) => one.full),
    wrongWrites: scored.filter((one) => one.wrongWrite).length,
  };
}

/**
 * What may come of the model's word (SPEC S3, S12): a reading, in the shape that the reader makes, so that one code
 * path writes records. A record is written at once only when its amount is in the user's own words and nothing speaks
 * against it; else it is shown first. Corrections and deletions are always asked back.
 */
import { isDate } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { isCurrency, toMinor } from "../kernel/money.ts";
import type { QuestionInput } from "../kernel/question.ts";
import type {
  Change,
  Doubt,
  ReadItem,
  Reading,
  RecordInput,
  ReminderInput,
  Target,
} from "../kernel/reading.ts";
import { parseRecurrence } from "../kernel/recurrence.ts";
import {
  type Currency,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  type IsoDate,
  type Money,
} from "../kernel/types.ts";
import { isTooMuch } from "../language/categories.ts";
import { isKind } from "../language/fill.ts";
import type { SaidIn } from "../language/said-in.ts";
import type { Classification, ClassifiedItem } from "./classify.ts";
import { besideTalk, draftedIn } from "./drafted.ts";

export interface Trust {
  /** What the reader made of the same message. */
  readonly reading: Reading;
  /** The message itself. */
  readonly text: string;
  /** The amounts and days that are in it. */
  readonly said: SaidIn;
  readonly today: IsoDate;
  readonly currency: Currency;
  readonly ownCategories: readonly string[];
}

/** The reader saw a reason not to record. */
const AGAINST: readonly Doubt[] = ["negated", "someone_else", "hypothetical", "future", "two_currencies"];

/** Modes in which what the reader drafted would be lost. */
const LOSING: readonly Classification["mode"][] = ["small_talk", "question", "unclear", "expense", "income"];

/** @returns null when the answer makes no sense: then what the reader read stands */
export function readingFrom({ mode, items }: Classification, trust: Trust): Reading | null {
  const { reading } = trust;
  const base = { mode, language: reading.language, decidedBy: "model" as const };
  if (items.length > limits.maxItemsPerMessage) return null;
  const read: ReadItem[] = [];
  const doubts: Doubt[] = [];
  for (const item of items) {
    const one = itemOf(item, trust);
    if (one === null) return null;
    read.push(one.item);
    doubts.push(...one.doubts);
  }
  // A record that the reader drafted is not lost to another mode, nor a part of it.
  if (draftedIn(reading).length > read.length) {
    if (LOSING.includes(mode)) return null;
    const told = besideTalk(mode, reading);
    if (told) return told;
  }
  if (mode === "small_talk")
    return { ...base, verdict: "certain", items: [], doubts: [], smallTalk: reading.smallTalk };
  // The reader was not sure what is asked, so the coach finds out with its tools.
  if (mode === "question")
    return { ...base, verdict: "no", items: [], doubts: [], asked: questionsIn(reading) };
  // Settings and memories are said in few words, and the reader knows them.
  if (mode === "settings" || mode === "memory")
    return reading.mode === mode ? reading : { ...base, verdict: "no", items: [], doubts: [] };
  if (read.length === 0) return { ...base, verdict: "no", items: [], doubts: doubtsOf(mode, reading) };
  if (mode === "unclear" || !fits(mode, read)) return null;
  if (saysTwice(read, trust)) doubts.push("two_amounts");
  return { ...base, verdict: doubts.length === 0 ? "certain" : "likely", items: read, doubts };
}

/** The queries that the reader would have asked. */
export function questionsIn({ items }: Reading): readonly QuestionInput[] {
  return items.flatMap((item) => (item.tool === "question" ? [item.input] : []));
}

/** An amount that is said once makes one record. */
function saysTwice(items: readonly ReadItem[], { said }: Trust): boolean {
  const left = [...said.amounts];
  return items.some((item) => {
    if (item.tool !== "expense" && item.tool !== "income") return false;
    const { amountMinor, currency } = item.input;
    const at = left.findIndex((one) => one.amountMinor === amountMinor && one.currency === currency);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Why nothing is done, for the question to the user; advice and talk need no reason. */
function doubtsOf(mode: Classification["mode"], { doubts }: Reading): readonly Doubt[] {
  if (mode === "coaching" || mode === "chat") return [];
  return doubts.length > 0 ? doubts : ["no_amount"];
}

/** Whether the items are those of the mode: only records may come with advice. */
function fits(mode: Classification["mode"], items: readonly ReadItem[]): boolean {
  const records = items.every(({ tool }) => tool === "expense" || tool === "income");
  if (mode === "expense" || mode === "income" || mode === "coaching") return records;
  if (mode === "edit")
    return items.every(({ tool }) => tool === "correct" || tool === "delete" || tool === "undo");
  return items.every(({ tool }) => tool === mode);
}

interface Judged {
  readonly item: ReadItem;
  readonly doubts: readonly Doubt[];
}

function itemOf(item: ClassifiedItem, trust: Trust): Judged | null {
  switch (item.tool) {
    case "expense":
    case "income":
      return recordOf(item, trust);
    case "undo":
      return { item: { tool: "undo", input: {} }, doubts: ["unknown_words"] };
    case "delete":
      return {
        item: { tool: "delete", input: { target: targetOf(item, trust) } },
        doubts: ["unknown_words"],
      };
    case "correct": {
      const change = changeOf(item, trust);
      return (
        change && {
          item: { tool: "correct", input: { target: targetOf(item, trust), change } },
          doubts: ["unknown_words"],
        }
      );
    }
    case "reminder":
      return reminderOf(item, trust);
    case "cap":
      return capOf(item, trust);
  }
}

/** A cap is set at once only when its amount is in the user's own words, and nothing speaks against it. */
function capOf(item: Extract<ClassifiedItem, { tool: "cap" }>, trust: Trust): Judged | null {
  const { currency, ownCategories, reading, said } = trust;
  const money = moneyOf(item.amount, item.currency, currency);
  if (money === null) return null;
  const named = item.category?.trim().toLowerCase() || undefined;
  const known: readonly string[] = [...EXPENSE_CATEGORIES, ...ownCategories];
  const doubts: Doubt[] = [...reading.doubts, ...said.doubts].filter((doubt) => AGAINST.includes(doubt));
  if (!isSaid(money, said)) doubts.push("bad_amount");
  // A cap on what nobody knows would never be touched.
  if (named !== undefined && !known.includes(named)) return null;
  return { item: { tool: "cap", input: { ...money, category: named, period: item.period } }, doubts };
}

type ReminderItem = Extract<ClassifiedItem, { tool: "reminder" }>;

/** Certain only where the reader found the same moment, and the amount is in the user's words. */
function reminderOf(item: ReminderItem, { reading, said, today, currency }: Trust): Judged | null {
  const money = item.amount === undefined ? undefined : moneyOf(item.amount, item.currency, currency);
  const again = item.recurrence?.trim() || undefined;
  const date = item.date !== undefined && isDate(item.date) ? item.date : undefined;
  const time = item.time !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(item.time) ? item.time : undefined;
  const title = item.title.trim().slice(0, limits.maxDescriptionCharacters).toWellFormed();
  if (money === null || title === "" || (again !== undefined && parseRecurrence(again) === null)) return null;
  if (date === undefined && again === undefined) return null;
  const input: ReminderInput = {
    title,
    ...money,
    date: again === undefined ? date : undefined,
    time,
    recurrence: again,
    recordsItself: item.recordsItself || undefined,
  };
  const doubts: Doubt[] = reading.doubts.filter((doubt) => doubt !== "unknown_words");
  const [read] = reading.items;
  const sameMoment =
    read?.tool === "reminder" &&
    read.input.date === input.date &&
    read.input.time === time &&
    read.input.recurrence === again;
  if (!sameMoment) doubts.push("bad_date");
  if (money && !isSaid(money, said)) doubts.push("bad_amount");
  if (input.date !== undefined && input.date < today) doubts.push("past_date");
  return { item: { tool: "reminder", input }, doubts };
}

type RecordItem = Extract<ClassifiedItem, { tool: "expense" | "income" }>;

function recordOf(item: RecordItem, trust: Trust): Judged | null {
  const { today, ownCategories, reading, said } = trust;
  const money = moneyOf(item.amount, item.currency, trust.currency);
  if (money === null || !isDate(item.date)) return null;
  const known: readonly string[] =
    item.tool === "expense" ? [...EXPENSE_CATEGORIES, ...ownCategories] : INCOME_CATEGORIES;
  const named = item.category.trim().toLowerCase();
  const category = known.includes(named) ? named : item.tool === "expense" ? "other" : "other_income";
  const input: RecordInput = {
    ...money,
    description: ownWords(item.description, trust) ?? draftedName(trust) ?? category,
    category,
    date: item.date,
    merchant: item.merchant === undefined ? undefined : ownWords(item.merchant, trust)?.slice(0, 80),
  };
  const doubts: Doubt[] = [...reading.doubts, ...said.doubts].filter((doubt) => AGAINST.includes(doubt));
  if (!isSaid(money, said)) doubts.push("bad_amount");
  if (!said.days.includes(item.date)) doubts.push("bad_date");
  if (isKind(reading.mode) && reading.mode !== item.tool) doubts.push("hedge");
  if (item.date > today) doubts.push("future");
  if (!known.includes(named)) doubts.push("unknown_words");
  if (isTooMuch({ ...money, category }, input.description)) doubts.push("over_sanity_cap");
  return { item: { tool: item.tool, input }, doubts };
}

/** Whether the amount is in the message. */
function isSaid(money: Money, { amounts }: SaidIn): boolean {
  return amounts.some(
    ({ amountMinor, currency }) => amountMinor === money.amountMinor && currency === money.currency,
  );
}

/** What the model calls a thing, when every word and figure of it is the user's own; else nothing. */
function ownWords(name: string, { text }: Trust): string | undefined {
  const words = new Set(wordsOf(text));
  const own = wordsOf(name);
  if (own.length === 0 || !own.every((word) => words.has(word))) return undefined;
  return (
    name
      .replace(/[\p{C}\s]+/gu, " ")
      .trim()
      .slice(0, limits.maxDescriptionCharacters)
      .toWellFormed() || undefined
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The name that the reader gave the record, when it drafted one. */
function draftedName({ reading }: Trust): string | undefined {
  const [item] = reading.items;
  return item?.tool === "expense" || item?.tool === "income" ? item.input.description : undefined;
}

function moneyOf(amount: string, code: string | undefined, own: Currency): Money | null {
  const currency = code?.trim().toUpperCase() || own;
  const amountMinor = isCurrency(currency) ? toMinor(amount.replaceAll(",", "").trim(), currency) : null;
  return amountMinor === null ? null : { amountMinor, currency };
}

interface Meant {
  readonly words: readonly string[];
  readonly date?: string | undefined;
  readonly oldAmount?: string | undefined;
}

function targetOf({ words, date, oldAmount }: Meant, { currency }: Trust): Target {
  const old = oldAmount === undefined ? null : moneyOf(oldAmount, undefined, currency);
  return {
    words: words
      .flatMap((word) => word.toLowerCase().split(/\s+/))
      .filter((word) => word !== "")
      .slice(0, 12),
    date: date !== undefined && isDate(date) ? date : undefined,
    amountMinor: old?.amountMinor,
  };
}

type CorrectItem = Extract<ClassifiedItem, { tool: "correct" }>;

function changeOf(item: CorrectItem, trust: Trust): Change | null {
  const { currency, ownCategories } = trust;
  const money =
    item.newAmount === undefined ? undefined : moneyOf(item.newAmount, item.newCurrency, currency);
  if (money === null) return null;
  const date = item.newDate !== undefined && isDate(item.newDate) ? item.newDate : undefined;
  const categories: readonly string[] = [...EXPENSE_CATEGORIES, ...INCOME_CATEGORIES, ...ownCategories];
  const category = item.newCategory?.trim().toLowerCase() ?? "";
  const change: Change = {
    amountMinor: money?.amountMinor,
    currency: item.newCurrency === undefined ? undefined : money?.currency,
    category: categories.includes(category) ? category : undefined,
    date,
    description: item.newDescription === undefined ? undefined : ownWords(item.newDescription, trust),
  };
  return Object.values(change).some((value) => value !== undefined) ? change : null;
}

/**
 * What may come of the model's word (SPEC S3, S12): a reading, in the shape that the reader makes, so that one code
 * path writes records. A record is written at once only when its amount is in the user's own words and nothing speaks
 * against it; else it is shown first. Corrections and deletions are always asked back.
 */
import { isDate } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { isCurrency, toMinor } from "../kernel/money.ts";
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
import type { Classification, ClassifiedItem } from "./classify.ts";

export interface Trust {
  /** What the reader made of the same message. */
  readonly reading: Reading;
  /** The amounts that are in the message, as they are written or reckoned from what is written. */
  readonly said: readonly Money[];
  readonly today: IsoDate;
  readonly currency: Currency;
  readonly ownCategories: readonly string[];
}

/** The reader saw a reason not to record. */
const AGAINST: readonly Doubt[] = ["negated", "someone_else", "hypothetical", "future", "two_currencies"];

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
  if (mode === "small_talk")
    return { ...base, verdict: "certain", items: [], doubts: [], smallTalk: reading.smallTalk };
  // The reader was not sure what is asked, so the coach finds out with its tools.
  if (mode === "question") return { ...base, verdict: "no", items: [], doubts: [] };
  // Settings and memories are said in few words, and the reader knows them.
  if (mode === "settings" || mode === "memory")
    return reading.mode === mode ? reading : { ...base, verdict: "no", items: [], doubts: [] };
  if (read.length === 0) return { ...base, verdict: "no", items: [], doubts: doubtsOf(mode, reading) };
  if (mode === "unclear" || !fits(mode, read)) return null;
  return { ...base, verdict: doubts.length === 0 ? "certain" : "likely", items: read, doubts };
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
  const doubts: Doubt[] = reading.doubts.filter((doubt) => AGAINST.includes(doubt));
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
    description: item.description.trim().slice(0, limits.maxDescriptionCharacters).toWellFormed() || category,
    category,
    date: item.date,
    merchant: item.merchant?.trim().slice(0, 80).toWellFormed() || undefined,
  };
  const doubts: Doubt[] = reading.doubts.filter((doubt) => AGAINST.includes(doubt));
  if (!isSaid(money, said)) doubts.push("bad_amount");
  if (item.date > today) doubts.push("future");
  if (!known.includes(named)) doubts.push("unknown_words");
  if (isTooMuch({ ...money, category }, input.description)) doubts.push("over_sanity_cap");
  return { item: { tool: item.tool, input }, doubts };
}

/** Whether the amount is in the message. */
function isSaid(money: Money, said: readonly Money[]): boolean {
  return said.some(
    ({ amountMinor, currency }) => amountMinor === money.amountMinor && currency === money.currency,
  );
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

function changeOf(item: CorrectItem, { currency }: Trust): Change | null {
  const money =
    item.newAmount === undefined ? undefined : moneyOf(item.newAmount, item.newCurrency, currency);
  if (money === null) return null;
  const date = item.newDate !== undefined && isDate(item.newDate) ? item.newDate : undefined;
  const change: Change = {
    amountMinor: money?.amountMinor,
    currency: item.newCurrency === undefined ? undefined : money?.currency,
    category: item.newCategory?.trim().toLowerCase() || undefined,
    date,
    description: item.newDescription?.trim().slice(0, limits.maxDescriptionCharacters) || undefined,
  };
  return Object.values(change).some((value) => value !== undefined) ? change : null;
}

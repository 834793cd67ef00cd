/**
 * Every sentence that Mama says, as one typed map per language: a translation that is missing does not
 * compile. Sentences are short, and say what was stored.
 */

import type { Doubt, Period, Reading } from "../kernel/reading.ts";
import type { Entry, IsoDate, Language, Money, Settings, Weekday } from "../kernel/types.ts";
import type { AdviceFigures } from "./advice.ts";
import type { ReminderMessages } from "./reminder-messages.ts";

/** What an answer's figures are about: a category, words, or everything. */
export interface Subject {
  readonly kind: "expense" | "income" | "both";
  readonly category?: string | undefined;
  readonly words?: readonly string[] | undefined;
  /** Only amounts from `least` to `most`, both included. */
  readonly least?: Money | undefined;
  readonly most?: Money | undefined;
}

/** Things that Mama will be able to do, and says so when asked before she can. */
export type Missing = "caps" | "receipts" | "memories" | "link" | "export" | "erase";

export interface Messages {
  readonly language: Language;

  /** Names of things. */
  category(name: string): string;
  weekday(day: Weekday): string;
  /** "today", "yesterday", "Tue 10 Mar", with the year when it is another one. */
  day(date: IsoDate, today: IsoDate): string;
  /** "today", "this month", "1–15 Mar". */
  period(period: Period, today: IsoDate): string;
  /** "RM15.00 lunch · food", and the day when it is not today. */
  entry(entry: Entry, today: IsoDate): string;

  readonly buttons: Readonly<
    Record<"undo" | "edit" | "yes" | "change" | "no" | "removeOne" | "keepBoth", string>
  >;

  /** First contact: what to text, with an example (SPEC S1). */
  readonly welcome: string;
  readonly help: string;
  smallTalk(kind: NonNullable<Reading["smallTalk"]>): string;
  /** One short question back; `amount` is what was read of the amount, when anything was. */
  unclear(doubt: Doubt | undefined, amount?: string): string;
  missing(what: Missing): string;
  /** How often that kind of message is met is small: one sentence for each. */
  unsupported(kind: string): string;

  recorded(entries: readonly Entry[], today: IsoDate, together: readonly Money[]): string;
  /** Under a record that looks like one of a moment ago (SPEC S4). */
  readonly sameTwice: string;
  /** A prefilled confirmation (SPEC S3). */
  confirm(lines: readonly string[]): string;
  /** A yes or no to nothing. */
  readonly nothingAsked: string;
  /** After "no" to a question. */
  readonly leftAlone: string;
  /** After Edit or Change: what can be typed now. Absent when there are several items. */
  editWhat(entry: Entry | undefined, today: IsoDate): string;
  /** Each line says what was taken back, in words of `takenBack` or `settingLine`. */
  undone(lines: readonly string[]): string;
  /** One effect taken back: a record removed, brought back, or as it was before. */
  takenBack(op: "create" | "update" | "delete", entry: Entry, today: IsoDate): string;
  readonly nothingToUndo: string;
  /** Asked when it was not said in so many words. */
  readonly confirmUndo: string;
  corrected(after: Entry, before: Entry, today: IsoDate, newCategory: boolean): string;
  /** A correction that would change nothing. */
  unchanged(entry: Entry, today: IsoDate): string;
  deleted(entry: Entry, today: IsoDate): string;
  /** A message was edited into something that cannot be read with certainty. */
  readonly editKept: string;
  /** A message that made no record was edited. */
  readonly editNothing: string;
  readonly recordGone: string;
  readonly buttonGone: string;
  notFound(words: readonly string[]): string;
  /** Before an edit that was not read with certainty: the row, and what it would become; null to delete it. */
  confirmEdit(entry: Entry, change: Partial<Entry> | null, today: IsoDate): string;
  whichOne(lines: readonly string[]): string;

  settings(settings: Settings): string;
  settingChanged(name: string, settings: Settings, nowThere: string): string;
  settingUnknown(name: string, value: string): string;

  /** What corrections taught. */
  rules(rules: readonly { readonly phrase: string; readonly category: string }[]): string;
  ruleForgotten(rule: { readonly phrase: string; readonly category: string }): string;
  ruleUnknown(phrase: string): string;

  /** Answers to questions (SPEC S7). `totals` is empty when there are no such entries. */
  total(subject: Subject, period: string, totals: readonly (Money & { count: number })[]): string;
  categoryLine(category: string, totals: readonly Money[]): string;
  list(subject: Subject, period: string, lines: readonly string[], count: number): string;
  nothingFound(subject: Subject, period: string): string;
  /** A line for each currency. */
  biggest(subject: Subject, period: string, lines: readonly string[]): string;
  average(
    subject: Subject,
    period: string,
    per: "day" | "week" | "month" | "entry",
    averages: readonly Money[],
  ): string;
  compare(subject: Subject, sides: readonly ComparedSide[], difference: readonly Money[]): string;
  net(
    period: string,
    sides: readonly { currency: string; income: Money; expense: Money; net: Money }[],
  ): string;
  paid(subject: Subject, line: string | null): string;

  /** Advice without a model (SPEC S14). */
  advice(figures: AdviceFigures): string;

  readonly reminders: ReminderMessages;

  readonly slowDown: string;
  readonly setAside: string;
  readonly tooLong: string;
  readonly inCaseYouMissedIt: string;
}

export interface ComparedSide {
  readonly period: string;
  readonly totals: readonly Money[];
}

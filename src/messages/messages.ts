/**
 * Every sentence that Mama says, as one typed map per language: a translation that is missing does not
 * compile. Sentences are short, and say what was stored.
 */

import type { Period } from "../kernel/question.ts";
import type { Doubt, Reading } from "../kernel/reading.ts";
import type { Entry, IsoDate, Language, Money, Settings, Weekday } from "../kernel/types.ts";
import type { AdviceFigures } from "./advice.ts";
import type { AnswerMessages } from "./answer-messages.ts";
import type { CapMessages } from "./caps.ts";
import type { DigestMessages } from "./digests.ts";
import type { EditMessages } from "./edits.ts";
import type { LinkingMessages } from "./linking.ts";
import type { MemoryMessages } from "./memories.ts";
import type { PlatformMessages } from "./platform.ts";
import type { ReceiptMessages } from "./receipts.ts";
import type { ReminderMessages } from "./reminder-messages.ts";

/** Things that Mama will be able to do, and says so when asked before she can. */
export type Missing = "export" | "erase";

export interface Messages extends AnswerMessages {
  readonly language: Language;

  /** Names of things. */
  category(name: string): string;
  weekday(day: Weekday): string;
  /** "today", "yesterday", "Tue 10 Mar", with the year when it is another one. */
  day(date: IsoDate, today: IsoDate): string;
  /** As a name: "today", "this month", "January 2026". */
  period(period: Period, today: IsoDate): string;
  /** In a sentence: "today", "this month", "in January 2026". */
  during(period: Period, today: IsoDate): string;
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
  readonly linking: LinkingMessages;
  /** A kind of message that Mama cannot read, by its name in `platform.unreadable`. */
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
  /** News of their life, when there is no model to talk about it. */
  readonly heard: string;
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

  /** Questions that wait, and rules that were taught. */
  readonly edits: EditMessages;

  /** What is remembered, and the user's hand on it (SPEC S10.8). */
  readonly memories: MemoryMessages;

  /** Spending caps (SPEC S6). */
  readonly caps: CapMessages;
  /** The look back at a week or a month (SPEC S11). */
  readonly digests: DigestMessages;

  /** What a chat network shows of Mama. */
  readonly platform: PlatformMessages;

  /** Advice without a model (SPEC S14). */
  advice(figures: AdviceFigures): string;

  /** Photos of receipts (SPEC S8). */
  readonly receipts: ReceiptMessages;

  readonly reminders: ReminderMessages;

  readonly slowDown: string;
  readonly setAside: string;
  /** The message's records stand, and its question could not be answered. */
  readonly answerFailed: string;
  /** The database was too slow for this turn. */
  readonly tooSlow: string;
  readonly tooLong: string;
  readonly inCaseYouMissedIt: string;
}

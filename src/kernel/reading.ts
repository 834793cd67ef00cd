/**
 * What the deterministic reader hands to the router: a mode, a verdict, and the inputs of the tools that it
 * could read from the text. The same shapes are what a model's structured answer is turned into, so that one
 * code path writes records (SPEC S3).
 */
import type { QuestionInput } from "./question.ts";
import type { ReceiptNote } from "./receipt.ts";
import type { CapPeriod, Currency, EntryKind, IsoDate, Language, Mode, Settings, Verdict } from "./types.ts";

/** An expense or income to be recorded. `amountMinor` is > 0, in minor units of `currency`. */
export interface RecordInput {
  readonly amountMinor: number;
  readonly currency: Currency;
  /** What it was, in the user's own words, without amount, date and particles: "grab to klcc". */
  readonly description: string;
  /** A default category or one of the user's own. */
  readonly category: string;
  /** The day in the user's zone. */
  readonly date: IsoDate;
  readonly merchant?: string | undefined;
  /** The person named the category themselves, so it is kept as a rule. */
  readonly teaches?: boolean | undefined;
  /** It came from a photo of a receipt, which is kept with it. */
  readonly receipt?: ReceiptNote | undefined;
}

/** Which record an edit is about. Without `words`, `date`, `amountMinor` it is the latest one. */
export interface Target {
  /** Lower-case words that the description, merchant or category must contain, all of them. */
  readonly words: readonly string[];
  readonly kind?: EntryKind | "reminder" | "cap" | undefined;
  readonly date?: IsoDate | undefined;
  readonly amountMinor?: number | undefined;
  /** The currency that was written with the amount: "delete the RM7 one" is not about S$7. */
  readonly currency?: Currency | undefined;
  /** An exact row, as a button or an answered question names it. */
  readonly recordId?: string | undefined;
  /** "The last two": so many of the latest rows, all of them meant. */
  readonly latest?: number | undefined;
}

/** What a correction changes; at least one field is there. */
export interface Change {
  readonly amountMinor?: number | undefined;
  readonly currency?: Currency | undefined;
  readonly category?: string | undefined;
  readonly description?: string | undefined;
  /** Null takes the merchant away. */
  readonly merchant?: string | null | undefined;
  readonly date?: IsoDate | undefined;
  /** "It was income": the money went the other way. */
  readonly kind?: EntryKind | undefined;
  /** Of reminders only: the wall time `HH:MM`, and how it comes again. */
  readonly time?: string | undefined;
  readonly recurrence?: Recurrence | undefined;
}

export interface CorrectInput {
  readonly target: Target;
  readonly change: Change;
  /** "Change rent to the 20th": what it would be of a bill of that name, which is moved to a day to come. */
  readonly ifReminder?: Change | undefined;
  /** "Kopi tu letak bawah personal": the thing that goes there from now on, whether or not a row fits. */
  readonly rule?: string | undefined;
  /** Ask before doing it, even when only one row fits; set by the router when the reading was not certain. */
  readonly ask?: boolean | undefined;
}

export interface DeleteInput {
  readonly target: Target;
  /** As in CorrectInput. */
  readonly ask?: boolean | undefined;
  /** "Grab and kopi" may be one row or two: what each would be, when no row has all the words. */
  readonly parts?: readonly Target[] | undefined;
}

/** Shows a record and asks what it should be; a button names its own row, words may name another. */
export interface EditInput {
  readonly recordId?: string | undefined;
  readonly target?: Target | undefined;
}

/** Undo of the last write of this chat, or of everything one message wrote (a button's own message). */
export interface UndoInput {
  readonly inboxId?: string | undefined;
}

/** One setting to change, or to show all when `name` is absent. */
export type SettingInput =
  | { readonly name: "zone"; readonly value: string }
  | { readonly name: "currency"; readonly value: Currency }
  | { readonly name: "language"; readonly value: Settings["language"] }
  | { readonly name: "weekStart"; readonly value: Settings["weekStart"] }
  | { readonly name: "quietHours"; readonly value: Settings["quietHours"] }
  | { readonly name: "digests"; readonly value: boolean }
  | { readonly name: "show" };

/** `daily`, `weekly:MO`, `monthly:31`, `yearly:12-25`, with `/N` for every N (SPEC S15). */
export type Recurrence = string;

export interface ReminderInput {
  readonly title: string;
  readonly amountMinor?: number | undefined;
  readonly currency?: Currency | undefined;
  /** The day of a one-time reminder; for a recurring one the recurrence says it. */
  readonly date?: IsoDate | undefined;
  /** Wall time `HH:MM` in the user's zone; absent means the default. */
  readonly time?: string | undefined;
  readonly recurrence?: Recurrence | undefined;
  /** The time that was named had passed today, so `date` is the next day: the reply says so (SPEC S5). */
  readonly moved?: boolean | undefined;
  /** "record it": writes the expense by itself on the day (SPEC S5). */
  readonly recordsItself?: boolean | undefined;
}

export interface CapInput {
  /** Absent means overall. */
  readonly category?: string | undefined;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly period: CapPeriod;
  /** The period was not said: where there is one cap of that category, its own is meant. */
  readonly assumed?: boolean | undefined;
  /** "Change the cap to 600": no category was said, and where there is one cap at all, that one is meant. */
  readonly unnamed?: boolean | undefined;
}

/** Which cap to take away. */
export interface UncapInput {
  /** Null is the overall one; absent means that it was not said. */
  readonly category?: string | null | undefined;
  readonly period?: CapPeriod | undefined;
  /** An exact cap, as a button or an answered question names it. */
  readonly capId?: string | undefined;
  /** Ask before doing it, even when only one fits. */
  readonly ask?: boolean | undefined;
}

/** The categories that corrections taught: to list them, to teach one, or to forget one, by its place or all. */
export type RulesInput =
  | { readonly op: "list" }
  | { readonly op: "teach"; readonly phrase: string; readonly category: string }
  | { readonly op: "forget" /** Normalised as the rules are. */; readonly phrase: string }
  | { readonly op: "forget_number" /** Its place in the list, from 1. */; readonly number: number }
  | { readonly op: "forget_all" };

/**
 * What is to be forgotten: by its number in the list last shown, by its words, or exactly, as a button names it; what was
 * told last; or whatever will be told.
 */
export type ForgetInput =
  | { readonly which: "last" | "to_come" }
  | { readonly number: number }
  | { readonly words: string }
  | { readonly rows: readonly { readonly of: "memory" | "insight"; readonly id: string }[] };

export interface CorrectMemoryInput {
  /** In the list last shown; absent: the one that the correction fits. */
  readonly number?: number | undefined;
  /** In the person's words; empty: it is only said to be wrong. */
  readonly text: string;
}

/** A command that exists on every platform, without its slash (SPEC S1). */
export interface CommandInput {
  readonly name: string;
  readonly rest: string;
}

/** One item of a reading: the name of the tool, and what it should be given. */
export type ReadItem =
  | { readonly tool: "expense"; readonly input: RecordInput }
  | { readonly tool: "income"; readonly input: RecordInput }
  | { readonly tool: "undo"; readonly input: UndoInput }
  | { readonly tool: "correct"; readonly input: CorrectInput }
  | { readonly tool: "delete"; readonly input: DeleteInput }
  | { readonly tool: "edit"; readonly input: EditInput }
  | { readonly tool: "setting"; readonly input: SettingInput }
  | { readonly tool: "rules"; readonly input: RulesInput }
  | { readonly tool: "question"; readonly input: QuestionInput }
  | { readonly tool: "reminder"; readonly input: ReminderInput }
  | { readonly tool: "cap"; readonly input: CapInput }
  | { readonly tool: "uncap"; readonly input: UncapInput }
  | { readonly tool: "memories"; readonly input: Readonly<Record<never, never>> }
  | { readonly tool: "forget"; readonly input: ForgetInput }
  | { readonly tool: "forget_everything"; readonly input: Readonly<Record<never, never>> }
  | { readonly tool: "correct_memory"; readonly input: CorrectMemoryInput }
  | { readonly tool: "remember"; readonly input: { readonly text: string } }
  | { readonly tool: "command"; readonly input: CommandInput };

/** Why a text is not certain, or what one short question should ask. Never holds the user's words. */
export type Doubt =
  | "no_amount"
  | "no_subject"
  | "bad_amount"
  | "negative_amount"
  | "amount_out_of_range"
  | "two_amounts"
  | "two_currencies"
  | "over_sanity_cap"
  | "unknown_words"
  | "hedge"
  | "hypothetical"
  | "future"
  | "negated"
  | "someone_else"
  | "question"
  | "bad_date"
  | "no_such_date"
  | "past_date"
  /** It would come again within a day. */
  | "too_often"
  | "unknown_setting"
  | "unknown_command"
  | "too_long"
  | "empty";

export type SmallTalk = "greeting" | "thanks" | "bye" | "praise" | "ack" | "who_are_you" | "how_are_you";

/** Everything the reader could tell about one text. Reading the same text in the same context gives the same. */
export interface Reading {
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly language: Language;
  readonly items: readonly ReadItem[];
  /** Empty when certain; the first is what a question to the user should be about. */
  readonly doubts: readonly Doubt[];
  /** Who found the mode; absent means the reader. What the classifier found is never certain (SPEC S14). */
  readonly decidedBy?: "reader" | "classifier" | "model" | undefined;
  /** For small talk: what kind, so that the reply fits. */
  readonly smallTalk?: SmallTalk | undefined;
  /** A plain yes or no, which settles a pending question if there is one. */
  readonly answer?: "yes" | "no" | undefined;
  /** "Ok": agrees to what is shown for confirmation, and acknowledges anything else. */
  readonly okay?: boolean | undefined;
  /** Of a question that the model sorted: what the reader made of it, for a reply when the coach has none. */
  readonly asked?: readonly QuestionInput[] | undefined;
}

/** What the reader needs to know about the person and the moment. */
export interface ReaderContext {
  /** The instant of the message, ms since the epoch. */
  readonly nowMs: number;
  readonly settings: Settings;
  /** The user's own categories, lower case. */
  readonly ownCategories: readonly string[];
  /** What their corrections taught: normalised merchant or description → category; before anything else. */
  readonly rules?: Readonly<Record<string, string>> | undefined;
  /** The language they last wrote in; absent on first contact. */
  readonly spoken?: Language | undefined;
}

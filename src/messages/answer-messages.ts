/** What the answers to questions are called in each language (SPEC S7). */
import type { QuestionInput, QuestionSubject } from "../kernel/question.ts";
import type { Money } from "../kernel/types.ts";

/** What an answer's figures are about: a category, words, or everything. */
export interface Subject extends QuestionSubject {
  readonly kind: "expense" | "income" | "both";
  /** Only amounts from `least` to `most`; both included unless `strict`. */
  readonly least?: Money | undefined;
  readonly most?: Money | undefined;
  readonly strict?: boolean | undefined;
  /** What was left out. */
  readonly except?: readonly QuestionSubject[] | undefined;
  /** Only such days, 1 = Monday. */
  readonly weekdays?: QuestionInput["weekdays"];
}

/** `totals` is empty when there are no such entries; `period` is worded to stand in a sentence. */
export interface AnswerMessages {
  total(subject: Subject, period: string, totals: readonly (Money & { count: number })[]): string;
  categoryLine(category: string, totals: readonly Money[]): string;
  /** "showing 20 of 57"; behind the heading of a list that is cut. */
  cut(shown: number, count: number): string;
  list(subject: Subject, period: string, lines: readonly string[], count: number): string;
  nothingFound(subject: Subject, period: string): string;
  /** A line for each currency. */
  biggest(
    subject: Subject,
    period: string,
    { lines, smallest }: { readonly lines: readonly string[]; readonly smallest: boolean },
  ): string;
  average(
    subject: Subject,
    period: string,
    per: "day" | "week" | "month" | "entry",
    averages: readonly Money[],
  ): string;
  compare(subject: Subject, sides: readonly ComparedSide[], difference: readonly Money[]): string;
  /** Two subjects in the same days; the difference is of the first. */
  versus(
    subject: Subject,
    period: string,
    { sides, difference }: { readonly sides: readonly VersusSide[]; readonly difference: readonly Money[] },
  ): string;
  /** One of each currency. */
  share(subject: Subject, period: string, shares: readonly ShareSaid[]): string;
  /** The day, week or month with the most; a line for each currency: "Tue 10 Mar: RM22.00". */
  topDay(subject: Subject, period: string, lines: readonly string[]): string;
  net(
    period: string,
    sides: readonly { currency: string; income: Money; expense: Money; net: Money }[],
  ): string;
  /** `line` is the record in the period; without one, `last` is an older one. */
  paid(
    subject: Subject,
    period: string,
    { line, last }: { readonly line: string | null; readonly last: string | null },
  ): string;
}

export interface ComparedSide {
  readonly period: string;
  readonly totals: readonly Money[];
}

export interface VersusSide {
  readonly subject: QuestionSubject;
  readonly totals: readonly Money[];
}

export interface ShareSaid {
  readonly part: Money;
  readonly whole: Money;
  readonly percent: number;
  /** What the whole is made of. */
  readonly of: "expense" | "income" | "both";
}

/** What the database answers to a question, before it is put into words. */
import type { Period, QuestionInput, QuestionSubject } from "../kernel/question.ts";
import type { Entry, Money } from "../kernel/types.ts";
import type { CategoryTotal, Total } from "../store/ledger-questions.ts";
import type { CapsAnswer } from "./cap-answers.ts";
import type { DueBills, KeptReminders } from "./reminder-answers.ts";
import type { ToolContext } from "./tool.ts";

interface Asked {
  readonly asked: QuestionInput;
}

/** A day, week or month, and what was spent in it. */
export interface Stretch extends Money {
  readonly period: Period;
  readonly count: number;
}

export type Answer =
  | CapsAnswer
  | (Asked &
      (
        | {
            readonly is: "total";
            readonly totals: readonly Total[];
            readonly categories: readonly CategoryTotal[];
          }
        /** A total and the days, weeks or months that it is made of, or one of each currency: those with the most. */
        | { readonly is: "days"; readonly totals: readonly Total[]; readonly days: readonly Stretch[] }
        | { readonly is: "top_day"; readonly days: readonly Stretch[] }
        | { readonly is: "list"; readonly entries: readonly Entry[]; readonly count: number }
        | { readonly is: "biggest" /** One of each currency. */; readonly entries: readonly Entry[] }
        | {
            readonly is: "average";
            readonly per: "day" | "week" | "month" | "entry";
            readonly averages: readonly Money[];
          }
        | {
            readonly is: "compare";
            readonly sides: readonly { readonly period: Period; readonly totals: readonly Money[] }[];
            readonly difference: readonly Money[];
          }
        /** Two subjects in the same days; the difference is of the first. */
        | {
            readonly is: "versus";
            readonly sides: readonly {
              readonly subject: QuestionSubject;
              readonly totals: readonly Money[];
            }[];
            readonly difference: readonly Money[];
          }
        | { readonly is: "share"; readonly shares: readonly Share[] }
        | {
            readonly is: "net";
            readonly sides: readonly { currency: string; income: Money; expense: Money; net: Money }[];
          }
        | {
            readonly is: "paid";
            readonly entry: Entry | null;
            /** The latest one before the period, when there is none in it. */
            readonly last: Entry | null;
          }
        | ({ readonly is: "reminders" } & KeptReminders)
        | ({ readonly is: "due" } & DueBills)
      ));

/** A part of a whole of the same currency, in whole percent. */
export interface Share {
  readonly part: Money;
  readonly whole: Money;
  readonly percent: number;
}

/** What a query needs to know. */
export type Asking = Pick<ToolContext, "tx" | "scope" | "today" | "settings">;

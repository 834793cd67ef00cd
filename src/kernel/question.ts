/** A question about money as the reader, or a model, hands it to the tool that answers it (SPEC S7). */
import type { Currency, EntryKind, IsoDate, Weekday } from "./types.ts";

/** A stretch of days in the user's zone, both ends included. */
export interface Period {
  /** How the user named it, for the reply: "today", "last month", or a plain range. */
  readonly name:
    | "today"
    | "yesterday"
    | "day"
    | "this_week"
    | "last_week"
    | "this_month"
    | "last_month"
    | "month"
    | "this_year"
    | "last_year"
    | "year"
    | "range"
    | "all";
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** What a figure is about: a category by its name, words that a record must contain, or both. */
export interface QuestionSubject {
  readonly category?: string | undefined;
  /** Words that the description or merchant must contain, all of them ("grab"), singular or plural. */
  readonly words?: readonly string[] | undefined;
}

/** A question about money, answered by a query in this very turn (SPEC S7). */
export interface QuestionInput extends QuestionSubject {
  readonly ask:
    | "total"
    | "list"
    | "count"
    | "average"
    | "biggest"
    | "smallest"
    | "compare"
    | "share"
    /** The day on which the most was spent; the week or month with `per`. */
    | "top_day"
    | "net"
    | "paid_already"
    | "search"
    | "cap_left"
    | "caps"
    | "due"
    | "reminders";
  readonly kind: EntryKind | "both";
  readonly period: Period;
  /** The other side of a comparison. */
  readonly against?: Period | undefined;
  /** Set against the subject in the same days ("grab vs petrol"). */
  readonly other?: QuestionSubject | undefined;
  /** What is left out ("without rent"). */
  readonly except?: readonly QuestionSubject[] | undefined;
  /** Only such days of the period, 1 = Monday ("on weekends"). */
  readonly weekdays?: readonly Weekday[] | undefined;
  /** What a share is of, when it is not of all that is of the same kind. */
  readonly of?: "income" | undefined;
  /** How many rows a list was asked to show. */
  readonly limit?: number | undefined;
  /** For "at least 20" in a search; both included. */
  readonly minMinor?: number | undefined;
  readonly maxMinor?: number | undefined;
  /** For "over 20": the bounds themselves are not meant. */
  readonly strict?: boolean | undefined;
  /** What the bounds were read in: the written currency, or the user's own. Only such entries are meant then. */
  readonly currency?: Currency | undefined;
  /** What an average is per ("average daily spending"), and what a total is listed by. */
  readonly per?: "day" | "week" | "month" | "entry" | "category" | undefined;
}

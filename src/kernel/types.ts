/**
 * The glossary: every word that the parts of Mama share, as a type.
 * One meaning each, the same in code, database, documents and chat.
 */

/** What the router decided a message is for (SPEC S3). */
export type Mode =
  | "expense"
  | "income"
  | "reminder"
  | "cap"
  | "question"
  | "edit"
  | "receipt"
  | "memory"
  | "settings"
  | "coaching"
  | "chat"
  | "small_talk"
  | "unclear";

/** How sure the reader is: every token accounted for; a good guess to be confirmed; not its business. */
export type Verdict = "certain" | "likely" | "no";

/** Who decided the plan: the deterministic reader, a model, or the local brain without one. */
export type Source = "reader" | "model" | "local";

/** A language that Mama speaks. */
export type Language = "en" | "ms";

/** A calendar date in the user's zone, `YYYY-MM-DD`; never an instant. */
export type IsoDate = string;

/** ISO 4217 code, upper case. */
export type Currency = string;

/** An amount in integer minor units of its currency (sen, cents; yen have none). */
export interface Money {
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** Whose rows a store call may see. A missing id is an error, never "everyone". */
export interface Scope {
  readonly orgId: string;
  readonly userId: string;
}

/** 1 = Monday … 7 = Sunday, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** What a user can set by talking or by command (SPEC S1). */
export interface Settings {
  /** IANA zone, such as `Asia/Kuala_Lumpur`. */
  readonly zone: string;
  readonly currency: Currency;
  /** `auto` answers in the language of the message. */
  readonly language: Language | "auto";
  readonly weekStart: Weekday;
  /** Wall times `HH:MM` between which no push is sent; null when there are none. */
  readonly quietHours: { readonly from: string; readonly to: string } | null;
  /** Whether Mama looks back at each week and month by herself. */
  readonly digests: boolean;
}

/** The default expense categories (SPEC S4). A user may have more of their own. */
export const EXPENSE_CATEGORIES = [
  "food",
  "groceries",
  "transport",
  "housing",
  "bills",
  "shopping",
  "health",
  "entertainment",
  "education",
  "family",
  "gifts",
  "travel",
  "personal",
  "pets",
  "debt",
  "giving",
  "other",
] as const;

/** The default income categories (SPEC S4). */
export const INCOME_CATEGORIES = ["salary", "side_income", "other_income"] as const;

/** The two kinds of ledger entry. */
export type EntryKind = "expense" | "income";

/** An expense or income as it is stored, read back from its row. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  /** Minor units of `currency`, > 0. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly description: string;
  readonly merchant: string | null;
  readonly category: string;
  /** The day in the user's zone. */
  readonly date: IsoDate;
  readonly source: "text" | "receipt" | "reminder" | "recurring" | "import";
}

/** What a spending cap is for. */
export type CapPeriod = "day" | "week" | "month";

/** A spending cap as it is stored (SPEC S6). It counts expenses of its own currency alone. */
export interface Cap {
  readonly id: string;
  /** Null is overall. */
  readonly category: string | null;
  readonly period: CapPeriod;
  /** Minor units of `currency`, > 0. */
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** A cap in one of its periods, computed from the expense rows. */
export interface CapState extends Cap {
  /** First and last day of the period. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Minor units of the cap's currency. */
  readonly spentMinor: number;
  /** The level, in percent, that was crossed just now and is told this once; 0 when there is nothing new. */
  readonly tells: 0 | 80 | 100;
}

/** A bill or other reminder, or a record that writes itself, read back from its row (SPEC S5). */
export interface Reminder {
  readonly id: string;
  readonly kind: "reminder" | "recurring";
  readonly title: string;
  /** Null when it was not said; the currency is null with it. */
  readonly amountMinor: number | null;
  readonly currency: Currency | null;
  /** Of the entry that is recorded when it is paid, or by itself; null when it has not been guessed. */
  readonly entryKind: EntryKind;
  readonly category: string | null;
  /** As in SPEC S15; null comes once. */
  readonly recurrence: string | null;
  /** The day that comes once, or the first day that may be one. */
  readonly anchorOn: IsoDate;
  /** `HH:MM` on the clock of `zone`. */
  readonly wallTime: string;
  readonly zone: string;
  /** What is due next; both null when nothing is. */
  readonly nextDueOn: IsoDate | null;
  readonly nextDueAtMs: number | null;
}

/** One due moment of a reminder: what is paid, snoozed or skipped. */
export interface DuePeriod {
  readonly reminderId: string;
  readonly dueOn: IsoDate;
  readonly dueAtMs: number;
}

/** What became of a due moment. */
export type PeriodState = "open" | "paid" | "skipped" | "recorded" | "missed";

/** One thing that a turn will do: the input of one tool, checked by that tool's schema before it runs. */
export interface PlanItem {
  readonly tool: string;
  readonly input: unknown;
}

/** What a turn will do, decided once and applied in one transaction (SPEC S2). */
export interface Plan {
  readonly mode: Mode;
  readonly source: Source;
  readonly items: readonly PlanItem[];
}

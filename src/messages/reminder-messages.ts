/** What is said about reminders, as one typed map per language (SPEC S5). */
import type { Doubt } from "../kernel/reading.ts";
import type { Entry, IsoDate, PeriodState, Reminder } from "../kernel/types.ts";

/** A bill that was paid or skipped: which period, and what is due after it. */
export interface ClosedPeriod {
  readonly title: string;
  readonly dueOn: IsoDate;
  readonly nextDueOn: IsoDate | null;
}

/** The buttons of a bill that is due; its listing has others. */
export type ReminderButton = "hour" | "tonight" | "tomorrow" | "skip" | "paid";

export interface ReminderMessages {
  readonly buttons: Readonly<Record<ReminderButton, string>>;
  /** "unifi RM149.00 · every month on the 15th, 09:00 (Kuala Lumpur), next Sun 15 Mar". */
  line(reminder: Reminder, today: IsoDate): string;
  /** @param moved the time that was said has passed today */
  set(reminder: Reminder, today: IsoDate, moved: boolean): string;
  exists(reminder: Reminder, today: IsoDate): string;
  /** A prefilled confirmation. */
  confirm(lines: readonly string[]): string;
  changed(after: Reminder, today: IsoDate, was: Reminder): string;
  unchanged(reminder: Reminder, today: IsoDate): string;
  cancelled(reminder: Reminder, today: IsoDate): string;
  takenBack(op: "create" | "update" | "delete", reminder: Reminder, today: IsoDate): string;
  /** After its Edit button: what can be typed now. */
  editWhat(reminder: Reminder, today: IsoDate): string;
  /** Before a change that was not read with certainty; null to cancel it. */
  confirmChange(reminder: Reminder, after: Reminder | null, today: IsoDate): string;
  /** No record has these words, and this reminder does. */
  isItThis(words: readonly string[], line: string): string;
  /** Before so many are cancelled together. */
  /** @param left whether there are more, which stay */
  cancelAll(lines: readonly string[], left: boolean): string;
  /** "Snooze", "skip", when nothing waits. */
  readonly nothingWaits: string;
  readonly nothingToPay: string;
  notFound(words: readonly string[]): string;
  readonly gone: string;
  /** One short question about a reminder that cannot be set; nothing is stored. */
  unclear(doubt: Doubt | undefined, zone: string): string;
  /** All of them; `count` is how many there are when the list is cut. */
  list(lines: readonly string[], count: number): string;
  /** @param open told already and neither paid nor skipped; `when` is empty when no days were named */
  due(
    open: readonly { readonly title: string; readonly dueOn: IsoDate }[],
    coming: readonly string[],
    facts: { readonly count: number; readonly when: string; readonly today: IsoDate },
  ): string;
  paid(period: ClosedPeriod, entry: Entry, today: IsoDate): string;
  skipped(period: ClosedPeriod, today: IsoDate): string;
  /** The amount of a bill that has none. */
  howMuch(title: string): string;
  /** A period that is closed already. */
  closed(title: string, state: PeriodState, dueOn: IsoDate, today: IsoDate): string;
  /** "Paid", long before it is due. `paidOn` is the period before, when that is paid already. */
  askAhead(title: string, nextDueOn: IsoDate, paidOn: IsoDate | null, today: IsoDate): string;
  snoozed(title: string, until: { readonly on: IsoDate; readonly time: string }, today: IsoDate): string;
  nothingToSnooze(title: string): string;
  /** Taken back: it is open again. */
  reopened(title: string, dueOn: IsoDate, today: IsoDate): string;
  /** Under a change of zone. */
  moved(count: number): string;
}

/** "Kuala Lumpur" of Asia/Kuala_Lumpur. */
export function zoneName(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** What Mama says by herself about reminders (SPEC S5): short, in words of its own file per language. */
import type { IsoDate, Money } from "../kernel/types.ts";

/** What a reminder is for, and how much when that is known. */
export interface Reminded {
  readonly title: string;
  readonly amount: Money | null;
}

/** A due moment as the user's clock showed it. */
export interface DueMoment {
  readonly on: IsoDate;
  /** `HH:MM` */
  readonly time: string;
}

export interface Pushes {
  readonly buttons: Readonly<Record<"paid" | "hour" | "tonight" | "tomorrow" | "skip", string>>;
  due(what: Reminded): string;
  /** It goes out later than it was due. */
  late(what: Reminded, due: DueMoment, today: IsoDate): string;
  /** The second and last time, on the next day. */
  nudge(what: Reminded, due: DueMoment, today: IsoDate): string;
  snoozed(what: Reminded): string;
  /** A recurring record wrote these entries, each a line. */
  recorded(lines: readonly string[]): string;
  /** Due more than a day ago, and not to come again soon. */
  missed(what: Reminded, due: DueMoment, today: IsoDate): string;
  /** A line under a push: how many came due before without one, and the last of them. */
  missedBefore(count: number, last: IsoDate, today: IsoDate): string;
}

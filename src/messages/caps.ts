/** What is said about spending caps (SPEC S6), per language; and the amounts that every language says it with. */
import { formatMoney } from "../kernel/money.ts";
import type { Period } from "../kernel/question.ts";
import type { Cap, CapState, IsoDate, Money } from "../kernel/types.ts";

/** A cap that is not stored yet. */
export type CapDraft = Omit<Cap, "id">;

export interface CapMessages {
  /** "food cap RM500.00 a month" */
  cap(cap: CapDraft): string;
  /** Set or changed. `was` is the old amount of one that was there. */
  set(cap: Cap, was: Money | null): string;
  unchanged(cap: Cap): string;
  removed(cap: Cap): string;
  confirmRemove(cap: Cap): string;
  /** One effect taken back, in words for `undone`. */
  takenBack(op: "create" | "update" | "delete", cap: Cap): string;
  /** "food this month: RM400.00 of RM500.00, RM100.00 left", and what is told once. */
  line(state: CapState, today: IsoDate): string;
  /** All caps that were asked about, or that there are none, of this category when one was named. */
  list(states: readonly CapState[], category: string | undefined, today: IsoDate): string;
  /** After an amount that no cap can have. */
  readonly noSuch: string;
  /** After words about a cap that could not be read. */
  readonly howToChange: string;
  /** There is no such cap to take away. */
  notFound(category: string | null | undefined): string;
}

/** The amounts of a state as they are written. */
export interface CapFigures {
  readonly spent: string;
  readonly cap: string;
  /** What is left, or what it is over by. */
  readonly rest: string;
  readonly side: "left" | "used up" | "over";
  /** Whole percent of the cap, rounded down. */
  readonly percent: number;
}

export function capFigures({ amountMinor, spentMinor, currency }: CapState): CapFigures {
  const money = (minor: number): string => formatMoney({ amountMinor: minor, currency });
  const rest = amountMinor - spentMinor;
  return {
    spent: money(spentMinor),
    cap: money(amountMinor),
    rest: money(Math.abs(rest)),
    side: rest > 0 ? "left" : rest === 0 ? "used up" : "over",
    percent: Number((BigInt(spentMinor) * 100n) / BigInt(amountMinor)),
  };
}

/** The period of a state, for naming it. */
export function capPeriod(
  { period, from, to }: Pick<CapState, "period" | "from" | "to">,
  today: IsoDate,
): Period {
  const now = from <= today && today <= to;
  if (period === "day") return { name: "day", from, to };
  if (period === "week") return { name: now ? "this_week" : "range", from, to };
  return { name: now ? "this_month" : "month", from, to };
}

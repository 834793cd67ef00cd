/** What advice without a model is made of (SPEC S14): the figures it rests on, and what it is about. */
import { exponentOf } from "../kernel/money.ts";
import type { CapState, IsoDate, Money } from "../kernel/types.ts";

/** What was spent on a category this month, with its share of all in whole percent. */
export interface CategoryShare extends Money {
  readonly category: string;
  readonly count: number;
  readonly percent: number;
}

export interface AdviceFigures {
  readonly topic:
    | "crisis"
    | "scam"
    | "job"
    | "home"
    | "windfall"
    | "afford"
    | "debt"
    | "saving"
    | "cutting"
    | "general";
  /** This month so far, per currency; empty when nothing is recorded. */
  readonly spent: readonly Money[];
  /** Against the same days of last month, signed; empty when there is nothing to compare with. */
  readonly change: readonly Money[];
  /** Where most of it went. */
  readonly biggest: CategoryShare | undefined;
  /** The category that the message names, with what was spent on it, nothing included. */
  readonly named?: CategoryShare | undefined;
  /** The sum that the message names: a bonus, a price. */
  readonly sum?: Money | undefined;
  /** Whole months, from 1, until the day by which they want it. */
  readonly months?: number | undefined;
  /** What was left of last month's income; undefined when no income was recorded in it. */
  readonly left?: Money | undefined;
  /** Of last month, what must be paid whatever happens; undefined when none was recorded. */
  readonly essentials?: Money | undefined;
  /** Bills that are due within days, as lines. */
  readonly bills?: readonly string[] | undefined;
  /** The cap nearest to its limit, when they have one. */
  readonly cap?: CapState | undefined;
  readonly today: IsoDate;
  /** What they are working towards, as far as it is known; the advice leads there without saying so. */
  readonly aim?: "saving" | "debt" | undefined;
  /** What they save for, by the word for its subject: "wedding". */
  readonly plan?: string | undefined;
  /** Their income may end, or changes from month to month. */
  readonly unsteady?: boolean | undefined;
  /** Others live on their income. */
  readonly dependants?: boolean | undefined;
  /** They have worries about money: the tone is gentler. */
  readonly worried?: boolean | undefined;
  /** They like short answers. */
  readonly brief?: boolean | undefined;
}

/** A part of a sum, in whole units of its currency where it is large. */
export function partOf({ amountMinor, currency }: Money, percent: number): Money {
  return { amountMinor: Math.round((amountMinor * percent) / 100), currency };
}

/** What a sum takes a month, rounded up to whole units of its currency; a year where no end was named. */
export function monthlyOf({ amountMinor, currency }: Money, months = 12): Money {
  const unit = 10 ** exponentOf(currency);
  return { amountMinor: Math.ceil(amountMinor / months / unit) * unit, currency };
}

/** How many months a price takes at so much a month, rounded up; undefined when they do not compare, or nothing is left. */
export function monthsFor(price: Money | undefined, left: Money | undefined): number | undefined {
  if (!price || !left || left.amountMinor <= 0 || price.currency !== left.currency) return undefined;
  return Math.ceil(price.amountMinor / left.amountMinor);
}

/** How a bonus may be split, in whole percent: where it does most good for who they are, and something to enjoy. */
export function splitOf({
  aim,
  plan,
  unsteady,
}: AdviceFigures): readonly { readonly percent: number; readonly to: "cushion" | "debt" | "plan" | "any" }[] {
  if (unsteady) return [part(70, "cushion"), part(20, aim === "debt" ? "debt" : "plan")];
  if (aim === "debt") return [part(60, "debt"), part(30, "cushion")];
  if (aim === "saving" && plan !== undefined) return [part(60, "plan"), part(30, "cushion")];
  return [part(50, "cushion"), part(30, "any")];
}

function part<To>(percent: number, to: To): { readonly percent: number; readonly to: To } {
  return { percent, to };
}

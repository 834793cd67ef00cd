/** What a figure in a reply may mean, and what its readers share. */
import type { Currency, IsoDate, Money } from "../kernel/types.ts";
import figures from "./data/figures.json" with { type: "json" };
import type { FigureKind } from "./fault.ts";
import type { Placed } from "./placed.ts";

/** A day as far as it was written: "5 March" has no year, "in March" no day. */
export interface PartialDay {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** One way to understand a figure. "5/3" has one, "in 3 days" has two: the day, and the count. */
export type Meaning =
  | { readonly amount: Money }
  | { readonly count: number }
  | { readonly percent: number }
  /** "nearly half": a share between these two. */
  | { readonly percentIn: readonly [number, number] }
  /** "doubled": a change by so many percent, signed. */
  | { readonly change: number }
  | { readonly date: PartialDay };

export interface Figure {
  readonly kind: FigureKind;
  readonly text: string;
  /** UTF-16 units in the text, `end` excluded. */
  readonly at: number;
  readonly end: number;
  /** It is found when one of these is; none: it could not be read exactly, so nothing can prove it. */
  readonly means: readonly Meaning[];
  /** A stretch of time, a month, a share of a rule: about the user's money only in a plain statement. */
  readonly soft: boolean;
}

/** What numbers without a currency and words such as "yesterday" are read against. */
export interface FigureContext {
  /** The user's day. */
  readonly today: IsoDate;
  /** The user's currency. */
  readonly currency: Currency;
}

export interface Scan {
  readonly text: string;
  readonly tokens: readonly Placed[];
  readonly context: FigureContext;
}

/** A figure before it has its place: `from` and `length` in tokens. */
export interface Found {
  readonly kind: FigureKind;
  readonly from: number;
  readonly length: number;
  readonly means: readonly Meaning[];
  readonly soft?: boolean;
}

/** What one reader made of the tokens from a place on: none when they are accounted for and no figure. */
export interface Hit {
  readonly length: number;
  readonly found: readonly Found[];
}

const RANGES = new Set(figures.ranges);

/** "50-100", "3 to 6": whether the token stands between the two ends of a range. */
export function joinsRange(token: Placed | undefined): boolean {
  return token !== undefined && RANGES.has(token.lower);
}

/** A hit that is one figure. */
export function one(found: Found): Hit {
  return { length: found.length, found: [found] };
}

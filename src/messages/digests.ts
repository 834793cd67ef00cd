/** What a look back at a week or a month says (SPEC S11): three things, and how to stop it. */

import type { Period } from "../kernel/question.ts";
import type { CapState, Entry, IsoDate, Money } from "../kernel/types.ts";

export interface DigestFigures {
  readonly kind: "week" | "month";
  readonly period: Period;
  readonly today: IsoDate;
  /** Spent in the period, per currency; never empty. */
  readonly totals: readonly Money[];
  /** Against the period before, signed, per currency; empty when there was nothing before. */
  readonly change: readonly Money[];
  /** Where the most went, and how that changed. */
  readonly biggest: Money & { readonly category: string; readonly change: readonly Money[] };
  /** The cap nearest to its limit; without one, the largest single expense is said. */
  readonly cap: CapState | undefined;
  readonly largest: Entry | undefined;
}

export interface DigestMessages {
  digest(figures: DigestFigures): string;
  /** The button under it. */
  readonly stop: string;
  /** In the list of settings. */
  setting(on: boolean): string;
  /** After the setting was changed. */
  changed(on: boolean): string;
}

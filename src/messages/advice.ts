/** What advice without a model is made of (SPEC S14): the figures it rests on, and what it is about. */
import type { CapState, IsoDate, Money } from "../kernel/types.ts";

export interface AdviceFigures {
  readonly topic: "crisis" | "scam" | "debt" | "saving" | "cutting" | "general";
  /** This month so far, per currency; empty when nothing is recorded. */
  readonly spent: readonly Money[];
  /** Against the same days of last month, signed; empty when there is nothing to compare with. */
  readonly change: readonly Money[];
  /** Where most of it went, with its share in whole percent. */
  readonly biggest:
    | (Money & { readonly category: string; readonly count: number; readonly percent: number })
    | undefined;
  /** The cap nearest to its limit, when they have one. */
  readonly cap?: CapState | undefined;
  readonly today: IsoDate;
  /** What they are working towards, as far as it is known; the advice leads there without saying so. */
  readonly aim?: "saving" | "debt" | undefined;
  /** They have worries about money: the tone is gentler. */
  readonly worried?: boolean | undefined;
}

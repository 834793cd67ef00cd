/** What the checks of a reply report: the fault is named to the model when it is asked to write the reply again. */

/** What kind of figure a reply states about money. */
export type FigureKind = "amount" | "count" | "percentage" | "date";

export interface Fault {
  /** A figure that no result has; words that announce a memory; words taken from one; a claim of having acted; one that more was spent; what is no reply. */
  readonly kind: FigureKind | "announcement" | "recital" | "claim" | "comparison" | "unfit";
  /** The words of the reply, as they stand there. */
  readonly text: string;
  /** Where they begin in the reply, in UTF-16 units. */
  readonly at: number;
}

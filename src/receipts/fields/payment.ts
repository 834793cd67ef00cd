/** How it was paid: the rows with the word and an amount say so; a heading ("CASH BILL") does not. */
import type { PaymentMethod } from "../reading.ts";
import type { Figure, Line } from "./figures.ts";
import type { LabelKind } from "./labels.ts";

const METHODS: readonly (readonly [LabelKind, PaymentMethod])[] = [
  ["card", "card"],
  ["ewallet", "ewallet"],
  ["transfer", "transfer"],
];

/** Something was handed over, and something came back. */
function gaveChange(figures: readonly Figure[]): boolean {
  return figures.some(({ kinds, amounts }) => kinds.has("change") && amounts.some(({ minor }) => minor > 0));
}

export function paymentOf(figures: readonly Figure[], lines: readonly Line[]): PaymentMethod | null {
  const paid = (kind: LabelKind): boolean =>
    figures.some(
      ({ kinds, amounts }) =>
        kinds.has(kind) && !kinds.has("points") && amounts.some(({ minor }) => minor !== 0),
    );
  const named = METHODS.find(([kind]) => paid(kind));
  if (named !== undefined) return named[1];
  const cash = lines.some(({ text, kinds }) => kinds.has("cash") && /cash|tunai/i.test(text));
  return gaveChange(figures) || (cash && paid("cash")) ? "cash" : null;
}

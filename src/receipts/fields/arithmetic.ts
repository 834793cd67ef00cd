/** What the other figures of a receipt say that its total must be: reckoning needs no reading of labels to be right. */
import type { Figure } from "./figures.ts";
import type { LabelKind } from "./labels.ts";

/** More addends than this prove anything. */
const MOST_ADDENDS = 5;
/** Malaysian cash totals are rounded to 5 sen, so they differ by 2 at most (Bank Negara's rounding mechanism). */
export const ROUNDING_STEP = 5;
export const MOST_ROUNDED = 2;

function has(figure: Figure, ...kinds: LabelKind[]): boolean {
  return kinds.some((kind) => figure.kinds.has(kind));
}

/** The last amount is the one that a row is about: quantities and rates come first. */
export function amountOf({ amounts }: Figure): number {
  return amounts.at(-1)?.minor ?? 0;
}

function isCash(figure: Figure): boolean {
  return has(figure, "cash") && !has(figure, "change", "discount", "points", "total", "grand", "tax");
}

/** Cash handed over less the change, in hundredths; null when either is not there. */
export function paidInCash(figures: readonly Figure[]): number | null {
  const change = figures.find((figure) => has(figure, "change") && !has(figure, "points"));
  if (change === undefined) return null;
  const given = figures.find((figure) => isCash(figure) && figure.row <= change.row && amountOf(figure) > 0);
  if (given === undefined) return null;
  const paid = amountOf(given) - Math.abs(amountOf(change));
  return paid > 0 ? paid : null;
}

/** Whether an amount above the change is what was handed over, though OCR lost the word beside it. */
export function leavesChange(total: number, figures: readonly Figure[]): boolean {
  const change = figures.find((figure) => has(figure, "change") && !has(figure, "points"));
  if (change === undefined || amountOf(change) <= 0) return false;
  const given = total + amountOf(change);
  return figures.some(
    ({ row, amounts }) =>
      row <= change.row && row >= change.row - 3 && amounts.some(({ minor }) => minor === given),
  );
}

/** What a card, a wallet or exact cash was charged. */
export function charged(figures: readonly Figure[]): number[] {
  return figures
    .filter((figure) => has(figure, "card", "ewallet", "transfer") || isCash(figure))
    .filter((figure) => !has(figure, "change", "points", "discount", "service", "tax"))
    .map(amountOf);
}

function isAddend(figure: Figure): boolean {
  return (
    has(figure, "tax", "service", "rounding", "discount") &&
    !has(
      figure,
      "contains",
      "excluding",
      "including",
      "summary",
      "rounded",
      "subtotal",
      "points",
      "cash",
      "change",
    ) &&
    figure.amounts.length === 1 &&
    amountOf(figure) !== 0
  );
}

/** With what sign a figure joins the sum: discounts are often printed without their minus. */
function addends(figures: readonly Figure[]): number[] {
  const values = figures.filter(isAddend).map((figure) => {
    const minor = amountOf(figure);
    return has(figure, "discount") ? -Math.abs(minor) : minor;
  });
  return [...new Set(values)].slice(0, MOST_ADDENDS);
}

/** Sums of some of the values, at least one. */
function sums(values: readonly number[]): number[] {
  const known: number[] = [];
  for (const value of values) known.push(value, ...known.map((sum) => sum + value));
  return known;
}

/** Whether a subtotal with taxes, services, discounts and rounding makes this total. */
export function addsUp(total: number, figures: readonly Figure[]): boolean {
  const bases = figures
    .filter(
      (figure) => has(figure, "subtotal", "excluding") && !has(figure, "tax") !== has(figure, "excluding"),
    )
    .map(amountOf)
    .filter((minor) => minor !== total);
  const added = sums(addends(figures));
  return bases.some((base) => added.some((sum) => base + sum === total));
}

/** Whether a figure becomes the total by the tax, the service and the rounding that are printed: then it was a subtotal. */
export function leadsTo(total: number, base: number, figures: readonly Figure[]): boolean {
  return base > 0 && base < total && sums(addends(figures)).some((sum) => base + sum === total);
}

/**
 * Whether the rows of a tax summary, what was taxed and the tax of it, make this total. They say nothing of a rounding whose
 * line was not read.
 */
export function isTaxed(total: number, rows: readonly (readonly number[])[]): boolean {
  if (total % ROUNDING_STEP !== 0) return false;
  const pairs = rows.filter(({ length }) => length === 2);
  const sum = pairs.flat().reduce((all, minor) => all + minor, 0);
  return pairs.some(([, tax = 0]) => tax > 0) && sum === total;
}

/**
 * Whether the receipt itself calls the rounded figure its total, and the other one what it was before: "Total inclusive of
 * GST 48.16, Rounding Adj -0.01, TOTAL 48.15".
 */
export function isRoundedTo(total: number, exact: number, figures: readonly Figure[]): boolean {
  if (!isRounding(total, exact) || total % ROUNDING_STEP !== 0) return false;
  const printed = figures.some(
    (figure) => has(figure, "rounding") && Math.abs(amountOf(figure)) === Math.abs(total - exact),
  );
  const called = (minor: number): Figure[] =>
    figures.filter((figure) => has(figure, "total", "grand", "due", "rounded") && amountOf(figure) === minor);
  const before = called(exact);
  return (
    printed &&
    before.length > 0 &&
    before.every((figure) => has(figure, "including", "excluding")) &&
    called(total).some((figure) => !has(figure, "including", "excluding"))
  );
}

/** Whether two totals are one before and after rounding to 5 sen. */
export function isRounding(one: number, other: number): boolean {
  return (
    Math.abs(one - other) <= MOST_ROUNDED && (one % ROUNDING_STEP === 0) !== (other % ROUNDING_STEP === 0)
  );
}

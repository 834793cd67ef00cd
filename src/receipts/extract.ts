/**
 * Rows of text to a reading (SPEC S8): each field by its own rules, pure and in a few milliseconds. The text is data:
 * whatever it says, it is only looked at.
 *
 *   rows ─ lines (labels, amounts) ─ figures ─→ total · tax · rounding · payment · items
 *                                └────────────→ date · merchant · currency · category
 */
import { exponentOf } from "../kernel/money.ts";
import currencies from "./data/currencies.json" with { type: "json" };
import { amountOf, ROUNDING_STEP } from "./fields/arithmetic.ts";
import { categoryOf } from "./fields/category.ts";
import { currencyOf } from "./fields/currency.ts";
import { dateOf } from "./fields/date.ts";
import { roundingOf, taxOf } from "./fields/extras.ts";
import { type Figure, figuresOf, type Line, linesOf } from "./fields/figures.ts";
import { itemsOf } from "./fields/items.ts";
import { merchantOf } from "./fields/merchant.ts";
import { paymentOf } from "./fields/payment.ts";
import { isRefund } from "./fields/refund.ts";
import { totalOf } from "./fields/total.ts";
import { scoreOf } from "./fields/total-score.ts";
import type { ReceiptItem, ReceiptReading } from "./reading.ts";
import type { Row } from "./rows.ts";

/** A date below this is shown before it is recorded. */
const SURE_DATE = 0.9;
const MONTH_FIRST = new Set(currencies.monthFirst);
/** Goods that add up to the figure that is called the total leave no doubt. */
const ADDED = 0.97;
/** Amounts without which a text with no total is no receipt. */
const FEWEST_AMOUNTS = 2;

/** What the items may add up to. */
function sums(figures: readonly Figure[], total: number | null): number[] {
  const labelled = figures.filter(({ kinds }) => scoreOf(kinds) >= 3 || kinds.has("count")).map(amountOf);
  return total === null ? labelled : [total, ...labelled];
}

function sumOf(items: readonly ReceiptItem[]): number {
  return items.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function goods(items: readonly ReceiptItem[], lines: readonly Line[]): string[] {
  return items.length > 0 ? items.map(({ description }) => description) : lines.map(({ text }) => text);
}

/** Amounts were read as hundredths; where the currency has other minor units they are those. */
function inMinorUnits(hundredths: number, exponent: number): number {
  return exponent >= 2 ? hundredths * 10 ** (exponent - 2) : Math.round(hundredths / 10 ** (2 - exponent));
}

/** @returns null when the text is that of no receipt */
export function extract(rows: readonly Row[]): ReceiptReading | null {
  const money = currencyOf(rows.map(({ text }) => text));
  const { currency } = money;
  const lines = linesOf(rows, money.whole);
  const figures = figuresOf(lines);
  const { total, other, said, proved } = totalOf(figures, lines);
  if (total === null && lines.flatMap(({ amounts }) => amounts).length < FEWEST_AMOUNTS) return null;
  const texts = lines.map(({ text }) => text);
  const date = dateOf(lines, MONTH_FIRST.has(currency ?? ""));
  const merchant = merchantOf(lines);
  const items = itemsOf(lines, figures, sums(figures, total?.value ?? null));
  const added =
    total !== null && items.length > 0 && sumOf(items) === total.value && total.value % ROUNDING_STEP === 0;
  const exponent = exponentOf(currency ?? "MYR");
  const refund = isRefund(texts) ? -1 : 1;
  const minorOf = (minor: number | null): number | null =>
    minor === null ? null : inMinorUnits(minor, exponent);
  const signed = (minor: number): number => inMinorUnits(refund < 0 ? -Math.abs(minor) : minor, exponent);
  return {
    merchant,
    date,
    total:
      total === null
        ? null
        : {
            value: signed(total.value),
            confidence: said && added ? Math.max(total.confidence, ADDED) : total.confidence,
          },
    otherTotalMinor: other === null ? null : signed(other),
    currency,
    taxMinor: minorOf(taxOf(figures, total?.value ?? null)),
    roundingMinor: minorOf(roundingOf(figures)),
    payment: paymentOf(figures, lines),
    items: items.map((item) => ({ ...item, amountMinor: inMinorUnits(item.amountMinor, exponent) })),
    category: categoryOf(merchant?.value ?? null, texts, goods(items, lines)),
    sure: said && (proved || added) && money.sure && date !== null && date.confidence >= SURE_DATE,
  };
}

/**
 * Arithmetic for the model (SPEC S7): sums, differences, shares and averages are results too, when they were
 * reckoned here, from amounts that were read or said in this turn. Reckoning with a made-up amount would make it look
 * true, so that is refused.
 */
import { z } from "zod";
import { isCurrency, toDecimal, toMinor } from "../kernel/money.ts";
import type { Money } from "../kernel/types.ts";
import { partOf } from "./answers.ts";
import { defineReadTool, type Read, shown } from "./read-tool.ts";

const money = z.object({
  amount: z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, "digits with a point, without grouping: 1250.50"),
  currency: z.string().refine(isCurrency, "must be an ISO 4217 code"),
});

const input = z.object({
  operation: z.enum(["sum", "difference", "average", "share", "change", "percent_of", "times", "divided_by"]),
  amounts: z
    .array(money)
    .min(1)
    .max(40)
    .describe("amounts that a tool returned or the user said in this turn, all of one currency"),
  number: z
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe(
      "for times and divided_by a count of days, weeks, months, people; for percent_of a percentage up to 100",
    ),
});

type Input = z.output<typeof input>;

/** What people share, and what a year, a month and a week are divided into. */
const COUNTS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 30, 31, 52, 365]);

function refused(reason: string): Read {
  return { data: { error: reason } };
}

/** Signed, since a difference may be reckoned with again. */
function amountOf({ amount, currency }: z.output<typeof money>): Money | null {
  if (/^-?0+(\.0+)?$/.test(amount)) return { amountMinor: 0, currency };
  const size = toMinor(amount.replace("-", ""), currency);
  return size === null ? null : { amountMinor: amount.startsWith("-") ? -size : size, currency };
}

/** A tenth of a percent exactly rounded, and the whole percent that a reply may say instead. */
function percentOf(part: number, whole: number): object {
  const tenths = Math.round((part / whole) * 1000);
  return { percent: tenths / 10, rounded: { percent: Math.round(tenths / 10) } };
}

export const calculate = defineReadTool<Input>({
  name: "calculate",
  description:
    "Exact arithmetic on amounts: sum; difference (first minus the others); average; share (the first as a percentage of the second); change (from the first to the second, in percent); percent_of (number % of the first); times and divided_by (by number). Every figure you state that no other tool returned must come from here.",
  input,
  run: async (context, { operation, amounts, number }) => {
    const values: Money[] = [];
    for (const given of amounts) {
      const value = amountOf(given);
      if (value === null) return refused(`${given.amount} ${given.currency} is no amount`);
      if (value.amountMinor !== 0 && !context.known(value))
        return refused(
          `${toDecimal(value)} ${value.currency} was neither returned by a tool nor said by the user`,
        );
      values.push(value);
    }
    const [first, second] = values;
    if (!first || values.some(({ currency }) => currency !== first.currency))
      return refused("amounts of two currencies cannot be reckoned together");
    return { data: reckon(operation, { first, second, values, number }) };
  },
});

function reckon(
  operation: Input["operation"],
  {
    first,
    second,
    values,
    number,
  }: { first: Money; second: Money | undefined; values: readonly Money[]; number: number | undefined },
): unknown {
  const { currency } = first;
  const sum = values.reduce((total, { amountMinor }) => total + amountMinor, 0);
  // Few numbers, so that no figure one likes comes out of an amount that is true.
  const whole = number !== undefined && COUNTS.has(number) ? number : undefined;
  switch (operation) {
    case "sum":
      return { result: shown({ amountMinor: sum, currency }) };
    case "difference":
      return { result: shown({ amountMinor: 2 * first.amountMinor - sum, currency }) };
    case "average":
      return { result: shown(partOf({ amountMinor: sum, currency }, 1, values.length)) };
    case "share":
      return second && second.amountMinor !== 0
        ? percentOf(first.amountMinor, second.amountMinor)
        : { error: "share needs two amounts, and the second must not be zero" };
    case "change":
      return second && first.amountMinor !== 0
        ? { change: percentOf(second.amountMinor - first.amountMinor, first.amountMinor) }
        : { error: "change needs two amounts, and the first must not be zero" };
    case "percent_of":
      return number === undefined || number > 100
        ? { error: "percent_of needs a whole percentage up to 100" }
        : { result: shown(partOf(first, number, 100)) };
    case "times":
      return whole === undefined
        ? { error: "times needs 2 to 12, 24, 30, 31, 52 or 365" }
        : { result: shown({ amountMinor: first.amountMinor * whole, currency }) };
    case "divided_by":
      return whole === undefined
        ? { error: "divided_by needs 2 to 12, 24, 30, 31, 52 or 365" }
        : { result: shown(partOf(first, 1, whole)) };
  }
}

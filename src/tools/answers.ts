/** The queries behind each kind of question, and the little arithmetic between them, in integers. */
import { addDays, daysBetween } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Period, QuestionInput } from "../kernel/reading.ts";
import type { Entry, Money } from "../kernel/types.ts";
import type { Missing } from "../messages/index.ts";
import {
  type CategoryTotal,
  type EntryFilter,
  listEntries,
  type Total,
  totals,
  totalsByCategory,
} from "../store/ledger-questions.ts";
import type { ToolContext } from "./tool.ts";

interface Asked {
  readonly asked: QuestionInput;
}

export type Answer = Asked &
  (
    | { readonly is: "missing"; readonly what: Missing }
    | {
        readonly is: "total";
        readonly totals: readonly Total[];
        readonly categories: readonly CategoryTotal[];
      }
    | { readonly is: "list"; readonly entries: readonly Entry[]; readonly count: number }
    | { readonly is: "biggest"; readonly entry: Entry | null }
    | {
        readonly is: "average";
        readonly per: "day" | "week" | "month" | "entry";
        readonly averages: readonly Money[];
      }
    | {
        readonly is: "compare";
        readonly sides: readonly { readonly period: Period; readonly totals: readonly Money[] }[];
        readonly difference: readonly Money[];
      }
    | {
        readonly is: "net";
        readonly sides: readonly { currency: string; income: Money; expense: Money; net: Money }[];
      }
    | { readonly is: "paid"; readonly entry: Entry | null }
  );

/** Runs the queries that one question needs. */
export async function answer(
  context: ToolContext,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const { tx, scope } = context;
  switch (asked.ask) {
    case "cap_left":
    case "caps":
      return { asked, is: "missing", what: "caps" };
    case "due":
    case "reminders":
      return { asked, is: "missing", what: "reminders" };
    case "list":
    case "search": {
      const most = asked.limit ?? limits.listRows;
      return { asked, is: "list", ...(await listEntries(tx, scope, { filter, order: "latest", most })) };
    }
    case "biggest": {
      const most = asked.limit ?? 1;
      const { entries, count } = await listEntries(tx, scope, { filter, order: "biggest", most });
      if (most > 1) return { asked, is: "list", entries, count };
      return { asked, is: "biggest", entry: entries[0] ?? null };
    }
    case "paid_already": {
      const { entries } = await listEntries(tx, scope, { filter, order: "latest", most: 1 });
      return { asked, is: "paid", entry: entries[0] ?? null };
    }
    case "average":
      return average(context, asked, filter);
    case "compare":
      return compare(context, asked, filter);
    case "net":
      return net(context, asked, filter);
    case "total":
    case "count": {
      const sums = await totals(tx, scope, filter);
      const narrowed = asked.category !== undefined || (asked.words?.length ?? 0) > 0;
      const categories = narrowed ? [] : await totalsByCategory(tx, scope, filter);
      return { asked, is: "total", totals: sums, categories };
    }
  }
}

const DAYS_IN = { day: 1, week: 7, month: 30 } as const;

/** Halves are rounded away from zero; the amount is whole minor units again. */
function divide({ amountMinor, currency }: Money, by: number): Money {
  return { amountMinor: Math.round(amountMinor / by), currency };
}

/** Per entry, or per day, week or month of the part of the period that has passed. */
async function average(
  { tx, scope, today }: ToolContext,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const per = asked.per ?? "day";
  const sums = await totals(tx, scope, filter);
  const until = filter.to < today ? filter.to : today;
  const days = Math.max(1, daysBetween(filter.from, until) + 1);
  const averages = sums.map((sum) =>
    per === "entry" ? divide(sum, sum.count) : divide(sum, Math.max(1, days / DAYS_IN[per])),
  );
  return { asked, is: "average", per, averages };
}

/** The other period is cut to the same number of days, so that half a month is not set against a whole one. */
async function compare(
  { tx, scope, today }: ToolContext,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const { period } = asked;
  const passed = daysBetween(period.from, period.to < today ? period.to : today);
  const against = asked.against ?? {
    ...period,
    name: "range",
    to: addDays(period.from, -1),
    from: addDays(period.from, -1 - passed),
  };
  const sameDays = addDays(against.from, passed);
  const other: Period =
    period.to > today && sameDays < against.to
      ? { name: "range", from: against.from, to: sameDays }
      : against;
  const now = await totals(tx, scope, filter);
  const then = await totals(tx, scope, { ...filter, from: other.from, to: other.to });
  const currencies = [...new Set([...now, ...then].map(({ currency }) => currency))];
  const sumIn = (sums: readonly Total[], currency: string): number =>
    sums.find((sum) => sum.currency === currency)?.amountMinor ?? 0;
  return {
    asked,
    is: "compare",
    sides: [
      { period, totals: now },
      { period: other, totals: then },
    ],
    difference: currencies.map((currency) => ({
      currency,
      amountMinor: sumIn(now, currency) - sumIn(then, currency),
    })),
  };
}

async function net({ tx, scope }: ToolContext, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
  const sums = await totals(tx, scope, { ...filter, kind: "both" });
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const sides = currencies.map((currency) => {
    const of = (kind: Total["kind"]): Money => ({
      currency,
      amountMinor: sums.find((sum) => sum.currency === currency && sum.kind === kind)?.amountMinor ?? 0,
    });
    const income = of("income");
    const expense = of("expense");
    return {
      currency,
      income,
      expense,
      net: { currency, amountMinor: income.amountMinor - expense.amountMinor },
    };
  });
  return { asked, is: "net", sides };
}

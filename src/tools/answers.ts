/** The queries behind each kind of question, and the little arithmetic between them, in integers. */
import { addDays, daysBetween } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Period, QuestionInput } from "../kernel/reading.ts";
import type { Entry, IsoDate, Money } from "../kernel/types.ts";
import type { Missing } from "../messages/index.ts";
import {
  type CategoryTotal,
  type EntryFilter,
  listEntries,
  type Total,
  totals,
  totalsByCategory,
} from "../store/ledger-questions.ts";
import { billsDue, type DueBills, type KeptReminders, remindersKept } from "./reminder-answers.ts";
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
    | { readonly is: "biggest" /** One of each currency. */; readonly entries: readonly Entry[] }
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
    | ({ readonly is: "reminders" } & KeptReminders)
    | ({ readonly is: "due" } & DueBills)
  );

/** What a query needs to know. */
export type Asking = Pick<ToolContext, "tx" | "scope" | "today">;

/** Runs the queries that one question needs. */
export async function answer(context: Asking, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
  const { tx, scope } = context;
  switch (asked.ask) {
    case "cap_left":
    case "caps":
      return { asked, is: "missing", what: "caps" };
    case "due":
      return { asked, is: "due", ...(await billsDue(context, asked)) };
    case "reminders":
      return { asked, is: "reminders", ...(await remindersKept(context, asked)) };
    case "list":
    case "search": {
      const most = asked.limit ?? limits.listRows;
      return { asked, is: "list", ...(await listEntries(tx, scope, { filter, order: "latest", most })) };
    }
    case "biggest": {
      const most = asked.limit ?? 1;
      const { entries, count } = await listEntries(tx, scope, { filter, order: "biggest", most });
      if (most > 1) return { asked, is: "list", entries, count };
      return { asked, is: "biggest", entries };
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

/** `times` / `by` of an amount in whole minor units, in integers; halves are rounded away from zero. */
export function partOf({ amountMinor, currency }: Money, times: number, by: number): Money {
  const size = BigInt(Math.abs(amountMinor)) * BigInt(times);
  const rounded = Number((2n * size + BigInt(by)) / (2n * BigInt(by)));
  return { amountMinor: amountMinor < 0 ? -rounded : rounded, currency };
}

/**
 * Per entry, or per day, week or month of the part of the period that has passed. "So far" starts with the
 * first of the entries. Days that are no whole week or month yet are counted as one, not blown up to it.
 */
async function average(
  { tx, scope, today }: Asking,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const per = asked.per ?? "day";
  const sums = await totals(tx, scope, filter);
  const starts = sums.map(({ firstOn }) => firstOn).sort();
  const from = asked.period.name === "all" ? (starts[0] ?? filter.from) : filter.from;
  const until = filter.to < today ? filter.to : today;
  const days = daysBetween(from, until) + 1;
  const averages = sums.map((sum) =>
    per === "entry" ? partOf(sum, 1, sum.count) : partOf(sum, DAYS_IN[per], Math.max(DAYS_IN[per], days)),
  );
  return { asked, is: "average", per, averages };
}

/** The days of a period that have passed, when some are still to come. */
function daysSoFar({ from, to }: Period, today: IsoDate): number | undefined {
  return from <= today && today < to ? daysBetween(from, today) + 1 : undefined;
}

/** The first `days` of a period, or the whole one when it is no longer than that. */
function firstDays(period: Period, days: number): Period {
  const to = addDays(period.from, days - 1);
  return to < period.to ? { name: "range", from: period.from, to } : period;
}

/**
 * Two periods as they can be compared: when one of them is not over, the other is cut to as many days, so that
 * half a month is not set against a whole one, whichever of them was said first.
 */
export function comparable(one: Period, other: Period, today: IsoDate): readonly [Period, Period] {
  const [ofOne, ofOther] = [daysSoFar(one, today), daysSoFar(other, today)];
  if (ofOne !== undefined && ofOther === undefined) return [one, firstDays(other, ofOne)];
  if (ofOther !== undefined && ofOne === undefined) return [firstDays(one, ofOther), other];
  return [one, other];
}

/** As many days before the period as it has, or has had so far. */
function before(period: Period, today: IsoDate): Period {
  const days = daysSoFar(period, today) ?? daysBetween(period.from, period.to) + 1;
  return { name: "range", from: addDays(period.from, -days), to: addDays(period.from, -1) };
}

async function compare(
  { tx, scope, today }: Asking,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const pair = comparable(asked.period, asked.against ?? before(asked.period, today), today);
  const sides: { readonly period: Period; readonly totals: readonly Total[] }[] = [];
  for (const period of pair) {
    // What is already written down for days to come is not of the days so far.
    const to = daysSoFar(period, today) === undefined ? period.to : today;
    sides.push({ period, totals: await totals(tx, scope, { ...filter, from: period.from, to }) });
  }
  // "More" and "less" are said of the later side, whichever of them was said first.
  const [early, late] = sides.toSorted((a, b) => a.period.from.localeCompare(b.period.from));
  const sumIn = (side: (typeof sides)[number] | undefined, currency: string): number =>
    side?.totals.find((sum) => sum.currency === currency)?.amountMinor ?? 0;
  const currencies = [...new Set(sides.flatMap((side) => side.totals.map(({ currency }) => currency)))];
  return {
    asked,
    is: "compare",
    sides,
    difference: currencies.map((currency) => ({
      currency,
      amountMinor: sumIn(late, currency) - sumIn(early, currency),
    })),
  };
}

async function net({ tx, scope }: Asking, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
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

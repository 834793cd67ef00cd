/** The queries behind each kind of question, and the little arithmetic between them, in integers. */
import { addDays, daysBetween, spanOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Period, QuestionInput } from "../kernel/question.ts";
import type { Entry, Money } from "../kernel/types.ts";
import { monthNames } from "../language/month-names.ts";
import {
  type EntryFilter,
  listEntries,
  type Total,
  totals,
  totalsByCategory,
  totalsByDay,
} from "../store/ledger-questions.ts";
import type { Answer, Asking, Stretch } from "./answer.ts";
import { answerCaps } from "./cap-answers.ts";
import { compare, share, versus } from "./comparisons.ts";
import { billsDue, remindersKept } from "./reminder-answers.ts";

/** Runs the queries that one question needs. */
export async function answer(context: Asking, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
  const { tx, scope } = context;
  switch (asked.ask) {
    case "cap_left":
    case "caps":
      return answerCaps(context, asked);
    case "due":
      return { asked, is: "due", ...(await billsDue(context, asked)) };
    case "reminders":
      return { asked, is: "reminders", ...(await remindersKept(context, asked)) };
    case "list":
    case "search": {
      const most = asked.limit ?? limits.listRows;
      return { asked, is: "list", ...(await listEntries(tx, scope, { filter, order: "latest", most })) };
    }
    case "biggest":
    case "smallest": {
      const most = asked.limit ?? 1;
      const { entries, count } = await listEntries(tx, scope, { filter, order: asked.ask, most });
      if (most > 1) return { asked, is: "list", entries, count };
      return { asked, is: "biggest", entries };
    }
    case "paid_already":
      return paid(context, asked, filter);
    case "average":
      return average(context, asked, filter);
    case "compare":
      return asked.other ? versus(context, asked, filter) : compare(context, asked, filter);
    case "share":
      return share(context, asked, filter);
    case "top_day":
      return { asked, is: "top_day", days: await topDays(context, asked, filter) };
    case "net":
      return net(context, asked, filter);
    case "total":
    case "count":
      return total(context, asked, filter);
  }
}

const SPANS = { day: "day", week: "week", month: "month", entry: undefined, category: undefined } as const;

async function total(context: Asking, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
  const { tx, scope } = context;
  const sums = await totals(tx, scope, filter);
  const per = asked.per && SPANS[asked.per];
  if (per !== undefined) {
    const weekStart = context.settings.weekStart;
    const rows = await totalsByDay(tx, scope, { filter, per, weekStart, order: "day" });
    return { asked, is: "days", totals: sums, days: rows.map((row) => stretchOf(row, per)) };
  }
  const narrowed = asked.category !== undefined || (asked.words?.length ?? 0) > 0;
  const categories = narrowed ? [] : await totalsByCategory(tx, scope, filter);
  return { asked, is: "total", totals: sums, categories };
}

function stretchOf(
  { from, ...sum }: Money & { readonly from: string; readonly count: number },
  per: "day" | "week" | "month",
): Stretch {
  // A week starts where its first day is.
  const to = per === "week" ? addDays(from, 6) : spanOf(per, from).to;
  return { ...sum, period: { name: per === "week" ? "range" : per, from, to } };
}

/** The day, week or month with the most, of each currency. */
async function topDays(
  { tx, scope, settings }: Asking,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<readonly Stretch[]> {
  const per = (asked.per && SPANS[asked.per]) ?? "day";
  const rows = await totalsByDay(tx, scope, { filter, per, weekStart: settings.weekStart, order: "most" });
  const first = rows.filter((row, index) => row.currency !== rows[index - 1]?.currency);
  return first.map((row) => stretchOf(row, per));
}

/** Days after a month in which what was for it is still paid, and days before it. */
const PAID_LATE = 62;
const PAID_EARLY = 31;

/**
 * The latest record in the period, or one that says it was for its month ("rent for feb", paid in March); and when
 * there is none, the latest one before.
 */
async function paid({ tx, scope }: Asking, asked: QuestionInput, filter: EntryFilter): Promise<Answer> {
  const latest = async (which: EntryFilter): Promise<Entry | null> =>
    (await listEntries(tx, scope, { filter: which, order: "latest", most: 1 })).entries[0] ?? null;
  const entry = (await latest(filter)) ?? (await latestFor(asked.period, filter, latest));
  if (entry !== null) return { asked, is: "paid", entry, last: null };
  const about = asked.category !== undefined || (asked.words?.length ?? 0) > 0;
  const before = { ...filter, from: "2000-01-01", to: addDays(filter.from, -1) };
  return { asked, is: "paid", entry, last: about ? await latest(before) : null };
}

async function latestFor(
  { name, from, to }: Period,
  filter: EntryFilter,
  latest: (filter: EntryFilter) => Promise<Entry | null>,
): Promise<Entry | null> {
  if (name !== "month" && name !== "last_month" && name !== "this_month") return null;
  const oneOf = monthNames(Number(from.slice(5, 7)));
  return latest({ ...filter, oneOf, from: addDays(from, -PAID_EARLY), to: addDays(to, PAID_LATE) });
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
  const per = asked.per === undefined || asked.per === "category" ? "day" : asked.per;
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

/** One figure against another: two periods, two subjects in the same days, or a part and its whole. In integers. */
import { addDays, daysBetween } from "../kernel/calendar.ts";
import type { Period, QuestionInput, QuestionSubject } from "../kernel/question.ts";
import type { Currency, IsoDate, Money } from "../kernel/types.ts";
import { type EntryFilter, type Total, totals } from "../store/ledger-questions.ts";
import type { Answer, Asking } from "./answer.ts";

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

export async function compare(
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
  return { asked, is: "compare", sides, difference: differenceOf(late?.totals ?? [], early?.totals ?? []) };
}

/** One side less the other, in each currency that either has. */
function differenceOf(one: readonly Money[], other: readonly Money[]): readonly Money[] {
  const currencies = [...new Set([...one, ...other].map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    currency,
    amountMinor: sumIn(one, currency) - sumIn(other, currency),
  }));
}

function sumIn(sums: readonly Money[], currency: Currency): number {
  return sums.find((sum) => sum.currency === currency)?.amountMinor ?? 0;
}

/** Two subjects in the same days. */
export async function versus(
  { tx, scope }: Asking,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const one: QuestionSubject = { category: asked.category, words: asked.words };
  const other: QuestionSubject = asked.other ?? {};
  const sides = [];
  for (const subject of [one, other]) {
    const { category, words } = subject;
    sides.push({ subject, totals: await totals(tx, scope, { ...filter, category, words }) });
  }
  return {
    asked,
    is: "versus",
    sides,
    difference: differenceOf(sides[0]?.totals ?? [], sides[1]?.totals ?? []),
  };
}

/** What part of all, or of the income, the subject is; of each currency that the whole has. */
export async function share(
  { tx, scope }: Asking,
  asked: QuestionInput,
  filter: EntryFilter,
): Promise<Answer> {
  const parts = await totals(tx, scope, filter);
  const all = { ...filter, kind: asked.of ?? filter.kind, category: undefined, words: undefined };
  const wholes = await totals(tx, scope, all);
  const shares = wholes.map(({ currency, amountMinor }) => {
    const part = sumIn(parts, currency);
    return {
      part: { currency, amountMinor: part },
      whole: { currency, amountMinor },
      percent: percentOf(part, amountMinor),
    };
  });
  return { asked, is: "share", shares };
}

/** In whole percent, halves up, in integers. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return Number((200n * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

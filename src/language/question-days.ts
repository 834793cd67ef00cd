/** For which days a question is asked: the periods that are named, two of them for a comparison, or the usual one. */
import type { Period, QuestionInput } from "../kernel/question.ts";
import type { Doubt } from "../kernel/reading.ts";
import type { Weekday } from "../kernel/types.ts";
import type { DateMeaning } from "./date-pieces.ts";
import type { Message } from "./message.ts";
import { namedPeriod, periodOf } from "./periods.ts";

type Ask = QuestionInput["ask"];

const OPEN_ENDED: readonly Ask[] = ["list", "search", "paid_already", "due", "reminders"];

interface Stretch {
  readonly period: Period;
  readonly against?: Period | undefined;
  readonly doubts: readonly Doubt[];
}

interface Asked {
  readonly ask: Ask;
  /** Two subjects are compared, and not two stretches. */
  readonly versus: boolean;
  /** Months are set against each other, so one is too few. */
  readonly everMonth: boolean;
}

/** What the pieces say about the days, the month so far when they say nothing. */
export function stretchOf(message: Message, { ask, versus, everMonth }: Asked): Stretch {
  const setting = { today: message.today, weekStart: message.context.settings.weekStart };
  const dated = message.pieces.filter(
    ({ date }) => date !== undefined && !date.rate && !date.rhythm && date.time === undefined,
  );
  const periods = dated.flatMap(
    (piece) => (piece.date ? pastPeriodOf(piece.date, setting) : undefined) ?? [],
  );
  const doubts: Doubt[] = periods.length < dated.length ? ["bad_date"] : [];
  // "so far in march" is of March.
  const named = periods.filter(({ name }) => name !== "all");
  const [first, second] = named.length > 0 ? named : periods;
  const usual = namedPeriod(
    everMonth || (OPEN_ENDED.includes(ask) && ask !== "paid_already") ? "all" : "this_month",
    setting,
  );
  if (ask === "compare" && !versus) return { ...compared(first, second, setting), doubts };
  if (first === undefined) return { period: usual, doubts };
  if (second === undefined) return { period: first, doubts };
  if (second.from >= first.from)
    return { period: { name: "range", from: first.from, to: second.to }, doubts };
  return { period: first, doubts: ["bad_date"] };
}

/** A weekend that is still to come is the one before in a question about money. */
function pastPeriodOf(
  date: DateMeaning,
  setting: { readonly today: string; readonly weekStart: Weekday },
): Period | undefined {
  const period = periodOf(date, setting);
  const coming = date.period === "weekend" && period !== undefined && period.from > setting.today;
  return coming ? namedPeriod("last_weekend", setting) : period;
}

/** Two periods as they were said; one alone is set against the one before it, or is the one before it. */
function compared(
  first: Period | undefined,
  second: Period | undefined,
  setting: { readonly today: string; readonly weekStart: Weekday },
): { period: Period; against: Period } {
  const named = (name: Parameters<typeof namedPeriod>[0]): Period => namedPeriod(name, setting);
  if (first !== undefined && second !== undefined) return { period: first, against: second };
  switch (first?.name) {
    case "today":
    case "yesterday":
      return { period: named("today"), against: named("yesterday") };
    case "this_week":
    case "last_week":
      return { period: named("this_week"), against: named("last_week") };
    case "this_year":
    case "last_year":
      return { period: named("this_year"), against: named("last_year") };
    case "month":
    case "year":
    case "range":
      return { period: named("this_month"), against: first };
    default:
      return { period: named("this_month"), against: named("last_month") };
  }
}

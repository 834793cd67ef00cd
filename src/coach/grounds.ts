/** What a reply may say about money: what this turn's tools returned, and what the user wrote (SPEC S7). */
import type { IsoDate, Money } from "../kernel/types.ts";
import { dateHitAt } from "../language/date-pieces.ts";
import { normalise } from "../language/normalise.ts";
import { tokenise } from "../language/tokens.ts";
import { resolveWhen } from "../language/when.ts";
import { canonical } from "./canonical.ts";
import { type Collected, type Facts, type KnownAmount, nothing } from "./facts.ts";
import type { Figure, FigureContext, Meaning, PartialDay } from "./figure.ts";
import { partsOf } from "./figure-dates.ts";
import { figuresIn } from "./figures.ts";
import { minorOf } from "./quantity.ts";

function take(figure: Figure, meaning: Meaning, into: Collected): void {
  if ("amount" in meaning) into.amounts.push(meaning.amount);
  else if ("percent" in meaning) {
    into.percentages.push(meaning.percent);
    // "Naik 20%" and "up 20%" may be said back as they were said.
    into.changes.push(meaning.percent, -meaning.percent);
  } else if ("percentIn" in meaning) into.percentages.push((meaning.percentIn[0] + meaning.percentIn[1]) / 2);
  else if ("change" in meaning) into.changes.push(meaning.change);
  else if ("count" in meaning) into.counts.push(meaning.count);
  else {
    const { year, month, day } = meaning.date;
    if (month === undefined) return;
    const pad = (part: number): string => String(part).padStart(2, "0");
    if (day === undefined) into.months.push(`${year ?? "-"}-${pad(month)}`);
    else if (year !== undefined && figure.kind === "date")
      into.dates.push(`${year}-${pad(month)}-${pad(day)}`);
  }
}

/** The days that the user named, looking back and ahead: "5 March" was, and will be. */
function daysOf(text: string, { today }: FigureContext): IsoDate[] {
  const tokens = tokenise(normalise(text));
  const found: IsoDate[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const when = dateHitAt(tokens, at, "ask")?.meaning.when;
    if (when === undefined) continue;
    for (const toward of ["past", "future"] as const) {
      const date = resolveWhen(when, today, toward)?.date;
      if (date !== undefined) found.push(date);
    }
  }
  return found;
}

/** "15 lunch" counts lunches no more than it names a price. */
function takeAmount(count: number, { currency }: FigureContext, into: Collected): void {
  const amountMinor = minorOf(String(count), currency);
  if (amountMinor !== null) into.amounts.push({ amountMinor, currency });
}

/**
 * The facts of the user's own words in this turn.
 * A number without a currency may be an amount of theirs or a count: both are taken.
 */
export function factsOfUser(written: string, context: FigureContext): Facts {
  const { text } = canonical(written);
  const into = nothing();
  for (const figure of figuresIn(text, context)) {
    for (const meaning of figure.means) {
      take(figure, meaning, into);
      if (figure.kind === "amount" && "amount" in meaning && /^[\d.,]+$/.test(figure.text))
        into.counts.push(Number(figure.text.replaceAll(",", "")));
      if (figure.kind === "count" && "count" in meaning) takeAmount(meaning.count, context, into);
    }
  }
  into.dates.push(...daysOf(text, context));
  return into;
}

/** The look-up that a check needs, made once. */
export interface Ground {
  /** Whether something that is known has this figure. */
  has(meaning: Meaning): boolean;
  /** The known amounts of this size, whatever their sign. */
  amountsOf(money: Money): readonly KnownAmount[];
  /** Every known amount. */
  readonly amounts: readonly KnownAmount[];
  /** By how many percent something is known to have changed, signed. */
  readonly changes: readonly number[];
  readonly names: readonly string[];
}

/** Percentages and counts are compared as they are written: 12.50 is 12.5, and 33 is not 33.3. */
function sameNumber(one: number, other: number): boolean {
  return Math.abs(Math.abs(one) - Math.abs(other)) < 1e-9;
}

/** The month that it is needs no tool. */
export function groundOf(facts: Facts, { today }: FigureContext): Ground {
  const keyOf = ({ amountMinor, currency }: Money): string => `${currency} ${Math.abs(amountMinor)}`;
  const amounts = new Map<string, KnownAmount[]>();
  for (const amount of facts.amounts) {
    const same = amounts.get(keyOf(amount));
    if (same) same.push(amount);
    else amounts.set(keyOf(amount), [amount]);
  }
  const { changes = [] } = facts;
  const percentages = [...facts.percentages, ...changes];
  const dates = [...new Set(facts.dates)].map(partsOf);
  const months = [today.slice(0, 7), ...(facts.months ?? [])].map((text) => ({
    year: Number(text.slice(0, 4)) || undefined,
    month: Number(text.slice(-2)),
  }));
  return {
    names: facts.names ?? [],
    amounts: facts.amounts,
    changes,
    amountsOf: (money) => amounts.get(keyOf(money)) ?? [],
    has(meaning) {
      if ("amount" in meaning) return amounts.has(keyOf(meaning.amount));
      if ("percent" in meaning) return percentages.some((known) => sameNumber(known, meaning.percent));
      if ("percentIn" in meaning) {
        const [low, high] = meaning.percentIn;
        return facts.percentages.some((known) => known >= low && known <= high);
      }
      if ("change" in meaning) return changes.includes(meaning.change);
      if ("count" in meaning) return facts.counts.some((known) => sameNumber(known, meaning.count));
      const { year, month, day } = meaning.date;
      const fits = (known: PartialDay): boolean =>
        (year === undefined || known.year === undefined || known.year === year) &&
        (month === undefined || known.month === month) &&
        (day === undefined || known.day === day);
      return dates.some(fits) || (day === undefined && months.some(fits));
    },
  };
}

/** What a reply may say about money: what this turn's tools returned, and what the user wrote (SPEC S7). */

import { isDate } from "../kernel/calendar.ts";
import { isCurrency } from "../kernel/money.ts";
import type { IsoDate, Money } from "../kernel/types.ts";
import { dateHitAt } from "../language/date-pieces.ts";
import { normalise } from "../language/normalise.ts";
import { tokenise } from "../language/tokens.ts";
import { resolveWhen } from "../language/when.ts";
import type { Figure, FigureContext, Meaning, PartialDay } from "./figure.ts";
import { partsOf } from "./figure-dates.ts";
import { figuresIn } from "./figures.ts";
import { minorOf } from "./quantity.ts";

/** Figures that are known to be true in this turn. */
export interface Facts {
  readonly amounts: readonly Money[];
  readonly counts: readonly number[];
  /** 12.5 is 12.5 %. */
  readonly percentages: readonly number[];
  readonly dates: readonly IsoDate[];
  /** Months that were named without a day: `2026-03`, or `--03` when no year was said. */
  readonly months?: readonly string[] | undefined;
  /** Names with digits in them, which are no figures: "Unifi 300", "iPhone 15". */
  readonly names?: readonly string[] | undefined;
}

/** All facts of several sources. */
export function merge(...sources: readonly Facts[]): Facts {
  return {
    amounts: sources.flatMap(({ amounts }) => amounts),
    counts: sources.flatMap(({ counts }) => counts),
    percentages: sources.flatMap(({ percentages }) => percentages),
    dates: sources.flatMap(({ dates }) => dates),
    months: sources.flatMap(({ months }) => months ?? []),
    names: sources.flatMap(({ names }) => names ?? []),
  };
}

interface Collected {
  amounts: Money[];
  counts: number[];
  percentages: number[];
  dates: IsoDate[];
  months: string[];
  names: string[];
}

function nothing(): Collected {
  return { amounts: [], counts: [], percentages: [], dates: [], months: [], names: [] };
}

/** Where a person's own names for things stand, which may have digits in them. */
const NAMED = new Set(["description", "merchant", "category", "title"]);

function collectText(value: string, key: string, into: Collected): void {
  if (isDate(value)) into.dates.push(value);
  else if (/^\d{4}-\d{2}$/.test(value)) into.months.push(value);
  else if (NAMED.has(key) && /\d/.test(value) && /\p{L}{2}/u.test(value)) into.names.push(value);
}

function collect(value: unknown, key: string, into: Collected): void {
  if (typeof value === "string") collectText(value, key, into);
  if (typeof value === "number") {
    if (key === "count") into.counts.push(value);
    if (key === "percent") into.percentages.push(value);
  }
  if (typeof value !== "object" || value === null) return;
  const { amountMinor, currency } = value as { amountMinor?: unknown; currency?: unknown };
  if (typeof amountMinor === "number" && typeof currency === "string" && isCurrency(currency)) {
    into.amounts.push({ amountMinor, currency });
  }
  for (const [name, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? key : name, into);
}

/**
 * The facts of a tool's result.
 * @param result JSON, however nested: objects with `amountMinor` and `currency` are amounts, numbers under `count`
 *               and `percent` are those, strings `YYYY-MM-DD` dates, `YYYY-MM` months, other strings names
 */
export function factsOfResult(result: unknown): Facts {
  const into = nothing();
  collect(result, "", into);
  return into;
}

function take(figure: Figure, meaning: Meaning, into: Collected): void {
  if ("amount" in meaning) into.amounts.push(meaning.amount);
  else if ("percent" in meaning) into.percentages.push(meaning.percent);
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
export function factsOfUser(text: string, context: FigureContext): Facts {
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
  has(meaning: Meaning): boolean;
  readonly names: readonly string[];
}

/** Percentages and counts are compared as they are written: 12.50 is 12.5, and 33 is not 33.3. */
function sameNumber(one: number, other: number): boolean {
  return Math.abs(Math.abs(one) - Math.abs(other)) < 1e-9;
}

/** The month that it is needs no tool. */
export function groundOf(facts: Facts, { today }: FigureContext): Ground {
  const amounts = new Set(
    facts.amounts.map(({ amountMinor, currency }) => `${currency} ${Math.abs(amountMinor)}`),
  );
  const dates = [...new Set(facts.dates)].map(partsOf);
  const months = [today.slice(0, 7), ...(facts.months ?? [])].map((text) => ({
    year: Number(text.slice(0, 4)) || undefined,
    month: Number(text.slice(-2)),
  }));
  return {
    names: facts.names ?? [],
    has(meaning) {
      if ("amount" in meaning) return amounts.has(`${meaning.amount.currency} ${meaning.amount.amountMinor}`);
      if ("percent" in meaning) return facts.percentages.some((known) => sameNumber(known, meaning.percent));
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

/**
 * What an amount of a reply is said to be of: the category, name and days beside it. A true amount of one thing proves
 * nothing about another, so "food RM120, transport RM300" is false when it is the other way round.
 */
import { addDays, addMonths, spanOf } from "../kernel/calendar.ts";
import type { IsoDate } from "../kernel/types.ts";
import { PhraseTable } from "../language/phrases.ts";
import words from "./data/labels.json" with { type: "json" };
import periods from "./data/periods.json" with { type: "json" };
import type { KnownAmount } from "./facts.ts";
import { labelAt } from "./labels.ts";
import type { Placed } from "./placed.ts";

const JOINS = new Set(words.joins);
const COMPARES = new Set(words.compares);
type PeriodName = "today" | "yesterday" | "week" | "lastWeek" | "month" | "lastMonth" | "year" | "lastYear";
const periodTable = new PhraseTable<PeriodName>();
for (const [name, phrases] of Object.entries(periods))
  for (const phrase of phrases) periodTable.add(phrase, name as PeriodName);

interface Days {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** What amounts are held against. */
export interface Known {
  readonly amounts: readonly KnownAmount[];
  readonly today: IsoDate;
}

/** The stretch of tokens in which what an amount is of can stand: between the figures beside it, in its clause. */
export interface Gap {
  /** The first token behind the figure before. */
  readonly from: number;
  /** The amount's own tokens. */
  readonly at: number;
  readonly end: number;
  /** The token of the figure after, or the end of the clause. */
  readonly to: number;
  /** No other figure is in the clause. */
  readonly alone: boolean;
}

/** Weeks may begin on any day, so theirs are taken wide. */
function daysOf(name: PeriodName, today: IsoDate): Days {
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "week":
      return { from: addDays(today, -6), to: addDays(today, 6) };
    case "lastWeek":
      return { from: addDays(today, -13), to: addDays(today, -1) };
    case "month":
      return spanOf("month", today);
    case "lastMonth":
      return spanOf("month", addMonths(today, -1));
    case "year":
      return spanOf("year", today);
    case "lastYear":
      return spanOf("year", addMonths(today, -12));
  }
}

type Finder<T> = (at: number) => { readonly value: T; readonly length: number } | undefined;

/** All that one finder sees between two tokens. */
function seen<T>(find: Finder<T>, from: number, to: number): { value: T; at: number; end: number }[] {
  const found = [];
  for (let at = from; at < to; ) {
    const hit = find(at);
    if (hit && at + hit.length <= to) found.push({ value: hit.value, at, end: at + hit.length });
    at += hit?.length ?? 1;
  }
  return found;
}

/** The last one, and those that stand right in front of it: "Unifi bill". */
function nearest<T>(hits: readonly { value: T; at: number; end: number }[]): T[] {
  const run: T[] = [];
  let at = Number.POSITIVE_INFINITY;
  for (const hit of hits.toReversed()) {
    if (run.length > 0 && hit.end < at) break;
    run.push(hit.value);
    at = hit.at;
  }
  return run;
}

/** What belongs to the amount: what follows it at once, else what leads up to it, else what follows it alone. */
function beside<T>(find: Finder<T>, tokens: readonly Placed[], { from, at, end, to, alone }: Gap): T[] {
  let next = end;
  while (next < to && JOINS.has(tokens[next]?.lower ?? "")) next += 1;
  const direct = seen(find, next, to);
  const run: T[] = [];
  for (const hit of direct) {
    if (hit.at !== next + run.length && hit.at !== next) break;
    run.push(hit.value);
    next = hit.end;
  }
  if (run.length > 0) return run;
  const before = seen(find, from, at);
  if (before.length > 0) return nearest(before);
  const own = direct.filter((hit) => !COMPARES.has(tokens[hit.at - 1]?.lower ?? ""));
  return alone ? own.map(({ value }) => value) : [];
}

function within({ from, to }: KnownAmount, days: Days): boolean {
  return from === undefined || to === undefined || (from >= days.from && to <= days.to);
}

/** Of these amounts, all of one size, those that are of the things beside the figure; all when nothing binds it. */
function ofThings(
  same: readonly KnownAmount[],
  { amounts }: Known,
  things: readonly string[],
): readonly KnownAmount[] {
  const known = things.filter((thing) => amounts.some(({ labels = [] }) => labels.includes(thing)));
  if (known.length === 0) return same;
  // A word that many things share tells them not apart, where another does.
  const spread = (thing: string): number =>
    new Set(amounts.filter(({ labels = [] }) => labels.includes(thing)).map(({ amountMinor }) => amountMinor))
      .size;
  const fewest = Math.min(...known.map(spread));
  const telling = known.filter((thing) => spread(thing) === fewest);
  return same.filter(
    ({ labels = [] }) => labels.length === 0 || telling.some((thing) => labels.includes(thing)),
  );
}

function ofDays(
  same: readonly KnownAmount[],
  { amounts }: Known,
  days: Days | undefined,
): readonly KnownAmount[] {
  if (days === undefined) return same;
  const known = amounts.some((amount) => amount.from !== undefined && within(amount, days));
  return known ? same.filter((amount) => within(amount, days)) : same;
}

/**
 * Keeps of the known amounts of one size those that the reply can mean.
 * @returns none when the amount is known of other things or days only, and the reply names one that is known
 */
export function meantBy(
  same: readonly KnownAmount[],
  known: Known,
  { tokens, gap }: { tokens: readonly Placed[]; gap: Gap },
): readonly KnownAmount[] {
  const things = beside(
    (at) => {
      const hit = labelAt(tokens, at);
      const isKnown = hit && known.amounts.some(({ labels = [] }) => labels.includes(hit.label));
      return isKnown ? { value: hit.label, length: hit.length } : undefined;
    },
    tokens,
    gap,
  );
  const [named] = beside((at) => periodTable.match(tokens, at), tokens, gap);
  const days = named === undefined ? undefined : daysOf(named, known.today);
  return ofDays(ofThings(same, known, things), known, days);
}

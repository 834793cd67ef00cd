/**
 * Stretches from one day to another in questions: "since monday", "from 1 to 5 march", "1-5 march", "dari 1hb hingga
 * 5hb". A bare number is a day only where the other end names its month.
 */
import { addDays, addMonths } from "../kernel/calendar.ts";
import type { IsoDate } from "../kernel/types.ts";
import dates from "./data/dates.json" with { type: "json" };
import { type DateHit, numericDateAt } from "./date-numbers.ts";
import { distanceAt, fixedPhraseAt, weekdayPhraseAt } from "./date-words.ts";
import { tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import { resolveWhen, type When } from "./when.ts";

/** Without an end it goes on until today. */
export interface Span {
  readonly type: "span";
  /** A day, or a named period at whose first day it begins. */
  readonly from: When | { readonly type: "period"; readonly period: string };
  readonly to?: When | undefined;
}

interface SpanHit {
  readonly period: Span;
  readonly length: number;
}

const starts = tableOf(dates.startsFrom);
const froms = tableOf(dates.rangeFrom);
const betweens = tableOf(dates.rangeBetween);
const untils = tableOf(dates.until);
const untilNow = tableOf(dates.untilNow);
const prepositions = tableOf(dates.on);
const AND = /^(and|dan|&)$/;

/** A day at `at`, with the preposition before it. */
function dayAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const lead = prepositions.match(tokens, at)?.length ?? 0;
  const start = at + lead;
  const fixed = fixedPhraseAt(tokens, start);
  const hit =
    numericDateAt(tokens, start) ??
    weekdayPhraseAt(tokens, start) ??
    distanceAt(tokens, start) ??
    (fixed?.value.kind === "when" ? { when: fixed.value.when, length: fixed.length } : undefined);
  return hit && { when: hit.when, length: hit.length + lead };
}

function bareDayAt(tokens: readonly Token[], at: number): number | undefined {
  const text = tokens[at]?.text ?? "";
  return /^([1-9]|[12]\d|3[01])$/.test(text) ? Number(text) : undefined;
}

/** The day `bare` of the month in which `end` lies. */
function sameMonth(bare: number, end: When): When | undefined {
  if (end.type === "calendar") return { ...end, day: bare };
  return end.type === "monthDay" ? { type: "monthDay", day: bare } : undefined;
}

/** "5 jan to 10 feb 2025": the year is said once. */
function sameYear(from: When, to: When): When {
  const plain = from.type === "calendar" && to.type === "calendar" && from.year === undefined;
  return plain ? { ...from, year: to.year } : from;
}

/** The stretch that begins at `at`. */
export function spanAt(tokens: readonly Token[], at: number): SpanHit | undefined {
  const since = starts.match(tokens, at)?.length ?? 0;
  const between = betweens.match(tokens, at)?.length ?? 0;
  const lead = Math.max(since, between, froms.match(tokens, at)?.length ?? 0);
  const start = at + lead;
  return (
    fromBareDay(tokens, { at, start, and: between > 0 }) ??
    fromDay(tokens, { at, start, and: between > 0, since: since > 0 }) ??
    (since > 0 ? fromPeriod(tokens, at, start) : undefined)
  );
}

interface Begun {
  readonly at: number;
  readonly start: number;
  /** "and" ends it, as in "between 1 and 5 march". */
  readonly and: boolean;
}

function untilAt(tokens: readonly Token[], at: number, and: boolean): number {
  if (and && AND.test(tokens[at]?.lower ?? "")) return 1;
  return untils.match(tokens, at)?.length ?? 0;
}

function fromBareDay(tokens: readonly Token[], { at, start, and }: Begun): SpanHit | undefined {
  const bare = bareDayAt(tokens, start);
  if (bare === undefined) return undefined;
  const until = untilAt(tokens, start + 1, and);
  const end = until === 0 ? undefined : dayAt(tokens, start + 1 + until);
  const from = end && sameMonth(bare, end.when);
  if (end === undefined || from === undefined) return undefined;
  return { period: { type: "span", from, to: end.when }, length: start - at + 1 + until + end.length };
}

function fromDay(
  tokens: readonly Token[],
  { at, start, and, since }: Begun & { readonly since: boolean },
): SpanHit | undefined {
  const first = dayAt(tokens, start);
  if (first === undefined) return undefined;
  const behind = start + first.length;
  const open = untilNow.match(tokens, behind)?.length ?? 0;
  if (open > 0) return { period: { type: "span", from: first.when }, length: behind - at + open };
  const until = untilAt(tokens, behind, and);
  const end = until === 0 ? undefined : dayAt(tokens, behind + until);
  if (end !== undefined)
    return {
      period: { type: "span", from: sameYear(first.when, end.when), to: end.when },
      length: behind - at + until + end.length,
    };
  return since ? { period: { type: "span", from: first.when }, length: behind - at } : undefined;
}

/** "since last week" */
function fromPeriod(tokens: readonly Token[], at: number, start: number): SpanHit | undefined {
  const fixed = fixedPhraseAt(tokens, start);
  if (fixed?.value.kind !== "period") return undefined;
  const from = { type: "period", period: fixed.value.period } as const;
  return { period: { type: "span", from }, length: start - at + fixed.length };
}

/** How far an end is moved on that would lie before its beginning. */
const STEPS: Readonly<Partial<Record<When["type"], (day: IsoDate) => IsoDate>>> = {
  calendar: (day) => addMonths(day, 12),
  monthDay: (day) => addMonths(day, 1),
  weekday: (day) => addDays(day, 7),
};

/** First and last day; undefined when one of them does not exist, or the last comes first. */
export function spanDays(
  from: When,
  to: When | undefined,
  today: IsoDate,
): { from: IsoDate; to: IsoDate } | undefined {
  const first = resolveWhen(from, today, "past")?.date;
  if (first === undefined) return undefined;
  const end = to === undefined ? today : resolveWhen(to, today, "past")?.date;
  if (end === undefined) return undefined;
  const last = end < first && to !== undefined ? (STEPS[to.type]?.(end) ?? end) : end;
  return last < first ? undefined : { from: first, to: last };
}

/**
 * Days, stretches and rates named in words, in English, Malay and the mix of both. Everything outside these
 * forms is no date: a guess would put money on a wrong day.
 */
import { dictionary } from "../kernel/dictionary.ts";
import type { Weekday } from "../kernel/types.ts";
import dates from "./data/dates.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import type { DateHit } from "./date-numbers.ts";
import { PhraseTable, tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import type { Unit, When } from "./when.ts";

export type Rate = "day" | "week" | "month" | "year";
/** A key of `periods` in data/dates.json. */
export type NamedPeriod = string;

/** What a fixed phrase of dates.json stands for. */
type DatePhrase =
  | { readonly kind: "when"; readonly when: When; readonly evening?: boolean }
  | { readonly kind: "period"; readonly period: NamedPeriod }
  | { readonly kind: "rate"; readonly rate: Rate };

const COUNTS = dictionary<number>(dates.counts);
const UNITS = dictionary<string>(dates.units);
const WEEKDAYS = dictionary<number>(dates.weekdays);
const SHY = new Set(dates.shyWeekdays);
const UNSURE = new Set(dates.ambiguous);

const fixed = new PhraseTable<DatePhrase>();
for (const [phrase, days] of Object.entries(dates.offsets)) {
  fixed.add(phrase, { kind: "when", when: { type: "offset", days, unsure: UNSURE.has(phrase) } });
}
for (const phrase of dates.evenings) {
  fixed.add(phrase, { kind: "when", when: { type: "offset", days: 0, unsure: false }, evening: true });
}
for (const phrase of dates.monthEnd) fixed.add(phrase, { kind: "when", when: { type: "monthEnd" } });
for (const [phrase, period] of Object.entries(dates.periods)) fixed.add(phrase, { kind: "period", period });
for (const [phrase, rate] of Object.entries(dates.rates))
  fixed.add(phrase, { kind: "rate", rate: rate as Rate });

export const everyTable: PhraseTable<true> = tableOf(dates.every);
const last = tableOf(dates.last);
const lastAfter = tableOf(dates.lastAfter);
const next = tableOf(dates.next);
const nextAfter = tableOf(dates.nextAfter);
const thisBefore = tableOf(dates.this);
const thisAfter = tableOf(dates.thisAfter);
const ago = tableOf(dates.ago);
const ahead = tableOf(dates.ahead);
const within = tableOf(dates.in);
const before = tableOf(overrides.leadTimes);

/** How long a phrase of `table` at `at` is; 0 when there is none. */
function lengthAt(table: PhraseTable<true>, tokens: readonly Token[], at: number): number {
  return table.match(tokens, at)?.length ?? 0;
}

export function fixedPhraseAt(
  tokens: readonly Token[],
  at: number,
): { value: DatePhrase; length: number } | undefined {
  return fixed.match(tokens, at);
}

export function unitAt(tokens: readonly Token[], at: number): Unit | undefined {
  return UNITS[tokens[at]?.lower ?? ""] as Unit | undefined;
}

/** "3" or "three" at `at`, as a small count. */
export function countAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === "number") return /^\d{1,3}$/.test(token.text) ? Number(token.text) : undefined;
  return COUNTS[token.lower];
}

/** The weekday at `at`; `firm` is false for words that are often something else ("sun", "sat"). */
export function weekdayAt(
  tokens: readonly Token[],
  at: number,
): { day: Weekday; firm: boolean; many: boolean } | undefined {
  const word = tokens[at]?.lower ?? "";
  const single = WEEKDAYS[word];
  const day = single ?? (word.endsWith("s") && word.length > 5 ? WEEKDAYS[word.slice(0, -1)] : undefined);
  if (day === undefined) return undefined;
  return { day: day as Weekday, firm: !SHY.has(word), many: single === undefined };
}

/** "last friday", "isnin lepas", "next tue", "friday". */
export function weekdayPhraseAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const leads = [
    ["last", lengthAt(last, tokens, at)],
    ["next", lengthAt(next, tokens, at)],
    ["this", lengthAt(thisBefore, tokens, at)],
  ] as const;
  const lead = leads.find(([, length]) => length > 0);
  const offset = lead?.[1] ?? 0;
  const named = weekdayAt(tokens, at + offset);
  if (named === undefined || named.many) return undefined;
  const end = at + offset + 1;
  if (lead !== undefined)
    return { when: { type: "weekday", day: named.day, which: lead[0] }, length: offset + 1 };
  const after = [
    ["last", lengthAt(lastAfter, tokens, end)],
    ["next", lengthAt(nextAfter, tokens, end)],
    ["this", lengthAt(thisAfter, tokens, end)],
  ] as const;
  const tail = after.find(([, length]) => length > 0);
  if (tail !== undefined)
    return { when: { type: "weekday", day: named.day, which: tail[0] }, length: 1 + tail[1] };
  return named.firm ? { when: { type: "weekday", day: named.day, which: "bare" }, length: 1 } : undefined;
}

/** How long before the day that is named: "sehari awal", "2 days before", "a week in advance". */
export interface Lead {
  readonly count: number;
  readonly unit: Unit;
}

/** A lead time at `at`, and how many tokens it is. */
export function leadAt(tokens: readonly Token[], at: number): { lead: Lead; length: number } | undefined {
  const fused = (dates.fused as Readonly<Record<string, Unit>>)[tokens[at]?.lower ?? ""];
  const count = fused === undefined ? countAt(tokens, at) : 1;
  const unit = fused ?? unitAt(tokens, at + 1);
  if (count === undefined || unit === undefined) return undefined;
  const end = at + (fused === undefined ? 2 : 1);
  const tail = lengthAt(before, tokens, end);
  return tail === 0 ? undefined : { lead: { count, unit }, length: end - at + tail };
}

/** The most of each unit that somebody counts back in "lepas": beyond it the number is a price. */
const MOST_BACK: Partial<Record<Unit, number>> = { week: 12, month: 12, year: 5 };

/** "kasut 90 bulan lepas": 90 ringgit, last month. */
export function isPriceBeforeDay(tokens: readonly Token[], at: number, count: number, unit: Unit): boolean {
  return count > (MOST_BACK[unit] ?? count) && (fixedPhraseAt(tokens, at + 1)?.length ?? 0) > 1;
}

/** "3 days ago", "2 minggu lepas", "in 3 days", "3 hari lagi", "dalam 2 minggu", "seminggu lagi". */
export function distanceAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const lead = lengthAt(within, tokens, at);
  const fused = (dates.fused as Readonly<Record<string, Unit>>)[tokens[at + lead]?.lower ?? ""];
  const count = fused === undefined ? countAt(tokens, at + lead) : 1;
  const unit = fused ?? unitAt(tokens, at + lead + 1);
  if (count === undefined || unit === undefined) return undefined;
  const end = at + lead + (fused === undefined ? 2 : 1);
  const back = lengthAt(ago, tokens, end);
  if (lead === 0 && fused === undefined && isPriceBeforeDay(tokens, at, count, unit)) return undefined;
  if (lead === 0 && back > 0) return { when: { type: "ago", count, unit }, length: end - at + back };
  const forth = lengthAt(ahead, tokens, end);
  if (lead > 0 || forth > 0) return { when: { type: "ahead", count, unit }, length: end - at + forth };
  return undefined;
}

/** What comes again: "every 1st", "tiap isnin", "setiap 15hb", "every 2 weeks", "every other friday" (SPEC S5, S15). */
import type { Recurrence } from "../kernel/reading.ts";
import type { Weekday } from "../kernel/types.ts";
import dates from "./data/dates.json" with { type: "json" };
import { numericDateAt } from "./date-numbers.ts";
import { countAt, everyTable, fixedPhraseAt, type Rate, unitAt, weekdayAt } from "./date-words.ts";
import { PhraseTable, tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import type { When } from "./when.ts";

/** A rhythm; the anchor (which weekday, which day) may come from a date elsewhere in the message. */
export interface Rhythm {
  readonly rate: Rate;
  readonly every: number;
  readonly anchor?: When | undefined;
  /** "every weekday": on each of these, 1 = Monday. */
  readonly days?: readonly Weekday[] | undefined;
}

interface RhythmHit {
  readonly rhythm: Rhythm;
  readonly length: number;
}

const OTHER = new Set(dates.other);
const quarters = tableOf(dates.quarter);
const groups = new PhraseTable<readonly Weekday[]>();
for (const phrase of dates.workingDays) groups.add(phrase, [1, 2, 3, 4, 5]);
for (const phrase of dates.weekendDays) groups.add(phrase, [6, 7]);
const FORTNIGHT = /^(fortnight|dwiminggu)$/;
const LAST_DAY = 31;
/** Days of each month in its longest year. */
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** "27th of every month", "1hb of each month": a day of the month, said before its rhythm. */
function dayOfEveryAt(tokens: readonly Token[], at: number): RhythmHit | undefined {
  const lead = tokens[at]?.lower === "on" ? 1 : 0;
  const words = tokens.slice(at, at + 7).map(({ lower }) => lower);
  const last = /^(on )?(the )?last day of (each|every) month\b/.exec(words.join(" "))?.[0];
  if (last !== undefined)
    return {
      rhythm: { rate: "month", every: 1, anchor: { type: "monthEnd" } },
      length: last.split(" ").length,
    };
  const the = tokens[at + lead]?.lower === "the" ? 1 : 0;
  const day = numericDateAt(tokens, at + lead + the);
  if (day?.when.type !== "monthDay") return undefined;
  const length = lead + the + day.length;
  if (!words.slice(0, length).some((word) => word === "each" || word === "every")) return undefined;
  return { rhythm: { rate: "month", every: 1, anchor: day.when }, length };
}

/** The rhythm that begins with "every" at `at`, or a plural weekday ("mondays"). */
export function rhythmAt(tokens: readonly Token[], at: number): RhythmHit | undefined {
  const dated = dayOfEveryAt(tokens, at);
  if (dated !== undefined) return dated;
  const lead = everyTable.match(tokens, at)?.length ?? 0;
  if (lead === 0) {
    if (tokens[at]?.lower === "fortnightly") return { rhythm: { rate: "week", every: 2 }, length: 1 };
    const named = weekdayAt(tokens, at);
    if (named?.many !== true) return undefined;
    return { rhythm: { rate: "week", every: 1, anchor: bare(named.day) }, length: 1 };
  }
  const day = /^(hari|malam|pagi|petang)$/.test(tokens[at + lead]?.lower ?? "") ? 1 : 0;
  // "tiap hari minggu" is every Sunday, though "minggu" alone is a week.
  if (day === 1 && tokens[at + lead + 1]?.lower === "minggu")
    return { rhythm: { rate: "week", every: 1, anchor: bare(7) }, length: lead + 2 };
  if (day === 1 && weekdayAt(tokens, at + lead + 1) !== undefined) {
    const weekday = weekdayAt(tokens, at + lead + 1)?.day ?? 1;
    return { rhythm: { rate: "week", every: 1, anchor: bare(weekday) }, length: lead + 2 };
  }
  const start = at + lead;
  const group = groups.match(tokens, start);
  if (group !== undefined)
    return { rhythm: { rate: "week", every: 1, days: group.value }, length: lead + group.length };
  if (FORTNIGHT.test(tokens[start]?.lower ?? ""))
    return { rhythm: { rate: "week", every: 2 }, length: lead + 1 };
  const named = weekdayAt(tokens, start);
  if (named !== undefined)
    return { rhythm: { rate: "week", every: 1, anchor: bare(named.day) }, length: lead + 1 };
  return otherAt(tokens, start, lead) ?? datedAt(tokens, start, lead) ?? spacedAt(tokens, start, lead);
}

function bare(day: Weekday): When {
  return { type: "weekday", day, which: "bare" };
}

/** "every other friday", "every second week". */
function otherAt(tokens: readonly Token[], start: number, lead: number): RhythmHit | undefined {
  if (!OTHER.has(tokens[start]?.lower ?? "")) return undefined;
  const named = weekdayAt(tokens, start + 1);
  if (named !== undefined)
    return { rhythm: { rate: "week", every: 2, anchor: bare(named.day) }, length: lead + 2 };
  const rate = rateOf(unitAt(tokens, start + 1));
  return rate && { rhythm: { rate, every: 2 }, length: lead + 2 };
}

/** "every 1st", "setiap 15hb", "every 25 december", "setiap hujung bulan". */
function datedAt(tokens: readonly Token[], start: number, lead: number): RhythmHit | undefined {
  const phrase = fixedPhraseAt(tokens, start);
  if (phrase?.value.kind === "when" && phrase.value.when.type === "monthEnd") {
    return { rhythm: { rate: "month", every: 1, anchor: phrase.value.when }, length: lead + phrase.length };
  }
  const hit = numericDateAt(tokens, start);
  if (hit === undefined || (hit.when.type !== "monthDay" && hit.when.type !== "calendar")) return undefined;
  if (hit.when.type === "calendar" && hit.when.day > (LONGEST[hit.when.month - 1] ?? 0)) return undefined;
  const rate = hit.when.type === "monthDay" ? "month" : "year";
  return { rhythm: { rate, every: 1, anchor: hit.when }, length: lead + hit.length };
}

/** "every month", "tiap 3 bulan", "every 2 weeks". */
function spacedAt(tokens: readonly Token[], start: number, lead: number): RhythmHit | undefined {
  const quarter = quarters.match(tokens, start);
  if (quarter !== undefined) return { rhythm: { rate: "month", every: 3 }, length: lead + quarter.length };
  const plain = rateOf(unitAt(tokens, start));
  if (plain !== undefined) return { rhythm: { rate: plain, every: 1 }, length: lead + 1 };
  const every = countAt(tokens, start);
  const rate = rateOf(unitAt(tokens, start + 1));
  if (every === undefined || every < 1 || rate === undefined) return undefined;
  return { rhythm: { rate, every }, length: lead + 2 };
}

/** "Every 2 hours", "setiap jam", "every 30 minutes": more often than anything comes again (SPEC S5: a day at least). */
export function isWithinDay(tokens: readonly Token[]): boolean {
  return tokens.some((_, at) => {
    const lead = everyTable.match(tokens, at)?.length;
    if (lead === undefined) return false;
    const counted = countAt(tokens, at + lead) === undefined ? 0 : 1;
    const unit = unitAt(tokens, at + lead + counted);
    return unit === "hour" || unit === "minute";
  });
}

function rateOf(unit: string | undefined): Rate | undefined {
  return unit === "day" || unit === "week" || unit === "month" || unit === "year" ? unit : undefined;
}

const WEEKDAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/**
 * A rhythm in the written form of SPEC S15.
 * @param anchor the day that the message names beside the rhythm, if any
 * @returns `sure` is false when the rhythm needs a day that nobody named (then it is `today`'s)
 */
export function writeRecurrence(
  rhythm: Rhythm,
  anchor: When | undefined,
  today: { readonly weekday: Weekday; readonly day: number; readonly month: number },
): { readonly recurrence: Recurrence; readonly sure: boolean } | null {
  const when = rhythm.anchor ?? anchor;
  const tail = rhythm.every === 1 ? "" : `/${rhythm.every}`;
  if (rhythm.rate === "day") return { recurrence: `daily${tail}`, sure: true };
  if (rhythm.rate === "week") {
    const day = when?.type === "weekday" ? when.day : today.weekday;
    return { recurrence: `weekly:${WEEKDAY_CODES[day - 1] ?? "MO"}${tail}`, sure: when?.type === "weekday" };
  }
  const named = dayOfMonth(when);
  if (named !== undefined && (named < 1 || named > LAST_DAY)) return null;
  if (rhythm.rate === "month")
    return { recurrence: `monthly:${named ?? today.day}${tail}`, sure: named !== undefined };
  const month = when?.type === "calendar" ? when.month : today.month;
  const day = when?.type === "calendar" ? when.day : today.day;
  if (month < 1 || month > 12) return null;
  const written = `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return { recurrence: `yearly:${written}${tail}`, sure: when?.type === "calendar" };
}

function dayOfMonth(when: When | undefined): number | undefined {
  if (when?.type === "monthDay" || when?.type === "calendar") return when.day;
  return when?.type === "monthEnd" ? LAST_DAY : undefined;
}

/** Stretches of time in questions that are no fixed phrase: "in feb", "since january", "last 7 days", "2025". */
import { dictionary } from "../kernel/dictionary.ts";
import dates from "./data/dates.json" with { type: "json" };
import { countAt, isPriceBeforeDay, unitAt } from "./date-words.ts";
import { tableOf } from "./phrases.ts";
import { type Span, spanAt } from "./spans.ts";
import type { Token } from "./tokens.ts";
import type { Unit } from "./when.ts";

export type OpenPeriod =
  | {
      readonly type: "month";
      readonly month: number;
      readonly year?: number | undefined;
      readonly since: boolean;
    }
  | { readonly type: "year"; readonly year: number; readonly since: boolean }
  | { readonly type: "quarter"; readonly quarter: number; readonly year?: number | undefined }
  | { readonly type: "lastN"; readonly count: number; readonly unit: Unit }
  | Span;

interface OpenPeriodHit {
  readonly period: OpenPeriod;
  readonly length: number;
}

const MONTHS = dictionary<number>(dates.months);
const SINCE = new Set(dates.since);
const LAST = new Set(dates.last);
const QUARTERS = dictionary<number>(dates.quarters);
const during = tableOf([...dates.during, ...dates.since]);
const lastOf = tableOf(dates.lastOf);
const lately = tableOf(dates.lately);
/** Month names that are everyday words too: only behind a preposition. */
const SHY = new Set(["may", "march", "mac", "mar", "dis", "sep", "dec"]);

/** The stretch at `at`, for questions only. */
export function openPeriodAt(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  return (
    spanAt(tokens, at) ??
    lastN(tokens, at) ??
    countedBack(tokens, at) ??
    namedQuarter(tokens, at) ??
    namedMonth(tokens, at) ??
    namedYear(tokens, at)
  );
}

/** So many days back are a stretch ("7 hari lepas"); fewer are a day ("2 hari lepas" is the day before yesterday). */
const STRETCH_DAYS = 5;

/** "7 hari lepas", "2 minggu lepas", "3 hari terakhir", "sebulan lepas". */
function countedBack(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const fused = (dates.fused as Readonly<Record<string, Unit>>)[tokens[at]?.lower ?? ""];
  const count = fused === undefined ? countAt(tokens, at) : 1;
  const unit = fused ?? unitAt(tokens, at + 1);
  if (count === undefined || unit === undefined) return undefined;
  if (fused === undefined && isPriceBeforeDay(tokens, at, count, unit)) return undefined;
  const end = at + (fused === undefined ? 2 : 1);
  const surely = lately.match(tokens, end)?.length ?? 0;
  const back = surely > 0 ? surely : (lastOf.match(tokens, end)?.length ?? 0);
  const long = unit === "day" ? count >= STRETCH_DAYS : unit !== "hour" && unit !== "minute";
  if (back === 0 || (surely === 0 && !long)) return undefined;
  return { period: { type: "lastN", count, unit }, length: end - at + back };
}

function yearAt(tokens: readonly Token[], at: number): number | undefined {
  const text = tokens[at]?.text ?? "";
  return /^20\d\d$/.test(text) ? Number(text) : undefined;
}

/** "q1", "q1 2026", "first quarter", "suku tahun pertama". */
function namedQuarter(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const lead = during.match(tokens, at)?.length ?? 0;
  const hit = quarterAt(tokens, at + lead);
  if (hit === undefined) return undefined;
  const end = at + lead + hit.length;
  const of = tokens[end]?.lower === "of" ? 1 : 0;
  const year = yearAt(tokens, end + of);
  const length = lead + hit.length + (year === undefined ? 0 : of + 1);
  return { period: { type: "quarter", quarter: hit.quarter, year }, length };
}

function quarterAt(tokens: readonly Token[], at: number): { quarter: number; length: number } | undefined {
  const words = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const [first = "", second = "", third = ""] = words;
  if (/^q$/.test(first) && /^[1-4]$/.test(second) && tokens[at + 1]?.glued === true)
    return { quarter: Number(second), length: 2 };
  const start = first === "the" ? 1 : 0;
  const named = QUARTERS[words[start] ?? ""];
  if (named !== undefined && words[start + 1] === "quarter") return { quarter: named, length: start + 2 };
  const ordinal = first === "suku" && second === "tahun" ? QUARTERS[third] : undefined;
  return ordinal === undefined ? undefined : { quarter: ordinal, length: 3 };
}

/** Words beside which a month name that is an everyday word too is a month: "feb vs mar", "income march". */
const BESIDE = /^(and|dan|vs|versus|to|dengan|or|atau|-|with|than|berbanding|&|hingga|sampai|until|till|,)$/;

/** Whether "march" or "may" at `at` can only be the month. */
function isMonthHere(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.lower === "may" && /^(i|we|u|you)$/.test(tokens[at + 1]?.lower ?? "")) return false;
  if (at === 0 || token?.text !== token?.lower) return true;
  if (yearAt(tokens, at + 1) !== undefined) return true;
  const months = (place: number): boolean => MONTHS[tokens[place]?.lower ?? ""] !== undefined;
  if (BESIDE.test(tokens[at - 1]?.lower ?? "") && months(at - 2)) return true;
  if (BESIDE.test(tokens[at + 1]?.lower ?? "") && months(at + 2)) return true;
  const next = tokens[at + 1];
  return token?.lower !== "dis" && (next === undefined || next.kind === "break" || next.text === "?");
}

/** "last 7 days", "past 3 months", "7 hari lepas" (the latter is a distance elsewhere). */
function lastN(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const lead = tokens[at]?.lower === "the" || tokens[at]?.lower === "in" ? 1 : 0;
  if (!LAST.has(tokens[at + lead]?.lower ?? "")) return undefined;
  const count = countAt(tokens, at + lead + 1);
  const unit = unitAt(tokens, at + lead + 2);
  if (count === undefined || unit === undefined) return undefined;
  return { period: { type: "lastN", count, unit }, length: lead + 3 };
}

function namedMonth(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const lead = during.match(tokens, at)?.length ?? 0;
  const word = tokens[at + lead]?.lower.replace(/'s$/, "") ?? "";
  const month = MONTHS[word];
  if (month === undefined || (lead === 0 && SHY.has(word) && !isMonthHere(tokens, at))) return undefined;
  const year = yearAt(tokens, at + lead + 1);
  const since = SINCE.has(tokens[at]?.lower ?? "");
  return { period: { type: "month", month, year, since }, length: lead + 1 + (year === undefined ? 0 : 1) };
}

const SPENDING = new Set(dates.spendingNouns);

/** "Expenses 2025": nothing else is said, and spending in general costs nothing. */
function isAllOf(tokens: readonly Token[], at: number): boolean {
  const plain = tokens.slice(0, at).every(({ lower }) => SPENDING.has(lower));
  const next = tokens[at + 1];
  return at > 0 && plain && (next === undefined || next.text === "?");
}

function namedYear(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const lead = during.match(tokens, at)?.length ?? 0;
  const text = tokens[at + lead]?.text ?? "";
  if (!/^20[0-4]\d$/.test(text) || (lead === 0 && !isAllOf(tokens, at))) return undefined;
  return {
    period: { type: "year", year: Number(text), since: SINCE.has(tokens[at]?.lower ?? "") },
    length: lead + 1,
  };
}

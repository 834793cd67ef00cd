/** Stretches of time in questions that are no fixed phrase: "in feb", "since january", "last 7 days", "2025". */
import { dictionary } from "../kernel/dictionary.ts";
import dates from "./data/dates.json" with { type: "json" };
import { countAt, unitAt } from "./date-words.ts";
import { PhraseTable } from "./phrases.ts";
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
  | { readonly type: "lastN"; readonly count: number; readonly unit: Unit };

interface OpenPeriodHit {
  readonly period: OpenPeriod;
  readonly length: number;
}

const MONTHS = dictionary<number>(dates.months);
const SINCE = new Set(dates.since);
const LAST = new Set(dates.last);
const during = new PhraseTable<true>();
for (const phrase of [...dates.during, ...dates.since]) during.add(phrase, true);
/** Month names that are everyday words too: only behind a preposition. */
const SHY = new Set(["may", "march", "mac", "mar", "dis", "sep", "dec"]);

/** The stretch at `at`, for questions only. */
export function openPeriodAt(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  return lastN(tokens, at) ?? namedMonth(tokens, at) ?? namedYear(tokens, at);
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
  const word = tokens[at + lead]?.lower ?? "";
  const month = MONTHS[word];
  if (month === undefined || (lead === 0 && SHY.has(word) && at > 0 && tokens[at]?.text === word))
    return undefined;
  const next = tokens[at + lead + 1]?.text ?? "";
  const year = /^20\d\d$/.test(next) ? Number(next) : undefined;
  const since = SINCE.has(tokens[at]?.lower ?? "");
  return { period: { type: "month", month, year, since }, length: lead + 1 + (year === undefined ? 0 : 1) };
}

function namedYear(tokens: readonly Token[], at: number): OpenPeriodHit | undefined {
  const lead = during.match(tokens, at)?.length ?? 0;
  const text = tokens[at + lead]?.text ?? "";
  if (lead === 0 || !/^20[0-4]\d$/.test(text)) return undefined;
  return {
    period: { type: "year", year: Number(text), since: SINCE.has(tokens[at]?.lower ?? "") },
    length: lead + 1,
  };
}

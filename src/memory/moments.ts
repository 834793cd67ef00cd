/**
 * The moments that a statement names, as keys that can be compared, and statements with their relative moments made
 * absolute (SPEC S10.3): "yesterday" and "next June" mean something only on the day they are said.
 *
 *   2026-06-12 a day · 2026-06 a month · 2026 a year · --06 a month of no year · --06-12 a day of no year
 */
import { addDays, addMonths, weekdayOf } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import type { IsoDate } from "../kernel/types.ts";
import dates from "../language/data/dates.json" with { type: "json" };
import { numericDateAt } from "../language/date-numbers.ts";
import { distanceAt, fixedPhraseAt, weekdayPhraseAt } from "../language/date-words.ts";
import { tableOf } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import { resolveWhen, type When } from "../language/when.ts";
import words from "./data/modality.json" with { type: "json" };

export interface Moment {
  readonly length: number;
  readonly key: string;
  /** It means another day on another day. */
  readonly relative: boolean;
}

export interface Said {
  /** The day it was said on, in the person's zone; absent: relative moments stay as they are. */
  readonly today?: IsoDate | undefined;
  /** Which way a day or month without a year is looked for. */
  readonly toward: "past" | "future";
}

const MONTHS = dictionary<number>(dates.months);
const SHY = new Set(words.shyMonths);
const LEADS = new Set(words.monthLeads);
const NO_MOMENTS = new Set(words.notMoments);
const lasts = tableOf(dates.last);
const nexts = tableOf(dates.next);
const theses = tableOf(dates.this);
const lastsAfter = tableOf(dates.lastAfter);
const nextsAfter = tableOf(dates.nextAfter);
const thesesAfter = tableOf(dates.thisAfter);

/** The moment that begins at `at`. */
export function momentAt(tokens: readonly Token[], at: number, said: Said): Moment | undefined {
  const numeric = numericDateAt(tokens, at);
  const named = monthAt(tokens, at, said);
  if (named && named.length > (numeric?.length ?? 0)) return named;
  const hit = numeric ?? weekdayPhraseAt(tokens, at) ?? distanceAt(tokens, at);
  if (hit) return { length: hit.length, ...keyOf(hit.when, said) };
  return phraseAt(tokens, at, said) ?? yearAt(tokens, at);
}

const TWO = (count: number): string => String(count).padStart(2, "0");

function keyOf(when: When, { today, toward }: Said): Omit<Moment, "length"> {
  if (when.type === "calendar") {
    const day = `${TWO(when.month)}-${TWO(when.day)}`;
    if (when.year !== undefined) return { key: `${when.year}-${day}`, relative: false };
    const found = today && resolveWhen(when, today, toward);
    return { key: found ? found.date : `--${day}`, relative: true };
  }
  if (today === undefined) return { key: `?${JSON.stringify(when)}`, relative: true };
  if ((when.type === "ago" || when.type === "ahead") && (when.unit === "month" || when.unit === "year")) {
    const months = when.count * (when.unit === "year" ? 12 : 1) * (when.type === "ago" ? -1 : 1);
    return { key: addMonths(today, months).slice(0, when.unit === "year" ? 4 : 7), relative: true };
  }
  const found = resolveWhen(when, today, toward);
  return { key: found ? found.date : `?${when.type}`, relative: true };
}

/** "June", "June 2027", "next June", "jun depan". */
function monthAt(tokens: readonly Token[], at: number, said: Said): Moment | undefined {
  const lead = directionAt(tokens, at, [lasts, nexts, theses]);
  const place = at + (lead?.length ?? 0);
  const word = tokens[place]?.lower ?? "";
  const month = MONTHS[word];
  if (month === undefined) return undefined;
  const year = /^20\d\d$/.exec(tokens[place + 1]?.text ?? "")?.[0];
  const leads = lead !== undefined || LEADS.has(tokens[at - 1]?.lower ?? "");
  if (SHY.has(word) && year === undefined && !leads) return undefined;
  const behind = place + 1 + (year ? 1 : 0);
  const tail = year || lead ? undefined : directionAt(tokens, behind, [lastsAfter, nextsAfter, thesesAfter]);
  const length = behind - at + (tail?.length ?? 0);
  if (year) return { length, key: `${year}-${TWO(month)}`, relative: false };
  if (said.today === undefined) return { length, key: `--${TWO(month)}`, relative: true };
  const toward = lead?.toward ?? tail?.toward ?? said.toward;
  const current = Number(said.today.slice(5, 7));
  const step = toward === "future" ? Number(month < current) : -Number(month > current);
  return { length, key: `${Number(said.today.slice(0, 4)) + step}-${TWO(month)}`, relative: true };
}

function directionAt(
  tokens: readonly Token[],
  at: number,
  [last, next, present]: readonly ReturnType<typeof tableOf>[],
): { length: number; toward: "past" | "future" } | undefined {
  const back = last?.match(tokens, at);
  if (back) return { length: back.length, toward: "past" };
  const ahead = next?.match(tokens, at) ?? present?.match(tokens, at);
  return ahead && { length: ahead.length, toward: "future" };
}

/** "yesterday", "last month", "next year". */
function phraseAt(tokens: readonly Token[], at: number, said: Said): Moment | undefined {
  const hit = fixedPhraseAt(tokens, at);
  if (hit === undefined || hit.value.kind === "rate") return undefined;
  const { length, value } = hit;
  const text = tokens
    .slice(at, at + length)
    .map(({ lower }) => lower)
    .join(" ");
  if (NO_MOMENTS.has(text)) return undefined;
  if (value.kind === "when")
    return value.when.type === "offset" && value.when.days === null
      ? undefined
      : { length, ...keyOf(value.when, said) };
  const key = periodKey(value.period, said.today);
  return key === undefined ? undefined : { length, key, relative: true };
}

const PERIODS: Readonly<Record<string, { unit: "week" | "month" | "year"; steps: number }>> = {
  this_week: { unit: "week", steps: 0 },
  last_week: { unit: "week", steps: -1 },
  next_week: { unit: "week", steps: 1 },
  this_month: { unit: "month", steps: 0 },
  last_month: { unit: "month", steps: -1 },
  next_month: { unit: "month", steps: 1 },
  this_year: { unit: "year", steps: 0 },
  last_year: { unit: "year", steps: -1 },
  next_year: { unit: "year", steps: 1 },
};

function periodKey(period: string, today: IsoDate | undefined): string | undefined {
  const named = PERIODS[period];
  if (named === undefined) return undefined;
  if (today === undefined) return `?${period}`;
  const { unit, steps } = named;
  // A week is known by its Monday.
  if (unit === "week") return `w${addDays(today, steps * 7 - weekdayOf(today) + 1)}`;
  return addMonths(`${today.slice(0, 8)}01`, steps * (unit === "year" ? 12 : 1)).slice(
    0,
    unit === "year" ? 4 : 7,
  );
}

function yearAt(tokens: readonly Token[], at: number): Moment | undefined {
  const text = tokens[at]?.text ?? "";
  return /^(19[5-9]\d|20[0-6]\d)$/.test(text) ? { length: 1, key: text, relative: false } : undefined;
}

/** Whether two keys can mean the same time: a day and its month can. */
export function sameMoment(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = "", long = ""] = one.length < other.length ? [one, other] : [other, one];
  if (long.startsWith(`${short}-`)) return true;
  // A month of no year, and the same month of one.
  const bare = /^--(\d\d.*)$/.exec(short)?.[1] ?? /^--(\d\d.*)$/.exec(long)?.[1];
  const dated = short.startsWith("--") ? long : short;
  return bare !== undefined && dated.slice(5, 5 + bare.length) === bare;
}

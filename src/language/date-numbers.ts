/**
 * Days written with digits: "5/3" (day first, SPEC S4), "5/3/2026", "2026-03-05", "15hb", "the 5th", "5 mac",
 * "march 5". Whether such a day exists is decided when it is resolved.
 */
import { dictionary } from "../kernel/dictionary.ts";
import dates from "./data/dates.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import { tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";
import type { When } from "./when.ts";

export interface DateHit {
  readonly when: When;
  readonly length: number;
}

const MONTHS = dictionary<number>(dates.months);
const yearEnds = tableOf(dates.yearEnd);
const LEADS = new Set(overrides.dateLeads);
const ORDINAL = new Set(["st", "nd", "rd", "th"]);

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^(\d{2}|\d{4})$/.test(text)) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function calendar(day: string, month: number, year?: number): When {
  return { type: "calendar", day: Number(day), month, year };
}

/** "5/3", "5/3/26", "5.3.2026" within one token. Two numbers with a point are an amount, never a day. */
function slashed(text: string): When | undefined {
  const parts =
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (!parts) return undefined;
  return calendar(parts[1] ?? "", Number(parts[2]), yearOf(parts[3]));
}

/** "2026-03-05" and "05-03-2026", five tokens without a space. */
function dashed(tokens: readonly Token[], at: number): DateHit | undefined {
  const parts = tokens.slice(at, at + 5);
  if (parts.length < 5 || !parts.every((part, index) => index === 0 || part.glued)) return undefined;
  const text = parts.map((part) => part.text).join("");
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return { when: calendar(iso[3] ?? "", Number(iso[2]), Number(iso[1])), length: 5 };
  const dayFirst = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text);
  if (!dayFirst) return undefined;
  return { when: calendar(dayFirst[1] ?? "", Number(dayFirst[2]), Number(dayFirst[3])), length: 5 };
}

/** A year right behind a month name: "5 march 2026". */
function withYear(
  tokens: readonly Token[],
  at: number,
  hit: { day: string; month: number; length: number },
): DateHit {
  const text = tokens[at + hit.length]?.text ?? "";
  const year = /^20\d\d$/.test(text) ? Number(text) : undefined;
  return { when: calendar(hit.day, hit.month, year), length: hit.length + (year === undefined ? 0 : 1) };
}

/** The last day of each month; of February in any year. */
const LAST_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY = /^\d{1,2}$/;

/** "5 mac", "5th of march", "5 hb 3", "15hb", "15 hari bulan". */
function dayFirst(tokens: readonly Token[], at: number): DateHit | undefined {
  const day = tokens[at]?.text ?? "";
  const next = tokens[at + 1];
  if (!DAY.test(day) || next === undefined) return undefined;
  const plain = MONTHS[next.lower];
  if (plain !== undefined && !(next.lower === "may" && next.glued)) {
    return withYear(tokens, at, { day, month: plain, length: 2 });
  }
  if (next.lower === "hari" && tokens[at + 2]?.lower === "bulan")
    return { when: { type: "monthDay", day: Number(day) }, length: 3 };
  const ordinal = next.glued && ORDINAL.has(next.lower);
  if (!ordinal && next.lower !== "hb" && next.lower !== "haribulan") return undefined;
  const of = tokens[at + 2]?.lower === "of" || tokens[at + 2]?.lower === "bulan" ? 1 : 0;
  const month = MONTHS[tokens[at + 2 + of]?.lower ?? ""];
  if (month !== undefined) return withYear(tokens, at, { day, month, length: 3 + of });
  if (of === 1 && tokens[at + 3]?.lower === "month")
    return { when: { type: "monthDay", day: Number(day) }, length: 4 };
  if (
    of === 1 &&
    /^(the|this|each|every)$/.test(tokens[at + 3]?.lower ?? "") &&
    tokens[at + 4]?.lower === "month"
  ) {
    return { when: { type: "monthDay", day: Number(day) }, length: 5 };
  }
  return { when: { type: "monthDay", day: Number(day) }, length: 2 };
}

/** "march 5", "mar 5th". */
function monthFirst(tokens: readonly Token[], at: number): DateHit | undefined {
  const month = MONTHS[tokens[at]?.lower ?? ""];
  const day = tokens[at + 1];
  if (month === undefined || day === undefined || day.glued || !DAY.test(day.text) || Number(day.text) > 31)
    return undefined;
  const after = tokens[at + 2];
  const ordinal = after?.glued === true && ORDINAL.has(after.lower);
  return withYear(tokens, at, { day: day.text, month, length: ordinal ? 3 : 2 });
}

/** "tanggal 28", "tarikh 5": the word says that a day follows. */
function afterLead(tokens: readonly Token[], at: number): DateHit | undefined {
  const day = tokens[at + 1]?.text ?? "";
  if (!LEADS.has(tokens[at]?.lower ?? "") || !/^([1-9]|[12]\d|3[01])$/.test(day)) return undefined;
  const full = dayFirst(tokens, at + 1);
  return full
    ? { when: full.when, length: full.length + 1 }
    : { when: { type: "monthDay", day: Number(day) }, length: 2 };
}

/** "end of april", "by the end of may", "hujung april": the last day of a month that is named. */
function monthEndAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const words = tokens.slice(at, at + 5).map(({ lower }) => lower);
  const lead = /^((by |before )?(the )?end of|hujung( bulan)?|akhir( bulan)?|penghujung) /.exec(
    words.join(" "),
  )?.[0];
  const length = lead?.trim().split(" ").length ?? 0;
  const month = length === 0 ? undefined : MONTHS[words[length] ?? ""];
  if (month === undefined) return undefined;
  return { when: calendar(String(LAST_DAYS[month - 1] ?? 30), month), length: length + 1 };
}

/** The day with digits that begins at `at`. */
export function numericDateAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const end = yearEnds.match(tokens, at);
  if (end !== undefined) return { when: calendar("31", 12), length: end.length };
  if (token.kind === "word") return monthFirst(tokens, at) ?? afterLead(tokens, at) ?? monthEndAt(tokens, at);
  if (token.kind !== "number") return undefined;
  const when = slashed(token.text);
  if (when !== undefined) return { when, length: 1 };
  return dashed(tokens, at) ?? dayFirst(tokens, at);
}

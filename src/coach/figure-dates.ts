/** Dates in a reply: "5 March", "5 Mac", "5/3", "2026-03-05", "5hb", "in March", "yesterday", "in 3 days". */
import { addDays, addMonths, spanOf } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import type { IsoDate } from "../kernel/types.ts";
import dates from "../language/data/dates.json" with { type: "json" };
import { numericDateAt } from "../language/date-numbers.ts";
import { PhraseTable } from "../language/phrases.ts";
import figures from "./data/figures.json" with { type: "json" };
import { type Found, type Hit, joinsRange, type Meaning, one, type PartialDay, type Scan } from "./figure.ts";
import { unitAfter } from "./figure-counts.ts";
import { quantityAt } from "./quantity.ts";

const MONTHS = dictionary<number>(dates.months);
const UNITS = dictionary<string>(dates.units);
const DAY_LEADS = new Set(figures.dayLeads);
const MONTH_LEADS = new Set(figures.monthLeads);
const SHY_MONTHS = new Set(figures.shyMonths);
const TODAY_LEADS = new Set(figures.todayLeads);
const PAST_LEADS = new Set(figures.pastLeads);
const PAST_AFTER = new Set(figures.pastAfter);
const SPAN_LEADS = new Set(figures.spanLeads);
const LEFT_AFTER = tableOf(figures.leftAfter);
const AGO = tableOf(dates.ago);
const days = new PhraseTable<readonly number[]>();
for (const [phrase, offsets] of Object.entries(figures.days)) days.add(phrase, offsets);

function tableOf(phrases: readonly string[]): PhraseTable<true> {
  const table = new PhraseTable<true>();
  for (const phrase of phrases) table.add(phrase, true);
  return table;
}

/** The parts of a whole date. */
export function partsOf(date: IsoDate): Required<PartialDay> {
  const [year, month, day] = date.split("-").map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

/** A day with digits; the other end of "March 5-11" with it. */
export function dateAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const hit = numericDateAt(tokens, at);
  if (hit === undefined) return undefined;
  const { when } = hit;
  if (when.type === "monthDay") {
    const before = tokens[at - 1]?.lower === "the" ? tokens[at - 2] : tokens[at - 1];
    const plain = tokens[at + 1]?.lower === "hb" || tokens[at + 1]?.lower === "haribulan" || hit.length > 2;
    // "Your 3rd coffee" is no day.
    if (!plain && !DAY_LEADS.has(before?.lower ?? "")) return { length: hit.length, found: [] };
    return one({ kind: "date", from: at, length: hit.length, means: [{ date: { day: when.day } }] });
  }
  if (when.type !== "calendar" || when.month > 12) return undefined;
  const { year, month, day } = when;
  const said = tokens.slice(Math.max(0, at - 3), at).some(({ lower }) => TODAY_LEADS.has(lower));
  const now = partsOf(context.today);
  // "As of 19 March", "today, 19 March": it is.
  if (said && month === now.month && day === now.day && (year ?? now.year) === now.year)
    return { length: hit.length, found: [] };
  const first: Found = {
    kind: "date",
    from: at,
    length: hit.length,
    means: [{ date: { year, month, day } }],
  };
  const next = at + hit.length + 1;
  const other = tokens[next];
  const ranged =
    tokens[at]?.kind === "word" &&
    joinsRange(tokens[next - 1]) &&
    /^\d{1,2}$/.test(other?.text ?? "") &&
    numericDateAt(tokens, next) === undefined &&
    unitAfter(tokens, next + 1).word === null &&
    tokens[next + 1]?.lower !== "%";
  if (!ranged) return one(first);
  const more: Found = {
    kind: "date",
    from: next,
    length: 1,
    means: [{ date: { year, month, day: Number(other?.text) } }],
  };
  return { length: hit.length + 2, found: [first, more] };
}

/** A month without a day: "in March", "bulan Mac", "April 2026". Names that are other words need a lead. */
export function monthAt({ tokens }: Scan, at: number): Hit | undefined {
  const token = tokens[at];
  const month = token && MONTHS[token.lower];
  if (token === undefined || month === undefined) return undefined;
  const written = /^20\d\d$/.test(tokens[at + 1]?.text ?? "") ? Number(tokens[at + 1]?.text) : undefined;
  const short = token.lower.length <= 3 || SHY_MONTHS.has(token.lower);
  const led = MONTH_LEADS.has(tokens[at - 1]?.lower ?? "");
  if (short && written === undefined && !(led && /^\p{Lu}/u.test(token.text))) return undefined;
  const length = written === undefined ? 1 : 2;
  return one({ kind: "date", from: at, length, means: [{ date: { month, year: written } }], soft: true });
}

/** "yesterday", "lusa". Today is known without a look-up, and so is free. */
export function namedDayAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const hit = days.match(tokens, at);
  if (hit === undefined) return undefined;
  const means = hit.value.map((offset): Meaning => ({ date: partsOf(addDays(context.today, offset)) }));
  return one({ kind: "date", from: at, length: hit.length, means });
}

function moved(today: IsoDate, count: number, unit: string): IsoDate | undefined {
  if (Math.abs(count) > 4000) return undefined;
  if (unit === "day") return addDays(today, count);
  if (unit === "week") return addDays(today, count * 7);
  if (unit === "month") return addMonths(today, count);
  return unit === "year" ? addMonths(today, count * 12) : undefined;
}

/** "in 3 days", "3 hari lepas", "the last 7 days", "12 days left": the day at the other end, or the count. */
export function distanceAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const quantity = quantityAt(tokens, at);
  const unitAt = at + (quantity?.length ?? 0);
  const unit = UNITS[tokens[unitAt]?.lower ?? ""];
  if (quantity === undefined || quantity.decimal === null || unit === undefined) return undefined;
  const count = Number(quantity.decimal);
  const lead = tokens[at - 1]?.lower ?? "";
  const spans =
    PAST_LEADS.has(lead) || (SPAN_LEADS.has(lead) && PAST_AFTER.has(tokens[unitAt + 1]?.lower ?? ""));
  const back = AGO.match(tokens, unitAt + 1);
  const left = LEFT_AFTER.match(tokens, unitAt + 1);
  if (!spans && !back && !left && lead !== "in" && lead !== "dalam") return undefined;
  const sign = spans || back ? -1 : 1;
  const ends = [moved(context.today, sign * count, unit)];
  // A stretch of 7 days begins 6 days ago, and the days that are left may count today.
  if (spans || left) ends.push(moved(context.today, sign * (count - (unit === "day" ? 1 : 0)), unit));
  // How long the month still lasts is known without a look-up.
  if (left && ends.includes(spanOf("month", context.today).to))
    return { length: quantity.length + 1, found: [] };
  const means: Meaning[] = ends.flatMap((date) => (date === undefined ? [] : [{ date: partsOf(date) }]));
  const length = quantity.length + 1 + (spans ? 0 : (back?.length ?? left?.length ?? 0));
  return one({ kind: "date", from: at, length, means: [...means, { count }], soft: true });
}

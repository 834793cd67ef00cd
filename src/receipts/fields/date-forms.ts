/**
 * Days as Malaysian receipts print them, day first: 28/02/2018, 28-2-18, 28.02.2018, 2018-02-28, 28 Feb 2018, 28FEB18,
 * 20180228, and any of them with the time glued on ("28/02/201814:03").
 */
import type { IsoDate } from "../../kernel/types.ts";
import { monthNames } from "../../language/month-names.ts";

export interface PrintedDate {
  readonly date: IsoDate;
  /** A form that is nothing but a date; eight digits in a row, or a damaged separator, may be something else. */
  readonly plain: boolean;
}

const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

const MONTHS = new Map(
  Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) =>
    monthNames(month).map((name) => [name.toUpperCase(), month] as const),
  ),
);
const NAMES = [...MONTHS.keys()]
  .filter((name) => /^[A-Z]{3,}$/.test(name))
  .sort((one, other) => other.length - one.length)
  .join("|");

/** @returns null when there is no such day */
function isoDate(year: number, month: number, day: number): IsoDate | null {
  const full = year < 100 ? FIRST_YEAR + year : year;
  if (full < FIRST_YEAR || full > LAST_YEAR) return null;
  const date = new Date(Date.UTC(full, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

/** Day first; where that is no day, month first, as some tills are set; or the other way round. */
function inOrder(one: number, other: number, year: number, monthFirst: boolean): IsoDate | null {
  const [dayFirst, otherwise] = [isoDate(year, other, one), isoDate(year, one, other)];
  return monthFirst ? (otherwise ?? dayFirst) : (dayFirst ?? otherwise);
}

/** Letters that stand for digits between digits and separators, and blanks around separators. */
export function repairedDigits(text: string): string {
  return text
    .toUpperCase()
    .replace(/(?<=[\d/.-])[O](?=[\d/.-]|\b)|\bO(?=\d?[/.-]\d)/g, "0")
    .replace(/(?<=[\d/.-])[IL|](?=[\d/.-])|\b[IL|](?=\d[/-]\d)/g, "1")
    .replace(/(?<=\d)\s?([/\\-])\s?(?=\d)/g, (_, separator: string) => (separator === "\\" ? "/" : separator))
    .replace(/\b0CT\b|(?<=\d|\s)0CT/g, "OCT");
}

/** What may follow a year of four digits: no digit, or a time that is glued to it. */
const AFTER_YEAR = "(?!\\d|:)|(?=\\d{1,2}:\\d\\d)";
const YEAR = `(?:(20\\d\\d)(?:${AFTER_YEAR})|(\\d\\d)(?:(?!\\d|:)|(?=\\d\\d:\\d\\d)))`;

type Form = readonly [
  pattern: RegExp,
  read: (parts: readonly string[], monthFirst: boolean) => IsoDate | null,
  plain: boolean,
];

const number = (part: string | undefined): number => Number(part ?? 0);
const month = (name: string | undefined): number => MONTHS.get(name ?? "") ?? 0;

const FORMS: readonly Form[] = [
  [
    /(?<!\d)(20\d\d)([/.-])(\d{1,2})\2(\d{1,2})(?!\d)/g,
    ([, year, , monthOf, day]) => isoDate(number(year), number(monthOf), number(day)),
    true,
  ],
  [
    /(?<!\d)(20\d\d)([/.-])(\d{2})\2(\d{2})(?=\d{1,2}:\d\d)/g,
    ([, year, , monthOf, day]) => isoDate(number(year), number(monthOf), number(day)),
    true,
  ],
  // "REG#19-18/01/2018": another separator in front is none of the date's.
  ...["/", "-", "\\."].map(
    (separator): Form => [
      new RegExp(
        `(?<!\\d|\\d${separator})(\\d{1,2})${separator}(\\d{1,2})${separator}${YEAR}(?!${separator}\\d)`,
        "g",
      ),
      ([, one, other, long, short], monthFirst) =>
        inOrder(number(one), number(other), number(long ?? short), monthFirst),
      true,
    ],
  ),
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:ST|ND|RD|TH)?[^\\dA-Z]{0,3}[^\\d]?[^\\dA-Z]?(${NAMES})[^\\d]{0,3}${YEAR}`,
      "g",
    ),
    ([, day, name, long, short]) => isoDate(number(long ?? short), month(name), number(day)),
    true,
  ],
  [
    new RegExp(`(${NAMES})[^\\dA-Z]{0,2}(\\d{1,2})(?:ST|ND|RD|TH)?[^\\dA-Z]{1,3}(20\\d\\d)`, "g"),
    ([, name, day, year]) => isoDate(number(year), month(name), number(day)),
    true,
  ],
  [
    new RegExp(`(?<!\\d)(20\\d\\d)[^\\dA-Z]{0,2}(${NAMES})[^\\dA-Z]{0,2}(\\d{1,2})(?!\\d)`, "g"),
    ([, year, name, day]) => isoDate(number(year), month(name), number(day)),
    true,
  ],
  // One separator lost or taken for another: 25/12-2018, 25 12/2018.
  [
    /(?<!\d)(\d{2})[/.\-1 ](\d{2})[/.\-1 ](20\d\d)(?!\d)/g,
    ([, day, monthOf, year]) => isoDate(number(year), number(monthOf), number(day)),
    false,
  ],
  [
    /(?<!\d)(20[0-4]\d)(\d\d)(\d\d)(?!\d)/g,
    ([, year, monthOf, day]) => isoDate(number(year), number(monthOf), number(day)),
    false,
  ],
];

/** "23/03/2019:34": the year 20 at 19:34, or a figure of the year 2019 or of the time that is lost. */
function runsIntoTime(date: string, rest: string): boolean {
  return date.endsWith("20") && /^\d\d:/.test(rest);
}

/**
 * @param monthFirst 03/05 is the fifth of March
 * @returns every day that a text could mean, forms in their order; none twice
 */
export function datesIn(original: string, monthFirst = false): PrintedDate[] {
  const text = repairedDigits(original);
  const found = new Map<IsoDate, PrintedDate>();
  for (const [pattern, read, plain] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const date = read([...match], monthFirst);
      if (date === null || found.has(date)) continue;
      found.set(date, {
        date,
        plain: plain && !runsIntoTime(match[0], text.slice(match.index + match[0].length)),
      });
    }
  }
  return [...found.values()];
}

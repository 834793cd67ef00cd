/** Layout that sentences of all languages share. */
import { formatMoney } from "../kernel/money.ts";
import type { QuestionSubject } from "../kernel/question.ts";
import type { Entry, IsoDate, Money } from "../kernel/types.ts";
import type { Messages } from "./messages.ts";

/** After a change of language: said in the language that was asked for. */
export const LANGUAGE_SET = {
  auto: "I'll answer in the language you write in. Saya jawab ikut bahasa awak.",
  en: "I'll answer in English.",
  ms: "Saya akan jawab dalam Bahasa Melayu.",
} as const;

/** A heading and its lines. */
export function bullets(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `• ${line}`)].join("\n");
}

/** A heading and its lines, which an answer can call by their numbers. */
export function numbered(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line, place) => `${place + 1}. ${line}`)].join("\n");
}

/** A memory is kept as a statement about the user; shown to them it is about them. */
export function asListed(statement: string): string {
  // What only their own words say is theirs, without who said it.
  const own = /^the user said: "(.+)"\.?$/i.exec(statement)?.[1];
  const plain = own ?? statement.replace(/^the user's\b/i, "your").replace(/^the user\b\s*/i, "");
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** What an entry was for; the merchant of a receipt is where it was bought: "at Gerbang Alaf, for mum". */
export function thingOf({ source, merchant, description }: Entry, at: string): string {
  const where = source === "receipt" && merchant !== null && description.startsWith(merchant);
  return where ? `${at} ${description}` : description;
}

/** Sums of several currencies, side by side: they are never added up. */
export function sumsOf(sums: readonly Money[], none: string, and: string): string {
  return sums.length === 0 ? none : sums.map(formatMoney).join(and);
}

/** The fields that a change would set, side by side. An amount comes with its currency. */
export function changedTo(
  { amountMinor, currency, category, description, date }: Partial<Entry>,
  say: Messages,
  today: IsoDate,
): string {
  const parts: string[] = [];
  if (amountMinor !== undefined && currency !== undefined) parts.push(formatMoney({ amountMinor, currency }));
  if (description !== undefined) parts.push(description);
  if (category !== undefined) parts.push(say.category(category));
  if (date !== undefined) parts.push(say.day(date, today));
  return parts.join(" · ");
}

/** ", RM20.00 more than …": how sums changed; empty when they did not, or there was nothing to compare with. */
export function changeOf(
  change: readonly Money[],
  { more, less, than }: { readonly more: string; readonly less: string; readonly than: string },
): string {
  const parts = change
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map((money) => {
      const size = formatMoney({ ...money, amountMinor: Math.abs(money.amountMinor) });
      return `${size} ${money.amountMinor > 0 ? more : less}`;
    });
  return parts.length === 0 ? "" : `, ${parts.join(", ")}${than}`;
}

/** What a figure is about, by its words or the name of its category; undefined when it is about everything. */
export function nameOf(
  { words, category }: QuestionSubject,
  categories: Readonly<Record<string, string | undefined>>,
): string | undefined {
  // Words come before the category, which they are narrower than.
  if (words?.length) return words.join(" ");
  return category && (categories[category] ?? category);
}

function areDays(days: readonly number[], wanted: readonly number[]): boolean {
  return days.length === wanted.length && wanted.every((day) => days.includes(day));
}

export function isWeekend(days: readonly number[]): boolean {
  return areDays(days, [6, 7]);
}

export function isWeekdays(days: readonly number[]): boolean {
  return areDays(days, [1, 2, 3, 4, 5]);
}

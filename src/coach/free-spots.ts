/**
 * Numbers that are no figures about money wherever they stand: list numbers, times of day, telephone numbers,
 * names with digits, years, ordinals.
 */

import masks from "../language/data/masks.json" with { type: "json" };
import figures from "./data/figures.json" with { type: "json" };
import type { Scan } from "./figure.ts";
import { unitAfter } from "./figure-counts.ts";
import { anyOf } from "./patterns.ts";

const NOT_MONEY = "(?<![\\p{L}\\p{N}$€£¥฿₹.,])(?<!\\bRM )";
const MASKS: readonly RegExp[] = [
  anyOf(figures.names, "g"),
  /(?<=^[^\S\n]*)(?:\d{1,2}[.)]|\(\d{1,2}\))(?=\s)/gmu,
  /(?<=[.!?]\s)\d{1,2}[.)](?=\s\p{Lu})/gu,
  new RegExp(`${NOT_MONEY}\\d{1,2}(?:[:.]\\d{2})?\\s?(?:am|pm|a\\.m|p\\.m|o'clock)(?!\\p{L})`, "giu"),
  new RegExp(`${NOT_MONEY}(?:[01]?\\d|2[0-3]):[0-5]\\d(?![\\d:/])`, "gu"),
  /(?<!\p{L})(?:pukul|jam)\s+\d{1,2}(?:[:.]\d{2})?(?!\d)/giu,
  new RegExp(`${NOT_MONEY}\\+?6?0\\d{1,2}[- ]?\\d{3,4}[- ]?\\d{3,4}(?!\\d)`, "gu"),
  new RegExp(`${NOT_MONEY}1[- ]?[38]00[- ]?\\d{2,3}[- ]?\\d{3,4}(?!\\d)`, "gu"),
];
const PHONE = anyOf(figures.phoneWords);
const HELPLINES = new Set(figures.helplines);
const BEFORE = new Set(figures.before);
const NAMED = new Set([...masks.models, ...masks.numbered]);
const YEAR_LEADS = new Set(figures.yearLeads);

/** Stretches of the plain text in which no figure is looked for, in UTF-16 units. */
export function freeSpots(plain: string): readonly (readonly [number, number])[] {
  const spots = MASKS.flatMap((mask) =>
    [...plain.matchAll(mask)].map((match): [number, number] => [match.index, match.index + match[0].length]),
  );
  for (const match of plain.matchAll(/(?<![\p{L}\p{N}$€£.,])\d{3,6}(?![\p{L}\p{N}%]|[.,]\d)/gu)) {
    const before = plain.slice(Math.max(0, match.index - 40), match.index).replace(/.*[\n!?]/su, "");
    const after = plain.slice(match.index + match[0].length, match.index + 30);
    const called = PHONE.test(before) && !/(?:RM|ringgit|\d)\s*$/iu.test(before);
    const known = HELPLINES.has(match[0]) && (called || PHONE.test(after) || /^\s*\(/.test(after));
    if (known || (called && !/^\s*(?:ringgit|sen|dollar)/i.test(after)))
      spots.push([match.index, match.index + match[0].length]);
  }
  return spots;
}

/** Whether the number at `at` is part of a name, an ordinal of the reply's own, or a year. */
export function isFree({ tokens, context }: Scan, at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined) return true;
  if (token.kind !== "number") {
    // "dua-dua" is both, "satu-satunya" the only one.
    return tokens[at + 1]?.hyphen === true && tokens[at + 1]?.lower === token.lower;
  }
  if (token.glued && before?.kind === "word" && before.lower !== "x" && before.text !== "RM") return true;
  const lead = before?.lower ?? "";
  if (BEFORE.has(lead) || NAMED.has(lead)) return true;
  if (!/^(?:19|20)\d\d$/.test(token.text) || tokens[at + 1]?.text === "%") return false;
  const near = Math.abs(Number(token.text) - Number(context.today.slice(0, 4))) <= 20;
  // "in 2026 entries" counts something; "in 2026 EPF …" does not.
  const counts = /^\p{Ll}/u.test(tokens[at + 1]?.text ?? "") && unitAfter(tokens, at + 1).word !== null;
  return near && !counts && YEAR_LEADS.has(lead);
}

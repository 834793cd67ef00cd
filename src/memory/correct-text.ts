/**
 * What a statement says once it is corrected (SPEC S10.8): "it's in July" changes the month of "the wedding is in June
 * 2026", "RM6,000" its amount; a whole sentence takes its place. What could mean two things is not guessed.
 */
import { dayOf } from "../kernel/calendar.ts";
import { formatMoney, toMinor } from "../kernel/money.ts";
import type { Currency } from "../kernel/types.ts";
import { normalise } from "../language/normalise.ts";
import { absolute, type SaidAt } from "./absolute.ts";
import words from "./data/corrections.json" with { type: "json" };
import { figureAt, tokensOf } from "./facts.ts";
import { momentAt } from "./moments.ts";
import { isMalay, thirdPerson } from "./third-person.ts";

const FILLERS = new Set(words.fillers);
const LEADS: Readonly<Record<string, string>> = words.dayLeads;
/** Fewer words than this are no sentence. */
const SENTENCE_WORDS = 3;

/** A stretch of a text that is exact about something. */
interface Mark {
  readonly kind: "amount" | "moment";
  /** Of an amount, its digits, whatever the currency: "it's 6,000" names none. */
  readonly key: string;
  /** The one that was written; null when none was. */
  readonly currency: Currency | null;
  readonly start: number;
  readonly end: number;
}

interface Marked {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Every other word. */
  readonly words: readonly string[];
}

/** @param day of the person, for moments that name no year */
function marked(text: string, day: string): Marked {
  const plain = normalise(text);
  const tokens = tokensOf(text);
  const marks: Mark[] = [];
  const others: string[] = [];
  let cursor = 0;
  const spans = tokens.map((token) => {
    const start = Math.max(cursor, plain.indexOf(token.text, cursor));
    cursor = start + token.text.length;
    return { start, end: cursor };
  });
  for (let at = 0; at < tokens.length; ) {
    const amount = figureAt(tokens, at);
    const moment = amount?.currency ? undefined : momentAt(tokens, at, { today: day, toward: "future" });
    const length = moment?.length ?? amount?.length ?? 1;
    const key = moment?.key ?? amount?.value;
    const currency = moment ? null : (amount?.currency ?? null);
    const [from, to] = [spans[at], spans[at + length - 1]];
    if (key !== undefined && from && to)
      marks.push({ kind: moment ? "moment" : "amount", key, currency, start: from.start, end: to.end });
    else if (tokens[at]?.kind === "word") others.push(tokens[at]?.lower ?? "");
    at += length;
  }
  return { text: plain, marks, words: others };
}

/**
 * @param old   the statement as it is kept
 * @param said  the correction in the person's words, without "that's wrong"
 * @returns the corrected statement, or null when it is not plain what it would be
 */
export function corrected(old: string, said: string, when: SaidAt): string | null {
  const day = dayOf(when.saidAtMs, when.zone);
  const before = marked(old, day);
  const now = marked(absolute(said, when), day);
  const told = now.words.filter((word) => !FILLERS.has(word));
  const known = new Set(before.words);
  if (now.marks.length > 0 && told.every((word) => known.has(word))) return spliced(before, now);
  return now.words.length >= SENTENCE_WORDS ? sentence(now.text) : null;
}

/** Whether the correction names nothing but an amount or a moment, of a kind that the statement has, too. */
export function fits(old: string, said: string, when: SaidAt): boolean {
  const day = dayOf(when.saidAtMs, when.zone);
  const before = marked(old, day);
  const now = marked(said, day);
  const known = new Set([...before.words, ...FILLERS]);
  const kinds = new Set(before.marks.map(({ kind }) => kind));
  return (
    now.marks.length > 0 &&
    now.words.every((word) => known.has(word)) &&
    now.marks.every(({ kind }) => kinds.has(kind)) &&
    spliced(before, now) !== null
  );
}

/** Each amount and moment of the correction in the place of the statement's own. */
function spliced(before: Marked, now: Marked): string | null {
  let text = before.text;
  // From the end, so that what stands before keeps its place.
  const changes: { start: number; end: number; written: string }[] = [];
  for (const kind of ["amount", "moment"] as const) {
    const [olds, news] = [before.marks, now.marks].map((marks) => marks.filter((mark) => mark.kind === kind));
    if (!olds || !news || news.length === 0) continue;
    const change = changeOf(olds, news);
    if (change === null) return null;
    const written = writtenAs(change.to, change.from, now.text);
    // Before the full stop, where there is one.
    const end = text.replace(/[\s.]+$/, "").length;
    if (change.from === null) changes.push({ start: end, end, written: `, ${written}` });
    else changes.push(inPlaceOf(change.from, change.to, { text, written }));
  }
  for (const { start, end, written } of changes.sort((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}${written}${text.slice(end)}`;
  return text === before.text ? null : text;
}

/** As it was said; an amount without a currency is in that of the one whose place it takes. */
function writtenAs({ kind, key, currency, start, end }: Mark, from: Mark | null, text: string): string {
  const said = text.slice(start, end);
  const money = from?.currency;
  const amountMinor = kind === "amount" && currency === null && money ? toMinor(key, money) : null;
  if (amountMinor === null || !money) return said;
  return formatMoney({ amountMinor, currency: money }).replace(/\.00$/, "");
}

/** "RM6,000", or "RM6,000, not RM5,000": which of the old ones goes, and what comes; null when that is not plain. */
function changeOf(olds: readonly Mark[], news: readonly Mark[]): { from: Mark | null; to: Mark } | null {
  const [first, second] = news;
  if (first === undefined || news.length > 2) return null;
  if (second === undefined) {
    const [only, another] = olds;
    return another === undefined ? { from: only ?? null, to: first } : null;
  }
  const named = news.filter(({ key }) => olds.some((old) => old.key === key));
  const to = news.find(({ key }) => !olds.some((old) => old.key === key));
  const from = olds.find(({ key }) => key === named[0]?.key);
  return named.length === 1 && to && from ? { from, to } : null;
}

/** "on 12 June 2026" becomes "in July 2026": a day and a month are led in by different words. */
function inPlaceOf(
  { kind, key, start, end }: Mark,
  to: Mark,
  { text, written }: { text: string; written: string },
): { start: number; end: number; written: string } {
  const isDay = (moment: string): boolean => moment.length === "2026-06-12".length;
  const lead = /(\w+) $/.exec(text.slice(0, start))?.[1] ?? "";
  const other = LEADS[lead.toLowerCase()];
  if (kind !== "moment" || other === undefined || isDay(key) === isDay(to.key))
    return { start, end, written };
  return { start: start - lead.length - 1, end, written: `${other} ${written}` };
}

/** As everything that is kept: of "the user", not "I". */
function sentence(text: string): string {
  const plain = text.trim();
  return isMalay(plain) ? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}` : thirdPerson(plain);
}

/** Statements whose moments hold on any day (SPEC S10.3): "yesterday" becomes "on 10 March 2026". */
import { DateTime } from "luxon";
import { dayOf } from "../kernel/calendar.ts";
import type { IsoDate } from "../kernel/types.ts";
import { normalise } from "../language/normalise.ts";
import { tableOf } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import words from "./data/modality.json" with { type: "json" };
import { tokensOf } from "./facts.ts";
import { momentAt } from "./moments.ts";
import { isMalay } from "./third-person.ts";

const PREPOSITIONS = new Set(words.prepositions);
const past = tableOf(words.past);
const AHEAD = new Set(words.ahead);
const RECURRING = new Set(words.recurring);
const BETWEEN = new Set(words.recurringBetween);

/** When something was said, and on which calendar. */
export interface SaidAt {
  readonly saidAtMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/** Which way a clause looks: "we moved in January" looks back. */
export function directionOf(text: string): "past" | "future" {
  const tokens = tokensOf(text);
  return tokens.some((_, at) => past.match(tokens, at) !== undefined) ? "past" : "future";
}

/** "I got a new job, starting in January": what begins then is to come, whatever happened before it. */
function towardAt(tokens: readonly Token[], at: number, whole: "past" | "future"): "past" | "future" {
  let before = at - 1;
  while (PREPOSITIONS.has(tokens[before]?.lower ?? "")) before -= 1;
  const begins = AHEAD.has(tokens[before]?.lower ?? "") && past.match(tokens, before - 1) === undefined;
  return begins ? "future" : whole;
}

/**
 * The same statement with its relative moments as dates.
 * @param text one statement; what names no relative moment comes back as it is
 */
export function absolute(text: string, { saidAtMs, zone }: SaidAt): string {
  const plain = normalise(text);
  const tokens = tokensOf(text);
  const today = dayOf(saidAtMs, zone);
  const toward = directionOf(text);
  const malay = isMalay(text);
  const starts = startsOf(plain, tokens);
  let made = "";
  let kept = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const moment = momentAt(tokens, at, { today, toward: towardAt(tokens, at, toward) });
    if (moment === undefined) continue;
    const last = at + moment.length - 1;
    const written = moment.relative && !recurs(tokens, at, last) ? worded(moment.key) : undefined;
    if (written !== undefined) {
      // "On the 25th" becomes "on 25 March 2026": a date has no article.
      const article = tokens[at - 1]?.lower === "the" && PREPOSITIONS.has(tokens[at - 2]?.lower ?? "");
      made += plain.slice(kept, starts[article ? at - 1 : at]);
      made += `${leadOf(tokens[article ? at - 2 : at - 1], moment.key, malay)}${written}`;
      kept = (starts[last] ?? 0) + (tokens[last]?.text.length ?? 0);
    }
    at = last;
  }
  return made === "" ? text : made + plain.slice(kept);
}

/** "Every Friday", "every year in June", "the 25th of every month": one of many days, so that no date can stand for it. */
function recurs(tokens: readonly Token[], first: number, last: number): boolean {
  const is = (set: ReadonlySet<string>, at: number): boolean => set.has(tokens[at]?.lower ?? "");
  let before = first - 1;
  while (is(BETWEEN, before)) before -= 1;
  let behind = first;
  while (behind <= last && !is(RECURRING, behind)) behind += 1;
  while (is(BETWEEN, behind)) behind += 1;
  return is(RECURRING, before) || is(RECURRING, behind);
}

/** Where each token begins in the text that it was cut from. */
function startsOf(text: string, tokens: readonly Token[]): number[] {
  let cursor = 0;
  return tokens.map((token) => {
    const at = text.indexOf(token.text, cursor);
    const start = at < 0 ? cursor : at;
    cursor = start + token.text.length;
    return start;
  });
}

/** "in June 2026" and "on 12 June 2026", unless a preposition is there already. */
function leadOf(before: Token | undefined, key: string, malay: boolean): string {
  if (before !== undefined && PREPOSITIONS.has(before.lower)) return "";
  if (malay) return "pada ";
  if (key.startsWith("w")) return "in ";
  return key.length === 10 ? "on " : "in ";
}

/** A key of moments.ts as people write it; undefined for what is no date. */
function worded(key: string): string | undefined {
  if (/^\d{4}$/.test(key)) return key;
  if (/^\d{4}-\d\d$/.test(key)) return dateOf(`${key}-01`).toFormat("LLLL yyyy");
  if (/^\d{4}-\d\d-\d\d$/.test(key)) return dateOf(key).toFormat("d LLLL yyyy");
  if (/^w\d/.test(key)) return `the week of ${dateOf(key.slice(1)).toFormat("d LLLL yyyy")}`;
  return undefined;
}

function dateOf(day: IsoDate): DateTime {
  return DateTime.fromISO(day, { zone: "utc", locale: "en" });
}

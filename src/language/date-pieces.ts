/** Everything about time that can stand in a message, as one look-up: days, stretches, clock times, rhythms. */
import dates from "./data/dates.json" with { type: "json" };
import { type DateHit, numericDateAt } from "./date-numbers.ts";
import {
  distanceAt,
  fixedPhraseAt,
  type Lead,
  leadAt,
  type NamedPeriod,
  type Rate,
  weekdayPhraseAt,
} from "./date-words.ts";
import { type OpenPeriod, openPeriodAt } from "./period-words.ts";
import { PhraseTable } from "./phrases.ts";
import { type Rhythm, rhythmAt } from "./recurrences.ts";
import { dayPartAt, timeAt } from "./times.ts";
import type { Token } from "./tokens.ts";
import type { When } from "./when.ts";

/** What a stretch of words says about time; exactly one of its parts, or a day with a time. */
export interface DateMeaning {
  readonly when?: When | undefined;
  readonly time?: string | undefined;
  readonly period?: NamedPeriod | undefined;
  readonly open?: OpenPeriod | undefined;
  readonly rate?: Rate | undefined;
  readonly rhythm?: Rhythm | undefined;
  /** How long before the day that is named elsewhere. */
  readonly lead?: Lead | undefined;
  /** "on", "pada": the day was named with a preposition. */
  readonly led?: boolean | undefined;
}

interface DatePieceHit {
  readonly meaning: DateMeaning;
  readonly length: number;
}

const EVENING = "20:00";
const leads = new PhraseTable<true>();
for (const phrase of dates.on) leads.add(phrase, true);

/** The longest reading as time at `at`. */
export function dateHitAt(
  tokens: readonly Token[],
  at: number,
  hint: "record" | "remind" | "ask",
): DatePieceHit | undefined {
  const loose = hint === "remind";
  const time = timeAt(tokens, at, loose);
  const part = loose ? dayPartAt(tokens, at) : undefined;
  const rhythm = rhythmAt(tokens, at);
  const open = hint === "ask" ? openPeriodAt(tokens, at) : undefined;
  const lead = loose ? leadAt(tokens, at) : undefined;
  return longest([
    lead && { meaning: { lead: lead.lead }, length: lead.length },
    rhythm && { meaning: { rhythm: rhythm.rhythm }, length: rhythm.length },
    // "7 hari lepas" is a stretch in a question, and a day elsewhere.
    open && { meaning: { open: open.period }, length: open.length },
    dayAt(tokens, at, hint),
    fixedAt(tokens, at),
    time && { meaning: { time: time.time }, length: time.length },
    part && { meaning: { time: part.time }, length: part.length },
  ]);
}

function longest(hits: readonly (DatePieceHit | undefined)[]): DatePieceHit | undefined {
  let best: DatePieceHit | undefined;
  for (const hit of hits)
    if (hit !== undefined && (best === undefined || hit.length > best.length)) best = hit;
  return best;
}

function fixedAt(tokens: readonly Token[], at: number): DatePieceHit | undefined {
  const hit = fixedPhraseAt(tokens, at);
  if (hit === undefined) return undefined;
  const { value } = hit;
  if (value.kind === "period") return { meaning: { period: value.period }, length: hit.length };
  if (value.kind === "rate") return { meaning: { rate: value.rate }, length: hit.length };
  return {
    meaning: { when: value.when, time: value.evening === true ? EVENING : undefined },
    length: hit.length,
  };
}

/** A single day, with the preposition before it. */
function dayAt(
  tokens: readonly Token[],
  at: number,
  hint: "record" | "remind" | "ask",
): DatePieceHit | undefined {
  const lead = leads.match(tokens, at)?.length ?? 0;
  const start = at + lead;
  const fixed = lead === 0 ? undefined : fixedPhraseAt(tokens, start);
  const named = fixed?.value.kind === "when" ? { when: fixed.value.when, length: fixed.length } : undefined;
  const bare = hint === "remind" && lead > 0 ? bareDayAt(tokens, start) : undefined;
  const hit =
    weekdayPhraseAt(tokens, start) ??
    distanceAt(tokens, start) ??
    numericDateAt(tokens, start) ??
    named ??
    bare;
  if (hit === undefined || !plainDay(tokens, start, { hit, hint, led: lead > 0 })) return undefined;
  return { meaning: { when: hit.when, led: lead > 0 }, length: lead + hit.length };
}

/** "remind me … on 16": a number that nothing follows. */
function bareDayAt(tokens: readonly Token[], at: number): DateHit | undefined {
  const text = tokens[at]?.text ?? "";
  const next = tokens[at + 1];
  const ends = next === undefined || next.kind === "break" || /^[.,!?]$/.test(next.text);
  if (!ends || !/^([1-9]|[12]\d|3[01])$/.test(text)) return undefined;
  return { when: { type: "monthDay", day: Number(text) }, length: 1 };
}

const MOVED_TO = /^(to|ke|kepada|until|till)$/;

/** "Change rent to the 20th": nothing follows, and the word before says that something was moved there. */
function movedTo(tokens: readonly Token[], start: number, length: number): boolean {
  const before = tokens[start - 1]?.lower === "the" ? tokens[start - 2] : tokens[start - 1];
  const next = tokens[start + length];
  return (
    MOVED_TO.test(before?.lower ?? "") &&
    (next === undefined || next.kind === "break" || /^[.,!?]$/.test(next.text))
  );
}

/** In spending "1st class" and "2nd floor" are no days: an ordinal needs "on" or "hb". */
function plainDay(
  tokens: readonly Token[],
  start: number,
  { hit, hint, led }: { readonly hit: DateHit; readonly hint: string; readonly led: boolean },
): boolean {
  if (hit.when.type !== "monthDay" || hint !== "record" || led) return true;
  if (tokens[start]?.kind === "word" || movedTo(tokens, start, hit.length)) return true;
  return hit.length > 2 || tokens[start + 1]?.lower === "hb" || tokens[start + 1]?.lower === "haribulan";
}

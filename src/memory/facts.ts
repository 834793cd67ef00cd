/** What a statement is exact about: amounts, moments, people and named things, its subject, its modality (SPEC S10.4). */
import { exponentOf } from "../kernel/money.ts";
import type { Currency, IsoDate } from "../kernel/types.ts";
import { amountAt } from "../language/amounts.ts";
import dates from "../language/data/dates.json" with { type: "json" };
import { wordTable } from "../language/lexicon.ts";
import { normalise } from "../language/normalise.ts";
import { PhraseTable, tableOf } from "../language/phrases.ts";
import { type Token, tokenise } from "../language/tokens.ts";
import words from "./data/modality.json" with { type: "json" };
import people from "./data/people.json" with { type: "json" };
import topics from "./data/topics.json" with { type: "json" };
import { momentAt } from "./moments.ts";

export interface Figure {
  /** In major units, as digits: "3000", "4.5"; of a share with "%". */
  readonly value: string;
  /** Null when none was written. */
  readonly currency: Currency | null;
}

export interface Facts {
  readonly figures: readonly Figure[];
  /** Keys as in moments.ts. */
  readonly moments: ReadonlySet<string>;
  /** "sister", "ali", "maybank": each in one form. */
  readonly names: ReadonlySet<string>;
  /** Those of the names that are relations: "sister", "boss". */
  readonly people: ReadonlySet<string>;
  /** What it is about, each in one form: kahwin is wedding. */
  readonly topics: ReadonlySet<string>;
  readonly negated: boolean;
  /** "considering", "maybe". */
  readonly hedged: boolean;
}

export function phraseMap(lists: Readonly<Record<string, readonly string[]>>): PhraseTable<string> {
  const table = new PhraseTable<string>();
  for (const [name, phrases] of Object.entries(lists)) for (const phrase of phrases) table.add(phrase, name);
  return table;
}

const peopleTable = phraseMap(people);
export const topicTable: PhraseTable<string> = phraseMap(topics);
/** "Maybe", "thinking of", "tengah fikir". */
export const hedges: PhraseTable<true> = tableOf(words.hedges);
const negations = tableOf(words.negations);
const PARTS = new Set(words.parts);
const INITIALS = new Set(words.initials);
const NAMED_BY = new Set(words.namedBy);
const CALENDAR = new Set([...Object.keys(dates.months), ...Object.keys(dates.weekdays)]);
const SETTING = { currency: "MYR", indonesian: false };

export function tokensOf(text: string): Token[] {
  return tokenise(normalise(text));
}

/**
 * Reads a statement, or what a person said.
 * @param today the day it was said on, in the person's zone; relative moments have other keys without it
 */
export function factsIn(text: string, today?: IsoDate, toward: "past" | "future" = "future"): Facts {
  const tokens = tokensOf(text);
  const owned = tokens.map((token) => ({ ...token, lower: nameOf(token) }));
  const figures: Figure[] = [];
  const moments = new Set<string>();
  const names = new Set<string>();
  const relations = new Set<string>();
  const subjects = new Set<string>();
  let negated = false;
  let hedged = false;
  let at = 0;
  while (at < tokens.length) {
    const figure = figureAt(tokens, at);
    const moment = figure?.currency ? undefined : momentAt(tokens, at, { today, toward });
    if (moment) moments.add(moment.key);
    else if (figure) figures.push({ value: figure.value, currency: figure.currency });
    const topic = topicAt(tokens, at);
    const person = peopleTable.match(owned, at);
    const hedge = hedgeAt(tokens, at, moment !== undefined);
    const negation = negations.match(tokens, at);
    if (topic) subjects.add(topic.value);
    if (person) {
      names.add(person.value);
      relations.add(person.value);
    } else if (!moment && !topic && isName(tokens, at)) names.add(nameOf(tokens[at]));
    negated ||= negation !== undefined;
    hedged ||= hedge !== undefined;
    at += Math.max(
      moment?.length ?? figure?.length ?? 1,
      topic?.length ?? 1,
      person?.length ?? 1,
      hedge?.length ?? 1,
      negation?.length ?? 1,
    );
  }
  return { figures, moments, names, people: relations, topics: subjects, negated, hedged };
}

/** The subject named at `at`; a "car battery" and a "car phone holder" are neither a car nor a phone. */
function topicAt(tokens: readonly Token[], at: number): { value: string; length: number } | undefined {
  const topic = topicTable.match(tokens, at);
  if (topic === undefined) return undefined;
  const end = at + topic.length;
  const further = end + (topicTable.match(tokens, end)?.length ?? 0);
  return [end, further].some((place) => PARTS.has(tokens[place]?.lower ?? "")) ? undefined : topic;
}

/** "May" alone is a doubt; "in May" is a month. */
function hedgeAt(tokens: readonly Token[], at: number, isMoment: boolean): { length: number } | undefined {
  return isMoment ? undefined : hedges.match(tokens, at);
}

/** The figure that begins at `at`: an amount, a count, a share. */
export function figureAt(tokens: readonly Token[], at: number): (Figure & { length: number }) | undefined {
  const hit = amountAt(tokens, at, SETTING);
  if (hit?.amount === undefined) return undefined;
  const { amountMinor, currency, explicit } = hit.amount;
  const value = String(amountMinor / 10 ** exponentOf(currency));
  if (tokens[at + hit.length]?.text === "%")
    return { value: `${value}%`, currency: null, length: hit.length + 1 };
  return { value, currency: explicit ? currency : null, length: hit.length };
}

function nameOf(token: Token | undefined): string {
  return (token?.lower ?? "").replace(/'s?$/, "");
}

/** A name that is known, or a capital letter that no sentence asks for. */
function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "word") return false;
  const name = nameOf(token);
  if (wordTable.match(tokens, at)?.value.includes("names") === true) return true;
  const capital = /^\p{Lu}\p{L}/u.test(token.text) && token.text !== token.text.toUpperCase();
  if (!capital || CALENDAR.has(name) || INITIALS.has(name)) return false;
  const before = tokens[at - 1];
  const begins = before === undefined || before.kind === "break" || /^[.!?:"(“-]$/.test(before.text);
  if (!begins) return true;
  const known = wordTable.match(tokens, at) !== undefined;
  return !known && NAMED_BY.has(tokens[at + 1]?.lower ?? "");
}

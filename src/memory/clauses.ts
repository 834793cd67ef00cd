/** What a person said, cut where a new thought begins, with what each clause is: a question, about somebody else (S10.3). */
import type { PhraseTable } from "../language/phrases.ts";
import { tableOf } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import lists from "./data/extraction.json" with { type: "json" };
import people from "./data/people.json" with { type: "json" };
import { phraseMap, tokensOf } from "./facts.ts";

export interface Clause {
  /** As it was written, without its end mark and without "so", "but", "hi". */
  readonly text: string;
  /** Whole, as it was written. */
  readonly written: string;
  readonly tokens: readonly Token[];
  readonly asks: boolean;
  /** "If", "kalau": nothing that is so. */
  readonly conditional: boolean;
  /** Whose news it is, when it is not the speaker's: "sister". */
  readonly about: string | null;
}

const starts = tableOf(lists.clauseStarts);
const askStarts = tableOf(lists.askStarts);
const asksInside = tableOf(lists.asksInside);
const joins = tableOf(lists.joins);
const conditionals = tableOf(lists.conditionals);
const peopleTable = phraseMap(people);
const POSSESSIVES = new Set(["my", "our"]);
/** "My wife and I": news of both. */
const TOGETHER = new Set(["and", "dan"]);
const POSSESSIVES_BEHIND = new Set(["saya", "aku", "sy", "kami", "i", "we"]);

/** Where a phrase of the table stands, or -1. */
export function placeOf(table: PhraseTable<unknown>, tokens: readonly Token[]): number {
  return tokens.findIndex((_, at) => table.match(tokens, at) !== undefined);
}

export function clausesOf(said: string): Clause[] {
  return said
    .split(/(?<=[.!?])\s+|\n+|;\s*/)
    .flatMap(parts)
    .map(clauseOf)
    .filter(({ tokens }) => tokens.length > 0);
}

/** A sentence at the commas behind which somebody begins to ask or to speak of themselves again. */
function parts(sentence: string): string[] {
  const cut: string[][] = [];
  // Tokens of the last one so far: each part is read once, however many are joined.
  let length = 0;
  for (const part of sentence.split(/,(?!\d)\s*|\s+(?=(?:but|tapi|and|dan)\s)/i)) {
    const tokens = tokensOf(part);
    // "I'm stressed, my rent went up": a few words alone are no thought of their own.
    const alone = length > SHORT;
    const fresh =
      (alone && starts.match(tokens, 0) !== undefined) || askStarts.match(tokens, 0) !== undefined;
    const before = cut.at(-1);
    if (before === undefined || fresh) {
      cut.push([part]);
      length = tokens.length;
      continue;
    }
    before.push(JOINED.test(part) ? " " : ", ", part);
    length += tokens.length + 1;
  }
  return cut.map((texts) => texts.join(""));
}

const SHORT = 3;
/** Nobody wrote a comma before these. */
const JOINED = /^(?:and|dan)\s/i;
/** ", ok?" at the end only wants agreement. */
const TAG = new RegExp(`,\\s*(?:${lists.tags.join("|")})$`, "i");

function clauseOf(written: string): Clause {
  const all = tokensOf(written);
  let from = 0;
  for (;;) {
    const lead = joins.match(all, from)?.length ?? (all[from]?.text === "," ? 1 : 0);
    if (lead === 0 || from + lead >= all.length) break;
    from += lead;
  }
  const tokens = all.slice(from);
  let text = after(written.trim(), all, from);
  const marked = /\?\s*$/.test(written);
  text = text.replace(/[\s.!?,]+$/, "").replace(TAG, "");
  return {
    text,
    written,
    tokens,
    asks:
      askStarts.match(tokens, 0) !== undefined ||
      placeOf(asksInside, tokens) >= 0 ||
      (marked && endsAsking(tokens)),
    conditional: conditionals.match(tokens, 0) !== undefined,
    about: somebody(tokens),
  };
}

/** The text behind its first `count` tokens. */
export function after(text: string, tokens: readonly Token[], count: number): string {
  let cursor = 0;
  for (const token of tokens.slice(0, count)) {
    const at = text.indexOf(token.text, cursor);
    cursor = (at < 0 ? cursor : at) + token.text.length;
  }
  return text.slice(cursor).trim();
}

/** "…, ok?" only wants agreement; "… tak?", "… ke?" asks. */
function endsAsking(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ kind }) => kind === "word")?.lower;
  return last === "tak" || last === "ke" || last === "kan" || last === "eh";
}

/** Somebody else as the subject: "my sister is …", "kakak saya …", "my sister's wedding". */
function somebody(tokens: readonly Token[]): string | null {
  const lead = POSSESSIVES.has(tokens[0]?.lower ?? "") ? 1 : 0;
  const named = bare(tokens, lead);
  const person = peopleTable.match(named, lead);
  if (person === undefined) return null;
  const behind = tokens[lead + person.length]?.lower ?? "";
  if (TOGETHER.has(behind)) return null;
  if (lead === 1 || POSSESSIVES_BEHIND.has(behind)) return person.value;
  // "anak kedua nak masuk sekolah": Malay leaves the owner out.
  return tokens.length > person.length + 1 && behind !== "dah" ? person.value : null;
}

/** The tokens with "sister's" as "sister" at the place of the subject. */
function bare(tokens: readonly Token[], at: number): readonly Token[] {
  return tokens.map((token, place) =>
    place >= at && place < at + 3 ? { ...token, lower: token.lower.replace(/'s$/, "") } : token,
  );
}

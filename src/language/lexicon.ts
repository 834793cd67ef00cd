/**
 * The word lists of `data/` as look-up tables, built once when the module loads. Whoever wants Mama to know
 * another word adds it to a JSON file; no code changes.
 */
import type { EntryKind } from "../kernel/types.ts";
import intents from "./data/intents.json" with { type: "json" };
import masks from "./data/masks.json" with { type: "json" };
import nouns from "./data/nouns.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import words from "./data/words.json" with { type: "json" };
import { PhraseTable } from "./phrases.ts";

/** What a closed word can be; one word may be several things ("had": spent, or Malay for limit). */
export type Tag = keyof typeof words | keyof typeof intents | "each" | "off" | "unit";

/** A noun that says what money was for. */
interface Noun {
  readonly kind: EntryKind;
  readonly category: string;
  /** A shop or product name rather than a thing. */
  readonly brand: boolean;
}

/** A word can be both: "commission" is income, or a fee that was paid. */
export interface NounSenses {
  readonly expense?: Noun | undefined;
  readonly income?: Noun | undefined;
}

interface NounList {
  readonly nouns?: readonly string[];
  readonly brands?: readonly string[];
}

/** Plurals, Malay -nya, and a particle written onto the word. */
function nounForms(word: string): string[] {
  const forms: string[] = [];
  if (word.length > 3 && word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.length > 4 && word.endsWith("es")) forms.push(word.slice(0, -2));
  if (word.length > 4 && word.endsWith("'s")) forms.push(word.slice(0, -2));
  if (word.length > 5 && (word.endsWith("nya") || word.endsWith("lah"))) forms.push(word.slice(0, -3));
  return forms;
}

export const nounTable = new PhraseTable<NounSenses>(nounForms);
export const wordTable = new PhraseTable<readonly Tag[]>();
/** Single expense and income words, for the search of near spellings. */
export const spellings = new Map<string, NounSenses>();

function addNouns(kind: EntryKind, lists: Readonly<Record<string, NounList>>): void {
  for (const [category, list] of Object.entries(lists)) {
    for (const brand of [false, true]) {
      const noun: Noun = { kind, category, brand };
      for (const phrase of (brand ? list.brands : list.nouns) ?? []) {
        nounTable.add(phrase, { [kind]: noun }, (old, added) => ({ ...added, ...old }));
        if (/^\p{L}{5,}$/u.test(phrase) && !spellings.has(phrase)) spellings.set(phrase, { [kind]: noun });
      }
    }
  }
}

/** Words that make a certain reading wrong, wherever they stand: also inside a longer phrase. */
const DOUBTING: readonly Tag[] = ["negation", "future", "hypothetical", "hedge"];
const doubting = new Map<string, readonly Tag[]>();
/** Phrases in which such a word has lost its sense: "not bad", "don't forget". */
const HARMLESS: readonly Tag[] = ["comment", "particle", "remind", "link", "article"];

function addWords(lists: Readonly<Record<string, readonly string[]>>): void {
  for (const [tag, phrases] of Object.entries(lists)) {
    for (const phrase of phrases) {
      wordTable.add(phrase, [tag as Tag], (old, added) => [...old, ...added]);
      if (DOUBTING.includes(tag as Tag)) doubting.set(phrase, [...(doubting.get(phrase) ?? []), tag as Tag]);
    }
  }
}

// The first to name a phrase decides about it.
addNouns("expense", overrides.expense);
addNouns("income", overrides.income);
addNouns("expense", nouns.expense);
addNouns("income", nouns.income);
addWords(words);
addWords(intents);
addWords({ each: masks.each, off: masks.off, unit: masks.units });

/** The tags of a phrase, with the doubts of its single words: "jangan bagi" still negates. */
export function tagsOf(phrase: readonly string[], tags: readonly Tag[]): readonly Tag[] {
  if (phrase.length < 2 || HARMLESS.some((tag) => tags.includes(tag))) return tags;
  const inner = phrase.flatMap((word) => doubting.get(word) ?? []);
  return inner.length === 0 ? tags : [...new Set([...tags, ...inner])];
}

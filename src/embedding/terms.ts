/** The words of a text that say what it is about, ready to be matched. Cached: a user's memories are matched often. */
import { BoundedMap } from "./bounded-map.ts";
import { type Concepts, conceptsOf, NO_CONCEPTS } from "./concepts.ts";
import stopwords from "./data/stopwords.json" with { type: "json" };
import { inEnglish } from "./gloss.ts";
import { stemmed } from "./stems.ts";
import { wordVectors } from "./word-vectors.ts";

const STOPWORDS = new Set(stopwords.words);
/** Texts whose terms are kept: the memories of a few users. */
const CACHED_TEXTS = 4_000;
const CACHED_TERMS = 20_000;
const LONGEST_TEXT = 1_200;

export interface Term extends Concepts {
  readonly stem: string;
  /** Row of the word in the word vectors, -1 for a word that they lack, and for numbers. */
  readonly row: number;
  /** How much the word says, 0 to 1: the rarer in English, the more; names and numbers most. */
  readonly weight: number;
}

const known = new BoundedMap<string, Term>(CACHED_TERMS);

/** One object for the same word in many texts, so that it is matched once for all of them. */
function shared(term: Term): Term {
  return known.get(`${term.row} ${term.stem} ${term.strong} ${term.common}`, () => term);
}

function termsOf(text: string): Term[] {
  const words = stemmed(inEnglish(text.slice(0, LONGEST_TEXT)));
  const isGrammar = (at: number): boolean => STOPWORDS.has(words[at]?.word ?? "");
  const concepts = conceptsOf(
    words.map(({ stem }) => stem),
    isGrammar,
  );
  const { rows } = wordVectors();
  const terms = new Map<string, Term>();
  for (const [at, { word, stem }] of words.entries()) {
    const meant = concepts[at] ?? NO_CONCEPTS;
    const grammar = isGrammar(at);
    if ((grammar && meant.strong.length === 0) || terms.has(stem)) continue;
    const row = rows.get(word) ?? rows.get(stem) ?? -1;
    const weight = row < 0 ? 1 : Math.log(row + 2) / Math.log(rows.size);
    terms.set(stem, shared({ ...meant, stem, row, weight }));
  }
  return [...terms.values()];
}

const cache = new BoundedMap<string, readonly Term[]>(CACHED_TEXTS);

/** The terms of a text in any of Mama's languages, each once. */
export function preparedTerms(text: string): readonly Term[] {
  return cache.get(text, termsOf);
}

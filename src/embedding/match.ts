/**
 * How well the words of a text are met by those of a candidate: the best match of each word, the telling words first.
 * The same stem is a full match, the same thing in other words nearly one, a word of near meaning some of one.
 */
import { subjectMatches } from "./subjects.ts";
import { preparedTerms, type Term } from "./terms.ts";
import { wordVectors } from "./word-vectors.ts";

/** What two words are worth to each other, beside 1 for the same stem; found on eval/memory-dev.jsonl. */
const WORTH = { concept: 0.9, common: 0.4, topic: 0.2, near: 0.6 };
/** Word vectors are never at right angles; a cosine up to this says nothing. */
const NEAR_FROM = 0.4;
/** Share of the words one by one in a match; the rest is what the texts are about as wholes. */
const WORD_BY_WORD = 5 / 7;
/** Share of a word's weight that depends on how many of the candidates have it. */
const RARITY = 0.7;
/** A text of a word or two is never met in full: "lunch 15" says little about the person who sends it. */
const LEAST_WEIGHT = 2;

function shares(a: readonly number[], b: readonly number[]): boolean {
  for (const one of a) if (b.includes(one)) return true;
  return false;
}

function matchOf(a: Term, b: Term): number {
  if (a.stem === b.stem) return 1;
  if (shares(a.strong, b.strong)) return WORTH.concept;
  const cosine = a.row < 0 || b.row < 0 ? 0 : wordVectors().cosine(a.row, b.row);
  return Math.max(
    ((cosine - NEAR_FROM) / (1 - NEAR_FROM)) * WORTH.near,
    shares(a.common, b.common) ? WORTH.common : 0,
    shares(a.topics, b.topics) ? WORTH.topic : 0,
  );
}

/** How much each word tells one candidate from the others: a word that all of them have says little. */
function weightsOf(terms: readonly Term[], candidates: readonly (readonly Term[])[]): number[] {
  const having = new Map(terms.map(({ stem }) => [stem, 0]));
  for (const candidate of candidates) {
    for (const { stem } of candidate) {
      const count = having.get(stem);
      if (count !== undefined) having.set(stem, count + 1);
    }
  }
  const most = Math.log((candidates.length + 1) / 0.5);
  return terms.map(({ stem, weight }) => {
    const rarity = Math.log((candidates.length + 1) / ((having.get(stem) ?? 0) + 0.5)) / most;
    return weight * (1 - RARITY + RARITY * rarity);
  });
}

/** The best match of each of `terms` among the words of one candidate. */
type Best = (candidate: readonly Term[]) => Float32Array;

/** Candidates share most of their words, so each different one is matched once. */
function bestMatches(terms: readonly Term[]): Best {
  const known = new Map<Term, Float32Array>();
  return (candidate) => {
    const best = new Float32Array(terms.length);
    for (const term of candidate) {
      let matched = known.get(term);
      if (matched === undefined) {
        matched = Float32Array.from(terms, (mine) => matchOf(mine, term));
        known.set(term, matched);
      }
      for (let at = 0; at < best.length; at += 1)
        if ((matched[at] as number) > (best[at] as number)) best[at] = matched[at] as number;
    }
    return best;
  };
}

/**
 * @returns for each candidate 0 to 1; 0 for all when the text has no words that tell
 */
export function matches(text: string, candidates: readonly string[]): number[] {
  const terms = preparedTerms(text);
  const prepared = candidates.map(preparedTerms);
  const weights = weightsOf(terms, prepared);
  const told = weights.reduce((sum, weight) => sum + weight, 0);
  const total = Math.max(LEAST_WEIGHT, told);
  const bestOf = bestMatches(terms);
  const subjects = subjectMatches(terms, prepared);
  return prepared.map((candidate, index) => {
    const met = bestOf(candidate).reduce((sum, match, at) => sum + match * (weights[at] ?? 0), 0) / total;
    return (
      WORD_BY_WORD * met +
      (1 - WORD_BY_WORD) * (subjects === undefined ? met : ((subjects[index] ?? 0) * told) / total)
    );
  });
}

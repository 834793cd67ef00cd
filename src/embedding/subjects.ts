/**
 * How much two texts are about the same things as wholes: "the caterer wants a deposit" and "is getting married" meet in
 * no word that the other explains best, but in what most of their words have to do with. The cosine of the concepts and
 * topics of all their words, those that few of the candidates are about counting most.
 */
import type { Term } from "./terms.ts";

/** What a word adds to each thing that it may be about. */
const WORTH = { concept: 1, common: 0.4, topic: 0.25 };

/** How much of a text is about each thing. */
type Subjects = ReadonlyMap<string, number>;

function subjectsOf(terms: readonly Term[]): Subjects {
  const found = new Map<string, number>();
  const add = (thing: string, worth: number): void => {
    found.set(thing, (found.get(thing) ?? 0) + worth);
  };
  for (const { strong, common, topics, weight } of terms) {
    for (const concept of strong) add(`c${concept}`, WORTH.concept * weight);
    for (const concept of common) if (!strong.includes(concept)) add(`c${concept}`, WORTH.common * weight);
    for (const topic of topics) add(`t${topic}`, WORTH.topic * weight);
  }
  // The second word of a subject says less than the first.
  for (const [thing, worth] of found) found.set(thing, Math.sqrt(worth));
  return found;
}

/** Kept as long as the terms are: the same memories are matched often. */
const known = new WeakMap<readonly Term[], Subjects>();

function subjects(terms: readonly Term[]): Subjects {
  let found = known.get(terms);
  if (found === undefined) {
    found = subjectsOf(terms);
    known.set(terms, found);
  }
  return found;
}

/**
 * @returns for each candidate 0 to 1; undefined when the text is about nothing that is known
 */
export function subjectMatches(
  text: readonly Term[],
  candidates: readonly (readonly Term[])[],
): number[] | undefined {
  const asked = subjects(text);
  if (asked.size === 0) return undefined;
  const offered = candidates.map(subjects);
  const having = new Map<string, number>();
  for (const one of offered) for (const thing of one.keys()) having.set(thing, (having.get(thing) ?? 0) + 1);
  const rarity = new Map<string, number>();
  for (const thing of [...asked.keys(), ...having.keys()])
    rarity.set(thing, Math.log((candidates.length + 1) / ((having.get(thing) ?? 0) + 0.5)) ** 2);
  const lengthOf = (one: Subjects): number => {
    let sum = 0;
    for (const [thing, worth] of one) sum += worth * worth * (rarity.get(thing) ?? 0);
    return Math.sqrt(sum);
  };
  const askedLength = lengthOf(asked);
  return offered.map((one) => {
    let shared = 0;
    for (const [thing, worth] of asked) shared += worth * (one.get(thing) ?? 0) * (rarity.get(thing) ?? 0);
    return shared === 0 ? 0 : shared / (askedLength * lengthOf(one));
  });
}

/**
 * What people mean when they talk about money and life, whichever words they use: "nest egg" and "put aside" are both
 * saving. Concepts that have to do with each other share a topic. All of it is in `data/concepts.json`.
 */
import data from "./data/concepts.json" with { type: "json" };
import { stemmed } from "./stems.ts";

const LONGEST_PHRASE = 4;

/** Numbers of concepts and topics. */
export interface Concepts {
  readonly strong: readonly number[];
  /** Concepts that much is about: goals, months, food. */
  readonly common: readonly number[];
  readonly topics: readonly number[];
}
export const NO_CONCEPTS: Concepts = { strong: [], common: [], topics: [] };

function union(a: Concepts, b: Concepts): Concepts {
  const both = (name: keyof Concepts): number[] => [...new Set([...a[name], ...b[name]])];
  return { strong: both("strong"), common: both("common"), topics: both("topics") };
}

function conceptNamed(name: string, number: number): Concepts {
  const topics = Object.values(data.topics).flatMap((names, topic) => (names.includes(name) ? [topic] : []));
  return data.common.includes(name)
    ? { strong: [], common: [number], topics }
    : { strong: [number], common: [], topics };
}

const byPhrase = new Map<string, Concepts>();
for (const [number, [name, phrases]] of Object.entries(data.concepts).entries()) {
  const concept = conceptNamed(name, number);
  for (const phrase of phrases) {
    const key = stemmed(phrase)
      .map(({ stem }) => stem)
      .join(" ");
    byPhrase.set(key, union(byPhrase.get(key) ?? NO_CONCEPTS, concept));
  }
}

/**
 * @param stems the stems of a text's words, in order
 * @returns for each word the concepts of the phrases that it is in, itself among them unless `isGrammar`
 */
export function conceptsOf(stems: readonly string[], isGrammar: (at: number) => boolean): Concepts[] {
  const found = stems.map((stem, at) => (isGrammar(at) ? undefined : byPhrase.get(stem)) ?? NO_CONCEPTS);
  for (let length = 2; length <= LONGEST_PHRASE; length += 1) {
    for (let at = 0; at + length <= stems.length; at += 1) {
      const phrase = byPhrase.get(stems.slice(at, at + length).join(" "));
      if (phrase === undefined) continue;
      for (let inside = at; inside < at + length; inside += 1)
        found[inside] = union(found[inside] ?? NO_CONCEPTS, phrase);
    }
  }
  return found;
}

/** Words that are listed only inside longer nouns ("thermal" of "thermal paper"), with the categories they occur in. */
import nouns from "./data/nouns.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };

const SHORTEST = 3;
/** How much of a word's occurrences one category must have to be a good guess, and how many there must be. */
const SHARE = 0.6;
const ENOUGH = 2;

let index: Map<string, Map<string, number>> | undefined;

function phrasesWithCategory(): (readonly [string, string])[] {
  return [nouns.expense, overrides.expense].flatMap((lists) =>
    Object.entries(lists).flatMap(([category, list]) =>
      ((list as { readonly nouns?: readonly string[] }).nouns ?? []).map(
        (phrase) => [phrase, category] as const,
      ),
    ),
  );
}

function built(): Map<string, Map<string, number>> {
  const words = new Map<string, Map<string, number>>();
  for (const [phrase, category] of phrasesWithCategory()) {
    const parts = phrase.split(" ");
    for (const part of parts.length < 2 ? [] : parts) {
      if (part.length < SHORTEST) continue;
      const counts = words.get(part) ?? new Map<string, number>();
      counts.set(category, (counts.get(category) ?? 0) + 1);
      words.set(part, counts);
    }
  }
  return words;
}

function countsOf(word: string): ReadonlyMap<string, number> | undefined {
  index ??= built();
  return index.get(word);
}

/** Whether the word stands in a listed noun of this category. */
export function isPartOf(word: string, category: string): boolean {
  return countsOf(word)?.has(category) === true;
}

/** The category that most nouns with this word have; undefined when it says too little. Good for a guess only. */
export function likelyCategory(word: string): string | undefined {
  const counts = countsOf(word);
  if (counts === undefined) return undefined;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && total >= ENOUGH && best[1] / total >= SHARE ? best[0] : undefined;
}

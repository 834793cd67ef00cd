/** Near spellings of listed nouns ("brekfas", "groceris"): one letter more, less, other or swapped, guesses only. */
import { type NounSenses, spellings } from "./lexicon.ts";

const SHORTEST = 5;
const LONGEST = 24;
let index: Map<string, NounSenses> | undefined;

function* shortened(word: string): Generator<string> {
  for (let at = 0; at < word.length; at += 1) yield word.slice(0, at) + word.slice(at + 1);
}

/** Every noun under each of its forms with one letter left out; built when the first unknown word comes. */
function deletions(): Map<string, NounSenses> {
  const built = new Map<string, NounSenses>();
  for (const [word, senses] of spellings) {
    for (const form of shortened(word)) if (!built.has(form)) built.set(form, senses);
  }
  return built;
}

/** What an unknown word may be a slip of; undefined for short words, where a letter changes everything. */
export function nearSpelling(word: string): NounSenses | undefined {
  if (word.length < SHORTEST || word.length > LONGEST) return undefined;
  index ??= deletions();
  const missing = index.get(word);
  if (missing !== undefined) return missing;
  for (const form of shortened(word)) {
    const hit =
      spellings.get(form) ??
      (form.length >= SHORTEST - 1 && word.length > SHORTEST ? index.get(form) : undefined);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

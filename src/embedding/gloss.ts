/**
 * Malay as English, word for word: the sentence model and the word vectors know English alone (SPEC S14). Grammar is
 * lost on the way; what the sentence is about is not. The words are in `data/gloss.json`; its silent ones ("weh", "macam
 * mana ni") are left out, since they say nothing and every word that is not known would count as a telling one.
 */
import languages from "../language/data/languages.json" with { type: "json" };
import { rootsOf } from "./affixes.ts";
import gloss from "./data/gloss.json" with { type: "json" };

const LONGEST_PHRASE = 4;
const english = new Map<string, string>();
for (const topic of Object.values(gloss.topics)) {
  for (const [meaning, phrases] of Object.entries(topic)) {
    for (const phrase of phrases) english.set(phrase, meaning);
  }
}
for (const phrase of gloss.silent) english.set(phrase, "");
const ENGLISH_WORDS = new Set(languages.en.words);
/** Ways to write "tak", under which phrases are listed. */
const NOT = new Set(["x", "tk", "tdk", "tidak"]);
const ALSO_ENGLISH = new Set(gloss.alsoEnglish);

interface Word {
  readonly lower: string;
  readonly from: number;
  readonly to: number;
}

/** "anak2" is "anak-anak"; apostrophes stay inside a word. */
function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu), (match) => ({
    lower: match[0].toLowerCase().replace(/^(\p{L}{3,})2$/u, "$1"),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

interface Hit {
  readonly meaning: string;
  /** How many words it covers. */
  readonly length: number;
}

/** The longest phrase that begins here, else the word itself or its root. */
function hitAt(words: readonly Word[], at: number): Hit | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length -= 1) {
    const phrase = words
      .slice(at, at + length)
      .map(({ lower }) => (NOT.has(lower) ? "tak" : lower))
      .join(" ");
    const meaning = english.get(phrase);
    if (meaning !== undefined) return { meaning, length };
  }
  const word = words[at]?.lower ?? "";
  const known =
    english.get(word) ??
    rootsOf(word)
      .map((root) => english.get(root))
      .find(Boolean);
  return known === undefined ? undefined : { meaning: known, length: 1 };
}

/** In a sentence that is rather English, "jam" is no hour: such words count as Malay only among Malay ones. */
function isMalay(words: readonly Word[]): boolean {
  let balance = 0;
  for (const [at, { lower }] of words.entries()) {
    if (ALSO_ENGLISH.has(lower)) continue;
    if (ENGLISH_WORDS.has(lower)) balance -= 1;
    else if (hitAt(words, at) !== undefined) balance += 1;
  }
  return balance >= 0;
}

/**
 * @param text in Malay, English or both
 * @returns the text with each Malay word that is known as English; an English text as it is
 */
export function inEnglish(text: string): string {
  const words = wordsOf(text);
  const malay = isMalay(words);
  let written = "";
  let end = 0;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word;
    const hit = hitAt(words, at);
    const taken = malay || !ALSO_ENGLISH.has(word.lower) ? hit : undefined;
    const last = words[at + (taken?.length ?? 1) - 1] as Word;
    written += text.slice(end, word.from) + (taken?.meaning ?? text.slice(word.from, last.to));
    end = last.to;
    at += taken?.length ?? 1;
  }
  return written + text.slice(end);
}

/** What a person said of themselves, as a statement about them (SPEC S10.3): "I'm saving" → "The user is saving". */
import languages from "../language/data/languages.json" with { type: "json" };
import lists from "./data/extraction.json" with { type: "json" };
import { tokensOf } from "./facts.ts";

const PASTS = new Set(lists.pasts);
const MODALS = new Set(lists.modals);
const ADVERBS = new Set(lists.adverbs);
const MALAY = new Set(languages.ms.words);
/** Malay words that English sentences have, too: "had a baby", "fresh air". */
const ENGLISH_TOO = new Set(lists.englishToo);

/** Words that change with the person, longest first. */
const FIRST_PERSON: readonly (readonly [RegExp, string])[] = [
  [/\b(i'm|im|i am|we're|we are)\b/gi, "the user is"],
  [/\b(i've|ive|we've)\b/gi, "the user has"],
  [/\b(i'll|we'll)\b/gi, "the user will"],
  [/\b(i'd|we'd)\b/gi, "the user would"],
  [/\b(i was|we were)\b/gi, "the user was"],
  [/\b(myself|ourselves)\b/gi, "themselves"],
  [/\b(mine|ours)\b/gi, "theirs"],
  [/\b(me|us)\b/gi, "them"],
];

const IRREGULAR: Readonly<Record<string, string>> = {
  have: "has",
  "haven't": "hasn't",
  do: "does",
  "don't": "doesn't",
  dont: "doesn't",
  am: "is",
  are: "is",
  go: "goes",
  be: "is",
};

/** Whether the words are Malay, or a mix with it: those are kept as they are. */
export function isMalay(text: string): boolean {
  return tokensOf(text).some(({ lower }) => MALAY.has(lower) && !ENGLISH_TOO.has(lower));
}

/**
 * An English clause about the one who says it, as a sentence about "the user"; a clause about somebody else keeps its
 * subject ("my sister" is "the user's sister").
 * @param clause without its end mark
 */
export function thirdPerson(clause: string): string {
  let text = clause.trim().replace(/\s+/g, " ");
  for (const [words, instead] of FIRST_PERSON) text = text.replace(words, instead);
  text = text.replace(
    /\b(i|we)\b((?: (?!(?:i|we)\b)[\p{L}']+)*)/giu,
    (_, __: string, rest: string) => `the user${agreed(rest)}`,
  );
  text = text.replace(/^(my|our)\b/i, "the user's").replace(/\b(my|our)\b/gi, "their");
  if (!/\bthe user\b/i.test(text)) text = withSubject(text);
  return sentence(text);
}

/** "want to save" behind "the user" is "wants to save": the first verb agrees. */
function agreed(rest: string): string {
  const words = rest.split(" ").filter((word) => word !== "");
  const at = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  const verb = words[at]?.toLowerCase();
  if (verb === undefined) return rest;
  words[at] = conjugated(verb, words[at] ?? verb);
  return ` ${words.join(" ")}`;
}

function conjugated(verb: string, written: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (PASTS.has(verb) || MODALS.has(verb) || /(ed|ing|n't|s)$/.test(verb)) return written;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** People leave themselves out: "trying to save", "want to buy a car". */
function withSubject(text: string): string {
  const [first = "", ...rest] = text.split(" ");
  const verb = first.toLowerCase();
  if (/ing$/.test(verb) && verb.length > 5) return `the user is ${text}`;
  if (["want", "need", "hate", "love", "prefer", "plan", "hope", "like", "owe"].includes(verb))
    return `the user ${[conjugated(verb, verb), ...rest].join(" ")}`;
  if (PASTS.has(verb) || /[^e]ed$/.test(verb)) return `the user ${text}`;
  return text;
}

/** With a capital letter and an end mark. */
export function sentence(text: string): string {
  const plain = text.trim().replace(/[\s.,;:!?-]+$/, "");
  return plain === "" ? "" : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}

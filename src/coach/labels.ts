/**
 * What an amount is about, in one word each: a category by its name in either language, or a word of a record's own
 * name ("grab", "unifi"). A reply that states a true amount of the wrong thing is found by them.
 */
import { PhraseTable } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import words from "./data/labels.json" with { type: "json" };
import { placed } from "./placed.ts";

const STOPS = new Set(words.stops);
const categories = new PhraseTable<string>();
for (const [name, phrases] of Object.entries(words.same))
  for (const phrase of phrases) categories.add(phrase, name);

interface LabelHit {
  readonly label: string;
  /** In tokens. */
  readonly length: number;
}

/** "rides" and "ride" are one. */
function stemOf(lower: string): string {
  const bare = lower.replace(/'s$/, "");
  return bare.length > 4 && bare.endsWith("s") && !bare.endsWith("ss") ? bare.slice(0, -1) : bare;
}

/** The label that begins at `at`, whether or not anything is known of it. */
export function labelAt(tokens: readonly Token[], at: number): LabelHit | undefined {
  const hit = categories.match(tokens, at);
  if (hit !== undefined) return { label: hit.value, length: hit.length };
  const token = tokens[at];
  if (token?.kind !== "word" || token.lower.length < 3 || STOPS.has(token.lower)) return undefined;
  return { label: stemOf(token.lower), length: 1 };
}

/** The categories that a field is named after: "income", and no others. */
export function categoriesIn(key: string): readonly string[] {
  const hit = categories.match(placed(key).tokens, 0);
  return hit === undefined ? [] : [hit.value];
}

/** The labels of a name: "Grab to KLCC" is of grab and klcc. */
export function labelsIn(name: string): readonly string[] {
  if (name === "") return [];
  const { tokens } = placed(name.replaceAll("_", " "));
  const labels: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const hit = labelAt(tokens, at);
    if (hit) labels.push(hit.label);
    at += hit?.length ?? 1;
  }
  return labels;
}

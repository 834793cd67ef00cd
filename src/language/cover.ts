/** Whether phrases of a list cover a text from end to end: how fixed sayings are known for certain. */
import { PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

/** Longer than any saying, drawn out or not. */
const LONGEST_SAYING = 40;

/** "hiii", "thank youu", "okkk": letters drawn out say no more. */
function drawnOut(word: string): string[] {
  if (word.length > LONGEST_SAYING) return [];
  const single = word.replace(/(.)\1+/gu, "$1");
  const double = word.replace(/(.)\1{2,}/gu, "$1$1");
  return single === word ? [] : [double, single, word.replace(/(.)\1+$/u, "$1")];
}

/** Lists of phrases as one table; a phrase in several lists has several values. */
export function tableOf<T>(
  lists: Readonly<Record<string, readonly string[]>>,
  named: (name: string) => T,
): PhraseTable<readonly T[]> {
  const table = new PhraseTable<readonly T[]>(drawnOut);
  for (const [name, phrases] of Object.entries(lists)) {
    for (const phrase of phrases) table.add(phrase, [named(name)], (old, added) => [...old, ...added]);
  }
  return table;
}

const QUIET_MARKS = new Set([
  ".",
  ",",
  "!",
  "?",
  ":",
  "-",
  "(",
  ")",
  "'",
  '"',
  "/",
  ";",
  "*",
  "<",
  "^",
  "_",
  "~",
]);

export function isQuiet(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind === "emoji" ||
      token.kind === "break" ||
      (token.kind === "mark" && QUIET_MARKS.has(token.text)))
  );
}

/**
 * The values of the phrases that cover the tokens, in order.
 * @returns undefined when a word is left over
 */
export function cover<T>(
  tokens: readonly Token[],
  table: PhraseTable<readonly T[]>,
): (readonly T[])[] | undefined {
  const found: (readonly T[])[] = [];
  let at = 0;
  while (at < tokens.length) {
    if (isQuiet(tokens[at])) {
      at += 1;
      continue;
    }
    const hit = table.match(tokens, at);
    if (hit === undefined) return undefined;
    found.push(hit.value);
    at += hit.length;
  }
  return found;
}

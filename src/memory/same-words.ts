/** Statements that say the same in the same words are told once in a prompt (SPEC S10.6). */

const FILLERS = new Set(["a", "an", "the", "is", "user", "person"]);

/** A text as its words and figures in order, without marks, case and fillers: "RM3,000" and "RM5,000" stay apart. */
function wordsOf(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, "$1");
  const told = words.match(/[\p{L}\p{M}]+|\d+(?:\.\d+)?/gu) ?? [];
  return told.filter((word) => !FILLERS.has(word)).join(" ");
}

/** Whether two texts say the same in the same words. */
export function sameWords(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

/** @returns a filter that lets through the first of all texts with the same words */
export function firstOfEach(): (said: { readonly text: string }) => boolean {
  const seen = new Set<string>();
  return ({ text }) => {
    const words = wordsOf(text);
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  };
}

/** Whether one of a list of phrases stands in a text as words of its own. */

const LETTERS = /[^A-Z\d]+/g;

/** Shorter ones stand in other words. */
const GLUED = 10;

/** Upper case, one space between words, one at each end. */
export function wordsOf(text: string): string {
  return ` ${text.toUpperCase().replace(/['’.]/g, "").replace(LETTERS, " ").trim()} `;
}

export class PhraseList {
  private readonly phrases: readonly string[];
  private readonly glued: readonly string[];

  constructor(phrases: readonly string[]) {
    this.phrases = phrases.map(wordsOf).filter((phrase) => phrase.trim() !== "");
    this.glued = this.phrases
      .map((phrase) => phrase.replaceAll(" ", ""))
      .filter(({ length }) => length >= GLUED);
  }

  /** The longest phrase that is in the text. */
  find(words: string): string | undefined {
    const found = this.phrases.filter((phrase) => words.includes(phrase));
    return found.sort((one, other) => other.length - one.length)[0]?.trim();
  }

  has(words: string): boolean {
    return this.phrases.some((phrase) => words.includes(phrase)) || this.hasGlued(words);
  }

  /** OCR loses spaces; long phrases are known without them. */
  private hasGlued(words: string): boolean {
    const letters = words.replaceAll(" ", "");
    return this.glued.some((phrase) => letters.includes(phrase));
  }
}

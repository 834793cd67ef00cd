/** The words of an English text as they are compared: without endings, without what points at things ("my", "the"). */
import { stemmer } from "stemmer";

const POINTERS = new Set(
  "a an the my your his her its our their this that these those some any s i we he she they you".split(" "),
);

/** A word of a text with its stem; numbers without their signs: "3,000" and "3k" are 3000. */
export interface Stemmed {
  readonly word: string;
  readonly stem: string;
}

function plainNumber(written: string): string {
  const digits = Number(written.replace(/,|k$/g, ""));
  return String(written.endsWith("k") ? digits * 1_000 : digits);
}

export function stemmed(text: string): Stemmed[] {
  const words = text.toLowerCase().match(/\d[\d,]*(?:\.\d+)?k?(?!\p{L})|\d+|\p{L}+/gu) ?? [];
  return words
    .filter((word) => !POINTERS.has(word))
    .map((word) => ({ word, stem: /^\d/.test(word) ? plainNumber(word) : stemmer(word) }));
}

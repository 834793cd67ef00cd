/** Answers to "which one?" that name a row by its place: "the first one", "yang kedua", "both", "none". */
import data from "./data/choices.json" with { type: "json" };
import { normalise } from "./normalise.ts";

const FILLER = new Set(data.filler);
const PLACES = new Map(data.ordinals.flatMap((words, place) => words.map((word) => [word, place] as const)));
const LAST = new Set(data.last);
const ALL = new Set(data.all);
const NONE = new Set(data.none);

/**
 * Reads which of `count` rows a short answer means.
 * @returns their places from 0, none of them as an empty list; undefined when it is no such answer
 */
export function readChoice(text: string, count: number): readonly number[] | undefined {
  const plain = normalise(text)
    .toLowerCase()
    .replace(/[.,!]+/g, " ")
    .trim()
    .replace(/\s+/g, " ");
  if (NONE.has(plain)) return [];
  for (const words of [plain, withoutFiller(plain)]) {
    if (ALL.has(words)) return Array.from({ length: count }, (_, place) => place);
    if (LAST.has(words)) return [count - 1];
    const place = PLACES.get(words);
    if (place !== undefined && place < count) return [place];
  }
  return undefined;
}

function withoutFiller(plain: string): string {
  return plain
    .split(" ")
    .filter((word) => !FILLER.has(word))
    .join(" ");
}

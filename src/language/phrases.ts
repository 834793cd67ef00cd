/** Longest-first look-up of phrases of several words, as a tree of words: its time does not grow with the list. */
import { normalise } from "./normalise.ts";
import type { Token } from "./tokens.ts";
import { tokenise } from "./tokens.ts";

interface Branch<T> {
  readonly next: Map<string, Branch<T>>;
  value?: T;
}

interface PhraseHit<T> {
  readonly value: T;
  /** How many tokens it covers. */
  readonly length: number;
}

export class PhraseTable<T> {
  private readonly root: Branch<T> = { next: new Map() };
  private readonly variants: (word: string) => readonly string[];

  /** @param variants other forms under which a written word may be listed: "coffees" as "coffee" */
  constructor(variants: (word: string) => readonly string[] = () => []) {
    this.variants = variants;
  }

  /** Adds a phrase; `merge` decides what happens to one that is already there (default: it stays). */
  add(phrase: string, value: T, merge: (old: T, added: T) => T = (old) => old): void {
    let branch = this.root;
    for (const word of wordsOf(phrase)) {
      const next: Branch<T> = branch.next.get(word) ?? { next: new Map() };
      branch.next.set(word, next);
      branch = next;
    }
    branch.value = branch.value === undefined ? value : merge(branch.value, value);
  }

  /** The longest phrase that begins at `start`. */
  match(tokens: readonly Token[], start: number): PhraseHit<T> | undefined {
    let branch: Branch<T> | undefined = this.root;
    let hit: PhraseHit<T> | undefined;
    for (let at = start; at < tokens.length; at += 1) {
      const word = tokens[at]?.lower ?? "";
      branch = this.step(branch, word);
      if (branch === undefined) break;
      if (branch.value !== undefined) hit = { value: branch.value, length: at - start + 1 };
    }
    return hit;
  }

  private step(branch: Branch<T>, word: string): Branch<T> | undefined {
    const exact = branch.next.get(word);
    if (exact !== undefined) return exact;
    for (const form of this.variants(word)) {
      const other = branch.next.get(form);
      if (other !== undefined) return other;
    }
    return undefined;
  }
}

const PLAIN = /^[a-z]+(?: [a-z]+)*$/;

/** As a message is cut. Nearly all phrases are plain, and thousands of them are cut at each start: those take a shortcut. */
function wordsOf(phrase: string): string[] {
  if (PLAIN.test(phrase)) return phrase.split(" ");
  return tokenise(normalise(phrase)).map(({ lower }) => lower);
}

/** A table that only knows which phrases there are. */
export function tableOf(phrases: readonly string[]): PhraseTable<true> {
  const table = new PhraseTable<true>();
  for (const phrase of phrases) table.add(phrase, true);
  return table;
}

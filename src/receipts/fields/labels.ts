/**
 * The words on a receipt that say what a figure is ("GRAND TOTAL", "TUNAI"), found through what OCR does to them: spaces
 * lost or put in, O for 0, l for I, one letter wrong. The words are data; this file only looks for them.
 */
import labels from "../data/labels.json" with { type: "json" };

export type LabelKind = keyof typeof labels;

/** A label that was found in a text, from its first to behind its last character. */
export interface Label {
  readonly kind: LabelKind;
  readonly from: number;
  readonly to: number;
}

/** Characters that OCR takes for one another are one character here. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "0": "O",
  "1": "I",
  "!": "I",
  "|": "I",
  L: "I",
  "5": "S",
  "8": "B",
};

/** Shorter ones stand in other words ("net" in "cabinet"), so they must stand alone or beside another label. */
const SHORT = 4;
/** From this length on, one letter may be wrong. */
const FORGIVEN = 5;
const FORGIVING: readonly LabelKind[] = [
  "total",
  "subtotal",
  "rounding",
  "change",
  "cash",
  "amount",
  "discount",
];

interface Folded {
  /** Letters and digits only, folded. */
  readonly text: string;
  /** Where each of them stands in the text; one more for the end. */
  readonly at: readonly number[];
}

function fold(text: string): Folded {
  const at: number[] = [];
  let folded = "";
  for (const [index, character] of [...text.toUpperCase()].entries()) {
    const one = LOOKS_LIKE[character] ?? character;
    if (!/[A-Z0-9]/.test(one)) continue;
    folded += one;
    at.push(index);
  }
  return { text: folded, at };
}

const phrases = Object.entries(labels)
  .flatMap(([kind, list]) => list.map((phrase) => ({ kind: kind as LabelKind, folded: fold(phrase).text })))
  .sort((one, other) => other.folded.length - one.folded.length);
const byFirst = new Map<string, typeof phrases>();
for (const phrase of phrases) {
  const first = phrase.folded.charAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
}
const forgiving = phrases.filter(
  ({ kind, folded }) => FORGIVING.includes(kind) && folded.length >= FORGIVEN && folded.length <= 11,
);

/** Whether a word begins (or ended) at a place of the folded text, as far as the text shows. */
function isEdge({ text, at }: Folded, index: number, original: string): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = at[index - 1] ?? 0;
  const here = at[index] ?? 0;
  const isLetter = (place: number): boolean => /[A-Za-z]/.test(original.charAt(place));
  return here - before > 1 || !isLetter(before) || !isLetter(here);
}

/** Whether a label begins there: "QTYITEM" is two. */
function beginsLabel({ text }: Folded, at: number): boolean {
  const list = byFirst.get(text.charAt(at)) ?? [];
  return list.some(({ folded }) => folded.length >= SHORT && text.startsWith(folded, at));
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly behindLabel: boolean;
}

function standsAlone(folded: Folded, original: string, { from, to, behindLabel }: Place): boolean {
  if (!behindLabel && !isEdge(folded, from, original)) return false;
  return isEdge(folded, to, original) || beginsLabel(folded, to);
}

/** "TOTAI" is folded away; "TDTAL" and "TOTL" differ by one letter, or lack one. */
function almost(word: string, phrase: string): boolean {
  if (word.length === phrase.length) {
    let wrong = 0;
    for (let at = 0; at < word.length; at += 1) if (word[at] !== phrase[at]) wrong += 1;
    return wrong === 1;
  }
  if (phrase.length < FORGIVEN + 1 || Math.abs(word.length - phrase.length) !== 1) return false;
  const [short, long] = word.length < phrase.length ? [word, phrase] : [phrase, word];
  for (let at = 0; at < long.length; at += 1)
    if (long.slice(0, at) + long.slice(at + 1) === short) return true;
  return false;
}

const overlap = (one: Label, other: Label): boolean => one.from < other.to && other.from < one.to;

/** Words that are nearly a label, with the labels that stand in no such word: "GUBTOTAL" is no total. */
function withForgiven(text: string, found: readonly Label[]): Label[] {
  const near = [...text.matchAll(/[\p{L}\d!|]+/gu)].flatMap(({ 0: word, index }): Label[] => {
    const folded = fold(word).text;
    const place = { from: index, to: index + word.length };
    const phrase = forgiving.find((one) => almost(folded, one.folded));
    if (phrase === undefined) return [];
    const label = { ...place, kind: phrase.kind };
    return found.some((one) => overlap(one, label) && one.to - one.from >= phrase.folded.length)
      ? []
      : [label];
  });
  return [...found.filter((label) => !near.some((one) => overlap(one, label))), ...near];
}

/** @returns the labels of a text from left to right; the longest wins where two could be meant */
export function labelsIn(original: string): Label[] {
  const folded = fold(original);
  const found: Label[] = [];
  let at = 0;
  let end = -1;
  while (at < folded.text.length) {
    const hit = byFirst.get(folded.text.charAt(at))?.find(
      (phrase) =>
        folded.text.startsWith(phrase.folded, at) &&
        (phrase.folded.length > SHORT ||
          standsAlone(folded, original, {
            from: at,
            to: at + phrase.folded.length,
            behindLabel: end === at,
          })),
    );
    if (hit === undefined) {
      at += 1;
      continue;
    }
    const last = at + hit.folded.length - 1;
    found.push({ kind: hit.kind, from: folded.at[at] ?? 0, to: (folded.at[last] ?? 0) + 1 });
    at = last + 1;
    end = at;
  }
  const all = withForgiven(original, found).sort((one, other) => one.from - other.from);
  return all.filter(({ kind }) => kind !== "none");
}

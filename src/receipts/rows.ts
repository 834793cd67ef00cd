/**
 * Words to the rows that a person sees. An engine finds a label and its amount as two pieces, far apart; what is said
 * with them is said by the row.
 */
import type { Word } from "./ocr/port.ts";

/** Text that stands on one line, its pieces from left to right. */
export interface Row {
  /** The pieces, with one space between them. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Mean of its words', weighted by their length. */
  readonly confidence: number;
}

/** Words of one line differ in height by less than this share of the lower one. */
const LEVEL = 0.55;
/** Words of one line may overlap by this share of the narrower one. */
const OVERLAP = 0.3;

const middle = ({ top, bottom }: Word): number => (top + bottom) / 2;
const height = ({ top, bottom }: Word): number => bottom - top;

function overlaps(one: Word, other: Word): boolean {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return shared > OVERLAP * Math.min(one.right - one.left, other.right - other.left);
}

/** The line that a word continues: judged by that line's last word, since paper is seldom flat. */
function continued(lines: readonly Word[][], word: Word): Word[] | undefined {
  let nearest: Word[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const last = line.at(-1);
    if (last === undefined || overlaps(last, word)) continue;
    const apart = Math.abs(middle(last) - middle(word));
    if (apart >= LEVEL * Math.min(height(last), height(word)) || apart >= least) continue;
    nearest = line;
    least = apart;
  }
  return nearest;
}

function rowOf(words: readonly Word[]): Row {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const trusted = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return {
    text: words.map(({ text }) => text.trim()).join(" "),
    words,
    confidence: trusted / Math.max(1, letters),
  };
}

/** @returns the rows from top to bottom */
export function rowsOf(words: readonly Word[]): Row[] {
  const lines: Word[][] = [];
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const line = continued(lines, word);
    if (line === undefined) lines.push([word]);
    else line.push(word);
  }
  const centre = (line: readonly Word[]): number =>
    line.reduce((sum, word) => sum + middle(word), 0) / line.length;
  return lines.sort((a, b) => centre(a) - centre(b)).map(rowOf);
}

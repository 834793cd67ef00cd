/** The day of a purchase among the dates of a receipt: labelled, with a time beside it, not the day something is due or expires. */
import type { IsoDate } from "../../kernel/types.ts";
import type { Read } from "../reading.ts";
import { datesIn } from "./date-forms.ts";
import type { Line } from "./figures.ts";

interface Candidate {
  readonly date: IsoDate;
  readonly score: number;
  readonly confidence: number;
  readonly plain: boolean;
}

const LABELLED = 3;
const TIMED = 1;
const OF_ANOTHER_KIND = 3;
const DAMAGED = 2.5;
const REPEATED = 0.5;
/** The first one counts, all else being equal. */
const FURTHER_DOWN = 0.002;

function candidatesIn(
  { text, kinds, confidence }: Line,
  { index, monthFirst }: { index: number; monthFirst: boolean },
): Candidate[] {
  let score = -index * FURTHER_DOWN;
  if (kinds.has("date") || kinds.has("time")) score += LABELLED;
  if (/\d{1,2}[:.]\d\d/.test(text)) score += TIMED;
  if (kinds.has("other_date")) score -= OF_ANOTHER_KIND;
  return datesIn(text, monthFirst).map(({ date, plain }) => ({
    date,
    plain,
    confidence,
    score: plain ? score : score - DAMAGED,
  }));
}

function repeated(candidate: Candidate, all: readonly Candidate[]): Candidate {
  const times = all.filter(({ date }) => date === candidate.date).length;
  return { ...candidate, score: candidate.score + (times - 1) * REPEATED };
}

function confidenceIn(best: Candidate, all: readonly Candidate[]): number {
  const rivals = all.filter(({ date, plain, score }) => date !== best.date && plain && score > -1);
  const form = best.plain ? 0.99 : 0.6;
  const margin = best.score - Math.max(Number.NEGATIVE_INFINITY, ...rivals.map(({ score }) => score));
  const alone = rivals.length === 0 ? 1 : margin >= 2 ? 0.93 : 0.7;
  return form * alone * Math.min(1, best.confidence + 0.05);
}

/**
 * Eight digits in a row are a date only beside a word that says so, or where there is no other.
 * @param monthFirst as Americans write it
 */
export function dateOf(lines: readonly Line[], monthFirst = false): Read<IsoDate> | null {
  const found = lines.flatMap((line, index) => candidatesIn(line, { index, monthFirst }));
  const all = found.map((candidate) => repeated(candidate, found));
  const [best] = all.sort((one, other) => other.score - one.score);
  return best === undefined ? null : { value: best.date, confidence: confidenceIn(best, all) };
}

/**
 * The total: every labelled figure is a candidate, scored by its label; then the arithmetic of the receipt speaks for some
 * and against others. Nothing is ever summed up that is not printed as a total or proved by cash and change (SPEC S8).
 *
 *   figures ─ label score ─ is it plausible? ─ repeated? adds up? paid? rounded? ─ best ─→ total, other total, how sure
 */
import type { Read } from "../reading.ts";
import {
  addsUp,
  charged,
  isRoundedTo,
  isRounding,
  isTaxed,
  leadsTo,
  leavesChange,
  paidInCash,
  ROUNDING_STEP,
} from "./arithmetic.ts";
import type { Figure, Line } from "./figures.ts";
import { CONTAINED, FULL, scoreOf } from "./total-score.ts";

interface Candidate {
  readonly minor: number;
  /** Of its best label. */
  readonly label: number;
  readonly score: number;
  /** What the arithmetic of the receipt says for it. */
  readonly proved: boolean;
  readonly confidence: number;
}

export interface TotalReading {
  readonly total: Read<number> | null;
  /** Another total that does not agree with it. */
  readonly other: number | null;
  /** The label says so, and no other label objects. */
  readonly said: boolean;
  /** The arithmetic agrees. */
  readonly proved: boolean;
}

const APART = 0.8;
const SEVERAL = 2.5;
const REPEATED = 0.35;
const MOST_REPEATED = 3;
const ADDS_UP = 1;
const PAID = 2.5;
const CHARGED = 0.5;
const TOO_SMALL = 2.5;
const NOTHING = 4;
/** A total is at least this share of the dearest line; more discount than that is rare. */
const LEAST_SHARE = 0.35;
/** A tax is at most this share of what it is part of. */
const MOST_TAX = 0.15;
/** Below this nothing says that it is a total. */
const LEAST_SCORE = 2;
/** Cash less change is the total when no label says which figure is. */
const PROVED_ALONE = 6;

/** Behind the head of a tax summary, rows with several figures are net and tax. */
function inSummary(figure: Figure, lines: readonly Line[]): boolean {
  const head = lines.findIndex(({ kinds }) => kinds.has("summary"));
  return head >= 0 && figure.row > head;
}

/** The amounts behind the head of a tax summary, row by row. */
function summaryRows(lines: readonly Line[]): readonly (readonly number[])[] {
  const head = lines.findIndex(({ kinds }) => kinds.has("summary"));
  return head < 0 ? [] : lines.slice(head + 1).map(({ amounts }) => amounts.map(({ minor }) => minor));
}

/** The figure of a row that has several, and how far it is to be trusted: "94.34 5.66 100.00" is net, tax and both. */
function ofSeveral({ amounts }: Figure): { readonly minor: number; readonly penalty: number } {
  const values = amounts.map(({ minor }) => minor);
  const last = values.at(-1) ?? 0;
  if (values.length < 2) return { minor: last, penalty: 0 };
  const rest = values.slice(0, -1).reduce((sum, minor) => sum + minor, 0);
  if (values.length > 2 && rest === last) return { minor: last, penalty: 0 };
  return { minor: Math.max(...values), penalty: SEVERAL };
}

/** The dearest amount that is no payment: what a total can be measured by. */
function dearest(lines: readonly Line[]): number {
  const goods = lines.filter(
    ({ kinds }) =>
      !["cash", "change", "card", "points", "discount"].some((kind) => kinds.has(kind as "cash")),
  );
  return Math.max(0, ...goods.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
}

function labelled(figures: readonly Figure[], lines: readonly Line[]): Candidate[] {
  const most = dearest(lines);
  return figures.flatMap((figure): Candidate[] => {
    const rated = scoreOf(figure.kinds);
    const { minor, penalty } = ofSeveral(figure);
    if (rated === 0) return [];
    const label = rated === CONTAINED ? (minor > most * MOST_TAX ? FULL : 0) : rated;
    if (label === 0) return [];
    let score = label - penalty;
    if (figure.apart) score -= APART;
    if (inSummary(figure, lines) && (figure.amounts.length > 1 || figure.kinds.has("tax"))) score -= SEVERAL;
    return [{ minor, label: Math.min(label, score), score, proved: false, confidence: figure.confidence }];
  });
}

function repeats(minor: number, lines: readonly Line[]): number {
  const times = lines.flatMap(({ amounts }) => amounts).filter((amount) => amount.minor === minor).length;
  return Math.min(Math.max(0, times - 1), MOST_REPEATED);
}

function weighed(candidate: Candidate, figures: readonly Figure[], lines: readonly Line[]): Candidate {
  const { minor } = candidate;
  const paid = paidInCash(figures);
  const sum = addsUp(minor, figures);
  const left = paid === minor || (paid === null && leavesChange(minor, figures));
  const handed = left || (paid === null && charged(figures).includes(minor));
  let { score } = candidate;
  score += repeats(minor, lines) * REPEATED;
  if (sum) score += ADDS_UP;
  if (left) score += PAID;
  else if (handed) score += CHARGED;
  if (minor === 0) score -= NOTHING;
  else if (minor > 0 && minor < dearest(lines) * LEAST_SHARE) score -= TOO_SMALL;
  const proved = sum || handed || isSaidTwice(minor, figures) || isTaxed(minor, summaryRows(lines));
  return { ...candidate, score, proved: minor !== 0 && proved };
}

/** Two rows call it the total, or one after a subtotal to which nothing was added: two figures are not misread alike. */
function isSaidTwice(minor: number, figures: readonly Figure[]): boolean {
  const rows = figures
    .filter((figure) => scoreOf(figure.kinds) >= FULL || figure.kinds.has("subtotal"))
    .filter((figure) => ofSeveral(figure).minor === minor && !figure.apart)
    .map(({ row }) => row);
  return new Set(rows).size > 1;
}

/** One candidate a value: its best. */
function merged(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.minor);
    if (known === undefined || candidate.score > known.score)
      best.set(candidate.minor, {
        ...candidate,
        label: Math.max(candidate.label, known?.label ?? 0),
        confidence: Math.max(candidate.confidence, known?.confidence ?? 0),
      });
  }
  return [...best.values()];
}

/** Of two that differ by rounding alone, what is paid is the rounded one. */
function rounded(candidates: readonly Candidate[]): Candidate[] {
  return candidates.map((candidate) => {
    if (candidate.minor % ROUNDING_STEP !== 0) return candidate;
    const exact = candidates.filter(
      (other) => other.label >= FULL && isRounding(candidate.minor, other.minor),
    );
    const score = Math.max(candidate.score, ...exact.map((other) => other.score + 1));
    return { ...candidate, score };
  });
}

/** Cash less change, where no label has that figure. */
function provedAlone(
  figures: readonly Figure[],
  lines: readonly Line[],
  known: readonly Candidate[],
): Candidate[] {
  const paid = paidInCash(figures);
  if (paid === null || known.some(({ minor }) => minor === paid)) return [];
  const printed = lines.some(({ amounts }) => amounts.some(({ minor }) => minor === paid));
  const labels = known.some(({ label }) => label >= FULL);
  if (!printed && labels) return [];
  const score = printed ? PROVED_ALONE : PROVED_ALONE - 2;
  return [{ minor: paid, label: 0, score, proved: false, confidence: 1 }];
}

/** `$8.20` is read as `58.20`: without its 5 it is a figure that the receipt has elsewhere with its sign. */
function withoutDollar(minor: number, lines: readonly Line[]): number {
  const digits = String(minor);
  if (!digits.startsWith("5") || digits.length < 4) return minor;
  const less = Number(digits.slice(1));
  const marked = lines.flatMap(({ amounts }) => amounts.filter((amount) => amount.marked));
  const unmarked = lines.some(({ amounts }) =>
    amounts.some((amount) => amount.minor === minor && !amount.marked),
  );
  return unmarked && marked.some((amount) => amount.minor === less) ? less : minor;
}

function confidenceIn(best: Candidate, margin: number): number {
  const read = Math.min(1, best.confidence);
  if (best.label >= FULL) return read * (best.proved ? 0.99 : margin >= 2 ? 0.9 : 0.75);
  return read * (best.proved ? 0.8 : best.label >= 3 ? 0.55 : 0.4);
}

export function totalOf(figures: readonly Figure[], lines: readonly Line[]): TotalReading {
  const found = labelled(figures, lines).map((one) => ({ ...one, minor: withoutDollar(one.minor, lines) }));
  const candidates = rounded(
    merged([...found, ...provedAlone(figures, lines, found)].map((one) => weighed(one, figures, lines))),
  ).sort((one, other) => other.score - one.score);
  const [best] = candidates;
  if (best === undefined || best.score < LEAST_SCORE || best.minor === 0)
    return { total: null, other: null, said: false, proved: false };
  const margin = best.score - (candidates[1]?.score ?? 0);
  const rivals = candidates.filter(
    ({ label, minor }) =>
      minor !== best.minor &&
      minor !== 0 &&
      label >= FULL &&
      !leadsTo(best.minor, minor, figures) &&
      !isRoundedTo(best.minor, minor, figures),
  );
  const other = rivals.find(({ minor }) => !isRounding(best.minor, minor));
  return {
    total: { value: best.minor, confidence: confidenceIn(best, margin) },
    other: other?.minor ?? null,
    // A rounded and an exact total are one purchase and two figures: which of them is meant is shown, not decided,
    // unless the receipt itself calls one of them the total.
    said: best.label >= FULL && rivals.length === 0 && best.confidence >= 0.8,
    proved: best.proved,
  };
}

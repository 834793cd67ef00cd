/**
 * Rows to labelled figures: "SUBTOTAL 10.00 TAX 0.60 TOTAL 10.60" is three of them, "TOTAL (INCL. GST)" with its amount one
 * row further down is one.
 */
import type { Row } from "../rows.ts";
import { type Amount, amountsIn, pointlessIn, wholeAmountsIn } from "./amounts.ts";
import { type Label, type LabelKind, labelsIn } from "./labels.ts";

export interface Figure {
  readonly kinds: ReadonlySet<LabelKind>;
  /** In hundredths, from left to right; never empty. */
  readonly amounts: readonly Amount[];
  /** The row that the label stands in. */
  readonly row: number;
  /** The amount stands in another row than the label. */
  readonly apart: boolean;
  /** Of the row, 0 to 1. */
  readonly confidence: number;
}

/** A row with what was found in it. */
export interface Line {
  readonly text: string;
  readonly labels: readonly Label[];
  readonly kinds: ReadonlySet<LabelKind>;
  readonly amounts: readonly Amount[];
  readonly confidence: number;
}

interface Piece {
  readonly kinds: Set<LabelKind>;
  readonly amounts: Amount[];
}

/** Labels belong to the amounts behind them; amounts before the first label belong to it when none come behind. */
function piecesOf({ labels, amounts }: Line): Piece[] {
  const marks = [
    ...labels.map(({ kind, from }) => ({ from, kind })),
    ...amounts.map((amount) => ({ from: amount.from, amount })),
  ].sort((one, other) => one.from - other.from);
  const pieces: Piece[] = [];
  for (const mark of marks) {
    const last = pieces.at(-1);
    if ("amount" in mark) {
      if (last === undefined) pieces.push({ kinds: new Set(), amounts: [mark.amount] });
      else last.amounts.push(mark.amount);
    } else if (last === undefined || last.amounts.length > 0) {
      pieces.push({ kinds: new Set([mark.kind]), amounts: [] });
    } else last.kinds.add(mark.kind);
  }
  return closed(pieces);
}

/** "5.90 TOTAL": a label at the end without an amount takes the one in front, which has no label of its own. */
function closed(pieces: readonly Piece[]): Piece[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (pieces.length !== 2 || first === undefined || last === undefined) return [...pieces];
  if (first.kinds.size > 0 || last.amounts.length > 0) return [...pieces];
  return [{ kinds: last.kinds, amounts: first.amounts }];
}

/** Hardly anything but figures: what a label in the next row may claim. */
function isBareFigure(line: Line | undefined): boolean {
  if (line === undefined || line.amounts.length === 0 || line.kinds.size > 0) return false;
  return line.text.replace(/RM|MYR|[A-Z]{0,2}\$/g, "").replace(/[^A-Za-z]/g, "").length <= 2;
}

/** @param whole the money has no cents */
function lineOf({ text, confidence }: Row, whole: boolean): Line {
  const labels = labelsIn(text);
  const kinds = new Set(labels.map(({ kind }) => kind));
  const says = CLAIMS.some((kind) => kinds.has(kind)) && !kinds.has("count");
  return { text, confidence, labels, kinds, amounts: whole ? wholeAmountsIn(text, says) : amountsIn(text) };
}

/** @returns each row's labels and amounts */
export function linesOf(rows: readonly Row[], whole = false): Line[] {
  return rows.map((row) => lineOf(row, whole));
}

const CLAIMS: readonly LabelKind[] = [
  "grand",
  "rounded",
  "due",
  "total",
  "subtotal",
  "rounding",
  "cash",
  "change",
];

/** An amount that lost its point, when the same figure with its point stands elsewhere on the receipt. */
function withoutPoint(text: string, known: ReadonlySet<number>): Amount[] {
  return pointlessIn(text)
    .filter((minor) => known.has(minor))
    .map((minor) => ({ minor, from: 0, to: 0, marked: false }));
}

export function figuresOf(lines: readonly Line[]): Figure[] {
  const known = new Set(lines.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)));
  return lines.flatMap((line, index) => {
    const pieces = piecesOf(line);
    return pieces.flatMap((piece, place): Figure[] => {
      const figure = { kinds: piece.kinds, row: index, confidence: line.confidence };
      if (piece.amounts.length > 0) return [{ ...figure, amounts: piece.amounts, apart: false }];
      if (place !== pieces.length - 1 || !CLAIMS.some((kind) => piece.kinds.has(kind))) return [];
      const pointless = withoutPoint(line.text, known);
      if (pointless.length > 0) return [{ ...figure, amounts: pointless, apart: false }];
      const beside = [lines[index + 1], lines[index - 1]].find(isBareFigure);
      return beside === undefined ? [] : [{ ...figure, amounts: beside.amounts, apart: true }];
    });
  });
}

/** "baju raya 4 helai rm35 sehelai": the price of one and how many there were. Always asked about, never certain. */
import { dictionary } from "../kernel/dictionary.ts";
import numbers from "./data/numbers.json" with { type: "json" };
import { has, type Piece } from "./pieces.ts";

const COUNTS = dictionary<number>(numbers.units);
const MOST = 999;

function countIn(piece: Piece): number | undefined {
  if (piece.kind !== "mask") return undefined;
  const [first = ""] = piece.lower.split(" ");
  const count = /^\d{1,3}$/.test(first) ? Number(first) : COUNTS[first];
  return count !== undefined && count > 1 && count <= MOST ? count : undefined;
}

/** How many times the amount is meant; 1 when no single count and no "each" say otherwise. */
export function countForEach(pieces: readonly Piece[]): number {
  if (!pieces.some((piece) => has(piece, "each") && piece.kind === "word")) return 1;
  const counts = pieces.flatMap((piece) => countIn(piece) ?? []);
  return counts.length === 1 ? (counts[0] ?? 1) : 1;
}

/** Which kind of income it was: pay, work on the side, or anything else that came in. */

import type { CategoryChoice } from "./categories.ts";
import { chooseCategory } from "./categories.ts";
import { has, type Piece } from "./pieces.ts";

/** What people sell once rather than make: an old phone, against a cake. */
const BELONGINGS = new Set(["shopping", "transport", "entertainment", "education", "housing"]);

/** The income category of one item. */
export function incomeCategory(pieces: readonly Piece[]): CategoryChoice {
  const named = chooseCategory(pieces, "income");
  const sold = pieces.some((piece) => has(piece, "sell"));
  if (sold) return soldCategory(pieces, named);
  if (named !== undefined) return named;
  const customer = pieces.some((piece) =>
    /^(client|customer|pelanggan|clients|customers)$/.test(piece.lower),
  );
  if (customer) return { category: "side_income", sure: true };
  if (pieces.some((piece) => has(piece, "names") || has(piece, "family") || has(piece, "person"))) {
    return { category: "other_income", sure: true };
  }
  if (
    pieces.some((piece) => piece.lower === "got paid" || piece.lower === "earned" || piece.lower === "earn")
  ) {
    return {
      category: pieces.some((piece) => piece.senses !== undefined) ? "side_income" : "salary",
      sure: false,
    };
  }
  if (pieces.some((piece) => piece.lower === "made" || piece.lower === "untung"))
    return { category: "side_income", sure: false };
  return { category: "other_income", sure: false };
}

function soldCategory(pieces: readonly Piece[], named: CategoryChoice | undefined): CategoryChoice {
  if (named?.category === "side_income") return named;
  if (pieces.some((piece) => has(piece, "used"))) return { category: "other_income", sure: true };
  const thing = chooseCategory(pieces, "expense");
  if (thing === undefined) return { category: "side_income", sure: false };
  return BELONGINGS.has(thing.category)
    ? { category: "other_income", sure: false }
    : { category: "side_income", sure: thing.sure };
}

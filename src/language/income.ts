/** Which kind of income it was: pay, work on the side, or anything else that came in. */

import type { CategoryChoice } from "./categories.ts";
import { chooseCategory } from "./categories.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import { has, type Piece } from "./pieces.ts";

/** What people sell once rather than make: an old phone, against a cake. */
const BELONGINGS = new Set(["shopping", "transport", "entertainment", "education", "housing"]);

/** Things that people earn money with. */
const WORK = new Set([
  "food",
  "transport",
  "shopping",
  "personal",
  "housing",
  "education",
  "entertainment",
  "pets",
]);
/** What a driver is paid for. */
const RIDES = new Set(["trip", "trips", "ride", "rides"]);
const PAID_ME = new Set(["paid me", "pay me", "bayar saya", "bayar aku"]);
const EMPLOYERS = new Set(overrides.employers);
/** "interpreting fee": what work is paid with, when it comes in. */
const FEES = new Set(["fee", "fees"]);
/** Words for income of any kind. */
const PLAIN = new Set(["income", "pendapatan", "duit masuk", "hasil"]);

/** The income category of one item. */
export function incomeCategory(pieces: readonly Piece[]): CategoryChoice {
  const named = incomeNamed(pieces);
  const sold = pieces.some((piece) => has(piece, "sell"));
  if (sold) return soldCategory(pieces, named);
  const work = pieces.some(
    ({ senses, lower }) =>
      RIDES.has(lower) || (senses?.income === undefined && WORK.has(senses?.expense?.category ?? "")),
  );
  // "grabfood delivery income": the plain word says that it came in, the other where from.
  if (named !== undefined && work && pieces.some((piece) => PLAIN.has(piece.lower)))
    return { category: "side_income", sure: false };
  if (named !== undefined) return named;
  const paidMe = pieces.some((piece) => PAID_ME.has(piece.lower));
  if (paidMe && pieces.some((piece) => EMPLOYERS.has(piece.lower)))
    return { category: "salary", sure: false };
  if (pieces.some((piece) => FEES.has(piece.lower.split(" ").at(-1) ?? "")))
    return { category: "side_income", sure: false };
  if (pieces.some((piece) => has(piece, "customer"))) return { category: "side_income", sure: true };
  if (pieces.some((piece) => EMPLOYERS.has(piece.lower))) return { category: "salary", sure: false };
  if (paidMe) return { category: "other_income", sure: false };
  if (pieces.some((piece) => has(piece, "names") || has(piece, "family") || has(piece, "person"))) {
    return { category: "other_income", sure: true };
  }
  if (pieces.some((piece) => piece.lower === "got paid")) {
    return { category: work ? "side_income" : "salary", sure: false };
  }
  if (pieces.some((piece) => has(piece, "earn"))) return { category: "side_income", sure: false };
  return { category: work ? "side_income" : "other_income", sure: false };
}

/** Of several words for income, the one about work says most: "deposit for the card job". */
function incomeNamed(pieces: readonly Piece[]): CategoryChoice | undefined {
  const named = chooseCategory(pieces, "income");
  const side = pieces.some(({ senses }) => senses?.income?.category === "side_income");
  return named?.sure === false && side ? { category: "side_income", sure: false } : named;
}

function soldCategory(pieces: readonly Piece[], named: CategoryChoice | undefined): CategoryChoice {
  if (named?.category === "side_income") return named;
  if (pieces.some((piece) => has(piece, "used"))) return { category: "other_income", sure: true };
  const thing = chooseCategory(pieces, "expense");
  if (pieces.some((piece) => piece.lower === "my")) return { category: "other_income", sure: false };
  if (thing === undefined) return { category: "side_income", sure: false };
  return BELONGINGS.has(thing.category)
    ? { category: "other_income", sure: false }
    : { category: "side_income", sure: thing.sure };
}

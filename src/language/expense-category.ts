/** Which category an expense belongs to: what was paid for, to whom it was given, or what was done (SPEC S4). */
import { type CategoryChoice, chooseCategory, isPerson } from "./categories.ts";
import { likelyCategory } from "./components.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import type { Roles } from "./roles.ts";

const BILLS_WHEN_PAID = new Set(overrides.billsWhenPaid);
const BY_WEIGHT = new Set(overrides.byWeight);
const DONATIONS = new Set(overrides.donations);
const PAY_VERBS = new Set(overrides.payVerbs);

/** "bayar api 120 air 25": water is a bill there, and a drink elsewhere. */
function isBill(pieces: readonly Piece[], message: Message): boolean {
  const named = pieces.filter((piece) => piece.senses !== undefined);
  if (named.length === 0 || !named.every((piece) => BILLS_WHEN_PAID.has(piece.lower))) return false;
  return message.pieces.some(
    (piece) => PAY_VERBS.has(piece.lower) || piece.senses?.expense?.category === "bills",
  );
}

/** The category of one item, and whether it can be no other. */
export function expenseCategory(pieces: readonly Piece[], roles: Roles, message: Message): CategoryChoice {
  const own = message.context.ownCategories;
  if (isBill(pieces, message)) return { category: "bills", sure: true };
  const named = pieces.find((piece) => piece.kind === "word" && own.includes(piece.lower));
  if (named !== undefined)
    return { category: named.lower, sure: named.senses !== undefined || named.tags.length === 0 };
  if (pieces.some((piece) => has(piece, "lend"))) return { category: "debt", sure: true };
  const things = pieces.filter((piece) => !isPerson(piece));
  const choice = chooseCategory(things, "expense");
  if (choice?.category === "food" && pieces.some(isWeight)) return { category: "groceries", sure: false };
  const given = givenTo(pieces);
  const clear = choice !== undefined && things.some((piece) => piece.senses?.expense && !piece.fuzzy);
  if (given !== undefined && !clear) return given;
  if (choice !== undefined) return choice;
  // A word that is listed only inside longer nouns is still a hint.
  const [hint] = roles.unknown.flatMap(({ lower }) => likelyCategory(lower) ?? []);
  const family = pieces.some((piece) => has(piece, "family"));
  if (!family && hint !== undefined) return { category: hint, sure: false };
  if (family) return { category: "family", sure: false };
  if (pieces.some((piece) => has(piece, "eat") || has(piece, "treat")))
    return { category: "food", sure: false };
  return { category: "other", sure: false };
}

/** "rice 10kg": what is bought by weight is cooked at home. */
function isWeight({ kind, lower }: Piece): boolean {
  return kind === "mask" && BY_WEIGHT.has(lower.split(" ").at(-1) ?? "");
}

/** "donated 50 to the shelter", "bagi mak angkat 150": what the verb says when no thing does. */
function givenTo(pieces: readonly Piece[]): CategoryChoice | undefined {
  if (pieces.some((piece) => DONATIONS.has(piece.lower))) return { category: "giving", sure: false };
  const gave = pieces.some((piece) => has(piece, "give")) && pieces.some((piece) => has(piece, "family"));
  return gave ? { category: "family", sure: true } : undefined;
}

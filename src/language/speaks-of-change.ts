/** Whether a message speaks of a correction at all, or tells of something that was bought. */
import { categoryNamed } from "./category-names.ts";
import { leadOf } from "./changes.ts";
import { currencyNamed } from "./currency-names.ts";
import data from "./data/edits.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import { firstSaid } from "./edits.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";

const PUT = new Set(["put", "letak", "mark", "set"]);
const REPLACE = new Set(overrides.replaceVerbs);
const WAS = new Set(data.was);
const DAY_LEADS = new Set(["it", "on", "pada", "make"]);

function after(pieces: readonly Piece[], piece: Piece): Piece | undefined {
  return pieces[pieces.indexOf(piece) + 1];
}

/**
 * "put 50 in the offering" is no correction, "put the grab under transport" is; "tukar engine oil 128" is a new
 * one that was bought, "change the grab to 14" a correction.
 */
function isPurchase(
  start: Piece,
  { pieces, led, priced }: { pieces: readonly Piece[]; led: boolean; priced: boolean },
): boolean {
  if (PUT.has(start.lower)) return priced;
  return REPLACE.has(start.lower) && !led && !has(after(pieces, start), "article");
}

/** Whether the words speak of a correction at all. */
export function corrects(message: Message): boolean {
  if (onlyAsks(message)) return false;
  return (
    onlyAnotherCurrency(message) ||
    saysAnotherDay(message.pieces) ||
    onlyAnotherCategory(message) ||
    speaksOfChange(message)
  );
}

/** "it is very hot today, is it not?" */
function onlyAsks({ pieces }: Message): boolean {
  const asks = pieces.some((piece) => piece.lower === "?");
  return asks && pieces.every((piece) => piece.kind !== "amount");
}

function speaksOfChange({ pieces, tags }: Message): boolean {
  const start = pieces[firstSaid(pieces)];
  if (tags.has("biggestAsk") || tags.has("countAsk")) return false;
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const swapped =
    amounts.length === 2 && pieces.some((piece) => has(piece, "negation") && has(piece, "oldLead"));
  if (swapped) return true;
  const led = pieces.some((piece) => has(piece, "newLead"));
  if (start !== undefined && isPurchase(start, { pieces, led, priced: amounts.length > 0 })) return false;
  if (start !== undefined && has(start, "editStrong")) return led || amounts.length > 0;
  const pointing = start !== undefined && (has(start, "pointing") || has(start, "lastOne"));
  const strong = pieces.some((piece) => has(piece, "actually") && !has(piece, "negation"));
  if (strong) return !tags.has("advice") || amounts.length > 0;
  const noun = pieces.some((piece) => piece.senses !== undefined && piece.kind === "word");
  if (pointing && amounts.length > 0)
    return (led && !noun) || has(start, "edit") || (led && has(start, "lastOne"));
  return pointing && led && !tags.has("spend");
}

/** "Make it 5 march", "kopi was on 5/3": a thing that is known, or what was meant, and its day; no amount. */
function saysAnotherDay(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex((piece) => piece.date?.when !== undefined && !has(piece, "justNow"));
  const plain = pieces.every(({ kind }) => kind !== "amount" && kind !== "bad");
  if (at < 1 || !plain) return false;
  const before = pieces.slice(0, at).filter((piece) => !has(piece, "particle") && piece.kind === "word");
  const [first, second] = before;
  if (first !== undefined && has(first, "edit") && second !== undefined && has(second, "pointing"))
    return true;
  const known = before.some((piece) => piece.senses !== undefined);
  const rest = before.filter((piece) => piece.senses === undefined);
  const was = rest.some(({ lower }) => WAS.has(lower));
  return (
    known &&
    was &&
    rest.every((piece) => WAS.has(piece.lower) || DAY_LEADS.has(piece.lower) || has(piece, "article"))
  );
}

/** "Tu usd", "it's in sgd": points at what was said, and names a currency. */
function onlyAnotherCurrency({ pieces, tokens }: Message): boolean {
  const said = pieces.filter(({ kind }) => kind !== "mark" && kind !== "emoji" && kind !== "break");
  const [first] = said;
  const named = said.filter(({ from, to }) => currencyNamed(tokens, from)?.length === to - from);
  const rest = said.filter((piece) => !named.includes(piece));
  const plain = rest.every(
    (piece) => has(piece, "pointing") || has(piece, "editLink") || has(piece, "particle"),
  );
  return named.length === 1 && first !== undefined && has(first, "pointing") && plain;
}

/** "Sorry, transport", "bukan food, shopping", "shopping not food": names of categories, said to put one right. */
function onlyAnotherCategory({ pieces, context, tags }: Message): boolean {
  const words = pieces.filter(({ kind }) => kind !== "mark" && kind !== "break" && kind !== "emoji");
  const named = words.filter((piece) => categoryNamed(piece.lower, context.ownCategories) !== undefined);
  const rest = words.filter((piece) => !named.includes(piece));
  const put = tags.has("actually") || rest.some((piece) => has(piece, "negation"));
  const plain = rest.every((piece) =>
    ["actually", "negation", "undoFiller", "particle", "editLink", "pointing"].some((tag) =>
      has(piece, tag as Tag),
    ),
  );
  const fresh = named.filter((piece) => !has(leadOf(pieces, pieces.indexOf(piece)), "negation"));
  return named.length > 0 && fresh.length === 1 && put && plain;
}

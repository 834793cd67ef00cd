/** Several items in one message, cut so that each has one amount: "lunch 15, grab 12", "nasi lemak 5 teh tarik 2.50". */
import type { Tag } from "./lexicon.ts";
import { has, type Piece } from "./pieces.ts";
import { isSubject } from "./roles.ts";

/** Words of a heading. */
const MOST_HEADING = 4;
const HEADING: readonly Tag[] = ["particle", "article", "place", "place_names", "detail"];
const EQUALS = new Set(["=", "so", "total", "jumlah"]);
const BEFORE_SUM = new Set([...EQUALS, ":", "is", "semua", "all", "rm"]);
const SEPARATORS = new Set([",", ";", "+", "&", "/", "|", "\u2022", "*"]);

/** Where a new item may begin: a separator, a line end, "and", "lepas tu". */
function parts(piece: Piece): boolean {
  if (piece.kind === "break") return true;
  if (piece.senses !== undefined) return false;
  if (piece.kind === "mark") return SEPARATORS.has(piece.lower);
  return has(piece, "and") || has(piece, "then");
}

function amountsIn(pieces: readonly Piece[]): number {
  return pieces.filter((piece) => piece.kind === "amount").length;
}

function chunksOf(pieces: readonly Piece[]): Piece[][] {
  const chunks: Piece[][] = [[]];
  for (const piece of pieces) {
    if (parts(piece)) chunks.push([]);
    else chunks.at(-1)?.push(piece);
  }
  return chunks.filter((chunk) => chunk.length > 0);
}

/** A chunk without an amount belongs to the next one ("coffee and cake 15"), or to the last as an afterword. */
function withAmounts(chunks: readonly Piece[][]): Piece[][] {
  const merged: Piece[][] = [];
  let waiting: Piece[] = [];
  for (const chunk of chunks) {
    if (amountsIn(chunk) > 0) {
      merged.push([...waiting, ...chunk]);
      waiting = [];
    } else if (merged.length > 0 && !chunk.some(isSubject)) merged.at(-1)?.push(...chunk);
    else waiting.push(...chunk);
  }
  if (merged.length === 0) return [waiting];
  merged.at(-1)?.push(...waiting);
  return merged;
}

/** "3 bags at RM12 each = RM36", "2 pants 79.9 each, 159.80 total": the price of one beside that of all. */
function withoutPriceOfOne(pieces: readonly Piece[]): readonly Piece[] {
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const [first, second] = amounts;
  if (amounts.length < 2 || amounts.length > 3 || !pieces.some((piece) => has(piece, "each"))) return pieces;
  const bare = amounts.length === 3 ? first?.amount?.bare : undefined;
  const [one, all] = amounts.length === 3 ? [amounts[1], amounts[2]] : [first, second];
  const [low, high] = [one?.amount?.amountMinor ?? 0, all?.amount?.amountMinor ?? 0].toSorted(
    (a, b) => a - b,
  );
  const times = (high ?? 0) / (low || 1);
  if (!Number.isInteger(times) || times < 2 || times > 100 || (bare !== undefined && bare !== times))
    return pieces;
  return pieces.map((piece) => {
    const kept = piece.kind !== "amount" || piece.amount?.amountMinor === high;
    if (!kept) return { ...piece, kind: "mask" as const, doubt: "hedge" as const };
    return has(piece, "each") || EQUALS.has(piece.lower)
      ? { ...piece, kind: "mask" as const, tags: [] }
      : piece;
  });
}

/**
 * "ayam 12, ikan 8, sayur 5 total 25", "nasi 5 + air 2 = 7": what the others come to is no item of its own. Where it is not
 * what they come to, one of them is wrong.
 */
function withoutSum(pieces: readonly Piece[]): readonly Piece[] {
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const last = amounts.at(-1);
  if (amounts.length < 3 || last?.amount === undefined) return pieces;
  const at = pieces.indexOf(last);
  const from = pieces.findLastIndex((piece, index) => index < at && !BEFORE_SUM.has(piece.lower)) + 1;
  const lead = pieces.slice(from, at);
  if (!lead.some(({ lower }) => EQUALS.has(lower))) return pieces;
  const { amountMinor, currency } = last.amount;
  const parts = amounts.slice(0, -1).map(({ amount }) => amount);
  const sum = parts.reduce((all, amount) => all + (amount?.amountMinor ?? 0), 0);
  if (sum === amountMinor && parts.every((amount) => amount?.currency === currency))
    return pieces.filter((piece) => piece !== last && !lead.includes(piece));
  return pieces.map((piece) => (piece === last ? { ...piece, kind: "mask", doubt: "two_amounts" } : piece));
}

/** "school fees term 2 for Oliver RM450": with one amount that has its currency, the small number is none. */
function withoutSmallNumber(chunk: readonly Piece[]): readonly Piece[] {
  const [first, second] = chunk.filter((piece) => piece.kind === "amount");
  const bare = first?.amount?.bare;
  if (amountsIn(chunk) !== 2 || bare === undefined || bare > 20 || second?.amount?.explicit !== true)
    return chunk;
  return chunk.map((piece) => (piece === first ? { ...piece, kind: "mask", doubt: "hedge" } : piece));
}

/** "economy rice 8.50 only got 2 veg": a small number behind the amount, with its own thing behind it. */
function withoutCountBehind(chunk: readonly Piece[]): readonly Piece[] {
  const [first, second] = chunk.filter((piece) => piece.kind === "amount");
  const bare = second?.amount?.bare;
  if (first === undefined || bare === undefined || bare > 20 || amountsIn(chunk) !== 2) return chunk;
  const [from, to] = [chunk.indexOf(first), chunk.indexOf(second as Piece)];
  const before = chunk.slice(0, from).some(isSubject);
  const between = chunk.slice(from + 1, to);
  const behind = chunk[to + 1];
  const counts =
    before && between.length > 0 && !between.some(isSubject) && behind !== undefined && isSubject(behind);
  return counts
    ? chunk.map((piece) => (piece === second ? { ...piece, kind: "mask", doubt: "hedge" } : piece))
    : chunk;
}

/** "2 shirts 79.80": a count in front of the thing and its amount behind; all or each is for the user to say. */
function withoutCount(chunk: readonly Piece[]): readonly Piece[] {
  const telling = chunk.filter((piece) => piece.kind === "amount" || isSubject(piece));
  const [first] = telling;
  const bare = first?.kind === "amount" ? first.amount?.bare : undefined;
  const counts =
    bare !== undefined && bare <= 20 && amountsIn(chunk) === 2 && telling.at(-1)?.kind === "amount";
  if (!counts) return withoutCountBehind(chunk);
  return chunk.map((piece) => (piece === first ? { ...piece, kind: "mask", doubt: "hedge" } : piece));
}

/** "yesterday lunch 12 today dinner 15": where the first item begins with its day, so do the others. */
function moveLeadingDays(items: Piece[][]): void {
  if (items[0]?.[0]?.date?.when === undefined) return;
  for (let at = 0; at + 1 < items.length; at += 1) {
    const last = items[at]?.at(-1);
    if (last?.date?.when === undefined || items[at]?.length === 1) continue;
    items[at]?.pop();
    items[at + 1]?.unshift(last);
  }
}

/**
 * "2 roti canai 3.00 1 teh tarik 2.20": counted things in a row, where a price and the next count stand side by side.
 * @returns each counted thing with its price, or the pieces as they are
 */
function countedThings(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const items: Piece[][] = [[]];
  for (const piece of pieces) {
    const current = items.at(-1) ?? [];
    if (piece.kind === "amount" && current.at(-1)?.kind === "amount") items.push([piece]);
    else current.push(piece);
  }
  const counted = items.every((item) => {
    const count = item[0]?.amount?.bare;
    return count !== undefined && count <= 20 && amountsIn(item) === 2 && item.at(-1)?.kind === "amount";
  });
  return items.length > 1 && counted ? items : [pieces];
}

/** Cuts "subject amount subject amount" behind each amount, "amount subject amount subject" before each. */
function alternating(pieces: readonly Piece[]): Piece[][] {
  if (amountsIn(pieces) < 2) return [[...pieces]];
  const chunk = withoutSmallNumber(withoutCount(pieces));
  const first = chunk.find((piece) => piece.kind === "amount" || isSubject(piece));
  const cutBefore = first?.kind === "amount";
  const items: Piece[][] = [[]];
  for (const piece of chunk) {
    const current = items.at(-1) ?? [];
    const isAmount = piece.kind === "amount";
    if (isAmount && cutBefore && amountsIn(current) > 0) items.push([piece]);
    else if (!isAmount && !cutBefore && amountsIn(current) > 0 && isSubject(piece)) items.push([piece]);
    else current.push(piece);
  }
  moveLeadingDays(items);
  // "kopi 4.50 roti 3.20 di kedai Yu Kee": what stands behind the last amount belongs to it.
  const last = items.at(-1);
  if (items.length > 1 && last !== undefined && amountsIn(last) === 0) {
    items.pop();
    items.at(-1)?.push(...last);
  }
  return items;
}

/** A thing, a place or a day: anything else before a colon says what is not to be recorded ("tak jadi beli:"). */
function isOfHeading(piece: Piece): boolean {
  if (piece.kind === "date") return true;
  if (piece.kind !== "word" || has(piece, "cap") || has(piece, "receive") || has(piece, "sell")) return false;
  if (piece.senses?.expense !== undefined) return piece.fuzzy !== true;
  return HEADING.some((tag) => has(piece, tag));
}

/** "layover shopping: toys 120, chocolate 66": what stands before the colon is a heading of them all. */
function withoutHeading(pieces: readonly Piece[]): readonly Piece[] {
  const colon = pieces.findIndex((piece) => piece.kind === "mark" && piece.lower === ":");
  if (colon < 1 || colon > MOST_HEADING) return pieces;
  const [heading, rest] = [pieces.slice(0, colon), pieces.slice(colon + 1)];
  if (amountsIn(rest) < 2 || !heading.every(isOfHeading)) return pieces;
  return [...heading.filter(({ date }) => date !== undefined), ...rest];
}

/** The items of a message in order. An item with no or two amounts is left as it is, for a doubt. */
export function segmentsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const priced = withoutSum(withoutPriceOfOne(pieces));
  if (amountsIn(priced) <= 1) return [priced];
  return withAmounts(chunksOf(withoutHeading(priced)))
    .flatMap(countedThings)
    .flatMap(alternating);
}

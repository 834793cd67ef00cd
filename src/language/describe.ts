/** A description in the person's own words: what is left of a message without money, days, verbs and fillers. */
import { limits } from "../kernel/limits.ts";
import type { Tag } from "./lexicon.ts";
import { has, type Piece } from "./pieces.ts";
import type { Token } from "./tokens.ts";

/** Words that never belong to a description. */
const DROPPED: readonly Tag[] = ["particle", "comment", "pronoun", "then"];
/** Words that only hold others together: kept inside, not at an edge. */
const EDGES: readonly Tag[] = ["link", "place", "who", "article", "and", "pay", "hedge"];
const VERBS: readonly Tag[] = ["spend", "receive", "sell", "give", "treat", "lend", "repay"];

function isName(piece: Piece): boolean {
  return (
    piece.senses === undefined &&
    (piece.tags.length === 0 || has(piece, "names") || has(piece, "place_names"))
  );
}

/** What stands between a token and the one before, in a description: "7-eleven", "char kuey teow". */
export function gapBefore(token: Token): string {
  if (token.hyphen) return "-";
  return token.glued ? "" : " ";
}

/** The piece as written: lower case, except for names. */
function wordsOf(piece: Piece, tokens: readonly Token[]): string {
  const named = isName(piece);
  const parts = tokens
    .slice(piece.from, piece.to)
    .map((token) => [gapBefore(token), named ? token.text : token.lower]);
  return parts.flat().slice(1).join("");
}

/** Verbs are left out as long as something else says what it was: "beli baju" is "baju". */
function isVerb(piece: Piece): boolean {
  return VERBS.some((tag) => piece.tags.includes(tag)) && !has(piece, "direction");
}

/** "mak bagi": with a person alone, the verb says what happened. */
function needsVerb(pieces: readonly Piece[]): boolean {
  return !pieces.some(
    (piece) => piece.kind === "mask" || (!isVerb(piece) && (piece.senses !== undefined || isName(piece))),
  );
}

function isKept(piece: Piece, dropVerbs: boolean): boolean {
  if (piece.kind === "mask") return true;
  if (piece.kind !== "word") return false;
  if (dropVerbs && isVerb(piece) && piece.senses === undefined) return false;
  if (piece.senses !== undefined || has(piece, "family")) return true;
  return !DROPPED.some((tag) => piece.tags.includes(tag));
}

function isEdge(piece: Piece, verbsStay: boolean): boolean {
  if (has(piece, "direction") || (verbsStay && isVerb(piece))) return false;
  return piece.senses === undefined && piece.kind === "word" && EDGES.some((tag) => piece.tags.includes(tag));
}

function trimmed(pieces: readonly Piece[], verbsStay: boolean): readonly Piece[] {
  let from = 0;
  let to = pieces.length;
  while (from < to && isEdge(pieces[from] as Piece, verbsStay)) from += 1;
  while (to > from && isEdge(pieces[to - 1] as Piece, verbsStay)) to -= 1;
  return pieces.slice(from, to);
}

/**
 * @param keepVerbs for reminders, whose title is an act: "pay rent"
 * @returns at most `limits.maxDescriptionCharacters`; empty when nothing says what it was
 */
export function describe(pieces: readonly Piece[], tokens: readonly Token[], keepVerbs = false): string {
  const dropVerbs =
    !keepVerbs && !needsVerb(pieces.filter((piece) => piece.kind === "word" || piece.kind === "mask"));
  const said = trimmed(
    pieces.filter((piece) => isKept(piece, dropVerbs)),
    !dropVerbs,
  );
  // "tapau char kuey teow": a verb that is also a noun goes when it leads; "amazon book" and "sewa 3 bulan" stay.
  const [lead, ...rest] = said;
  const leads =
    dropVerbs &&
    lead !== undefined &&
    rest.some(({ kind }) => kind === "word") &&
    isVerb(lead) &&
    !has(lead, "treat");
  const kept = leads ? rest : said;
  let text = "";
  let end = -1;
  for (const piece of kept) {
    const first = tokens[piece.from];
    const gap = end === piece.from && first !== undefined ? gapBefore(first) : " ";
    text += (text === "" ? "" : gap) + wordsOf(piece, tokens);
    end = piece.to;
    if (text.length > limits.maxDescriptionCharacters) break;
  }
  return text
    .slice(0, limits.maxDescriptionCharacters)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

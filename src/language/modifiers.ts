/**
 * Words that the lexicon knows only inside longer names of the same category, and that describe the thing beside
 * them: they are accounted for (SPEC S3) right beside an exact noun, few at a time. A word that nobody knows is not.
 */
import { isPartOf } from "./components.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import { wordTable } from "./lexicon.ts";
import type { Piece } from "./pieces.ts";

/** How many in one item; with more of them it says something else. */
const MOST = 2;
/** Words that turn what a record says: money back, an offer, a price only seen. */
const LOADED = overrides.loaded;
const GENERAL = new Set(["shopping", "groceries"]);
function isPlain(piece: Piece, categories: readonly string[]): boolean {
  const { lower, tags, kind, senses } = piece;
  if (kind !== "word" || tags.length > 0 || senses !== undefined) return false;
  const listed = categories.some((category) => isPartOf(lower, category));
  if (!listed) return false;
  return !LOADED.some((stem) => lower.includes(stem)) && !isSlipOfClosed(lower);
}

/** "xnak", "dont", "tknak": a closed word with something written onto it. */
function isSlipOfClosed(word: string): boolean {
  return [word.slice(1), word.slice(2), word.slice(0, -1)].some((rest) => {
    if (rest.length < 3) return false;
    return (
      wordTable.match([{ text: rest, lower: rest, kind: "word", glued: false, hyphen: false }], 0)?.length ===
      1
    );
  });
}

/** A thing; a shop that sells all kinds of things does not say what was bought in it. */
function isThing(piece: Piece | undefined): boolean {
  const sense = piece?.senses?.expense;
  if (sense === undefined || piece?.fuzzy === true || piece?.kind !== "word") return false;
  return !(sense.brand && GENERAL.has(sense.category)) && sense.category !== "other";
}

/** The unknown words of one item that are harmless: all of them, or none. */
export function modifiersOf(unknown: readonly Piece[], pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.some((piece) => piece.senses?.income !== undefined)) return [];
  if (unknown.length === 0 || unknown.length > MOST) return [];
  const categories = pieces.flatMap(({ senses }) => senses?.expense?.category ?? []);
  if (!unknown.every((piece) => isPlain(piece, categories))) return [];
  const beside = unknown.every((piece) => {
    const at = pieces.indexOf(piece);
    let from = at;
    let to = at;
    while (from > 0 && unknown.includes(pieces[from - 1] as Piece)) from -= 1;
    while (to + 1 < pieces.length && unknown.includes(pieces[to + 1] as Piece)) to += 1;
    return isThing(pieces[from - 1]) || isThing(pieces[to + 1]);
  });
  return beside ? unknown : [];
}

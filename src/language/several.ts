/** Several edits in one message: "change grab to 14 and kopi to 5" is two, "delete grab, kopi" may be. */
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";

/** A comma, "and", "lepas tu": where another one may begin. */
export function isParting(piece: Piece): boolean {
  if (piece.kind === "break" || /^[,;&+]$/.test(piece.lower)) return true;
  return piece.kind === "word" && piece.senses === undefined && (has(piece, "and") || has(piece, "then"));
}

/** The pieces between commas and "and". */
export function stretchesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const stretches: Piece[][] = [[]];
  for (const piece of pieces) {
    if (isParting(piece)) stretches.push([]);
    else stretches.at(-1)?.push(piece);
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

/** The same stretches as messages of their own. */
export function partsOf(message: Message): readonly Message[] {
  return stretchesOf(message.pieces).map((pieces) => ({
    ...message,
    pieces,
    tags: new Set<Tag>(pieces.flatMap(({ tags }) => tags)),
  }));
}

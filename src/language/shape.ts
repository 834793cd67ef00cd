/**
 * How much of a record a short text holds: an amount alone, words alone, or both. A message with both is complete in
 * itself, and no answer to "how much?" or "what was it for?".
 */
import type { ReaderContext } from "../kernel/reading.ts";
import type { Tag } from "./lexicon.ts";
import { messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { has, type Piece } from "./pieces.ts";
import { isNaming } from "./targets.ts";
import { tokenise } from "./tokens.ts";

export interface Shape {
  /** The amount as it was written, when there is one and only one. */
  readonly amount: string | null;
  /** How many amounts there are. */
  readonly amounts: number;
  /** How many words say what it was. */
  readonly words: number;
}

/** Words around an amount that say nothing of what it was for: "it was about 15, sorry". */
const ROUND: readonly Tag[] = ["hedge", "comment", "actually", "spend", "link", "method", "undoFiller"];

function names(piece: Piece): boolean {
  if (piece.kind === "mask" || piece.senses !== undefined) return true;
  return isNaming(piece) && !ROUND.some((tag) => has(piece, tag));
}

/** The shape of a text in the context of who wrote it. */
export function shapeOf(text: string, context: ReaderContext): Shape {
  const tokens = tokenise(normalise(text));
  const { pieces } = messageOf(tokens, context);
  const amounts = pieces.filter(({ kind }) => kind === "amount");
  const [only] = amounts;
  const written = tokens
    .slice(only?.from, only?.to)
    .map((token) => (token.glued ? token.text : ` ${token.text}`))
    .join("")
    .trim();
  const words = pieces.filter(names).reduce((sum, piece) => sum + (piece.to - piece.from), 0);
  return { amount: amounts.length === 1 ? written : null, amounts: amounts.length, words };
}

/** Where a figure stands among the tokens of its clause. */
import type { Clause } from "./clauses.ts";
import type { Figure } from "./figure.ts";
import type { Placed } from "./placed.ts";

export interface Spot {
  readonly tokens: readonly Placed[];
  /** Its first token, and the one behind its last. */
  readonly at: number;
  readonly end: number;
  /** The first token of its clause, and the one behind its last. */
  readonly first: number;
  readonly last: number;
}

/** How many tokens begin before this place in the text. */
function tokensBefore(tokens: readonly Placed[], place: number): number {
  const index = tokens.findIndex(({ at }) => at >= place);
  return index < 0 ? tokens.length : index;
}

export function spotOf(tokens: readonly Placed[], figure: Figure, clause: Clause): Spot {
  return {
    tokens,
    at: tokensBefore(tokens, figure.at),
    end: tokensBefore(tokens, figure.end),
    first: tokensBefore(tokens, clause.at),
    last: tokensBefore(tokens, clause.end),
  };
}

/** Whether a clause speaks of spending or income at all, where no "you" says whose. */
import { categoryOfThing } from "../language/things.ts";
import clauses from "./data/clauses.json" with { type: "json" };
import proposals from "./data/proposals.json" with { type: "json" };
import { anyOf } from "./patterns.ts";
import type { Spot } from "./spots.ts";

const STATE = new Set(proposals.state);
const OF_PERIOD = anyOf(clauses.ofPeriod);
const PRESENT = anyOf(clauses.present);

/**
 * "Food is 12%", "Shopee, 45%", "12% of it" may be told of the user; "20% is lovely" is about nothing of theirs.
 * @param text the plain text of the clause
 */
export function speaksOfSpending({ tokens, first, last }: Spot, text: string): boolean {
  if (OF_PERIOD.test(text) || !PRESENT.test(text)) return true;
  return tokens.slice(first, last).some(({ kind, lower }) => {
    return (
      kind === "word" && lower.length > 2 && (STATE.has(lower) || categoryOfThing(lower, [])?.sure === true)
    );
  });
}

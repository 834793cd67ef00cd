/**
 * What a reply says of the user's money without a figure (SPEC S7): "your biggest expense is food", "spending is going
 * up". It needs rows as a figure does: the first something that was read in this turn, the second a known change that
 * goes the same way.
 */
import { clausesOf } from "./clauses.ts";
import phrases from "./data/comparisons.json" with { type: "json" };
import type { Facts } from "./facts.ts";
import type { Fault } from "./fault.ts";
import { anyOf } from "./patterns.ts";
import { placed } from "./placed.ts";

const SUPERLATIVE = anyOf(phrases.superlatives);
const UP = anyOf(phrases.up);
const DOWN = anyOf(phrases.down);
/** "Try to spend less than last month" tells nothing. */
const UNLESS = anyOf(phrases.unless);
const SPENDING = anyOf(phrases.spending);

/** The ways in which something is known to have changed: differences between days, and percentages. */
function changesIn({ amounts, changes = [] }: Facts): readonly number[] {
  const differences = amounts.filter(({ sense }) => sense === "difference");
  return [...changes, ...differences.map(({ amountMinor }) => amountMinor)];
}

/**
 * @param reply as it would be sent
 * @param facts of all tool results of the turn and of the user's words, merged
 * @param read  whether any tool has answered in this turn
 * @returns the first comparison that nothing supports, or null; advice ("pick your biggest expense") is none
 */
export function unsupported(reply: string, facts: Facts, read: boolean): Fault | null {
  const { plain } = placed(reply);
  const known = changesIn(facts);
  for (const { at, end, manner, aboutUser } of clausesOf(plain)) {
    const text = plain.slice(at, end);
    if (manner !== "statement" && manner !== "open") continue;
    const best = read ? null : SUPERLATIVE.exec(text);
    const about = aboutUser || SPENDING.test(text);
    const up = about && !known.some((change) => change > 0) ? UP.exec(text) : null;
    const down = about && !known.some((change) => change < 0) ? DOWN.exec(text) : null;
    const found = best ?? up ?? down;
    if (!found || UNLESS.test(text.slice(0, found.index))) continue;
    const start = at + found.index;
    return { kind: "comparison", text: reply.slice(start, start + found[0].length), at: start };
  }
  return null;
}

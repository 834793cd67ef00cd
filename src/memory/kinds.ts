/** What kind of statement about a person a text is: its category, and what it makes out of date (SPEC S10.4). */
import { tableOf } from "../language/phrases.ts";
import { placeOf } from "./clauses.ts";
import lists from "./data/extraction.json" with { type: "json" };
import { factsIn, tokensOf } from "./facts.ts";
import type { InsightCategory } from "./ports/types.ts";

const categories = Object.entries(lists.categories).map(
  ([category, phrases]) => [category as InsightCategory, tableOf(phrases)] as const,
);
const groups = Object.entries(lists.groups).map(([group, phrases]) => [group, tableOf(phrases)] as const);

const ending = tableOf(lists.ending);
const endingWith = tableOf(lists.endingWith);

/** "No longer", "called off", "don't want … any more": whether a text gives up what it names. */
export function endsGoal(text: string): boolean {
  const tokens = tokensOf(text);
  return placeOf(ending, tokens) >= 0 || (placeOf(endingWith, tokens) >= 0 && factsIn(text).negated);
}

/** Of a statement in the third person; what is none of the others is a situation. */
export function categoryOf(statement: string): InsightCategory {
  const tokens = tokensOf(statement);
  return categories.find(([, table]) => placeOf(table, tokens) >= 0)?.[0] ?? "situation";
}

/** What there is one of at a time: a job, a home. Null for what can stand beside another. */
export function groupOf(statement: string): string | null {
  const tokens = tokensOf(statement);
  return groups.find(([, table]) => placeOf(table, tokens) >= 0)?.[0] ?? null;
}

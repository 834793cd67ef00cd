/**
 * Where a person stands, from what is known of them (SPEC S14): what they work towards, what they owe, how steady their
 * income is. Advice without a model is shaped by it, and says none of it (SPEC S9).
 */
import { factsIn } from "../memory/facts.ts";
import { categoryOf } from "../memory/kinds.ts";
import type { AdviceFigures } from "../messages/advice.ts";
import standing from "./data/standing.json" with { type: "json" };
import { anyOf } from "./patterns.ts";
import type { CoachRequest } from "./request.ts";
import { topicOf } from "./topic.ts";

const UNSTEADY = anyOf(standing.unsteady);
const DEPENDANTS = anyOf(standing.dependants);
const BRIEF = anyOf(standing.brief);
const DEBT = new Set(standing.debt);
const PLANS = new Set(standing.plans);

export type Standing = Pick<AdviceFigures, "aim" | "plan" | "unsteady" | "dependants" | "worried" | "brief">;

/** The weightiest insights come first, then what else fits the message. */
export function standingOf({ insights, statements }: CoachRequest["memory"]): Standing {
  const told = insights.map(({ category, text }) => ({ category, text }));
  const known = new Set(told.map(({ text }) => text));
  const others = statements
    .filter((text) => !known.has(text))
    .map((text) => ({ category: categoryOf(text), text }));
  const all = [...told, ...others].filter(({ text }) => !factsIn(text).hedged);
  const goals = all.filter(({ category }) => category === "goal");
  const says = (pattern: RegExp): boolean => all.some(({ text }) => pattern.test(text));
  return {
    aim: aimOf(all),
    plan: goals.flatMap(({ text }) => [...factsIn(text).topics]).find((topic) => PLANS.has(topic)),
    unsteady: says(UNSTEADY),
    dependants: says(DEPENDANTS),
    worried: all.some(({ category }) => category === "worry"),
    brief: says(BRIEF),
  };
}

/** The first goal or worry that is about debt or saving; a goal that is neither is one to save for. */
function aimOf(known: readonly { readonly category: string; readonly text: string }[]): Standing["aim"] {
  for (const { category, text } of known) {
    if (category !== "goal" && category !== "worry") continue;
    if ([...factsIn(text).topics].some((topic) => DEBT.has(topic)) || topicOf(text) === "debt") return "debt";
    if (category === "goal" || topicOf(text) === "saving") return "saving";
  }
  return undefined;
}

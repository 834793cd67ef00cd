/** What a request for advice is about, as far as plain words tell: for advice without the model (SPEC S14). */
import { normalise } from "../language/normalise.ts";
import topics from "./data/topics.json" with { type: "json" };
import { anyOf } from "./patterns.ts";

/** The first that fits is meant: help comes before advice. */
const PATTERNS = {
  crisis: anyOf(topics.crisis),
  scam: anyOf(topics.scam),
  job: anyOf(topics.job),
  home: anyOf(topics.home),
  windfall: anyOf(topics.windfall),
  afford: anyOf(topics.afford),
  debt: anyOf(topics.debt),
  saving: anyOf(topics.saving),
  cutting: anyOf(topics.cutting),
} as const;

export type Topic = keyof typeof PATTERNS | "general";

export function topicOf(text: string): Topic {
  const plain = normalise(text).toLowerCase();
  for (const [topic, pattern] of Object.entries(PATTERNS)) {
    pattern.lastIndex = 0;
    if (pattern.test(plain)) return topic as Topic;
  }
  return "general";
}

const GOAL = anyOf(topics.goal);

/** "Save for the wedding", "simpan duit kahwin" are about what is to come, "save on groceries" about what is bought. */
export function namesGoal(text: string): boolean {
  GOAL.lastIndex = 0;
  return GOAL.test(normalise(text).toLowerCase());
}

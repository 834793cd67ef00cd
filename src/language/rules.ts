/** What corrections taught, listed and forgotten by talking (SPEC S4): "my rules", "forget the rule for grab". */
import type { Reading } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import data from "./data/rules.json" with { type: "json" };
import { gapBefore } from "./describe.ts";
import type { Message } from "./message.ts";
import { readingOf } from "./reading-of.ts";

const LIST = tableOf({ list: data.list }, () => true);
const FORGET = tableOf({ forget: data.forget }, () => true);
/** As many words as a description that a rule may be for. */
const MOST_WORDS = 12;

/** The message as a command about rules, or undefined. */
export function readRules({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > 0 && cover(tokens, LIST)?.length === 1) {
    return readingOf("settings", [{ tool: "rules", input: { op: "list" } }], { language });
  }
  const lead = FORGET.match(tokens, 0);
  if (lead === undefined) return undefined;
  const rest = tokens.slice(lead.length).filter((token) => !isQuiet(token) || token.hyphen);
  if (rest.length === 0 || rest.length > MOST_WORDS) return undefined;
  const phrase = rest
    .map((token) => gapBefore(token) + token.lower)
    .join("")
    .trim();
  return readingOf("settings", [{ tool: "rules", input: { op: "forget", phrase } }], { language });
}

/**
 * The category that a correction taught: for the whole description, for its merchant, or for the one thing that
 * it names ("grab to klcc" is Grab; "hotel breakfast" is not simply a hotel).
 */
export function taughtCategory(
  rules: Readonly<Record<string, string>> | undefined,
  said: {
    readonly description: string;
    readonly merchant?: string | undefined;
    readonly things: readonly string[];
  },
): string | undefined {
  if (rules === undefined) return undefined;
  const thing = said.things.length === 1 ? said.things[0] : undefined;
  const phrases = [said.description.toLowerCase(), said.merchant?.toLowerCase(), thing];
  const taught = phrases.find((phrase) => phrase !== undefined && Object.hasOwn(rules, phrase));
  return taught === undefined ? undefined : rules[taught];
}

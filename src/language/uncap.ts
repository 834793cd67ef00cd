/** Spending caps that are taken away (SPEC S6): "remove the food cap", "padam had makan", "no more food budget". */
import type { Doubt, Reading } from "../kernel/reading.ts";
import type { CapPeriod } from "../kernel/types.ts";
import { isQuiet, tableOf } from "./cover.ts";
import data from "./data/uncap.json" with { type: "json" };
import type { Message } from "./message.ts";
import { readingOf } from "./reading-of.ts";
import { categoryOfThing } from "./things.ts";
import type { Token } from "./tokens.ts";

type Cue = keyof typeof data;

const cues = tableOf<Cue>(data, (name) => name as Cue);
const PERIODS: readonly CapPeriod[] = ["day", "week", "month"];
const MOST_TOKENS = 14;

interface Parts {
  readonly cues: readonly Cue[];
  /** What no cue covers: the name of what was capped. */
  readonly rest: readonly Token[];
  /** The verb stands before the noun, and nothing but fillers before the verb. */
  readonly ordered: boolean;
}

function partsOf(tokens: readonly Token[], own: readonly string[]): Parts {
  const found: Cue[] = [];
  const rest: Token[] = [];
  let ordered = true;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    const named = token !== undefined && own.includes(token.lower);
    const hit = named ? undefined : cues.match(tokens, at);
    const names = hit?.value ?? [];
    if (names.includes("remove") && (found.includes("noun") || rest.length > 0)) ordered = false;
    found.push(...names);
    if (hit === undefined && token !== undefined && !isQuiet(token)) rest.push(token);
    at += hit?.length ?? 1;
  }
  return { cues: found, rest, ordered };
}

/** The message as a cap to be taken away, or undefined. */
export function readUncap(message: Message): Reading | undefined {
  const { tokens, pieces, language, context, tags } = message;
  if (tokens.length > MOST_TOKENS || pieces.some(({ kind }) => kind === "amount" || kind === "bad"))
    return undefined;
  if (tags.has("reminderNoun") || tokens.some(({ text }) => text === "?")) return undefined;
  const { cues: found, rest, ordered } = partsOf(tokens, context.ownCategories);
  if (!found.includes("remove") || !found.includes("noun") || !ordered) return undefined;
  const name = rest.map(({ lower }) => lower).join(" ");
  const named = rest.length === 0 ? undefined : categoryOfThing(name, context.ownCategories);
  const overall = found.includes("overall");
  const doubts: Doubt[] = rest.length > 0 && !named?.sure ? ["unknown_words"] : [];
  const period = PERIODS.find((name) => found.includes(name));
  const input = { category: named?.category ?? (overall ? null : undefined), period };
  return readingOf("cap", [{ tool: "uncap", input }], { language, doubts });
}

/**
 * "Clear your memory", "delete number 3 from your memory", "remove what you know about my sister", "forget that I'm
 * vegetarian" (SPEC S10.8): verbs that are for records, too, are about memories where these are named.
 */
import type { ReadItem } from "../kernel/reading.ts";
import data from "./data/memory.json" with { type: "json" };
import { afterPolite } from "./memory-changes.ts";
import { type PhraseTable, tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";

const VERBS = tableOf(data.forgetVerbs);
const NOUNS = tableOf(data.memoryNouns);
const KEEP_NOT = tableOf(data.keepNot);
const MINE = tableOf(data.anythingOfMine);
const LAST = tableOf(data.lastTold);
const BACK = tableOf(data.pointsBack);
const FORGET_ONLY = new Set(data.forgetOnly);
const THAT = new Set(data.forgetThat);
const QUIET = new Set(data.forgetQuiet);
const FILLERS = new Set(data.forgetFillers);

/** What is to be forgotten; undefined when no memory is named, or something that only sounds like one: a memory card. */
export function readForgetting(tokens: readonly Token[]): ReadItem | undefined {
  const start = afterPolite(tokens);
  const unkept = KEEP_NOT.match(tokens, start);
  if (unkept) return readKeepingNot(tokens.slice(start + unkept.length));
  const verb = VERBS.match(tokens, start);
  if (verb === undefined) return undefined;
  const rest = tokens.slice(start + verb.length);
  if (isWhole(LAST, rest)) return { tool: "forget", input: { which: "last" } };
  const at = rest.findIndex((_, place) => NOUNS.match(rest, place) !== undefined);
  if (at < 0) {
    const told = FORGET_ONLY.has(tokens[start]?.lower ?? "") && THAT.has(rest[0]?.lower ?? "");
    return told ? byWords(wordsOf(rest)) : undefined;
  }
  const behind = at + (NOUNS.match(rest, at)?.length ?? 0);
  const next = rest[behind];
  if (next?.kind === "word" && !FILLERS.has(next.lower)) return undefined;
  const others = [...rest.slice(0, at), ...rest.slice(behind)];
  const words = wordsOf(others);
  const [number, second] = others.filter(({ kind }) => kind === "number");
  if (number && second === undefined && words.length === 0 && /^[1-9]\d{0,2}$/.test(number.text))
    return { tool: "forget", input: { number: Number(number.text) } };
  if (number !== undefined) return undefined;
  return words.length === 0 ? { tool: "forget_everything", input: {} } : byWords(words);
}

/** "Stop remembering things about me", "don't remember that": what is to come, or what was told last. */
function readKeepingNot(rest: readonly Token[]): ReadItem | undefined {
  if (isWhole(MINE, rest)) return { tool: "forget", input: { which: "to_come" } };
  if (isWhole(BACK, rest) || isWhole(LAST, rest)) return { tool: "forget", input: { which: "last" } };
  return undefined;
}

/** Whether the words are this phrase, and only fillers and marks come behind it. */
function isWhole(table: PhraseTable<true>, rest: readonly Token[]): boolean {
  const hit = table.match(rest, 0);
  if (hit === undefined) return false;
  return rest
    .slice(hit.length)
    .every(({ kind, lower }) => kind !== "number" && (kind !== "word" || QUIET.has(lower)));
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, lower }) => (kind === "word" && !FILLERS.has(lower) ? [lower] : []));
}

function byWords(words: readonly string[]): ReadItem | undefined {
  return words.length === 0 ? undefined : { tool: "forget", input: { words: words.join(" ") } };
}

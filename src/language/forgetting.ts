/**
 * "Clear your memory", "delete number 3 from your memory", "remove what you know about my sister", "forget that I'm
 * vegetarian" (SPEC S10.8): verbs that are for records, too, are about memories where these are named.
 */
import type { ReadItem } from "../kernel/reading.ts";
import data from "./data/memory.json" with { type: "json" };
import { afterPolite } from "./memory-changes.ts";
import { tableOf } from "./phrases.ts";
import type { Token } from "./tokens.ts";

const VERBS = tableOf(data.forgetVerbs);
const NOUNS = tableOf(data.memoryNouns);
const FORGET_ONLY = new Set(data.forgetOnly);
const THAT = new Set(data.forgetThat);
const FILLERS = new Set(data.forgetFillers);

/** What is to be forgotten; undefined when no memory is named, or something that only sounds like one: a memory card. */
export function readForgetting(tokens: readonly Token[]): ReadItem | undefined {
  const start = afterPolite(tokens);
  const verb = VERBS.match(tokens, start);
  if (verb === undefined) return undefined;
  const rest = tokens.slice(start + verb.length);
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

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, lower }) => (kind === "word" && !FILLERS.has(lower) ? [lower] : []));
}

function byWords(words: readonly string[]): ReadItem | undefined {
  return words.length === 0 ? undefined : { tool: "forget", input: { words: words.join(" ") } };
}

/**
 * Short answers to a question that waits: a row by its place or its size ("the first one", "yang murah", "both"), "let
 * me think", "change it", "it's a different one", and which of several drafts stay ("only the first", "tanpa blip").
 */
import data from "./data/choices.json" with { type: "json" };
import { normalise } from "./normalise.ts";

const FILLER = new Set(data.filler);
const PLACES = new Map(data.ordinals.flatMap((words, place) => words.map((word) => [word, place] as const)));
const LAST = new Set(data.last);
const ALL = new Set(data.all);
const NONE = new Set(data.none);
const RANKS = new Map(
  (["least", "most", "newest", "oldest"] as const).flatMap((rank) =>
    data[rank].map((word) => [word, rank] as const),
  ),
);
const SAYINGS = ["wait", "change", "different", "same"] as const;
const SAID = new Map(SAYINGS.flatMap((saying) => data[saying].map((words) => [words, saying] as const)));
const SAID_FILLER = new Set(data.answerFiller);
const PARTICLES = /( (la|lah|lor|je|eh|ya|dulu|bro|boss|mama|sis))+$/;
const BUT = new Set(data.butLead);
const ONLY = new Set(data.only);
const WITHOUT = data.without.toSorted((one, other) => other.length - one.length);

/** The words alone: lower case, single spaces, no marks at their ends. */
function plainWords(text: string): string {
  return normalise(text)
    .toLowerCase()
    .replace(/[,!?;:]+|\.+(?=\s|$)/g, " ")
    .trim()
    .replace(/\s+/g, " ");
}

function without(plain: string, filler: ReadonlySet<string>): string {
  return plain
    .split(" ")
    .filter((word) => !filler.has(word))
    .join(" ");
}

/**
 * Reads which of `count` rows a short answer means.
 * @returns their places from 0, none of them as an empty list; undefined when it is no such answer
 */
export function readChoice(text: string, count: number): readonly number[] | undefined {
  const plain = plainWords(text);
  if (NONE.has(plain)) return [];
  for (const words of [plain, without(plain, FILLER)]) {
    if (ALL.has(words)) return Array.from({ length: count }, (_, place) => place);
    if (LAST.has(words)) return [count - 1];
    const place = PLACES.get(words);
    if (place !== undefined && place < count) return [place];
  }
  return undefined;
}

/** "The cheaper one", "yang mahal", "the newest": which row by its size or its age. */
export function readRank(text: string): "least" | "most" | "newest" | "oldest" | undefined {
  const plain = plainWords(text);
  return RANKS.get(plain) ?? RANKS.get(without(plain, FILLER));
}

/** The words of an answer that tell rows apart: "the kopi one" is "kopi". */
export function tellingWords(text: string): string {
  return without(plainWords(text), FILLER);
}

/** A saying that has a meaning only while a question waits. */
export function readSaying(text: string): (typeof SAYINGS)[number] | undefined {
  const plain = plainWords(text);
  const bare = plain.replace(PARTICLES, "");
  return SAID.get(plain) ?? SAID.get(bare) ?? SAID.get(without(plain, SAID_FILLER));
}

/** "but 33", "tapi 33": what comes behind a yes, without the words that join it. */
export function withoutBut(text: string): string {
  const words = text.trim().split(/[\s,]+/);
  const start = words.findIndex((word) => !BUT.has(word.toLowerCase()));
  return start < 0 ? "" : words.slice(start).join(" ");
}

/** Which of several things stay: "only the first", "yang first je", "remove blip", "tanpa blip". */
export function readSubset(text: string): { readonly keep: boolean; readonly words: string } | undefined {
  const plain = plainWords(text);
  const lead = WITHOUT.find((words) => plain.startsWith(`${words} `));
  if (lead !== undefined) return { keep: false, words: without(plain.slice(lead.length).trim(), FILLER) };
  const words = plain.split(" ");
  const only = ONLY.has(words[0] ?? "") || ONLY.has(words.at(-1) ?? "");
  return only && words.length > 1 ? { keep: true, words: without(plain, FILLER) } : undefined;
}

/**
 * A message as numbers, for the classifier (SPEC S14): its words, pairs of words and runs of 3 to 5 letters, each
 * hashed into one of a fixed number of buckets, and a few flags of what the reader saw. The same for training and
 * for use.
 */
import type { Reading } from "../kernel/reading.ts";
import type { Message } from "./message.ts";
import { segmentsOf } from "./segments.ts";
import type { Token } from "./tokens.ts";

/** Buckets of hashed words and letters; a power of two. */
export const BUCKETS = 16_384;
/** Buckets of the reader's flags, behind those of the words; a power of two. */
export const FLAGS = 512;
const SHORTEST_RUN = 3;
const LONGEST_RUN = 5;
/** Longer messages are told by their beginning. */
const MOST_LETTERS = 400;
const HASH_START = 0x811c9dc5;

/** What the classifier sees. A bucket is listed as often as it was hit. */
export interface Features {
  readonly words: readonly number[];
  readonly flags: readonly number[];
}

/** One step of FNV-1a. */
function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function hashOf(text: string, start = HASH_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

/** The upper bits of FNV are the better mixed ones. */
function bucketOf(hash: number, buckets: number): number {
  return ((hash >>> 16) ^ hash) & (buckets - 1);
}

/** All numbers are alike; signs other than a question mark say nothing about the mode. */
function wordOf({ kind, lower }: Token): string | undefined {
  if (kind === "number") return "0";
  if (kind === "word" || kind === "emoji") return lower;
  return lower === "?" ? lower : undefined;
}

function addRuns(text: string, into: number[]): void {
  const end = Math.min(text.length, MOST_LETTERS);
  for (let from = 0; from + SHORTEST_RUN <= end; from += 1) {
    let hash = HASH_START;
    for (let length = 1; length <= LONGEST_RUN && from + length <= end; length += 1) {
      hash = mix(hash, text.charCodeAt(from + length - 1));
      if (length >= SHORTEST_RUN) into.push(bucketOf(hash, BUCKETS));
    }
  }
}

/** 0, 1, 2 and "many", so that long lists are one thing. */
function countOf(count: number): string {
  return count > 2 ? "many" : String(count);
}

function flagNames({ pieces, tags }: Message, reading: Reading): string[] {
  const amounts = pieces.filter((piece) => piece.kind === "amount").length;
  const words = pieces.filter((piece) => piece.kind === "word").length;
  return [
    "always",
    `read as ${reading.mode}`,
    `read as ${reading.mode} ${reading.verdict}`,
    `amounts ${countOf(amounts)}`,
    `segments ${countOf(segmentsOf(pieces).length)}`,
    `words ${words > 9 ? "many" : words > 5 ? "some" : words}`,
    pieces.some((piece) => piece.date !== undefined) ? "date" : "no date",
    tags.has("ask") || pieces.some((piece) => piece.lower === "?") ? "asks" : "tells",
    ...reading.doubts.map((doubt) => `doubt ${doubt}`),
    ...[...tags].map((tag) => `tag ${tag}`),
  ];
}

/** @param reading what the reader made of the same message */
export function featuresOf(message: Message, reading: Reading): Features {
  const said = message.tokens.flatMap((token) => wordOf(token) ?? []);
  const words: number[] = [];
  let before = "^";
  for (const word of said) {
    words.push(bucketOf(hashOf(word, 1), BUCKETS), bucketOf(hashOf(`${before} ${word}`, 2), BUCKETS));
    before = word;
  }
  words.push(bucketOf(hashOf(`${before} $`, 2), BUCKETS));
  addRuns(` ${said.join(" ")} `, words);
  return { words, flags: flagNames(message, reading).map((name) => bucketOf(hashOf(name), FLAGS)) };
}

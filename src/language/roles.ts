/**
 * The part that each piece plays in one item. This is the whitelist behind "certain": a piece with no part
 * here is left over, and one piece left over makes the reading a guess (SPEC S3).
 */
import type { Doubt } from "../kernel/reading.ts";
import type { Tag } from "./lexicon.ts";
import { modifiersOf } from "./modifiers.ts";
import { has, type Piece } from "./pieces.ts";

export interface Roles {
  readonly amounts: readonly Piece[];
  readonly days: readonly Piece[];
  readonly splits: readonly Piece[];
  readonly doubts: readonly Doubt[];
  /** Words that name something, known or not. */
  readonly subject: readonly Piece[];
  readonly unknown: readonly Piece[];
  /** Unknown words that only say more about a known noun beside them: "ikan basung 15". */
  readonly modifiers: readonly Piece[];
}

const DOUBTFUL: readonly (readonly [Tag, Doubt])[] = [
  ["hypothetical", "hypothetical"],
  ["future", "future"],
  ["negation", "negated"],
  ["hedge", "hedge"],
  ["each", "hedge"],
  ["borrow", "someone_else"],
];
const ACCOUNTED: readonly Tag[] = [
  "particle",
  "comment",
  "article",
  "pronoun",
  "and",
  "then",
  "place",
  "who",
  "link",
  "pay",
  "method",
  "spend",
  "lend",
  "repay",
  "give",
  "treat",
  "receive",
  "sell",
  "used",
  "direction",
  "family",
  "person",
  "names",
  "place_names",
  "unit",
  "eat",
  "thing",
  "detail",
];
const PLAIN_MARKS = new Set([".", ",", "!", ":", "-", "(", ")", "'", '"', ";", "&", "+", "/", "="]);
/** How many unknown words in a row a name behind a preposition may have. */
const NAME_WORDS = 3;
/** A name may follow: "dengan kak Nor", "from uncle Raju". */
const TITLES =
  /^(kak|abg|abang|pak|mak|pakcik|makcik|pak cik|mak cik|uncle|aunty|auntie|cikgu|ustaz|encik|puan|cik)$/;
const NAMING: readonly Tag[] = ["place", "who"];

function doubtOfWord(piece: Piece): Doubt | undefined {
  if (piece.senses !== undefined) return piece.fuzzy === true ? "unknown_words" : undefined;
  return DOUBTFUL.find(([tag]) => piece.tags.includes(tag))?.[1];
}

function doubtOfOther(piece: Piece): Doubt | undefined {
  if (piece.kind === "bad" || piece.kind === "mask" || piece.kind === "split") return piece.doubt;
  if (piece.kind === "mark") {
    if (piece.lower === "?") return "question";
    if (piece.lower === "~") return "hedge";
    return PLAIN_MARKS.has(piece.lower) ? undefined : "unknown_words";
  }
  if (piece.kind === "amount") return piece.amount?.soft;
  if (piece.kind !== "date") return undefined;
  if (piece.date?.period !== undefined || piece.date?.open !== undefined) return "bad_date";
  return piece.date?.rate !== undefined || piece.date?.rhythm !== undefined ? "hedge" : undefined;
}

/** Sorts the pieces of one item. */
export function rolesOf(pieces: readonly Piece[]): Roles {
  const doubts: Doubt[] = [];
  const subject: Piece[] = [];
  const unknown: Piece[] = [];
  let named = 0;
  for (const piece of pieces) {
    const doubt = piece.kind === "word" ? doubtOfWord(piece) : doubtOfOther(piece);
    if (doubt !== undefined) doubts.push(doubt);
    const known =
      piece.kind !== "word" ||
      doubt !== undefined ||
      piece.senses !== undefined ||
      ACCOUNTED.some((tag) => has(piece, tag));
    if (!known && named === 0) unknown.push(piece);
    named = nextNamed(piece, named);
    if (isSubject(piece)) subject.push(piece);
  }
  const modifiers = modifiersOf(unknown, pieces);
  if (unknown.length > modifiers.length) doubts.push("unknown_words");
  return {
    amounts: pieces.filter((piece) => piece.kind === "amount"),
    days: pieces.filter((piece) => piece.date?.when !== undefined),
    splits: pieces.filter((piece) => piece.kind === "split"),
    doubts,
    subject,
    unknown,
    modifiers,
  };
}

/** How many more unknown words would still be a name behind "at", "kat", "from". */
function nextNamed(piece: Piece, named: number): number {
  if (piece.kind === "word" && piece.senses === undefined) {
    if (NAMING.some((tag) => has(piece, tag))) return NAME_WORDS;
    if (named > 0 && (has(piece, "article") || TITLES.test(piece.lower))) return named;
    if (piece.tags.length === 0) return Math.max(0, named - 1);
  }
  return 0;
}

/** Tags that say nothing about what a word is in a record: "asb" is known to the coach, not as a thing bought. */
const ELSEWHERE: readonly Tag[] = ["life", "advice", "dueAsk", "netAsk", "incomeAsk", "capsAsk"];

/** A word of which no record can be made for certain. */
export function isUnknown(piece: Piece): boolean {
  return (
    piece.kind === "word" && piece.senses === undefined && piece.tags.every((tag) => ELSEWHERE.includes(tag))
  );
}

const NAMING_TAGS: readonly Tag[] = [
  "family",
  "person",
  "names",
  "place_names",
  "direction",
  "thing",
  "detail",
];

/** Says something of its own: a noun, a person, a word that nobody knows; not only a day or a filler. */
export function isSubject(piece: Piece): boolean {
  if (piece.senses !== undefined || piece.kind === "mask") return true;
  return piece.kind === "word" && (isUnknown(piece) || NAMING_TAGS.some((tag) => has(piece, tag)));
}

/** Undo, deletions, and what asks to edit without saying how (SPEC S4). Which row is meant is resolved elsewhere; this says what was said. */
import { limits } from "../kernel/limits.ts";
import type { DeleteInput, Doubt, Reading, Target } from "../kernel/reading.ts";
import { categoryNamed } from "./category-names.ts";
import { isQuiet, tableOf } from "./cover.ts";
import asking from "./data/asking.json" with { type: "json" };
import data from "./data/edits.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { isSubject } from "./roles.ts";
import { stretchesOf } from "./several.ts";
import { hasUnknownWords, isNaming, saysAll, targetOf } from "./targets.ts";
import type { Token } from "./tokens.ts";

const MOST_WORDS = 24;
const MOST_EDIT_WORDS = 6;
const COUNTS = new Map(
  Object.entries(data.counts).flatMap(([count, words]) =>
    words.map((word) => [word, Number(count)] as const),
  ),
);
const LATEST = new Set(data.latest);
const COUNTED = new Set(data.counted);
const EDIT_VERBS = new Set(data.editVerbs);
const EXCEPT = new Set(asking.except);
const REPLACE = new Set(overrides.replaceVerbs);
const ASK_WHAT = tableOf({ askWhat: data.askWhat }, () => true);
const REFUSING: readonly Tag[] = ["negation", "particle", "pronoun", "editLink", "pointing", "undoFiller"];

/** "take that back, i pressed send too early": why is no part of it, as long as nothing in it is a record. */
function withoutReason(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findIndex((piece) => piece.kind === "break" || /^[,.;!]$/.test(piece.lower));
  const plain = pieces.every((piece) => piece.kind !== "amount" && piece.kind !== "bad");
  return end > 0 && plain && pieces.slice(0, end).some((piece) => has(piece, "undo"))
    ? pieces.slice(0, end)
    : pieces;
}

/** "undo", "batal yang tadi", "oops wrong, cancel that". */
export function readUndo(message: Message): Reading | undefined {
  const { pieces: all, language } = message;
  const pieces = withoutReason(all);
  const verb = pieces[firstSaid(pieces)];
  const latest = verb && has(verb, "undo") ? latestCount(message.tokens.slice(verb.from + 1)) : undefined;
  if (latest !== undefined) return deleting({ target: { words: [], latest } }, [], message);
  const said = pieces.filter(
    (piece) =>
      piece.kind === "word" || piece.kind === "amount" || piece.kind === "bad" || piece.kind === "date",
  );
  const undo = said.some((piece) => has(piece, "undo"));
  const rest = said.every(
    (piece) =>
      has(piece, "undo") ||
      has(piece, "undoFiller") ||
      has(piece, "particle") ||
      (piece.date?.when !== undefined && has(piece, "justNow")),
  );
  if (!undo || !rest || said.length > 8) return undefined;
  return readingOf("edit", [{ tool: "undo", input: {} }], { language });
}

/** Where the message begins once fillers are skipped. */
export function firstSaid(pieces: readonly Piece[]): number {
  return pieces.findIndex(
    (piece) =>
      piece.kind !== "mark" &&
      piece.kind !== "emoji" &&
      piece.kind !== "break" &&
      !has(piece, "particle") &&
      !has(piece, "pronoun") &&
      !has(piece, "ask") &&
      !(has(piece, "undoFiller") && !has(piece, "pointing")),
  );
}

/** "delete the coffee", "padam rekod kopi", "remove netflix reminder". */
export function readDelete(message: Message): Reading | undefined {
  const { pieces, tags } = message;
  const first = pieces.findIndex((piece) => has(piece, "delete"));
  if (first < 0 || pieces.length > MOST_WORDS || tags.has("advice")) return undefined;
  // "stop me at 60 a week" sets a cap.
  if (pieces.some(({ date }) => date?.rate !== undefined) && !tags.has("reminderNoun")) return undefined;
  const start = firstSaid(pieces);
  // "Rent reminder cancel"; "remind me to cancel" is one to be kept.
  const kept =
    has(pieces[first - 1], "newLead") ||
    (has(pieces[start], "remind") && !has(pieces[start], "reminderNoun"));
  const trails = !kept && first === pieces.length - 1 && (tags.has("reminderNoun") || tags.has("kindCap"));
  if (start >= 0 && start < first && !trails) return undefined;
  const latest = latestCount(message.tokens.slice(pieces[first]?.to));
  if (latest !== undefined) return deleting({ target: { words: [], latest } }, [], message);
  return deletionOf(pieces[first] as Piece, message);
}

function deleting(input: DeleteInput, doubts: readonly Doubt[], { language }: Message): Reading {
  return readingOf("edit", [{ tool: "delete", input }], { language, doubts });
}

/** What is to be deleted, by the words around the verb. */
function deletionOf(verb: Piece, message: Message): Reading | undefined {
  const rest = message.pieces.filter((piece) => piece !== verb);
  const amounts = rest.filter((piece) => piece.kind === "amount");
  const target = targetOf([...rest, ...(has(verb, "kindReminder") ? [verb] : [])], message, amounts[0]);
  const { words, kind, date } = target;
  if (
    words.length === 0 &&
    kind === undefined &&
    amounts.length === 0 &&
    date === undefined &&
    !saysAll(rest)
  ) {
    // What could not be read may have been the name: then the latest record is not simply meant.
    const plain = rest.every((piece) => !isSubject(piece)) && !hasUnknownWords(rest);
    return plain ? deleting({ target }, [], message) : undefined;
  }
  // "delete everything you know about me" is about memories.
  const memories = rest.some((piece) => has(piece, "forgetAll") && piece.lower.includes(" "));
  const parts = partTargets(rest, message);
  const doubts: Doubt[] = memories || hasUnknownWords(rest) ? ["unknown_words"] : [];
  const dated = rest.some((piece) => piece.date?.when !== undefined && !has(piece, "justNow"));
  if (dated && date === undefined) doubts.push("bad_date");
  if (amounts.length > 1 && !parts) doubts.push("two_amounts");
  // "All my reminders": so many of them are shown, and asked about together.
  if (kind === "reminder" && saysAll(rest))
    return deleting({ target: { words, kind, latest: limits.mostLatest } }, doubts, message);
  const ofAll = saysAll(rest) ? deletionOfAll(rest, { target, doubts }, message) : undefined;
  if (ofAll) return ofAll;
  const input = parts ? { target: { ...target, amountMinor: undefined }, parts } : { target };
  return deleting(input, doubts, message);
}

/** "All coffee except starbucks", "semua kopi minggu lepas", "all expenses": what narrows it is not read, or nothing does. */
function deletionOfAll(
  rest: readonly Piece[],
  { target, doubts }: { target: Target; doubts: readonly Doubt[] },
  message: Message,
): Reading | undefined {
  const { language } = message;
  if (rest.some(({ lower }) => EXCEPT.has(lower)))
    return readingOf("edit", [], { language, doubts: ["unknown_words"] });
  if (target.words.length === 0)
    return deleting({ target: { ...target, latest: limits.mostLatest } }, [...doubts, "hedge"], message);
  return rest.some(isStretch) ? deleting({ target }, [...doubts, "unknown_words"], message) : undefined;
}

function isStretch({ date }: Piece): boolean {
  return date?.period !== undefined || date?.open !== undefined;
}

/** "Grab and kopi": what each would be, in case they are two rows. */
function partTargets(pieces: readonly Piece[], message: Message): readonly Target[] | undefined {
  const stretches = stretchesOf(pieces);
  if (stretches.length < 2) return undefined;
  const targets = stretches.map((stretch) =>
    targetOf(
      stretch,
      message,
      stretch.find(({ kind }) => kind === "amount"),
    ),
  );
  return targets.every(({ words }) => words.length > 0) ? targets : undefined;
}

/** "Delete the last two", "padam dua yang last": how many; undefined when anything else is said. */
function latestCount(tokens: readonly Token[]): number | undefined {
  const words = tokens.filter((token) => !isQuiet(token)).map(({ lower }) => lower);
  const counts = words.flatMap((word) => COUNTS.get(word) ?? []);
  const plain = words.every((word) => COUNTS.has(word) || LATEST.has(word) || COUNTED.has(word));
  return plain && counts.length === 1 && words.some((word) => LATEST.has(word)) ? counts[0] : undefined;
}

/** Says that something is wrong, or asks to edit, without a new value: "wrong amount", "salah harga", "edit the grab". */
export function readEdit(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const quiet = pieces.every(
    ({ kind, date }) => kind !== "amount" && kind !== "bad" && date?.rate === undefined,
  );
  if (!quiet || pieces.length > MOST_EDIT_WORDS || pieces.some(({ lower }) => lower === "?"))
    return undefined;
  const rest = withoutAskWhat(message) ?? behindVerb(pieces) ?? (refuses(message) ? [] : undefined);
  if (rest === undefined || hasUnknownWords(rest)) return undefined;
  const target = targetOf(rest, message);
  return readingOf("edit", [{ tool: "edit", input: { target } }], { language });
}

/** "Wrong amount", "kopi salah harga": what is left beside it. */
function withoutAskWhat({ pieces, tokens }: Message): readonly Piece[] | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const length = ASK_WHAT.match(tokens, at)?.length;
    if (length === undefined) continue;
    const rest = pieces.filter(({ from, to }) => to <= at || from >= at + length);
    return rest.every(isTargetPiece) ? rest : undefined;
  }
  return undefined;
}

/** "Edit", "edit grab", "change the lunch"; not "tukar tayar", which was a purchase. */
function behindVerb(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const at = firstSaid(pieces);
  const verb = pieces[at];
  if (verb === undefined || !EDIT_VERBS.has(verb.lower)) return undefined;
  const rest = pieces.slice(at + 1);
  const named = rest.some(isNaming);
  const article = has(rest[0], "article") || rest.some((piece) => has(piece, "editLink"));
  if (named && REPLACE.has(verb.lower) && !article) return undefined;
  return rest.every(isTargetPiece) ? rest : undefined;
}

function isTargetPiece(piece: Piece): boolean {
  if (piece.kind === "mark" || piece.kind === "break" || piece.kind === "emoji" || piece.kind === "date")
    return true;
  return isNaming(piece) ? piece.senses !== undefined : piece.tags.length > 0 && !has(piece, "newLead");
}

/** "Not food", "bukan makanan": which it is not, and nothing about what it is. */
function refuses({ pieces, context }: Message): boolean {
  const words = pieces.filter(({ kind }) => kind === "word");
  const named = words.filter((piece) => categoryNamed(piece.lower, context.ownCategories) !== undefined);
  const not = words.findIndex((piece) => has(piece, "negation") && has(piece, "oldLead"));
  const rest = words.filter((piece) => !named.includes(piece));
  const plain = rest.every((piece) => REFUSING.some((tag) => has(piece, tag)));
  return named.length === 1 && not >= 0 && plain && words.indexOf(named[0] as Piece) === not + 1;
}

/** Undo, corrections and deletions (SPEC S4). Which row is meant is resolved elsewhere; this says what was said. */
import type { Change, Doubt, Reading } from "../kernel/reading.ts";
import { chooseCategory } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { isSubject } from "./roles.ts";
import { hasUnknownWords, isNaming, targetOf } from "./targets.ts";
import { resolveWhen } from "./when.ts";

const MOST_WORDS = 24;
const PUT = new Set(["put", "letak", "mark", "set"]);
const REPLACE = new Set(overrides.replaceVerbs);

/** "take that back, i pressed send too early": why is no part of it, as long as nothing in it is a record. */
function withoutReason(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findIndex((piece) => piece.kind === "break" || /^[,.;!]$/.test(piece.lower));
  const plain = pieces.every((piece) => piece.kind !== "amount" && piece.kind !== "bad");
  return end > 0 && plain && pieces.slice(0, end).some((piece) => has(piece, "undo"))
    ? pieces.slice(0, end)
    : pieces;
}

/** "undo", "batal yang tadi", "oops wrong, cancel that". */
export function readUndo({ pieces: all, language }: Message): Reading | undefined {
  const pieces = withoutReason(all);
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

function firstSaid(pieces: readonly Piece[]): number {
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
  const { pieces, language, tags } = message;
  const first = pieces.findIndex((piece) => has(piece, "delete"));
  if (first < 0 || pieces.length > MOST_WORDS || tags.has("advice")) return undefined;
  // "stop me at 60 a week" sets a cap.
  if (pieces.some(({ date }) => date?.rate !== undefined) && !tags.has("reminderNoun")) return undefined;
  const start = firstSaid(pieces);
  if (start >= 0 && start < first) return undefined;
  const rest = pieces.filter((_, index) => index !== first);
  const amount = rest.filter((piece) => piece.kind === "amount");
  const target = targetOf(
    [...rest, ...(has(pieces[first], "kindReminder") ? [pieces[first] as Piece] : [])],
    message,
    amount[0],
  );
  if (
    target.words.length === 0 &&
    target.kind === undefined &&
    amount.length === 0 &&
    target.date === undefined
  ) {
    // What could not be read may have been the name: then the latest record is not simply meant.
    return rest.every((piece) => !isSubject(piece)) && !hasUnknownWords(rest)
      ? readingOf("edit", [{ tool: "delete", input: { target } }], { language })
      : undefined;
  }
  // "delete everything you know about me" is about memories.
  const memories = rest.some((piece) => has(piece, "forgetAll") && piece.lower.includes(" "));
  const doubts: Doubt[] = memories || hasUnknownWords(rest) ? ["unknown_words"] : [];
  const dated = rest.some((piece) => piece.date?.when !== undefined && !has(piece, "justNow"));
  if (dated && target.date === undefined) doubts.push("bad_date");
  if (amount.length > 1) doubts.push("two_amounts");
  return readingOf("edit", [{ tool: "delete", input: { target } }], { language, doubts });
}

interface Corrected {
  readonly change: Change;
  /** Pieces that say the new value, and are no part of what is corrected. */
  readonly used: ReadonlySet<Piece>;
  readonly old?: Piece | undefined;
  readonly doubts: readonly Doubt[];
}

/** The word right before a piece, articles and signs skipped. */
function leadOf(pieces: readonly Piece[], index: number): Piece | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const piece = pieces[at];
    if (piece === undefined || piece.kind === "mark") continue;
    if (!has(piece, "article") || has(piece, "newLead")) return piece;
  }
  return undefined;
}

function newAmount(pieces: readonly Piece[]): {
  fresh?: Piece | undefined;
  old?: Piece | undefined;
  doubts: Doubt[];
} {
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const olds = amounts.filter((piece) => has(leadOf(pieces, pieces.indexOf(piece)), "oldLead"));
  const fresh = amounts.filter((piece) => !olds.includes(piece));
  const led = fresh.filter((piece) => has(leadOf(pieces, pieces.indexOf(piece)), "newLead"));
  const chosen = fresh.length > 1 ? (led.at(-1) ?? fresh.at(-1)) : fresh[0];
  const spare = fresh.find((piece) => piece !== chosen);
  const doubts: Doubt[] = fresh.length > 1 && led.length !== 1 ? ["two_amounts"] : [];
  if (chosen?.amount?.soft !== undefined) doubts.push(chosen.amount.soft);
  return { fresh: chosen, old: olds[0] ?? spare, doubts };
}

function correctionOf(message: Message): Corrected | undefined {
  const { pieces } = message;
  const { fresh, old, doubts } = newAmount(pieces);
  if (fresh?.amount !== undefined) {
    const { amountMinor, currency, explicit } = fresh.amount;
    return {
      change: explicit ? { amountMinor, currency } : { amountMinor },
      used: new Set([fresh]),
      old,
      doubts,
    };
  }
  return dateChange(message) ?? categoryChange(message);
}

function dateChange(message: Message): Corrected | undefined {
  const index = message.pieces.findLastIndex(
    (piece, at) => piece.date?.when !== undefined && !has(message.pieces[at - 1], "negation"),
  );
  const piece = message.pieces[index];
  if (piece?.date?.when === undefined || has(piece, "justNow")) return undefined;
  const led = has(leadOf(message.pieces, index), "newLead") || message.tags.has("actually");
  const toward = message.pieces.some((other) => has(other, "reminderNoun")) ? "future" : "past";
  const day = resolveWhen(piece.date.when, message.today, toward);
  if (!led || day === null) return undefined;
  return { change: { date: day.date }, used: new Set([piece]), doubts: day.sure ? [] : ["bad_date"] };
}

/** The last noun or unknown word behind "to", "under", "was": a category, or a new description. */
function categoryChange({ pieces, context }: Message): Corrected | undefined {
  for (let index = pieces.length - 1; index > 0; index -= 1) {
    const piece = pieces[index];
    if (
      piece === undefined ||
      !(isNaming(piece) || categoryNamed(piece.lower, context.ownCategories)) ||
      !has(leadOf(pieces, index), "newLead")
    )
      continue;
    const named =
      categoryNamed(piece.lower, context.ownCategories) ?? chooseCategory([piece], "expense")?.category;
    const known = categoryNamed(piece.lower, context.ownCategories) !== undefined;
    return {
      change: { category: named ?? piece.lower },
      used: new Set([piece]),
      doubts: known ? [] : ["unknown_words"],
    };
  }
  return undefined;
}

function after(pieces: readonly Piece[], piece: Piece): Piece | undefined {
  return pieces[pieces.indexOf(piece) + 1];
}

/**
 * "put 50 in the offering" is no correction, "put the grab under transport" is; "tukar engine oil 128" is a new
 * one that was bought, "change the grab to 14" a correction.
 */
function isPurchase(
  start: Piece,
  { pieces, led, priced }: { pieces: readonly Piece[]; led: boolean; priced: boolean },
): boolean {
  if (PUT.has(start.lower)) return priced;
  return REPLACE.has(start.lower) && !led && !has(after(pieces, start), "article");
}

/** Whether the words speak of a correction at all. */
function corrects(message: Message): boolean {
  return !onlyAsks(message) && speaksOfChange(message);
}

/** "it is very hot today, is it not?" */
function onlyAsks({ pieces }: Message): boolean {
  const asks = pieces.some((piece) => piece.lower === "?");
  return asks && pieces.every((piece) => piece.kind !== "amount");
}

function speaksOfChange({ pieces, tags }: Message): boolean {
  const start = pieces[firstSaid(pieces)];
  if (tags.has("biggestAsk") || tags.has("countAsk")) return false;
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const swapped =
    amounts.length === 2 && pieces.some((piece) => has(piece, "negation") && has(piece, "oldLead"));
  if (swapped) return true;
  const led = pieces.some((piece) => has(piece, "newLead"));
  if (start !== undefined && isPurchase(start, { pieces, led, priced: amounts.length > 0 })) return false;
  if (start !== undefined && has(start, "editStrong")) return led || amounts.length > 0;
  const pointing = start !== undefined && (has(start, "pointing") || has(start, "lastOne"));
  const strong = pieces.some((piece) => has(piece, "actually") && !has(piece, "negation"));
  if (strong) return !tags.has("advice") || amounts.length > 0;
  const noun = pieces.some((piece) => piece.senses !== undefined && piece.kind === "word");
  if (pointing && amounts.length > 0)
    return (led && !noun) || has(start, "edit") || (led && has(start, "lastOne"));
  return pointing && led && !tags.has("spend");
}

/**
 * "change lunch to 18", "actually the grab was 14 not 12", "that was groceries", "it was yesterday".
 * @param told whether it is one, when the words do not say it
 */
export function readCorrection(message: Message, told: boolean = corrects(message)): Reading | undefined {
  const { pieces, language } = message;
  if (pieces.length > MOST_WORDS || !told) return undefined;
  const corrected = correctionOf(message);
  if (corrected === undefined) {
    const plain = pieces[firstSaid(pieces)];
    return plain !== undefined && has(plain, "editStrong") && pieces.length <= 8
      ? readingOf("edit", [], { language, doubts: ["no_amount"] })
      : undefined;
  }
  const rest = pieces.filter(
    (piece) =>
      !corrected.used.has(piece) &&
      piece !== corrected.old &&
      !(corrected.change.category !== undefined && has(leadOf(pieces, pieces.indexOf(piece)), "oldLead")),
  );
  const target = targetOf(
    corrected.change.date === undefined ? rest : rest.filter((piece) => piece.date === undefined),
    message,
    corrected.old,
  );
  const doubts: Doubt[] = [...corrected.doubts];
  if (hasUnknownWords(rest) || pieces.some((piece) => piece.lower === "?")) doubts.push("unknown_words");
  return readingOf("edit", [{ tool: "correct", input: { target, change: corrected.change } }], {
    language,
    doubts,
  });
}

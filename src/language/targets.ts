/** Which record a correction or a deletion is about (SPEC S4): its words, kind, day and amount. */
import type { Target } from "../kernel/reading.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { resolveWhen } from "./when.ts";

/** Words that point at a record without naming it. */
const POINTING: readonly Tag[] = [
  "editLink",
  "lastOne",
  "particle",
  "article",
  "pronoun",
  "link",
  "actually",
  "edit",
  "delete",
  "undoFiller",
  "remind",
  "reminderNoun",
  "cap",
  "spend",
  "listAsk",
  "who",
  "and",
  "capVerb",
  "negation",
  "ask",
];
const KINDS: readonly (readonly [RegExp, NonNullable<Target["kind"]>])[] = [
  [/^(reminders?|peringatan|remind|stop reminding me.*|recurring|hentikan|berhenti ingatkan)$/, "reminder"],
  [/^(budgets?|bajet|caps?|limit|had|spending limit|spending cap)$/, "cap"],
  [/^(income|pendapatan)$/, "income"],
  [/^(expenses?|perbelanjaan)$/, "expense"],
];

/** Whether the piece names what is meant, rather than pointing at it. */
export function isNaming(piece: Piece): boolean {
  if (piece.kind === "mask") return true;
  if (piece.kind !== "word") return false;
  if (KINDS.some(([pattern]) => pattern.test(piece.lower))) return false;
  if (piece.senses !== undefined && !/^(last|tadi|it|that|rekod|record|entry)$/.test(piece.lower))
    return true;
  return !POINTING.some((tag) => has(piece, tag));
}

/** What the pieces say about the row that is meant. `old` is an amount that it has now. */
export function targetOf(pieces: readonly Piece[], message: Message, old?: Piece): Target {
  const words = pieces
    .filter(isNaming)
    .flatMap((piece) => piece.lower.split(" "))
    .filter((word) => /[\p{L}\d]/u.test(word));
  const kind = KINDS.find(([pattern]) => pieces.some((piece) => pattern.test(piece.lower)))?.[1];
  const when = pieces.find(
    (piece) => piece.date?.when !== undefined && !/^(tadi|just now|td|earlier|now)$/.test(piece.lower),
  )?.date?.when;
  const date = when && resolveWhen(when, message.today, "past")?.date;
  return { words, kind, date, amountMinor: old?.amount?.amountMinor };
}

/** Words that nobody knows make a target a guess. */
export function hasUnknownWords(pieces: readonly Piece[]): boolean {
  return pieces.some(
    (piece) =>
      (piece.kind === "word" && piece.tags.length === 0 && piece.senses === undefined) ||
      piece.kind === "bad" ||
      piece.fuzzy === true,
  );
}

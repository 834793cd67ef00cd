/**
 * What can be prefilled for a mode that the classifier found and the reader did not see (SPEC S14): the reader's
 * own parse, with the question whether it is one already answered. All of it is shown and asked, never written.
 */
import { limits } from "../kernel/limits.ts";
import type { Doubt, ReadItem, Reading } from "../kernel/reading.ts";
import type { EntryKind, Mode } from "../kernel/types.ts";
import { readCap } from "./caps.ts";
import { chooseCategory } from "./categories.ts";
import { readCorrection } from "./corrections.ts";
import { incomeCategory } from "./income.ts";
import type { Message } from "./message.ts";
import { readQuestion } from "./questions.ts";
import { recordsOf } from "./records.ts";
import { reminderFrom } from "./reminders.ts";

/** Doubts about what a record would hold. Whose it was, and a "not" somewhere, are what the confirmation asks. */
const EMPTY: readonly Doubt[] = [
  "no_amount",
  "no_subject",
  "negative_amount",
  "amount_out_of_range",
  "two_amounts",
  "two_currencies",
  "no_such_date",
  "hypothetical",
  "future",
];

export function isKind(mode: Mode): mode is EntryKind {
  return mode === "expense" || mode === "income";
}

/** All records of the message, or none: the amounts and days that were read, and the kind that was guessed. */
function recordsAs(kind: EntryKind, message: Message): readonly ReadItem[] {
  if (!message.pieces.some((piece) => piece.kind === "amount")) return [];
  const records = recordsOf(message);
  if (records.length > limits.maxItemsPerMessage) return [];
  if (records.some((record) => record.doubts.some((doubt) => EMPTY.includes(doubt)))) return [];
  const items = records.flatMap(({ kind: read, input }): ReadItem[] => {
    if (input === undefined) return [];
    return [{ tool: kind, input: read === kind ? input : { ...input, ...turned(kind, message) } }];
  });
  return items.length === records.length ? items : [];
}

/** The money went the other way: "the company reimbursed 134 for my flight". */
function turned(kind: EntryKind, { pieces }: Message): { category: string; merchant: undefined } {
  const choice = kind === "income" ? incomeCategory(pieces) : chooseCategory(pieces, "expense");
  return { category: choice?.category ?? "other", merchant: undefined };
}

/** Words that nobody knows are no search words when it is not even certain that something is asked. */
function onlyKnown(message: Message): Message {
  const pieces = message.pieces.filter(
    (piece) => piece.kind !== "word" || piece.tags.length > 0 || piece.senses !== undefined,
  );
  return { ...message, pieces };
}

/** @returns nothing to do when the mode needs no tool, or its tool more than the message says */
export function fill(mode: Mode, message: Message): Pick<Reading, "items" | "doubts"> {
  const nothing = { items: [], doubts: [] };
  switch (mode) {
    case "expense":
    case "income":
      return { items: recordsAs(mode, message), doubts: [] };
    case "reminder":
      return reminderFrom(message, () => false) ?? nothing;
    case "cap":
      return readCap(message, true) ?? nothing;
    case "edit":
      return readCorrection(message, true) ?? nothing;
    case "question":
      return readQuestion(message) ?? readQuestion(onlyKnown(message), "total") ?? nothing;
    default:
      return nothing;
  }
}

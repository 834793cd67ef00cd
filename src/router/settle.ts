/**
 * Does this message answer the question that is pending (SPEC S2)? Yes or no, a number, the words of a row, the
 * words that were missing. Anything else is a message of its own, and the question lapses.
 */
import type { Reading } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import { readChoice } from "../language/choices.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import { amended, changed, type Said, type Settled } from "./settle-change.ts";
import { amendedReminder, changedReminder, paidAmount } from "./settle-reminder.ts";

type Choice = Extract<PendingQuestion, { kind: "choice" }>;

/** Leaves everything as it is. */
const LEAVE: Settled = { option: { label: "", does: [], mode: "edit" } };

/** @returns null when the message is not an answer */
export function settle(pending: PendingQuestion, said: Said): Settled | null {
  const cancels = said.reading.items[0]?.tool === "undo";
  // "Cancel" while something is only asked about takes back nothing that was recorded before.
  if (cancels && !(pending.kind === "choice" && pending.wrote)) return LEAVE;
  switch (pending.kind) {
    case "choice":
      return chosen(pending, said);
    case "complete":
      return completed(pending, said);
    case "change":
      if (said.reading.answer === "no") return LEAVE;
      return pending.of === "reminder" ? changedReminder(pending, said) : changed(pending, said);
    case "pay":
      return said.reading.answer === "no" ? LEAVE : paidAmount(pending, said);
    case "amend":
      return said.reading.answer === "no" ? LEAVE : amendedItems(pending.items, said);
  }
}

/** What is shown, as it would be now: a reminder has other things to change than a record. */
function amendedItems(items: readonly PlanItem[], said: Said): Settled | null {
  const [only] = items;
  const reminder = items.length === 1 && only?.tool === "reminder";
  return reminder ? amendedReminder(only, said) : amended(items, said);
}

/** An answer is short; a longer message says something of its own. */
const MOST_WORDS = 5;

function chosen({ options }: Choice, said: Said): Settled | null {
  const text = said.text.trim().toLowerCase();
  const { reading } = said;
  const position = /^[#(]?(\d{1,2})[.)]?$/.exec(text)?.[1];
  const numbered = position && options[Number(position) - 1];
  if (numbered) return { option: numbered };
  const drafts = draftsOf(options);
  const answer = reading.okay && drafts ? "yes" : reading.answer;
  const exact = options.find(
    (option) => option.label.toLowerCase() === text || (answer !== undefined && option.answer === answer),
  );
  if (exact) return { option: exact };
  const placed = byPlace(options, said.text);
  if (placed) return placed;
  const corrected = drafts && isAboutDraft(said) ? amendedItems(drafts, withoutNo(said)) : null;
  if (corrected) return corrected;
  // A message that is complete in itself is no answer, even when its words are in a row that is shown.
  const row = reading.verdict === "certain" ? null : named(options, text);
  return row && { option: row };
}

/** "The first one", "both", "none": of the rows that are shown. */
function byPlace(options: readonly Option[], text: string): Settled | null {
  const rows = options.filter(({ line }) => line !== undefined);
  const places = rows.length > 1 ? readChoice(text, rows.length) : undefined;
  if (!places) return null;
  const chosenRows = rows.filter((_, place) => places.includes(place));
  return { option: { label: "", does: chosenRows.flatMap(({ does }) => does), mode: "edit" } };
}

/** What a confirmation shows, which its Change button would change. */
function draftsOf(options: readonly Option[]): readonly PlanItem[] | null {
  const change = options.flatMap(({ does }) => does).find(({ tool }) => tool === "amend");
  return change ? (change.input as { items: readonly PlanItem[] }).items : null;
}

/** "No, it was 20", "actually 25", "that was groceries": a correction that names no other record. */
function isAboutDraft({ reading, text, reread }: Said): boolean {
  const [item] = reading.items;
  if (item?.tool === "correct") {
    const { words, date, amountMinor, recordId } = item.input.target;
    return words.length === 0 && !date && !amountMinor && !recordId;
  }
  return startsWithNo(text, reread);
}

function startsWithNo(text: string, reread: (text: string) => Reading): boolean {
  const [first = "", ...rest] = text.trim().split(/[\s,]+/);
  return rest.length > 0 && reread(first).answer === "no";
}

/** "No, 20": what comes after the no is what it should be. */
function withoutNo(said: Said): Said {
  if (said.reading.items[0]?.tool === "correct" || !startsWithNo(said.text, said.reread)) return said;
  const text = said.text.trim().replace(/^\S+?[\s,]+/, "");
  return { ...said, text, reading: said.reread(text) };
}

/** The one option whose row has all those of the words that any row has: "the teh ais". */
function named(options: readonly Option[], said: string): Option | null {
  const rows = options.map(({ line }) => line?.toLowerCase() ?? "");
  const words = said.split(/\s+/);
  const telling = words.filter((word) => word.length > 2 && rows.some((row) => row.includes(word)));
  if (telling.length === 0 || words.length > MOST_WORDS) return null;
  const fitting = options.filter((_, position) => telling.every((word) => rows[position]?.includes(word)));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** "15" … "lunch": the words that were missing, unless they make a message of their own. */
function completed(
  before: Extract<PendingQuestion, { kind: "complete" }>,
  { text, reading, reread }: Said,
): Settled | null {
  // Another bare amount is no word for the first one.
  const bareAmount = reading.doubts[0] === "no_subject" && reading.mode !== "reminder";
  if (reading.verdict === "certain" || bareAmount) return null;
  const joined = `${before.text} ${text}`;
  const whole = reread(joined, before.askedAtMs);
  const record = whole.mode === "expense" || whole.mode === "income" || whole.mode === "reminder";
  return record && whole.verdict !== "no" ? { reading: whole, text: joined } : null;
}

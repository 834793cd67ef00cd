/**
 * Does this message answer the question that is pending (SPEC S2)? Yes or no, a number, the words of a row, the
 * words that were missing. Anything else is a message of its own, and the question lapses.
 *
 *   which one? ───────────→ settle-rows.ts
 *   X, right? ────────────→ settle-draft.ts
 *   how much? what for? ──→ here
 *   how much is on it? ───→ settle-receipt.ts
 *   what should it be? ───→ settle-change.ts
 *   what I remember ──────→ settle-memory.ts
 */
import type { Reading } from "../kernel/reading.ts";
import { readSaying } from "../language/choices.ts";
import { saysStop } from "../language/digest-setting.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import { changed, redone } from "./settle-change.ts";
import { amended, drafted, draftsOf } from "./settle-draft.ts";
import { memoryCorrected } from "./settle-memory.ts";
import { receiptAmount } from "./settle-receipt.ts";
import { changedReminder, paidAmount } from "./settle-reminder.ts";
import { rowChosen } from "./settle-rows.ts";
import { LEAVE, type Said, type Settled } from "./settled.ts";

type Choice = Extract<PendingQuestion, { kind: "choice" }>;

/** @returns null when the message is not an answer */
export function settle(pending: PendingQuestion, said: Said): Settled | null {
  if (pending.kind === "memories") return memoryCorrected(pending, said);
  if (readSaying(said.text) === "wait") return { again: pending };
  if (saysStop(said.text)) return refused(pending);
  // "Cancel" while something is only asked about takes back nothing that was recorded before.
  const cancels = said.reading.items[0]?.tool === "undo";
  if (cancels && !(pending.kind === "choice" && pending.wrote)) return LEAVE;
  if (deletesWhatIsMeant(said.reading)) return deleted(pending);
  switch (pending.kind) {
    case "choice":
      return chosen(pending, said);
    case "complete":
      return said.reading.answer === "no" ? LEAVE : completed(pending, said);
    case "change":
      if (said.reading.answer === "no") return LEAVE;
      return pending.of === "reminder" ? changedReminder(pending, said) : changed(pending, said);
    case "pay":
      return said.reading.answer === "no" ? LEAVE : paidAmount(pending, said);
    case "receipt":
      return said.reading.answer === "no" ? LEAVE : receiptAmount(pending, said);
    case "amend":
      return said.reading.answer === "no" ? LEAVE : amended(pending.items, said);
  }
}

/** "Stop": a no to whatever was asked, before it is about anything else. */
function refused(pending: PendingQuestion): Settled {
  const no = pending.kind === "choice" && pending.options.find(({ answer }) => answer === "no");
  return no ? { option: no } : LEAVE;
}

/** "Delete it", "padam", "buang": without a word about what. */
function deletesWhatIsMeant({ items: [item] }: Reading): boolean {
  if (item?.tool !== "delete") return false;
  const { words, kind, date, amountMinor, recordId, latest } = item.input.target;
  return words.length === 0 && !kind && !date && !amountMinor && !recordId && !latest;
}

/** What "delete it" is about is what was asked about: a draft that is dropped, or the record itself. */
function deleted(pending: PendingQuestion): Settled {
  if (pending.kind === "change") {
    const tool = pending.of === "reminder" ? "cancel_reminder" : "delete";
    const kind = pending.of;
    const does = [{ tool, input: { target: { words: [], kind, recordId: pending.recordId } } }];
    return { option: { label: "", does, mode: "edit" } };
  }
  if (pending.kind !== "choice") return LEAVE;
  const removing = pending.options.filter(({ does }) =>
    does.some(({ tool }) => tool === "delete" || tool === "cancel_reminder"),
  );
  const [only] = removing;
  if (only && removing.length === 1) return { option: only };
  return removing.length > 1 ? { again: pending } : LEAVE;
}

function chosen(pending: Choice, said: Said): Settled | null {
  const { options } = pending;
  const text = said.text.trim().toLowerCase();
  const { reading } = said;
  const position = /^[#(]?(\d{1,2})[.)]?$/.exec(text)?.[1];
  const numbered = position && options[Number(position) - 1];
  if (numbered) return { option: numbered };
  const drafts = draftsOf(options);
  const answer = answerOf(pending, said, drafts !== null);
  const exact = options.find(
    (option) => option.label.toLowerCase() === text || (answer !== undefined && option.answer === answer),
  );
  if (exact) return { option: exact };
  const rows = options.filter(({ line }) => line !== undefined);
  if (rows.length > 0) {
    const row = rowChosen(pending, rows, said);
    if (row || !drafts) return row;
    // "Yes" to "this one or that one?".
    if (answer === "yes") return { again: pending };
  }
  if (drafts) return drafted(options, drafts, said);
  return reading.verdict === "certain" && reading.mode !== "edit" ? null : redone(options, said);
}

/** Yes or no, in the words of this question: "ok" agrees to what is shown, "it's a different one" keeps both. */
function answerOf({ options, wrote }: Choice, { text, reading }: Said, drafts: boolean): Option["answer"] {
  if (reading.answer !== undefined) return reading.answer;
  if (reading.okay && (drafts || asksToEdit(options))) return "yes";
  if (!wrote) return undefined;
  const saying = readSaying(text);
  if (saying === "different") return "no";
  return saying === "same" ? "yes" : undefined;
}

/** "Change it to RM14?", "Delete it?": a record that is there, with yes and no. */
function asksToEdit(options: readonly Option[]): boolean {
  const edits = options
    .flatMap(({ does }) => does)
    .every(({ tool }) => tool === "correct" || tool === "change_reminder");
  return edits && options.some(({ answer }) => answer === "yes");
}

/** An answer is short: a word or two alone, at most with whom and where. */
const MOST_WORDS = 4;

/**
 * "15" … "lunch": the amount that was missing, or the words. What has both is complete in itself, and another amount
 * takes the place of the first.
 */
function completed(pending: Extract<PendingQuestion, { kind: "complete" }>, said: Said): Settled | null {
  const { text, reading, reread, shape } = said;
  const { text: before, askedAtMs } = pending;
  if (reread(before, askedAtMs).mode === "reminder") return completedReminder(pending, said);
  const had = shape(before);
  const has = shape(text);
  const another = has.amounts === 1 && has.words === 0 && had.amounts > 0;
  if (another && has.amount) return { reading: reread(has.amount, askedAtMs), text: has.amount };
  // "It was 3" is what was asked for, and no correction of an older record.
  const amountAlone = has.amounts === 1 && has.words === 0 && reading.mode === "edit";
  if (reading.verdict === "certain" && !amountAlone) return null;
  const fits = had.amounts > 0 ? has.amounts === 0 && has.words <= MOST_WORDS : has.words === 0;
  if (!fits) return null;
  const joined = `${before} ${has.amount && had.amounts === 0 ? has.amount : text}`;
  const whole = reread(joined, askedAtMs);
  const record = whole.mode === "expense" || whole.mode === "income";
  return record && whole.verdict !== "no" ? { reading: whole, text: joined } : null;
}

/** "Remind me to pay rent" … "every 1st", "on the 15th" … "unifi": the moment, the subject or the amount that was missing. */
function completedReminder(
  { text: before, askedAtMs }: Extract<PendingQuestion, { kind: "complete" }>,
  { text, reading, reread, shape }: Said,
): Settled | null {
  const { words } = shape(text);
  // Another reminder that was asked for in so many words is one of its own.
  if (reading.mode === "reminder" && !reading.doubts.includes("future")) return null;
  // A day by itself reads as a question of what was spent, and answers here.
  const [item] = reading.items;
  const dayAlone = words === 0 && item?.tool === "question" && item.input.ask === "total";
  if (words > MOST_WORDS || (reading.verdict === "certain" && !dayAlone)) return null;
  const joined = `${before} ${text}`;
  const whole = reread(joined, askedAtMs);
  return whole.mode === "reminder" && whole.verdict !== "no" ? { reading: whole, text: joined } : null;
}

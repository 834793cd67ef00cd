/**
 * Does this message answer the question that is pending (SPEC S2)? Yes or no, a number, the words of a row, the
 * words that were missing. Anything else is a message of its own, and the question lapses.
 */
import { sameNumberIn } from "../kernel/money.ts";
import type { Change, ReadItem, Reading, RecordInput } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";

export type Settled = { readonly option: Option } | { readonly reading: Reading; readonly text: string };

/** The message that may be an answer. */
export interface Said {
  readonly text: string;
  /** The message read by itself. */
  readonly reading: Reading;
  /** Reads other words as the same person, at the same moment or at another one, ms. */
  reread(text: string, saidAtMs?: number): Reading;
  /** The currency that amounts without one are in. */
  readonly ownCurrency: string;
}

/** @returns null when the message is not an answer */
export function settle(pending: PendingQuestion, said: Said): Settled | null {
  switch (pending.kind) {
    case "choice": {
      const option = chosen(pending.options, said);
      return option && { option };
    }
    case "complete":
      return completed(pending, said);
    case "change":
      return changed(pending.recordId, said);
    case "amend":
      return amended(pending.items, said);
  }
}

/** An answer is short; a longer message says something of its own. */
const MOST_WORDS = 5;

function chosen(options: readonly Option[], { text, reading }: Said): Option | null {
  const said = text.trim().toLowerCase();
  const position = /^[#(]?(\d{1,2})[.)]?$/.exec(said)?.[1];
  if (position) return options[Number(position) - 1] ?? null;
  const exact = options.find(
    ({ label, answer }) =>
      label.toLowerCase() === said || (answer !== undefined && answer === reading.answer),
  );
  if (exact) return exact;
  // A message that is complete in itself is no answer, even when its words are in a row that is shown.
  return reading.verdict === "certain" ? null : named(options, said);
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
  if (reading.verdict === "certain") return null;
  const joined = `${before.text} ${text}`;
  const whole = reread(joined, before.askedAtMs);
  const record = whole.mode === "expense" || whole.mode === "income";
  return record && whole.verdict !== "no" ? { reading: whole, text: joined } : null;
}

/** "18", "groceries", "yesterday": what to change, said with or without the words of a correction. */
function changeIn({ text, reading, reread }: Said) {
  const correction = (read: Reading) => (read.items[0]?.tool === "correct" ? read.items[0].input : null);
  return correction(reading) ?? correction(reread(`change it to ${text}`));
}

/** After an Edit button: what to change about its own record. */
function changed(recordId: string, said: Said): Settled | null {
  const { text, reading } = said;
  const input = changeIn(said);
  if (!input) return null;
  const item = { tool: "correct" as const, input: { ...input, target: { words: [], recordId } } };
  return { reading: { ...reading, mode: "edit", verdict: "certain", doubts: [], items: [item] }, text };
}

/** Only what was named changes; a bare amount is in the currency that the item has. */
function withChange(before: RecordInput, { amountMinor, ...rest }: Change, ownCurrency: string): RecordInput {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after = { ...before, ...named };
  if (amountMinor === undefined) return after;
  if (rest.currency !== undefined) return { ...after, amountMinor };
  return {
    ...after,
    amountMinor: sameNumberIn({ amountMinor, currency: ownCurrency }, before.currency) ?? amountMinor,
  };
}

/** After a Change button: the items as they would be now, to be confirmed again. */
function amended(items: readonly PlanItem[], said: Said): Settled | null {
  const { text, reading, ownCurrency } = said;
  const [item] = items;
  if (reading.verdict === "certain" && reading.mode !== "edit") return null;
  if (!item || items.length > 1) return null;
  const input = changeIn(said);
  if (!input) return null;
  // The item was checked by its tool when it was shown, and is checked again when it is run.
  const before = item.input as RecordInput;
  const amendedItem = { ...item, input: withChange(before, input.change, ownCurrency) } as ReadItem;
  const mode = item.tool === "income" ? "income" : "expense";
  return { reading: { ...reading, mode, verdict: "likely", doubts: [], items: [amendedItem] }, text };
}

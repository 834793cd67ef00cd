/**
 * Does this message answer the question that is pending (SPEC S2)? Yes or no, a number, the words of a row, the
 * words that were missing. Anything else is a message of its own, and the question lapses.
 */
import type { Reading } from "../kernel/reading.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";

export type Settled = { readonly option: Option } | { readonly reading: Reading; readonly text: string };

/**
 * @param reading the message read by itself
 * @param reread reads other words as the same person at the same moment
 * @returns null when the message is not an answer
 */
export function settle(
  pending: PendingQuestion,
  text: string,
  reading: Reading,
  reread: (text: string) => Reading,
): Settled | null {
  switch (pending.kind) {
    case "choice": {
      const option = chosen(pending.options, text, reading);
      return option && { option };
    }
    case "complete":
      return completed(pending.text, text, reading, reread);
    case "change":
      return changed(pending.recordId, text, reading, reread);
  }
}

/** An answer is short; a longer message says something of its own. */
const MOST_WORDS = 5;

function chosen(options: readonly Option[], text: string, reading: Reading): Option | null {
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
  before: string,
  text: string,
  reading: Reading,
  reread: (text: string) => Reading,
): Settled | null {
  if (reading.verdict === "certain") return null;
  const joined = `${before} ${text}`;
  const whole = reread(joined);
  const record = whole.mode === "expense" || whole.mode === "income";
  return record && whole.verdict !== "no" ? { reading: whole, text: joined } : null;
}

/** After an Edit button: "18", "groceries", "yesterday" are what to change about its own record. */
function changed(
  recordId: string,
  text: string,
  reading: Reading,
  reread: (text: string) => Reading,
): Settled | null {
  const whole = isChange(reading) ? reading : reread(`change it to ${text}`);
  const [item] = whole.items;
  if (item?.tool !== "correct") return null;
  const meant: Reading = {
    ...whole,
    verdict: "certain",
    items: [{ tool: "correct", input: { ...item.input, target: { words: [], recordId } } }],
  };
  return { reading: meant, text };
}

function isChange(reading: Reading): boolean {
  return reading.items[0]?.tool === "correct";
}

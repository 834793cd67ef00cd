/** The answer to "how much was it?", when a receipt does not say (SPEC S8). */
import { sameNumberIn } from "../kernel/money.ts";
import type { ReadItem, Reading, RecordInput } from "../kernel/reading.ts";
import type { PendingQuestion } from "../store/pending-question.ts";
import type { Said, Settled } from "./settled.ts";

/** An answer is short: an amount, at most with a day and a word or two. */
const MOST_WORDS = 3;

/** A text that has an amount, and is no record of its own, completes the receipt. */
export function receiptAmount(
  { draft }: Extract<PendingQuestion, { kind: "receipt" }>,
  { text, reading, reread, shape, ownCurrency }: Said,
): Settled | null {
  const { amount, words } = shape(text);
  if (amount === null || words > MOST_WORDS || (words > 0 && reading.verdict === "certain")) return null;
  const said = recordIn(reread(`lunch ${text}`));
  if (!said) return null;
  const today = recordIn(reread("lunch 1"))?.date;
  // A bare number is in the receipt's money.
  const bare = /^[\d.,]+$/.test(amount);
  const minor = bare ? sameNumberIn({ ...said, currency: ownCurrency }, draft.currency) : said.amountMinor;
  if (minor === null) return null;
  const input: RecordInput = {
    ...draft,
    amountMinor: minor,
    currency: bare ? draft.currency : said.currency,
    date: said.date === today ? draft.date : said.date,
  };
  const item: ReadItem = { tool: "expense", input };
  return {
    reading: {
      mode: "receipt",
      verdict: "certain",
      language: reading.language,
      doubts: [],
      items: [item],
    },
    text,
  };
}

function recordIn({ items: [item] }: Reading): RecordInput | null {
  return item?.tool === "expense" ? item.input : null;
}

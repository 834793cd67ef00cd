/** Answers that say what something should be: after Edit, for a record, and to "change it to RM14?". */
import type { Change, CorrectInput, Reading, RecordInput } from "../kernel/reading.ts";
import type { Verdict } from "../kernel/types.ts";
import { withoutBut } from "../language/choices.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import type { Said, Settled } from "./settled.ts";

/** "18", "groceries", "yesterday": what to change, said with or without the words of a correction. */
export function correctionIn({
  text,
  reading,
  reread,
}: Said): { readonly input: CorrectInput; readonly verdict: Verdict } | null {
  const correction = ({ items: [item], verdict }: Reading) =>
    item?.tool === "correct" ? { input: item.input, verdict } : null;
  return correction(reading) ?? correction(reread(`change it to ${text}`));
}

/** The one certain record in a reading. */
function recordIn({ verdict, items }: Reading): RecordInput | null {
  const [item] = items;
  const record = item?.tool === "expense" || item?.tool === "income";
  return verdict === "certain" && items.length === 1 && record ? item.input : null;
}

/** After an Edit button: what to change about its own record. Another record is a message of its own. */
export function changed(pending: Extract<PendingQuestion, { kind: "change" }>, said: Said): Settled | null {
  const { recordId, description, currency } = pending;
  const { text, reading, reread, ownCurrency } = said;
  // "No lunch today 15" tells of something else.
  if (reading.doubts.includes("negated") && reading.items[0]?.tool !== "correct") return null;
  const again = recordIn(reading);
  if (again && again.description !== description) return null;
  // "RM40 yesterday" is an amount and a day of this record: read as if its name had been said too.
  const named = currency === ownCurrency ? recordIn(reread(`${description} ${text}`)) : null;
  const same = again ?? (named?.description === description ? named : null);
  const change = same
    ? { amountMinor: same.amountMinor, currency: same.currency, ...dayIn(same, text, reread) }
    : correctionIn(said)?.input.change;
  return change ? correcting({ words: [], recordId }, change, said) : null;
}

function correcting(target: CorrectInput["target"], change: Change, { reading, text }: Said): Settled {
  const item = { tool: "correct" as const, input: { target, change } };
  return { reading: { ...reading, mode: "edit", verdict: "certain", doubts: [], items: [item] }, text };
}

/** The day, when the words say one; without one a record is read as of today, which is no change. */
function dayIn({ date }: RecordInput, text: string, reread: (text: string) => Reading): Change {
  const said = reread(`change it to ${text}`).items[0];
  const today = recordIn(reread("lunch 1"))?.date;
  const named = said?.tool === "correct" && said.input.change.date !== undefined;
  return named || date !== today ? { date } : {};
}

/** "No, 15" or "yes but 15" to "change it to RM14?": another value for the same record. */
export function redone(options: readonly Option[], said: Said): Settled | null {
  const wanted = options.find(({ answer }) => answer === "yes")?.does;
  const [item] = wanted ?? [];
  if (item?.tool !== "correct" || wanted?.length !== 1) return null;
  const [first = "", ...rest] = said.text.trim().split(/[\s,]+/);
  const answers = said.reread(first).answer !== undefined && rest.length > 0;
  const text = answers ? withoutBut(rest.join(" ")) : said.text;
  const correction = correctionIn({ ...said, text, reading: answers ? said.reread(text) : said.reading });
  const { target } = item.input as CorrectInput;
  if (correction?.verdict !== "certain" || correction.input.target.words.length > 0) return null;
  return correcting(target, correction.input.change, said);
}

/** Answers that say what something should be: after Edit, for a record; after Change, for what is not recorded yet. */
import { sameNumberIn } from "../kernel/money.ts";
import type { Change, CorrectInput, ReadItem, Reading, RecordInput } from "../kernel/reading.ts";
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

/** "18", "groceries", "yesterday": what to change, said with or without the words of a correction. */
function correctionIn({ text, reading, reread }: Said): CorrectInput | null {
  const correction = (read: Reading) => (read.items[0]?.tool === "correct" ? read.items[0].input : null);
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
  const again = recordIn(reading);
  if (again && again.description !== description) return null;
  // "RM40 yesterday" is an amount and a day of this record: read as if its name had been said too.
  const named = currency === ownCurrency ? recordIn(reread(`${description} ${text}`)) : null;
  const same = again ?? (named?.description === description ? named : null);
  const change = same
    ? { amountMinor: same.amountMinor, currency: same.currency, ...dayIn(same, text, reread) }
    : correctionIn(said)?.change;
  if (!change) return null;
  const item = { tool: "correct" as const, input: { target: { words: [], recordId }, change } };
  return { reading: { ...reading, mode: "edit", verdict: "certain", doubts: [], items: [item] }, text };
}

/** The day, when the words say one; without one a record is read as of today, which is no change. */
function dayIn({ date }: RecordInput, text: string, reread: (text: string) => Reading): Change {
  const said = reread(`change it to ${text}`).items[0];
  const today = recordIn(reread("lunch 1"))?.date;
  const named = said?.tool === "correct" && said.input.change.date !== undefined;
  return named || date !== today ? { date } : {};
}

/** Only what was named changes; a bare amount is in the currency that the item has. */
function withChange(before: RecordInput, { amountMinor, ...rest }: Change, ownCurrency: string): RecordInput {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after = { ...before, ...named };
  if (amountMinor === undefined) return after;
  if (rest.currency !== undefined) return { ...after, amountMinor };
  const same = sameNumberIn({ amountMinor, currency: ownCurrency }, before.currency);
  return { ...after, amountMinor: same ?? amountMinor };
}

/** After a Change button, or "no, 20": the items as they would be now, to be confirmed again. */
export function amended(items: readonly PlanItem[], said: Said): Settled | null {
  const { text, reading, ownCurrency } = said;
  const [item] = items;
  if (reading.verdict === "certain" && reading.mode !== "edit") return null;
  if (!item || items.length > 1) return null;
  const input = correctionIn(said);
  if (!input) return null;
  // The item was checked by its tool when it was shown, and is checked again when it is run.
  const before = item.input as RecordInput;
  const amendedItem = { ...item, input: withChange(before, input.change, ownCurrency) } as ReadItem;
  const mode = item.tool === "income" || item.tool === "cap" ? item.tool : "expense";
  return { reading: { ...reading, mode, verdict: "likely", doubts: [], items: [amendedItem] }, text };
}

/** Answers about reminders: what to change after Edit or Change, and what a bill without an amount came to (SPEC S5). */
import type { Change, ReadItem, Reading, ReminderInput } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import type { PendingQuestion } from "../store/pending-question.ts";
import type { Said, Settled } from "./settled.ts";

/** "149", "every 20th", "8pm": what to change, said with or without the words of a correction. */
function changeIn({ text, reading, reread }: Said): Change | null {
  const [said] = reading.items;
  if (said?.tool === "correct") return said.input.change;
  const [item] = reread(`change the reminder to ${text}`).items;
  return item?.tool === "correct" && item.input.target.kind === "reminder" ? item.input.change : null;
}

/** The amount of a certain record of the same thing: "rent 900" of the rent. */
function amountOfSame({ verdict, items }: Reading, title: string): Change | null {
  const [item] = items;
  if (verdict !== "certain" || items.length !== 1 || (item?.tool !== "expense" && item?.tool !== "income"))
    return null;
  const { amountMinor, currency, description } = item.input;
  const words = description.toLowerCase().split(/\s+/);
  return words.every((word) => title.toLowerCase().includes(word)) ? { amountMinor, currency } : null;
}

/** "Saving 200 asb" while the rent is asked about: an amount with words of its own, sure or not, is of something else. */
function ofAnother({ text, reading, shape }: Said, title: string): boolean {
  const [item] = reading.items;
  if (item?.tool !== "expense" && item?.tool !== "income") return false;
  const { amounts, words } = shape(text);
  const named = item.input.description.toLowerCase().split(/\s+/);
  return amounts > 0 && words > 0 && !named.some((word) => title.toLowerCase().includes(word));
}

/** A message that is complete in itself is no answer, unless it speaks of the same thing. */
function wantedOf(said: Said, title: string): Change | null {
  const { verdict, mode } = said.reading;
  const same = amountOfSame(said.reading, title);
  if (same) return same;
  if (ofAnother(said, title)) return null;
  return verdict === "certain" && mode !== "edit" ? null : changeIn(said);
}

/** After the Edit button of a reminder. */
export function changedReminder(
  { recordId, description }: Extract<PendingQuestion, { kind: "change" }>,
  said: Said,
): Settled | null {
  const change = wantedOf(said, description);
  if (!change) return null;
  const target = { words: [], kind: "reminder" as const, recordId };
  const items: ReadItem[] = [{ tool: "correct", input: { target, change } }];
  return {
    reading: { ...said.reading, mode: "edit", verdict: "certain", doubts: [], items },
    text: said.text,
  };
}

/** "How much was unifi?" … "149". */
export function paidAmount(
  { period, title }: Extract<PendingQuestion, { kind: "pay" }>,
  said: Said,
): Settled | null {
  const change = wantedOf(said, title);
  if (change?.amountMinor === undefined) return null;
  const { amountMinor, currency = said.ownCurrency } = change;
  const does = [{ tool: "paid", input: { ...period, amountMinor, currency } }];
  return { option: { label: "", does, mode: "expense" } };
}

/** After the Change button of a reminder that is not stored yet: as it would be now, to be confirmed again. */
export function amendedReminder(item: PlanItem, said: Said): Settled | null {
  // The item was checked by its tool when it was shown, and is checked again when it is run.
  const before = item.input as ReminderInput;
  const change = wantedOf(said, before.title);
  if (!change) return null;
  const { amountMinor, currency, date, time, recurrence, description } = change;
  const day = recurrence !== undefined ? { recurrence, date: undefined } : { date, recurrence: undefined };
  const input: ReminderInput = {
    ...before,
    title: description ?? before.title,
    ...(amountMinor === undefined
      ? {}
      : { amountMinor, currency: currency ?? before.currency ?? said.ownCurrency }),
    ...(date === undefined && recurrence === undefined ? {} : day),
    time: time ?? before.time,
    moved: undefined,
  };
  const items: ReadItem[] = [{ tool: "reminder", input }];
  return {
    reading: { ...said.reading, mode: "reminder", verdict: "likely", doubts: [], items },
    text: said.text,
  };
}

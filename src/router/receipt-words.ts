/**
 * Words about the receipt that was just recorded (SPEC S8): "split 3", "the shampoo is personal". They are about it only
 * while it is the latest record; whatever else is said of it goes the way of every correction. "Split 3" is about the latest
 * record, however it came.
 */
import { limits } from "../kernel/limits.ts";
import type { ReaderContext, Reading } from "../kernel/reading.ts";
import type { ReceiptLine } from "../kernel/receipt.ts";
import type { Entry, PlanItem } from "../kernel/types.ts";
import { readShare } from "../language/caption.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import { findTargets } from "../store/ledger.ts";
import type { Person } from "../store/people.ts";
import { type KeptReceipt, latestReceipt } from "../store/receipts.ts";
import type { Tx } from "../store/sql.ts";
import type { MoveItemInput } from "../tools/move-item.ts";
import type { AsUser, Decision } from "./decision.ts";
import { share } from "./receipt-draft.ts";

/** @returns null when the message is about no receipt */
export async function receiptWords(
  event: WaitingEvent,
  person: Person,
  { reading, context, asUser }: { reading: Reading; context: ReaderContext; asUser: AsUser },
): Promise<Decision | null> {
  const ways = readShare(event.text, context);
  const named = ways === null ? itemNamed(reading) : null;
  if (ways === null && named === null) return null;
  const item = await asUser(async (tx) => {
    const receipt = await latestReceipt(tx, person.scope, event.receivedAtMs - limits.receiptWordsMs);
    if (ways !== null) return sharing(receipt?.entry ?? (await latestAlone(tx, person)), ways);
    return receipt && named && moving(tx, person, receipt, named);
  });
  if (!item) return null;
  const plan = { mode: "edit", source: "reader", items: [item] } as const;
  return {
    plan,
    verdict: "certain",
    language: reading.language,
    say: ({ say }) => ({ text: say.leftAlone }),
  };
}

/** The record of the latest message, typed as it may be; of several nobody said which is to be shared. */
async function latestAlone(tx: Tx, { scope }: Person): Promise<Entry | null> {
  const [only, second] = await findTargets(tx, scope, { target: { words: [] }, most: 2 });
  return only?.kind === "expense" && !second ? only : null;
}

function sharing(entry: Entry | null, ways: number): PlanItem | null {
  if (!entry) return null;
  const { id, amountMinor, currency } = entry;
  const change = { amountMinor: share(amountMinor, ways), currency };
  return { tool: "correct", input: { target: { words: [], recordId: id }, change } };
}

interface Named {
  readonly words: readonly string[];
  readonly category: string;
}

/** "The shampoo is personal", "move the shampoo to personal": a thing, and the category that it belongs to. */
function itemNamed({ items: [item] }: Reading): Named | null {
  if (item?.tool === "rules" && item.input.op === "teach") {
    const { phrase, category } = item.input;
    return { words: phrase.toLowerCase().split(/\s+/), category };
  }
  if (item?.tool !== "correct") return null;
  const { target, change } = item.input;
  const { category, ...others } = change;
  const onlyCategory = Object.values(others).every((value) => value === undefined);
  const onlyWords = target.recordId === undefined && target.amountMinor === undefined && !target.date;
  if (category === undefined || !onlyCategory || !onlyWords || target.words.length === 0) return null;
  return { words: target.words, category };
}

/** The item that is named leaves the record; one that has left already changes its category. */
async function moving(
  tx: Tx,
  { scope }: Person,
  { entry, inboxId, note }: KeptReceipt,
  { words, category }: Named,
): Promise<PlanItem | null> {
  const lines = note.items.filter(({ description, amountMinor }) => {
    const lower = description.toLowerCase();
    return amountMinor > 0 && words.every((word) => lower.includes(word));
  });
  const [line] = lines;
  if (!line || inboxId === null) return null;
  const made = await findTargets(tx, scope, { target: { words: [] }, most: limits.maxItemsPerMessage });
  const left = made.find(({ id, description }) => id !== entry.id && description === line.description);
  if (left)
    return { tool: "correct", input: { target: { words: [], recordId: left.id }, change: { category } } };
  const input: MoveItemInput = {
    recordId: entry.id,
    inboxId,
    description: line.description,
    amountMinor: partOf(lines, made, note.totalMinor),
    category,
    named: words.join(" "),
  };
  return { tool: "move_item", input };
}

/** What the lines come to in the records that were made of the receipt, which may be a share of it. */
function partOf(lines: readonly ReceiptLine[], made: readonly Entry[], totalMinor: number | null): number {
  const sum = lines.reduce((all, { amountMinor }) => all + amountMinor, 0);
  const recorded = made.reduce((all, { amountMinor }) => all + amountMinor, 0);
  const shares = Array.from({ length: 49 }, (_, index) => index + 2);
  const ways = totalMinor === null ? undefined : shares.find((each) => share(totalMinor, each) === recorded);
  return share(sum, ways ?? null);
}

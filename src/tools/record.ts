/** Recording: what the tools for expenses and for income have in common (SPEC S4). */
import { z } from "zod";
import type { RecordInput } from "../kernel/reading.ts";
import type { Entry, EntryKind, Money, PlanItem } from "../kernel/types.ts";
import type { StoredAction } from "../store/actions.ts";
import { deleteEntry, findEntry, insertEntry, restoreEntry, updateEntry } from "../store/ledger.ts";
import type { Option } from "../store/pending-question.ts";
import { insertReceipt } from "../store/receipts.ts";
import { learnCategory, learnRule } from "./rules.ts";
import { amountMinor, category, currency, date, description, receiptNote, withinBound } from "./schemas.ts";
import {
  answering,
  defineTool,
  type ReplyContext,
  type ReplyDraft,
  type TakenBack,
  type Tool,
  type ToolContext,
} from "./tool.ts";

const input: z.ZodType<RecordInput> = z
  .object({
    amountMinor,
    currency,
    description,
    category,
    date,
    merchant: z.string().max(80).optional(),
    teaches: z.boolean().optional(),
    receipt: receiptNote.optional(),
  })
  .refine(withinBound, "the amount is above the bound");

/** The entry that a plan item of these tools would make, for showing it before it is recorded. */
export function draftedEntry(item: PlanItem): Entry {
  return entryFrom(input.parse(item.input), { id: "", kind: item.tool === "income" ? "income" : "expense" });
}

/** The entry that an input makes. */
function entryFrom(
  { teaches: _, receipt, merchant, ...record }: RecordInput,
  { id, kind }: Pick<Entry, "id" | "kind">,
): Entry {
  return { ...record, id, kind, merchant: merchant ?? null, source: receipt ? "receipt" : "text" };
}

interface Recorded {
  readonly entry: Entry;
  /** Another message recorded the same a moment ago. */
  readonly twin: boolean;
  readonly inboxId: string;
}

/** Makes the tool that records entries of one kind. */
export function recordTool(kind: EntryKind): Tool {
  return defineTool<RecordInput, Recorded>({
    name: kind,
    mode: kind,
    input,
    async run(context, record) {
      const { tx, scope, ids, originId, nowMs } = context;
      const { entry, twin } = await insertEntry(tx, scope, {
        entry: entryFrom(record, { id: ids.next(), kind }),
        inboxId: originId,
        nowMs,
      });
      context.effect({ kind, op: "create", recordId: entry.id, before: null, after: entry });
      if (record.teaches) await teach(context, entry);
      const { receipt } = record;
      if (receipt)
        await insertReceipt(tx, scope, {
          id: ids.next(),
          entryId: entry.id,
          inboxId: originId,
          note: receipt,
          nowMs,
        });
      // A receipt was held against earlier receipts before it came here.
      return { entry, twin: twin && !receipt, inboxId: context.inboxId };
    },
    reply: (results, context) => recordedReply(results, context),
    takesBack: { [kind]: takeBackEntry },
  });
}

/** A category that was named before the entry was recorded is a lesson, and may be one of the person's own. */
async function teach(context: ToolContext, entry: Entry): Promise<void> {
  await learnCategory(context, entry.category);
  await learnRule(context, entry);
}

function recordedReply(results: readonly Recorded[], { say, today }: ReplyContext): ReplyDraft {
  const entries = results.map(({ entry }) => entry);
  const inboxId = results[0]?.inboxId;
  const only = entries.length === 1 ? entries[0] : undefined;
  const undo = { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] };
  const edit = only && { label: say.buttons.edit, does: [{ tool: "edit", input: { recordId: only.id } }] };
  const draft = { text: say.recorded(entries, today, sumPerCurrency(entries)) };
  const twins = results.filter(({ twin }) => twin);
  if (twins.length === 0) return { ...draft, buttons: edit ? [undo, edit] : [undo] };
  const remove: Option = {
    label: say.buttons.removeOne,
    does: twins.map(({ entry }) => ({
      tool: "delete",
      input: { target: { words: [], recordId: entry.id } },
    })),
    mode: "edit",
    answer: "yes",
  };
  const keep: Option = { label: say.buttons.keepBoth, does: [], mode: "unclear", answer: "no" };
  return {
    text: `${draft.text}\n${say.sameTwice}`,
    // Removing names its own row, so it works however many messages came after.
    buttons: [{ label: remove.label, does: remove.does }, ...answering([keep]), ...(edit ? [edit] : [])],
    question: { kind: "choice", options: [remove, keep], wrote: true, asks: say.sameTwice },
  };
}

/** Words what an earlier try of a turn recorded, so that its reply is the same as if it had come then. */
export function toldAgain(entries: readonly Entry[], inboxId: string, context: ReplyContext): ReplyDraft {
  return recordedReply(
    entries.map((entry) => ({ entry, twin: false, inboxId })),
    context,
  );
}

/** Adds up what is of one currency; currencies stay apart. */
export function sumPerCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amountMinor: amount, currency: code } of amounts)
    sums.set(code, (sums.get(code) ?? 0) + amount);
  return [...sums].map(([code, amount]) => ({ amountMinor: amount, currency: code }));
}

/** Takes back the creation, change or deletion of an entry. */
async function takeBackEntry(context: ToolContext, action: StoredAction): Promise<TakenBack | null> {
  const { tx, scope, nowMs } = context;
  const { kind, op, recordId } = action;
  if (op === "update") return takeBackChange(context, action);
  const undone = op === "create" ? "delete" : "create";
  const entry =
    op === "create"
      ? await deleteEntry(tx, scope, recordId, nowMs)
      : await restoreEntry(tx, scope, recordId, nowMs);
  if (!entry) return null;
  const [before, after] = op === "create" ? [entry, null] : [null, entry];
  return {
    effect: { kind, op: undone, recordId, before, after, isUndo: true },
    line: (say, today) => say.takenBack(op, entry, today),
  };
}

/** Only what this change set, and no later one has set again, goes back to what it was. */
async function takeBackChange(
  { tx, scope, nowMs }: ToolContext,
  { kind, recordId, before, after }: StoredAction,
): Promise<TakenBack | null> {
  const current = await findEntry(tx, scope, recordId);
  if (!current) return null;
  // Stored by this same code as an Entry; jsonb keeps it as it was.
  const entry = withoutChange(current, before as Entry, after as Entry);
  const restored = entry && (await updateEntry(tx, scope, { entry, nowMs }));
  if (!restored) return null;
  return {
    effect: { kind, op: "update", recordId, before: current, after: restored, isUndo: true },
    line: (say, today) => say.takenBack("update", restored, today),
  };
}

/** What belongs together goes back together: an amount is nothing without its currency. */
const FIELDS = [
  ["amountMinor", "currency"],
  ["description", "merchant"],
  ["kind", "category"],
  ["date"],
] as const;

function withoutChange(current: Entry, before: Entry, after: Entry): Entry | null {
  let entry: Entry | null = null;
  for (const fields of FIELDS) {
    const changed = fields.some((field) => before[field] !== after[field]);
    const untouched = fields.every((field) => current[field] === after[field]);
    if (!changed || !untouched) continue;
    entry = { ...(entry ?? current), ...Object.fromEntries(fields.map((field) => [field, before[field]])) };
  }
  return entry;
}

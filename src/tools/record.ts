/** Recording: what the tools for expenses and for income have in common (SPEC S4). */
import { z } from "zod";
import type { RecordInput } from "../kernel/reading.ts";
import type { Entry, EntryKind, Money, PlanItem } from "../kernel/types.ts";
import type { StoredAction } from "../store/actions.ts";
import { deleteEntry, insertEntry, restoreEntry, updateEntry } from "../store/ledger.ts";
import type { Option } from "../store/pending-question.ts";
import { amountMinor, category, currency, date, description, withinBound } from "./schemas.ts";
import {
  defineTool,
  type ReplyContext,
  type ReplyDraft,
  type TakenBack,
  type Tool,
  type ToolContext,
} from "./tool.ts";

const input: z.ZodType<RecordInput> = z
  .object({ amountMinor, currency, description, category, date, merchant: z.string().max(80).optional() })
  .refine(withinBound, "the amount is above the bound");

/** The entry that a plan item of these tools would make, for showing it before it is recorded. */
export function draftedEntry(item: PlanItem): Entry {
  const record = input.parse(item.input);
  return {
    ...record,
    id: "",
    kind: item.tool === "income" ? "income" : "expense",
    merchant: null,
    source: "text",
  };
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
      const { entry, twin } = await insertEntry(context.tx, context.scope, {
        entry: { ...record, id: context.ids.next(), kind, merchant: record.merchant ?? null, source: "text" },
        inboxId: context.inboxId,
        nowMs: context.nowMs,
      });
      context.effect({ kind, op: "create", recordId: entry.id, before: null, after: entry });
      return { entry, twin, inboxId: context.inboxId };
    },
    reply: (results, context) => recordedReply(results, context),
    takesBack: { [kind]: takeBackEntry },
  });
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
  const options: Option[] = [
    {
      label: say.buttons.removeOne,
      does: twins.map(({ entry }) => ({
        tool: "delete",
        input: { target: { words: [], recordId: entry.id } },
      })),
      mode: "edit",
      answer: "yes",
    },
    { label: say.buttons.keepBoth, does: [], mode: "unclear", answer: "no" },
  ];
  return {
    text: `${draft.text}\n${say.sameTwice}`,
    buttons: edit ? [...options, edit] : options,
    question: { kind: "choice", options },
  };
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
  // Stored by this same code as an Entry; jsonb keeps it as it was.
  const before = action.before as Entry | null;
  const after = action.after as Entry | null;
  if (op === "create") {
    const entry = await deleteEntry(tx, scope, recordId, nowMs);
    if (!entry) return null;
    return {
      effect: { kind, op: "delete", recordId, before: entry, after: null, isUndo: true },
      line: (say, today) => say.takenBack("create", entry, today),
    };
  }
  const entry =
    op === "delete"
      ? await restoreEntry(tx, scope, recordId, nowMs)
      : before && (await updateEntry(tx, scope, { entry: before, nowMs }));
  if (!entry) return null;
  const undone = op === "delete" ? "create" : "update";
  return {
    effect: {
      kind,
      op: undone,
      recordId,
      before: op === "delete" ? null : after,
      after: entry,
      isUndo: true,
    },
    line: (say, today) => say.takenBack(op, entry, today),
  };
}

/** "The shampoo is personal": an item of a receipt leaves its record and becomes one of its own (SPEC S8). */
import { z } from "zod";
import type { Entry } from "../kernel/types.ts";
import { findEntry, insertEntry, updateEntry } from "../store/ledger.ts";
import { learnCategory, learnRule } from "./rules.ts";
import { amountMinor, category, description } from "./schemas.ts";
import { defineTool, type ToolContext } from "./tool.ts";

export interface MoveItemInput {
  /** The record that the item is part of, and the message that made it. */
  readonly recordId: string;
  readonly inboxId: string;
  /** As the receipt names it. */
  readonly description: string;
  /** What of the record is the item's, in minor units of its currency. */
  readonly amountMinor: number;
  readonly category: string;
  /** As the person names it: from now on it goes there. */
  readonly named: string;
}

type Result =
  | { readonly is: "moved"; readonly item: Entry; readonly rest: Entry; readonly inboxId: string }
  /** Nothing but the item was left of the record. */
  | { readonly is: "changed"; readonly before: Entry; readonly after: Entry; readonly inboxId: string }
  | { readonly is: "gone" };

export const moveItem = defineTool<MoveItemInput, Result>({
  name: "move_item",
  mode: "edit",
  input: z.object({
    recordId: z.uuid(),
    inboxId: z.uuid(),
    description,
    amountMinor,
    category,
    named: description,
  }),
  async run(context, input) {
    const before = await findEntry(context.tx, context.scope, input.recordId);
    if (!before) return { is: "gone" };
    const whole = input.amountMinor >= before.amountMinor;
    const wanted: Entry = whole
      ? { ...before, category: input.category }
      : { ...before, amountMinor: before.amountMinor - input.amountMinor };
    const after = await updateEntry(context.tx, context.scope, { entry: wanted, nowMs: context.nowMs });
    if (!after) return { is: "gone" };
    context.effect({ kind: after.kind, op: "update", recordId: after.id, before, after });
    const { inboxId } = context;
    const result: Result = whole
      ? { is: "changed", before, after, inboxId }
      : { is: "moved", item: await itemOf(context, before, input), rest: after, inboxId };
    await learnCategory(context, input.category);
    await learnRule(context, { ...after, description: input.named, category: input.category });
    return result;
  },
  reply: ([result], { say, today }) => {
    if (result === undefined || result.is === "gone") return { text: say.recordGone };
    const undo = { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: result.inboxId } }] };
    const text =
      result.is === "moved"
        ? say.receipts.moved(say.entry(result.item, today), say.entry(result.rest, today))
        : say.corrected(result.after, result.before, today, false);
    return { text, buttons: [undo] };
  },
});

async function itemOf(
  { tx, scope, ids, nowMs, effect }: ToolContext,
  of: Entry,
  { description: name, amountMinor: amount, category: to, inboxId }: MoveItemInput,
): Promise<Entry> {
  const { entry } = await insertEntry(tx, scope, {
    entry: { ...of, id: ids.next(), description: name, amountMinor: amount, category: to },
    inboxId,
    nowMs,
  });
  effect({ kind: entry.kind, op: "create", recordId: entry.id, before: null, after: entry });
  return entry;
}

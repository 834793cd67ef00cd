/** "Delete the coffee": removes one record, which Undo brings back (SPEC S4). */
import { z } from "zod";
import type { DeleteInput } from "../kernel/reading.ts";
import type { Entry } from "../kernel/types.ts";
import { deleteEntry } from "../store/ledger.ts";
import { resolve, type Unresolved, unresolvedReply } from "./choose.ts";
import { target } from "./schemas.ts";
import { defineTool, joinReplies, type ReplyContext, type ReplyDraft } from "./tool.ts";

type Result = { readonly found: "deleted"; readonly entry: Entry; readonly inboxId: string } | Unresolved;

export const deleteTool = defineTool<DeleteInput, Result>({
  name: "delete",
  mode: "edit",
  input: z.object({ target, ask: z.boolean().optional() }),
  async run(context, input) {
    const resolved = await resolve(context, input.target, input.ask);
    if (resolved.found !== "one") return resolved;
    const entry = await deleteEntry(context.tx, context.scope, resolved.entry.id, context.nowMs);
    if (!entry) return { found: "none", target: input.target };
    context.effect({ kind: entry.kind, op: "delete", recordId: entry.id, before: entry, after: null });
    return { found: "deleted", entry, inboxId: context.inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => replyTo(result, context))),
});

function replyTo(result: Result, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  if (result.found !== "deleted") {
    return unresolvedReply(result, context, {
      doing: (entry) => ({ tool: "delete", input: { target: { words: [], recordId: entry.id } } }),
      change: null,
    });
  }
  return {
    text: say.deleted(result.entry, today),
    buttons: [{ label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: result.inboxId } }] }],
  };
}

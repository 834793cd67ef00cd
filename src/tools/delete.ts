/** "Delete the coffee", "delete grab and kopi", "padam dua yang last": removes records, which Undo brings back (SPEC S4). */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { DeleteInput, Target } from "../kernel/reading.ts";
import type { Entry } from "../kernel/types.ts";
import { deleteEntry, findTargets } from "../store/ledger.ts";
import { resolve, type Unresolved, unresolvedReply } from "./choose.ts";
import { type Offered, offeredReminder, offerReply } from "./offered-reminder.ts";
import { target } from "./schemas.ts";
import {
  defineTool,
  joinReplies,
  type ReplyContext,
  type ReplyDraft,
  type ToolContext,
  yesOrNo,
} from "./tool.ts";

/** What became of one thing that was to be deleted. */
type Outcome =
  | { readonly found: "deleted"; readonly entry: Entry; readonly inboxId: string }
  | { readonly found: "unsure_all"; readonly entries: readonly Entry[] }
  | Offered
  | Unresolved;

export const deleteTool = defineTool<DeleteInput, readonly Outcome[]>({
  name: "delete",
  mode: "edit",
  input: z.object({
    target,
    ask: z.boolean().optional(),
    parts: z.array(target).max(limits.maxItemsPerMessage).optional(),
  }),
  async run(context, input) {
    if (input.target.latest) return deleteLatest(context, input.target, input.ask);
    const whole = await deleteOne(context, input.target, input.ask);
    if (whole.found !== "none" || !input.parts) return [whole];
    const outcomes: Outcome[] = [];
    for (const part of input.parts) outcomes.push(await deleteOne(context, part, input.ask));
    return outcomes;
  },
  reply: (results, context) => joinReplies(results.flat().map((outcome) => replyTo(outcome, context))),
});

async function deleteOne(context: ToolContext, wanted: Target, ask?: boolean): Promise<Outcome> {
  const resolved = await resolve(context, wanted, ask);
  if (resolved.found === "none") return (await offeredReminder(context, wanted)) ?? resolved;
  if (resolved.found !== "one") return resolved;
  return (await gone(context, resolved.entry)) ?? { found: "none", target: wanted };
}

async function deleteLatest(context: ToolContext, wanted: Target, ask = false): Promise<Outcome[]> {
  const entries = await findTargets(context.tx, context.scope, { target: wanted, most: limits.mostLatest });
  if (entries.length === 0) return [{ found: "none", target: wanted }];
  if (ask) return [{ found: "unsure_all", entries }];
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    const outcome = await gone(context, entry);
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

async function gone(context: ToolContext, wanted: Entry): Promise<Outcome | null> {
  const entry = await deleteEntry(context.tx, context.scope, wanted.id, context.nowMs);
  if (!entry) return null;
  context.effect({ kind: entry.kind, op: "delete", recordId: entry.id, before: entry, after: null });
  return { found: "deleted", entry, inboxId: context.inboxId };
}

const doing = (entry: Entry) => ({ tool: "delete", input: { target: { words: [], recordId: entry.id } } });

function replyTo(outcome: Outcome, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  if (outcome.found === "unsure_all") {
    const text = say.edits.deleteAll(outcome.entries.map((entry) => say.entry(entry, today)));
    return yesOrNo(text, context, outcome.entries.map(doing));
  }
  if (outcome.found === "reminder")
    return offerReply(outcome, context, (of) => ({ tool: "cancel_reminder", input: { target: of } }));
  if (outcome.found !== "deleted") return unresolvedReply(outcome, context, { doing, change: null });
  return {
    text: say.deleted(outcome.entry, today),
    buttons: [{ label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: outcome.inboxId } }] }],
  };
}

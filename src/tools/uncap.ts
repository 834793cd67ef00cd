/** "Remove the food cap", "padam had makan": takes a spending cap away, which Undo brings back (SPEC S6). */
import { z } from "zod";
import type { UncapInput } from "../kernel/reading.ts";
import type { Cap, PlanItem } from "../kernel/types.ts";
import { listCaps, removeCap } from "../store/caps.ts";
import type { Option } from "../store/pending-question.ts";
import { CAP } from "./cap.ts";
import { category } from "./schemas.ts";
import { answering, defineTool, joinReplies, type ReplyContext, type ReplyDraft } from "./tool.ts";

type Result =
  | { readonly found: "removed"; readonly cap: Cap; readonly inboxId: string }
  | { readonly found: "none"; readonly asked: UncapInput }
  | { readonly found: "unsure"; readonly cap: Cap }
  | { readonly found: "several"; readonly caps: readonly Cap[] };

function isMeant(cap: Cap, asked: UncapInput): boolean {
  if (asked.capId !== undefined) return cap.id === asked.capId;
  const category = asked.category === undefined || cap.category === asked.category;
  return category && (asked.period === undefined || cap.period === asked.period);
}

export const uncap = defineTool<UncapInput, Result>({
  name: "uncap",
  mode: "cap",
  input: z.object({
    category: category.nullable().optional(),
    period: z.enum(["day", "week", "month"]).optional(),
    capId: z.uuid().optional(),
    ask: z.boolean().optional(),
  }),
  async run(context, asked) {
    const { tx, scope, nowMs, inboxId } = context;
    const caps = (await listCaps(tx, scope)).filter((cap) => isMeant(cap, asked));
    const [cap, second] = caps;
    if (!cap) return { found: "none", asked };
    if (second) return { found: "several", caps };
    if (asked.ask) return { found: "unsure", cap };
    const removed = await removeCap(tx, scope, cap.id, nowMs);
    if (!removed) return { found: "none", asked };
    context.effect({ kind: CAP, op: "delete", recordId: removed.id, before: removed, after: null });
    return { found: "removed", cap: removed, inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => replyTo(result, context))),
});

function removing({ id }: Cap): PlanItem[] {
  return [{ tool: "uncap", input: { capId: id } }];
}

function replyTo(result: Result, { say }: ReplyContext): ReplyDraft {
  switch (result.found) {
    case "none": {
      const { category: of, capId } = result.asked;
      return { text: capId === undefined ? say.caps.notFound(of) : say.recordGone };
    }
    case "removed": {
      const undo = { tool: "undo", input: { inboxId: result.inboxId } };
      return { text: say.caps.removed(result.cap), buttons: [{ label: say.buttons.undo, does: [undo] }] };
    }
    case "unsure": {
      const options: Option[] = [
        { label: say.buttons.yes, does: removing(result.cap), mode: "cap", answer: "yes" },
        { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
      ];
      const text = say.caps.confirmRemove(result.cap);
      return { text, buttons: answering(options), question: { kind: "choice", options } };
    }
    case "several": {
      const lines = result.caps.map((cap) => say.caps.cap(cap));
      const options: Option[] = result.caps.map((cap, position) => ({
        label: String(position + 1),
        line: lines[position],
        does: removing(cap),
        mode: "cap",
      }));
      return {
        text: say.whichOne(lines),
        buttons: answering(options),
        question: { kind: "choice", options },
      };
    }
  }
}

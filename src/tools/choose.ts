/** Which record does an edit mean? Exactly one, none, or several to ask about with the rows shown (SPEC S4). */
import { limits } from "../kernel/limits.ts";
import type { Target } from "../kernel/reading.ts";
import type { Entry, PlanItem } from "../kernel/types.ts";
import { findTargets } from "../store/ledger.ts";
import { answering, type ReplyContext, type ReplyDraft, type ToolContext, yesOrNo } from "./tool.ts";

export type Unresolved =
  | { readonly found: "none"; readonly target: Target }
  | { readonly found: "unsure"; readonly entry: Entry }
  | { readonly found: "several"; readonly entries: readonly Entry[] };

/**
 * The one entry that is meant, or why there is not one.
 * @param ask whether to ask even when there is only one: the reading was not certain
 */
export async function resolve(
  { tx, scope }: ToolContext,
  target: Target,
  ask = false,
): Promise<{ readonly found: "one"; readonly entry: Entry } | Unresolved> {
  // Reminders and caps are no entries: the ledger has nothing that such words could mean.
  if (target.kind === "reminder" || target.kind === "cap") return { found: "none", target };
  const entries = await findTargets(tx, scope, { target, most: limits.mostChoices });
  const [entry, second] = entries;
  if (!entry) return { found: "none", target };
  if (second) return { found: "several", entries };
  return ask ? { found: "unsure", entry } : { found: "one", entry };
}

/**
 * Says that there is none, or asks which, or whether; an answer does `doing` to the row that it names.
 * @param change what the row would become, for the question; null when it would be deleted
 */
export function unresolvedReply(
  unresolved: Unresolved,
  context: ReplyContext,
  { doing, change }: { doing: (entry: Entry) => PlanItem; change: ((entry: Entry) => Partial<Entry>) | null },
): ReplyDraft {
  const { say, today } = context;
  if (unresolved.found === "unsure") {
    const { entry } = unresolved;
    return yesOrNo(say.confirmEdit(entry, change?.(entry) ?? null, today), context, [doing(entry)]);
  }
  if (unresolved.found === "none") {
    return { text: unresolved.target.recordId ? say.recordGone : say.notFound(unresolved.target.words) };
  }
  const lines = unresolved.entries.map((entry) => say.entry(entry, today));
  const options = unresolved.entries.map((entry, position) => ({
    label: String(position + 1),
    line: lines[position],
    row: { amountMinor: entry.amountMinor, currency: entry.currency, date: entry.date },
    does: [doing(entry)],
    mode: "edit" as const,
  }));
  const text = say.whichOne(lines);
  return { text, buttons: answering(options), question: { kind: "choice", options, asks: text } };
}

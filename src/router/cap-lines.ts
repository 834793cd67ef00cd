/**
 * The lines about caps under a reply (SPEC S4, S6): once a turn, behind the plan's tools, for the caps that its effects
 * touch. Who has no cap costs no round trip.
 */
import type { Entry } from "../kernel/types.ts";
import type { ActionDraft } from "../store/actions.ts";
import { type CapMoment, tellCaps } from "../store/caps.ts";
import { CAP } from "../tools/cap.ts";
import type { ReplyContext, ToolContext } from "../tools/tool.ts";

type Effect = Pick<ActionDraft, "kind" | "op" | "recordId" | "before" | "after">;

/** An expense as it was and as it is: moved between days or categories, it touches the caps of both. */
function momentsOf({ kind, op, recordId, before, after }: Effect, today: string): CapMoment[] {
  if (kind === CAP) return op === "delete" ? [] : [{ capId: recordId, date: today }];
  // Stored by the tools as Entries. A record may have changed its kind, so each side says its own.
  const entries = [before, after] as readonly (Entry | null)[];
  if (kind !== "expense" && kind !== "income") return [];
  return entries.flatMap((entry) =>
    entry?.kind === "expense"
      ? [{ date: entry.date, category: entry.category, currency: entry.currency }]
      : [],
  );
}

/**
 * One line for each cap that the effects touch, the most pressing first; what is told once is written down with it.
 * @param capped whether the user had any cap when the turn began
 */
export async function capLines(
  { tx, scope, today, nowMs }: ToolContext,
  { say }: ReplyContext,
  { capped, effects }: { readonly capped: boolean; readonly effects: readonly Effect[] },
): Promise<string[]> {
  if (!capped && !effects.some(({ kind }) => kind === CAP)) return [];
  const moments = effects.flatMap((effect) => momentsOf(effect, today));
  if (moments.length === 0) return [];
  const states = await tellCaps(tx, scope, { moments, nowMs });
  return states.map((state) => say.caps.line(state, today));
}

/**
 * What corrections taught: "that was groceries" is remembered for this merchant or thing, and from then on it
 * goes there by itself (SPEC S4). Here it is listed and forgotten, and taken back with Undo.
 */
import { z } from "zod";
import type { RulesInput } from "../kernel/reading.ts";
import type { Entry } from "../kernel/types.ts";
import {
  type CategoryRule,
  findRule,
  listRules,
  removeRule,
  rulePhrase,
  saveRule,
} from "../store/category-rules.ts";
import { defineTool, type ToolContext } from "./tool.ts";

const KIND = "category_rule";

type Result =
  | { readonly op: "list"; readonly rules: readonly CategoryRule[] }
  | { readonly op: "forget"; readonly phrase: string; readonly forgotten: CategoryRule | null };

/**
 * Learns from a corrected category. The rule is for the whole description ("grab" → every Grab ride, since the
 * merchant is the description then; "coffee at changi" → that alone), so that it never reaches too far.
 */
export async function learnRule(context: ToolContext, { description, category }: Entry): Promise<void> {
  const { tx, scope, ids, nowMs } = context;
  const phrase = rulePhrase(description);
  const before = await findRule(tx, scope, phrase);
  if (before?.category === category) return;
  const after = await saveRule(tx, scope, { id: before?.id ?? ids.next(), phrase, category }, nowMs);
  context.effect({ kind: KIND, op: before ? "update" : "create", recordId: after.id, before, after });
}

export const rules = defineTool<RulesInput, Result>({
  name: "rules",
  mode: "settings",
  input: z.discriminatedUnion("op", [
    z.object({ op: z.literal("list") }),
    z.object({ op: z.literal("forget"), phrase: z.string().min(1).max(120) }),
  ]),
  async run(context, wanted) {
    const { tx, scope } = context;
    if (wanted.op === "list") return { op: "list", rules: await listRules(tx, scope) };
    const phrase = rulePhrase(wanted.phrase);
    const forgotten = await removeRule(tx, scope, phrase);
    if (forgotten) {
      context.effect({ kind: KIND, op: "delete", recordId: forgotten.id, before: forgotten, after: null });
    }
    return { op: "forget", phrase, forgotten };
  },
  reply: ([result], { say }) => {
    if (!result || result.op === "list") return { text: say.rules(result?.rules ?? []) };
    return { text: result.forgotten ? say.ruleForgotten(result.forgotten) : say.ruleUnknown(result.phrase) };
  },
  takesBack: {
    [KIND]: async ({ tx, scope, nowMs }, { op, recordId, before, after }) => {
      // Stored by this same file as CategoryRules.
      const was = before as CategoryRule | null;
      const is = after as CategoryRule | null;
      const current = await findRule(tx, scope, (was ?? is)?.phrase ?? "");
      // A later correction taught something else since: that stands.
      if (current?.category !== is?.category) return null;
      if (was) await saveRule(tx, scope, was, nowMs);
      else if (is) await removeRule(tx, scope, is.phrase);
      const undone = { create: "delete", update: "update", delete: "create" } as const;
      return {
        effect: { kind: KIND, op: undone[op], recordId, before: after, after: before, isUndo: true },
        // What a correction taught goes without a word with the correction; a forgotten rule comes back by itself.
        line: op === "delete" && was ? (say) => say.rules([was]) : null,
      };
    },
  },
});

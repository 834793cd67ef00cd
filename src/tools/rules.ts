/**
 * What corrections taught: "that was groceries" is remembered for this merchant or thing, and from then on it
 * goes there by itself (SPEC S4). Here it is listed, taught in so many words, forgotten, and taken back with Undo.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { RulesInput } from "../kernel/reading.ts";
import { type Entry, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../kernel/types.ts";
import type { StoredAction } from "../store/actions.ts";
import {
  type CategoryRule,
  findRule,
  listRules,
  removeRule,
  rulePhrase,
  saveRule,
} from "../store/category-rules.ts";
import { addOwnCategory } from "../store/people.ts";
import { category } from "./schemas.ts";
import { defineTool, type ReplyDraft, type TakenBack, type ToolContext } from "./tool.ts";

/** Taught by a correction: goes without a word with it, and comes back with it. */
const KIND = "category_rule";
/** Taught or forgotten in so many words. */
export const TOLD = "category_rule_told";

type Result =
  | { readonly op: "list"; readonly rules: readonly CategoryRule[] }
  | { readonly op: "teach"; readonly rule: CategoryRule; readonly inboxId: string }
  | { readonly op: "unknown"; readonly phrase: string }
  | { readonly op: "forget"; readonly forgotten: readonly CategoryRule[]; readonly inboxId: string };

/**
 * Learns from a corrected category. The rule is for the whole description ("grab" → every Grab ride, since the
 * merchant is the description then; "coffee at changi" → that alone), so that it never reaches too far.
 */
export function learnRule(
  context: ToolContext,
  { description, category: learned }: Entry,
): Promise<CategoryRule> {
  return keepRule(context, { words: description, category: learned, kind: KIND });
}

/** Keeps what was said in so many words, or what came with a correction. */
export async function keepRule(
  context: ToolContext,
  { words, category: wanted, kind }: { words: string; category: string; kind: string },
): Promise<CategoryRule> {
  const { tx, scope, ids, nowMs } = context;
  const phrase = rulePhrase(words);
  const before = await findRule(tx, scope, phrase);
  if (before?.category === wanted) return before;
  const after = await saveRule(tx, scope, { id: before?.id ?? ids.next(), phrase, category: wanted }, nowMs);
  context.effect({ kind, op: before ? "update" : "create", recordId: after.id, before, after });
  return after;
}

/** Makes the category the user's own when it is not known yet. */
export async function learnCategory(
  { tx, scope, ownCategories }: ToolContext,
  name: string | undefined,
): Promise<boolean> {
  const known: readonly string[] = [...EXPENSE_CATEGORIES, ...INCOME_CATEGORIES, ...ownCategories];
  if (name === undefined || known.includes(name)) return false;
  await addOwnCategory(tx, scope, name);
  return true;
}

async function forget(context: ToolContext, rules: readonly CategoryRule[]): Promise<Result> {
  const forgotten: CategoryRule[] = [];
  for (const { phrase } of rules) {
    const rule = await removeRule(context.tx, context.scope, phrase);
    if (!rule) continue;
    context.effect({ kind: TOLD, op: "delete", recordId: rule.id, before: rule, after: null });
    forgotten.push(rule);
  }
  return { op: "forget", forgotten, inboxId: context.inboxId };
}

const phrase = z.string().min(1).max(limits.maxDescriptionCharacters);

export const rules = defineTool<RulesInput, Result>({
  name: "rules",
  mode: "settings",
  input: z.discriminatedUnion("op", [
    z.object({ op: z.literal("list") }),
    z.object({ op: z.literal("teach"), phrase, category }),
    z.object({ op: z.literal("forget"), phrase }),
    z.object({ op: z.literal("forget_number"), number: z.int().positive() }),
    z.object({ op: z.literal("forget_all") }),
  ]),
  async run(context, wanted) {
    const { tx, scope } = context;
    if (wanted.op === "teach") {
      const rule = await keepRule(context, { words: wanted.phrase, category: wanted.category, kind: TOLD });
      return { op: "teach", rule, inboxId: context.inboxId };
    }
    if (wanted.op === "forget") {
      const words = rulePhrase(wanted.phrase);
      const rule = await findRule(tx, scope, words);
      return rule ? forget(context, [rule]) : { op: "unknown", phrase: words };
    }
    const known = await listRules(tx, scope);
    if (wanted.op === "list" || known.length === 0) return { op: "list", rules: known };
    if (wanted.op === "forget_all") return forget(context, known);
    const rule = known[wanted.number - 1];
    return rule ? forget(context, [rule]) : { op: "unknown", phrase: String(wanted.number) };
  },
  reply: ([result], { say }): ReplyDraft => {
    const undo = (inboxId: string) => [
      { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] },
    ];
    switch (result?.op) {
      case "teach":
        return { text: say.edits.ruleTaught(result.rule), buttons: undo(result.inboxId) };
      case "unknown":
        return { text: say.ruleUnknown(result.phrase) };
      case "forget":
        return { text: result.forgotten.map(say.ruleForgotten).join("\n"), buttons: undo(result.inboxId) };
      default:
        return { text: say.rules(result?.rules ?? []) };
    }
  },
  takesBack: { [KIND]: takeBackRule, [TOLD]: takeBackRule },
});

async function takeBackRule(
  { tx, scope, nowMs }: ToolContext,
  { kind, op, recordId, before, after }: StoredAction,
): Promise<TakenBack | null> {
  // Stored by this same file as CategoryRules.
  const was = before as CategoryRule | null;
  const is = after as CategoryRule | null;
  const current = await findRule(tx, scope, (was ?? is)?.phrase ?? "");
  // A later correction taught something else since: that stands.
  if (current?.category !== is?.category) return null;
  if (was) await saveRule(tx, scope, was, nowMs);
  else if (is) await removeRule(tx, scope, is.phrase);
  const undone = { create: "delete", update: "update", delete: "create" } as const;
  const told = kind === TOLD || op === "delete";
  return {
    effect: { kind, op: undone[op], recordId, before: after, after: before, isUndo: true },
    line: told ? (say) => (was ? say.edits.ruleBack(was) : say.edits.ruleGone(is ?? { phrase: "" })) : null,
  };
}

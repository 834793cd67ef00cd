/** "Actually RM18", "that was groceries": changes one record, which Undo changes back (SPEC S4). */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { maxAmountMinor, sameNumberIn } from "../kernel/money.ts";
import type { Change, CorrectInput } from "../kernel/reading.ts";
import { type Entry, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../kernel/types.ts";
import { updateEntry } from "../store/ledger.ts";
import { addOwnCategory } from "../store/people.ts";
import { resolve, type Unresolved, unresolvedReply } from "./choose.ts";
import { learnRule } from "./rules.ts";
import { change, target } from "./schemas.ts";
import { defineTool, joinReplies, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

type Result =
  | {
      readonly found: "corrected";
      readonly before: Entry;
      readonly after: Entry;
      readonly newCategory: boolean;
      readonly inboxId: string;
    }
  | { readonly found: "unchanged"; readonly entry: Entry }
  | { readonly found: "bad_amount" }
  | (Unresolved & { readonly change: Change });

/**
 * The amount as the entry will have it. "Change the coffee to 7" names no currency: it was read in the user's,
 * but it means 7 of whatever the coffee was paid in.
 */
function changedAmount(entry: Entry, wanted: Change, ownCurrency: string): number | null {
  if (wanted.amountMinor === undefined) return entry.amountMinor;
  if (wanted.currency !== undefined) {
    return wanted.amountMinor <= maxAmountMinor(wanted.currency) ? wanted.amountMinor : null;
  }
  return sameNumberIn({ amountMinor: wanted.amountMinor, currency: ownCurrency }, entry.currency);
}

/** What a change would set, for asking about it: an amount as the entry will have it. */
function shown(entry: Entry, wanted: Change, ownCurrency: string): Partial<Entry> {
  const { amountMinor: _, currency, ...rest } = wanted;
  const amountMinor = wanted.amountMinor === undefined ? null : changedAmount(entry, wanted, ownCurrency);
  const fields = amountMinor === null ? rest : { ...rest, amountMinor, currency: currency ?? entry.currency };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Another description is another thing: the merchant of the old one does not stay with it. */
function changedMerchant(before: Entry, { merchant, description }: Change): string | null {
  if (merchant !== undefined) return merchant;
  return description === undefined || description === before.description ? before.merchant : null;
}

/** A category that the person named by itself is a lesson; one that came with a new description is not. */
function teaches(before: Entry, after: Entry, { description }: Change): boolean {
  return after.kind === "expense" && after.category !== before.category && description === undefined;
}

/** Makes the category the user's own when it is not known yet. */
async function learnCategory(
  { tx, scope, ownCategories }: ToolContext,
  name: string | undefined,
): Promise<boolean> {
  const known: readonly string[] = [...EXPENSE_CATEGORIES, ...INCOME_CATEGORIES, ...ownCategories];
  if (name === undefined || known.includes(name)) return false;
  await addOwnCategory(tx, scope, name);
  return true;
}

export const correct = defineTool<CorrectInput, Result>({
  name: "correct",
  mode: "edit",
  input: z.object({ target, change, ask: z.boolean().optional() }),
  async run(context, input) {
    const resolved = await resolve(context, input.target, input.ask);
    if (resolved.found !== "one") return { ...resolved, change: input.change };
    const before = resolved.entry;
    const amountMinor = changedAmount(before, input.change, context.settings.currency);
    if (amountMinor === null) return { found: "bad_amount" };
    const entry: Entry = {
      ...before,
      amountMinor,
      currency: input.change.currency ?? before.currency,
      category: input.change.category ?? before.category,
      description: input.change.description ?? before.description,
      merchant: changedMerchant(before, input.change),
      date: input.change.date ?? before.date,
    };
    if (isDeepStrictEqual(entry, before)) return { found: "unchanged", entry };
    const newCategory = await learnCategory(context, input.change.category);
    const after = await updateEntry(context.tx, context.scope, { entry, nowMs: context.nowMs });
    if (!after) return { found: "none", target: input.target, change: input.change };
    context.effect({ kind: after.kind, op: "update", recordId: after.id, before, after });
    if (teaches(before, after, input.change)) await learnRule(context, after);
    return { found: "corrected", before, after, newCategory, inboxId: context.inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => replyTo(result, context))),
});

function replyTo(result: Result, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  switch (result.found) {
    case "bad_amount":
      return { text: say.unclear("bad_amount") };
    case "unchanged":
      return { text: say.unchanged(result.entry, today) };
    case "corrected": {
      const { after, before, newCategory, inboxId } = result;
      return {
        text: say.corrected(after, before, today, newCategory),
        buttons: [
          { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] },
          { label: say.buttons.edit, does: [{ tool: "edit", input: { recordId: after.id } }] },
        ],
      };
    }
    default: {
      const { change: wanted, ...unresolved } = result;
      return unresolvedReply(unresolved, context, {
        doing: (entry) => ({
          tool: "correct",
          input: { target: { words: [], recordId: entry.id }, change: wanted },
        }),
        change: (entry) => shown(entry, wanted, context.settings.currency),
      });
    }
  }
}

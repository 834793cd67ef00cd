/** "Actually RM18", "that was groceries": changes one record, which Undo changes back (SPEC S4). */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { maxAmountMinor, sameNumberIn } from "../kernel/money.ts";
import type { Change, CorrectInput } from "../kernel/reading.ts";
import { type Entry, type EntryKind, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from "../kernel/types.ts";
import type { CategoryRule } from "../store/category-rules.ts";
import { updateEntry } from "../store/ledger.ts";
import { resolve, type Unresolved, unresolvedReply } from "./choose.ts";
import { memoryPutRight } from "./memory-put-right.ts";
import { type Offered, offeredReminder, offerReply } from "./offered-reminder.ts";
import { keepRule, learnCategory, learnRule, TOLD } from "./rules.ts";
import { change, description, target } from "./schemas.ts";
import { justTalkedOf, talkPutRight } from "./talk-put-right.ts";
import { defineTool, joinReplies, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

type Result =
  | {
      readonly found: "corrected";
      readonly before: Entry;
      readonly after: Entry;
      readonly newCategory: boolean;
      readonly rule: CategoryRule | null;
      readonly inboxId: string;
    }
  | { readonly found: "taught"; readonly rule: CategoryRule; readonly inboxId: string }
  | { readonly found: "unchanged"; readonly entry: Entry }
  | { readonly found: "bad_amount" }
  | { readonly found: "memory"; readonly text: string }
  | (Offered & { readonly change: Change })
  | (Unresolved & { readonly change: Change });

/**
 * The amount as the entry will have it. "Change the coffee to 7" names no currency: it was read in the user's,
 * but it means 7 of whatever the coffee was paid in.
 */
function changedAmount(entry: Entry, wanted: Change, ownCurrency: string): number | null {
  // "It was usd": the same number of another money.
  if (wanted.amountMinor === undefined)
    return wanted.currency === undefined ? entry.amountMinor : sameNumberIn(entry, wanted.currency);
  if (wanted.currency !== undefined) {
    return wanted.amountMinor <= maxAmountMinor(wanted.currency) ? wanted.amountMinor : null;
  }
  return sameNumberIn({ amountMinor: wanted.amountMinor, currency: ownCurrency }, entry.currency);
}

/** What a change would set, for asking about it: an amount as the entry will have it. */
function shown(entry: Entry, wanted: Change, ownCurrency: string): Partial<Entry> {
  const { amountMinor: _, currency, ...rest } = wanted;
  const names = wanted.amountMinor !== undefined || currency !== undefined;
  const amountMinor = names ? changedAmount(entry, wanted, ownCurrency) : null;
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
  const same = after.kind === "expense" && before.kind === "expense";
  return same && after.category !== before.category && description === undefined;
}

const EXPENSE: readonly string[] = EXPENSE_CATEGORIES;
const INCOME: readonly string[] = INCOME_CATEGORIES;

/** "It was income", "that was my salary": which way the money went, and what it is filed under then. */
function changedKind(before: Entry, { kind, category }: Change): Pick<Entry, "kind" | "category"> {
  if (category !== undefined) {
    const told: EntryKind | undefined = INCOME.includes(category)
      ? "income"
      : EXPENSE.includes(category)
        ? "expense"
        : kind;
    return { kind: told ?? before.kind, category };
  }
  if (kind === undefined || kind === before.kind) return { kind: before.kind, category: before.category };
  return { kind, category: kind === "income" ? "other_income" : "other" };
}

/** "That was groceries" of a salary: a category that turns money in into money out is asked about, once. */
function turnsMoney(before: Entry, { target, change }: CorrectInput): boolean {
  return target.recordId === undefined && changedKind(before, change).kind !== (change.kind ?? before.kind);
}

/** The record that is meant; one that would turn is shown first. */
async function meant(context: ToolContext, input: CorrectInput): ReturnType<typeof resolve> {
  const resolved = await resolve(context, input.target, input.ask);
  if (resolved.found !== "one" || !turnsMoney(resolved.entry, input)) return resolved;
  return resolve(context, { words: [], recordId: resolved.entry.id }, true);
}

export const correct = defineTool<CorrectInput, Result>({
  name: "correct",
  mode: "edit",
  input: z.object({
    target,
    change,
    ifReminder: change.optional(),
    rule: description.optional(),
    ask: z.boolean().optional(),
  }),
  async run(context, input) {
    const talked = await justTalkedOf(context, input);
    if (talked !== null) return { found: "memory", text: talked };
    const bill = input.ifReminder ? await offeredReminder(context, input.target) : null;
    if (bill && input.ifReminder) return { ...bill, change: input.ifReminder };
    const resolved = await meant(context, input);
    const category = input.change.category;
    if (resolved.found === "none" && input.rule !== undefined && category !== undefined) {
      await learnCategory(context, category);
      const rule = await keepRule(context, { words: input.rule, category, kind: TOLD });
      return { found: "taught", rule, inboxId: context.inboxId };
    }
    const offered = resolved.found === "none" ? await offeredReminder(context, input.target) : null;
    if (offered) return { ...offered, change: input.change };
    const text =
      resolved.found === "none"
        ? ((await memoryPutRight(context, input)) ?? (await talkPutRight(context, input)))
        : null;
    if (text !== null) return { found: "memory", text };
    if (resolved.found !== "one") return { ...resolved, change: input.change };
    const before = resolved.entry;
    const amountMinor = changedAmount(before, input.change, context.settings.currency);
    if (amountMinor === null) return { found: "bad_amount" };
    const entry: Entry = {
      ...before,
      ...changedKind(before, input.change),
      amountMinor,
      currency: input.change.currency ?? before.currency,
      description: input.change.description ?? before.description,
      merchant: changedMerchant(before, input.change),
      date: input.change.date ?? before.date,
    };
    if (isDeepStrictEqual(entry, before)) return { found: "unchanged", entry };
    const newCategory = await learnCategory(context, input.change.category);
    const after = await updateEntry(context.tx, context.scope, { entry, nowMs: context.nowMs });
    if (!after) return { found: "none", target: input.target, change: input.change };
    context.effect({ kind: after.kind, op: "update", recordId: after.id, before, after });
    const learned = teaches(before, after, input.change) ? await learnRule(context, after) : null;
    const rule = input.rule === undefined ? null : learned;
    return { found: "corrected", before, after, newCategory, rule, inboxId: context.inboxId };
  },
  reply: (results, context) => joinReplies(results.map((result) => replyTo(result, context))),
});

function replyTo(result: Result, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  switch (result.found) {
    case "bad_amount":
      return { text: say.unclear("bad_amount") };
    case "memory":
      return { text: say.memories.corrected(result.text) };
    case "taught":
      return {
        text: say.edits.ruleTaught(result.rule),
        buttons: [{ label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId: result.inboxId } }] }],
      };
    case "unchanged":
      return { text: say.unchanged(result.entry, today) };
    case "corrected": {
      const { after, before, newCategory, rule, inboxId } = result;
      const text = say.corrected(after, before, today, newCategory);
      return {
        text: rule ? `${text}\n${say.edits.ruleTaught(rule)}` : text,
        buttons: [
          { label: say.buttons.undo, does: [{ tool: "undo", input: { inboxId } }] },
          { label: say.buttons.edit, does: [{ tool: "edit", input: { recordId: after.id } }] },
        ],
      };
    }
    case "reminder":
      return offerReply(result, context, (of) => ({
        tool: "change_reminder",
        input: { target: of, change: result.change },
      }));
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

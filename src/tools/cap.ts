/** "Set food budget 500": sets a spending cap, or changes the one that is there and says what it was (SPEC S6). */
import { z } from "zod";
import type { CapInput } from "../kernel/reading.ts";
import type { Cap, Money } from "../kernel/types.ts";
import type { CapDraft } from "../messages/index.ts";
import type { StoredAction } from "../store/actions.ts";
import { listCaps, removeCap, restoreCap, saveCap, updateCap } from "../store/caps.ts";
import { amountMinor, category, currency, withinBound } from "./schemas.ts";
import { defineTool, type TakenBack, type ToolContext } from "./tool.ts";

/** The kind of the effects that are about caps. */
export const CAP = "cap";

const input: z.ZodType<CapInput> = z
  .object({
    category: category.optional(),
    amountMinor,
    currency,
    period: z.enum(["day", "week", "month"]),
    assumed: z.boolean().optional(),
    unnamed: z.boolean().optional(),
  })
  .refine(withinBound, "the amount is above the bound");

/** The cap that an input would make, for showing it before it is set. */
export function draftedCap(wanted: unknown): CapDraft {
  const { category: of = null, amountMinor: amount, currency: code, period } = input.parse(wanted);
  return { category: of, period, amountMinor: amount, currency: code };
}

interface Result {
  readonly cap: Cap;
  readonly was: Money | null;
  readonly changed: boolean;
  readonly inboxId: string;
}

/** The live cap that is meant: the same category and period, or the only one of it when no period was said. */
function existing(caps: readonly Cap[], wanted: CapInput): Cap | undefined {
  const { category: of, period, assumed, unnamed } = wanted;
  const [only, another] = caps;
  if (unnamed && assumed && only && !another) return only;
  const same = caps.filter((cap) => cap.category === (of ?? null));
  const exact = same.find((cap) => cap.period === period);
  return exact ?? (assumed && same.length === 1 ? same[0] : undefined);
}

export const cap = defineTool<CapInput, Result>({
  name: "cap",
  mode: "cap",
  input,
  async run(context, wanted) {
    const { tx, scope, ids, nowMs, inboxId } = context;
    const before = existing(await listCaps(tx, scope), wanted);
    if (before?.amountMinor === wanted.amountMinor && before.currency === wanted.currency)
      return { cap: before, was: null, changed: false, inboxId };
    const id = before?.id ?? ids.next();
    const { category: of, period } = before ?? draftedCap(wanted);
    const after = await saveCap(tx, scope, { ...draftedCap(wanted), id, category: of, period }, nowMs);
    context.effect({
      kind: CAP,
      op: before ? "update" : "create",
      recordId: after.id,
      before: before ?? null,
      after,
    });
    return { cap: after, was: before ?? null, changed: true, inboxId };
  },
  reply: (results, { say }) => {
    const lines = results.map(({ cap: one, was, changed }) =>
      changed ? say.caps.set(one, was) : say.caps.unchanged(one),
    );
    const set = results.find(({ changed }) => changed);
    const undo = { tool: "undo", input: { inboxId: set?.inboxId } };
    return { text: lines.join("\n"), buttons: set ? [{ label: say.buttons.undo, does: [undo] }] : undefined };
  },
  takesBack: { [CAP]: takeBack },
});

async function takeBack(context: ToolContext, action: StoredAction): Promise<TakenBack | null> {
  const { op, recordId } = action;
  // Stored by these tools as Caps; jsonb keeps them as they were.
  const was = action.before as Cap | null;
  const is = action.after as Cap | null;
  const now = await takenBack(context, { op, recordId, was, is });
  if (!now) return null;
  const undone = { create: "delete", update: "update", delete: "create" } as const;
  const [before, after] = op === "create" ? [now, null] : [op === "update" ? is : null, now];
  return {
    effect: { kind: CAP, op: undone[op], recordId, before, after, isUndo: true },
    line: (say) => say.caps.takenBack(op, now),
  };
}

/** Puts the row back; null when it is gone, or a later change stands. */
async function takenBack(
  { tx, scope, nowMs }: ToolContext,
  { op, recordId, was, is }: Pick<StoredAction, "op" | "recordId"> & { was: Cap | null; is: Cap | null },
): Promise<Cap | null> {
  if (op === "create") return removeCap(tx, scope, recordId, nowMs);
  if (op === "delete") return restoreCap(tx, scope, recordId, nowMs);
  const current = (await listCaps(tx, scope)).find(({ id }) => id === recordId);
  const untouched = current?.amountMinor === is?.amountMinor && current?.currency === is?.currency;
  return was && current && untouched ? updateCap(tx, scope, was, nowMs) : null;
}

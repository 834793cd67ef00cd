/**
 * Undo: takes back everything one message wrote (SPEC S4). By word it is the last message of this chat that
 * wrote anything, within 24 hours; by button it is the button's own message, however many came after.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { UndoInput } from "../kernel/reading.ts";
import { actionsOf, markUndone, undoableMessages } from "../store/actions.ts";
import { defineTool, type TakenBack, type ToolContext } from "./tool.ts";

interface Undone {
  readonly taken: readonly TakenBack[];
  readonly byButton: boolean;
}

/** Takes back what is left of one message's effects, last first. */
async function takeBackMessage(context: ToolContext, inboxId: string): Promise<TakenBack[]> {
  const { tx, scope } = context;
  const actions = await actionsOf(tx, scope, inboxId);
  const taken: TakenBack[] = [];
  for (const action of actions) {
    const back = await context.takeBack(action);
    if (!back) continue;
    context.effect(back.effect);
    taken.unshift(back);
  }
  // Those whose record is gone are settled too: there is nothing left to take back.
  if (actions.length > 0) {
    const ids = actions.map(({ id }) => id);
    await markUndone(tx, scope, ids, context.inboxId);
  }
  return taken;
}

export const undo = defineTool<UndoInput, Undone>({
  name: "undo",
  mode: "edit",
  input: z.object({ inboxId: z.uuid().optional() }),
  async run(context, input) {
    if (input.inboxId) return { taken: await takeBackMessage(context, input.inboxId), byButton: true };
    const sinceMs = context.nowMs - limits.undoWindowMs;
    for (const inboxId of await undoableMessages(context.tx, context.scope, {
      chat: context.chat,
      sinceMs,
    })) {
      const taken = await takeBackMessage(context, inboxId);
      if (taken.length > 0) return { taken, byButton: false };
    }
    return { taken: [], byButton: false };
  },
  reply: (results, { say, today }) => {
    const taken = results.flatMap((result) => result.taken);
    if (taken.length > 0) return { text: say.undone(taken.flatMap((back) => back.line?.(say, today) ?? [])) };
    return { text: results.some(({ byButton }) => byButton) ? say.recordGone : say.nothingToUndo };
  },
});

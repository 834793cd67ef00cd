/** "What do you remember about me?" (SPEC S10.8): the list, whose numbers are bound to its rows from then on. */
import { z } from "zod";
import { type Listed, listOf } from "../memory/hand.ts";
import { isTalkWaiting } from "../store/memory-buffer.ts";
import { handStore } from "../store/memory-hand.ts";
import { defineTool, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

export interface MemoryList {
  readonly rows: readonly Listed[];
  readonly more: number;
  /** Talk that no flush has looked at yet may bring more. */
  readonly waiting: boolean;
}

/** All that is remembered and can be shown, most important first. */
export async function remembered({ tx, scope, nowMs }: ToolContext): Promise<MemoryList> {
  const memories = await handStore.memories(tx, scope, nowMs);
  const list = listOf(memories, await handStore.insights(tx, scope));
  return { ...list, waiting: await isTalkWaiting(tx, scope) };
}

/** The same, shown: the numbers of this chat mean these rows now. */
export async function showList(context: ToolContext): Promise<MemoryList> {
  const { tx, scope, chat, nowMs } = context;
  const list = await remembered(context);
  const items = list.rows.map(({ of, id }) => ({ of, id }));
  await handStore.showList(tx, scope, { chat, items, nowMs });
  return list;
}

export function listReply({ rows, more, waiting }: MemoryList, { say }: ReplyContext): ReplyDraft {
  const later = waiting ? `\n${say.memories.later}` : "";
  if (rows.length === 0) return { text: `${say.memories.nothing}${later}` };
  const lines = rows.map(({ text }) => text);
  return {
    text: `${say.memories.list(lines, more)}${later}`,
    question: { kind: "memories" },
  };
}

export const memories = defineTool<Readonly<Record<never, never>>, MemoryList>({
  name: "memories",
  mode: "memory",
  input: z.object({}),
  run: showList,
  reply: ([list], context) => (list ? listReply(list, context) : { text: context.say.memories.nothing }),
});

/** The row that a number of the list last shown in this chat means, as it is now. */
export async function numberedRow(
  context: ToolContext,
  number: number,
): Promise<{ readonly is: "row"; readonly row: Listed } | { readonly is: "gone" | "no_list" }> {
  const shown = await handStore.shownList(context.tx, context.scope, context.chat);
  if (shown === null || shown.length === 0) return { is: "no_list" };
  const item = shown[number - 1];
  const { memories: live, insights } = await allOf(context);
  const row = item && [...live, ...insights].find(({ id }) => id === item.id);
  return item && row ? { is: "row", row: { ...item, text: row.text } } : { is: "gone" };
}

/** Live rows, however many. */
export async function allOf({ tx, scope, nowMs }: ToolContext) {
  const live = await handStore.memories(tx, scope, nowMs);
  return { memories: live, insights: await handStore.insights(tx, scope) };
}

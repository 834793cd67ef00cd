/** "Forget 3", "forget the wedding", "forget everything about me" (SPEC S10.8). Nothing of it can be undone. */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { ForgetInput } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import { about, type Listed } from "../memory/hand.ts";
import { sameWords } from "../memory/same-words.ts";
import { forgetLastTalk } from "../store/memory-forget.ts";
import { handStore } from "../store/memory-hand.ts";
import type { Option } from "../store/pending-question.ts";
import { allOf, listReply, type MemoryList, numberedRow, showList } from "./memories.ts";
import { answering, defineTool, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

type Forgotten =
  | { readonly is: "forgotten"; readonly rows: readonly Listed[] }
  | { readonly is: "gone"; readonly number?: number | undefined }
  | { readonly is: "list"; readonly list: MemoryList }
  | { readonly is: "several"; readonly rows: readonly Listed[] }
  | { readonly is: "none"; readonly words: string }
  | { readonly is: "talk_forgotten" | "none_last" | "cannot_stop" };

const input: z.ZodType<ForgetInput> = z.union([
  z.object({ number: z.number().int().min(1).max(999) }),
  z.object({ which: z.enum(["last", "to_come"]) }),
  z.object({ words: z.string().min(1).max(limits.maxMessageCharacters) }),
  z.object({
    rows: z
      .array(z.object({ of: z.enum(["memory", "insight"]), id: z.uuid() }))
      .min(1)
      .max(100),
  }),
]);

export const forget = defineTool<ForgetInput, Forgotten>({
  name: "forget",
  mode: "memory",
  input,
  run: async (context, wanted) => {
    if ("number" in wanted) {
      const found = await numberedRow(context, wanted.number);
      if (found.is === "no_list") return { is: "list", list: await showList(context) };
      return found.is === "row" ? drop(context, [found.row]) : { is: "gone", number: wanted.number };
    }
    if ("which" in wanted) return wanted.which === "last" ? dropLast(context) : { is: "cannot_stop" };
    const { memories, insights } = await allOf(context);
    const rows: Listed[] = [
      ...memories.map(({ id, text }) => ({ of: "memory" as const, id, text })),
      ...insights.map(({ id, text }) => ({ of: "insight" as const, id, text })),
    ];
    if ("rows" in wanted) {
      const ids = new Set(wanted.rows.map(({ id }) => id));
      return drop(
        context,
        rows.filter(({ id }) => ids.has(id)),
      );
    }
    const found = about(rows, wanted.words);
    // What came from a memory goes with it, and is no choice of its own.
    const told = found.filter(({ of }) => of === "memory");
    const choices = told.length > 0 ? told : found;
    if (choices.length === 0) return { is: "none", words: wanted.words };
    return choices.length === 1 ? drop(context, choices) : { is: "several", rows: choices };
  },
  reply: ([result], context) => (result ? forgottenReply(result, context) : { text: "" }),
});

async function drop(context: ToolContext, rows: readonly Listed[]): Promise<Forgotten> {
  const gone: Listed[] = [];
  for (const row of rows) if (await dropOne(context, row)) gone.push(row);
  return gone.length > 0 ? { is: "forgotten", rows: gone } : { is: "gone" };
}

/** What was told last: what waits for a flush comes before what is kept already. */
async function dropLast(context: ToolContext): Promise<Forgotten> {
  const { tx, scope, nowMs } = context;
  if (await forgetLastTalk(tx, scope, nowMs)) return { is: "talk_forgotten" };
  const [newest] = (await handStore.memories(tx, scope, nowMs)).toSorted(
    (one, other) => other.createdAtMs - one.createdAtMs,
  );
  return newest ? drop(context, [{ of: "memory", id: newest.id, text: newest.text }]) : { is: "none_last" };
}

async function dropOne({ tx, scope, nowMs }: ToolContext, { of, id, text }: Listed): Promise<boolean> {
  if (of === "insight") return handStore.forgetInsight(tx, scope, id);
  if (!(await handStore.forgetMemory(tx, scope, { id, nowMs }))) return false;
  // The list shows an insight in the same words as one with the memory, wherever it was read from.
  for (const insight of await handStore.insights(tx, scope))
    if (sameWords(insight.text, text)) await handStore.forgetInsight(tx, scope, insight.id);
  return true;
}

function forgottenReply(result: Forgotten, context: ReplyContext): ReplyDraft {
  const { say } = context;
  switch (result.is) {
    case "forgotten":
      // "No, it's RM6,000" behind it is still about the list.
      return {
        text: say.memories.forgotten(result.rows.map(({ text }) => text)),
        question: { kind: "memories" },
      };
    case "talk_forgotten":
      return { text: say.memories.forgotLast };
    case "none_last":
      return { text: say.memories.noneLast };
    case "cannot_stop":
      return { text: say.memories.cannotStop };
    case "gone":
      return { text: say.memories.gone(result.number) };
    case "none":
      return { text: say.memories.noneAbout(result.words) };
    case "list": {
      const list = listReply(result.list, context);
      return result.list.rows.length === 0
        ? { text: say.memories.nothingToForget }
        : { ...list, text: `${say.memories.listFirst}\n${list.text}` };
    }
    case "several":
      return which(result.rows, context);
  }
}

function which(rows: readonly Listed[], { say }: ReplyContext): ReplyDraft {
  const doing = (chosen: readonly Listed[]): PlanItem[] => [
    { tool: "forget", input: { rows: chosen.map(({ of, id }) => ({ of, id })) } },
  ];
  const shown = rows.slice(0, limits.mostChoices);
  const options: Option[] = [
    ...shown.map((row, place) => ({
      label: String(place + 1),
      line: row.text,
      does: doing([row]),
      mode: "memory" as const,
    })),
    { label: say.memories.allOfThem, does: doing(rows.slice(0, 100)), mode: "memory" },
    { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
  ];
  const asks = say.memories.which(shown.map(({ text }) => text));
  return { text: asks, buttons: answering(options), question: { kind: "choice", options, asks } };
}

interface Everything {
  /** Only with the user's own yes. */
  readonly sure?: boolean | undefined;
}

export const forgetEverything = defineTool<Everything, boolean>({
  name: "forget_everything",
  mode: "memory",
  input: z.object({ sure: z.boolean().optional() }),
  run: async ({ tx, scope, inboxId, nowMs }, { sure = false }) => {
    if (sure) await handStore.forgetAll(tx, scope, { inboxId, nowMs });
    return sure;
  },
  reply: ([done], { say }) => {
    if (done) return { text: say.memories.forgotAll };
    const options: Option[] = [
      {
        label: say.buttons.yes,
        does: [{ tool: "forget_everything", input: { sure: true } }],
        mode: "memory",
        answer: "yes",
      },
      { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
    ];
    const asks = say.memories.askForgetAll;
    return { text: asks, buttons: answering(options), question: { kind: "choice", options, asks } };
  },
});

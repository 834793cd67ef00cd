/**
 * "That's wrong, it's in July", "remember that I'm vegetarian" (SPEC S10.8). Vectors are made after the turn: nothing but
 * SQL is awaited in it.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { CorrectMemoryInput } from "../kernel/reading.ts";
import { memoryLimits } from "../memory/constants.ts";
import { corrected } from "../memory/correct-text.ts";
import { correctable, type Listed, remadeInsight } from "../memory/hand.ts";
import { remember as keep, type Refused, type Remembered } from "../memory/remember.ts";
import { holdsSecret } from "../memory/secrets.ts";
import { plainStatement } from "../memory/statement.ts";
import type { Messages } from "../messages/index.ts";
import { insightStore } from "../store/insights.ts";
import { memoryStore } from "../store/memories.ts";
import { handStore } from "../store/memory-hand.ts";
import { quotaStore } from "../store/memory-upkeep.ts";
import { versionStore } from "../store/memory-version.ts";
import { allOf, listReply, type MemoryList, numberedRow, showList } from "./memories.ts";
import { defineTool, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

type Corrected =
  | { readonly is: "corrected"; readonly text: string }
  | { readonly is: "unclear"; readonly number: number }
  | { readonly is: "what"; readonly number: number; readonly text: string }
  | { readonly is: "which" }
  | { readonly is: "secret" }
  | { readonly is: "gone"; readonly number: number }
  | { readonly is: "list"; readonly list: MemoryList };

export const correctMemory = defineTool<CorrectMemoryInput, Corrected>({
  name: "correct_memory",
  mode: "memory",
  input: z.object({
    number: z.number().int().min(1).max(999).optional(),
    text: z.string().max(limits.maxMessageCharacters),
  }),
  run: async (context, { number, text }) => {
    if (holdsSecret(text)) return { is: "secret" };
    const when = { saidAtMs: context.nowMs, zone: context.settings.zone };
    const shown = await handStore.shownList(context.tx, context.scope, context.chat);
    if (shown === null) return { is: "list", list: await showList(context) };
    if (number === undefined) {
      const { memories, insights } = await allOf(context);
      const ids = new Map([...memories, ...insights].map((row) => [row.id, row.text]));
      const rows = shown.flatMap(({ of, id }): Listed[] => {
        const live = ids.get(id);
        return live === undefined ? [] : [{ of, id, text: live }];
      });
      const row = correctable(rows, text, when);
      return row
        ? change(context, row, { text, number: shown.findIndex(({ id }) => id === row.id) + 1 })
        : { is: "which" };
    }
    const found = await numberedRow(context, number);
    if (found.is !== "row") return { is: "gone", number };
    if (text === "") return { is: "what", number, text: found.row.text };
    return change(context, found.row, { text, number });
  },
  reply: ([result], context) => (result ? correctedReply(result, context) : { text: "" }),
});

async function change(
  context: ToolContext,
  row: Listed,
  { text, number }: { text: string; number: number },
): Promise<Corrected> {
  const made = await changeRow(context, row, text);
  return made === null ? { is: "unclear", number } : { is: "corrected", text: made };
}

/**
 * The corrected row takes the place of the one that was wrong, in every list, too.
 * @returns what it says now; null, with nothing changed, when that is not plain
 */
export async function changeRow(context: ToolContext, row: Listed, text: string): Promise<string | null> {
  const { settings, nowMs } = context;
  const plain = plainStatement(text);
  const made = corrected(row.text, plain, { saidAtMs: nowMs, zone: settings.zone });
  if (made === null || made.length > memoryLimits.statementCharacters) return null;
  const id =
    row.of === "memory"
      ? await changeMemory(context, row, { text, made })
      : await changeInsight(context, row, made);
  await handStore.replaceShown(context.tx, context.scope, { from: row.id, to: id });
  return made;
}

async function changeMemory(
  { tx, scope, settings, ids, inboxId, nowMs }: ToolContext,
  row: Listed,
  { text, made }: { text: string; made: string },
): Promise<string> {
  const old = (await handStore.memories(tx, scope, nowMs)).find(({ id }) => id === row.id);
  if (!old) return row.id;
  const memory = {
    ...old,
    id: ids.next(),
    text: made,
    importance: Math.min(5, old.importance + 1),
    source: { type: "user_correction", id: inboxId } as const,
    createdAtMs: nowMs,
  };
  await handStore.tell(tx, scope, memory, old.id);
  for (const insight of await handStore.insightsFrom(tx, scope, old.id)) {
    const words = remadeInsight(insight.text, text, { saidAtMs: nowMs, zone: settings.zone });
    const id = ids.next();
    await handStore.remake(tx, scope, {
      id: insight.id,
      made:
        words === null
          ? null
          : { id, text: words, confidence: outright(insight.confidence), sourceId: ids.next() },
      memoryId: memory.id,
      nowMs,
    });
    if (words !== null) await handStore.replaceShown(tx, scope, { from: insight.id, to: id });
  }
  return memory.id;
}

async function changeInsight(
  { tx, scope, ids, nowMs }: ToolContext,
  row: Listed,
  text: string,
): Promise<string> {
  const id = ids.next();
  const confidence = memoryLimits.saidConfidence;
  await handStore.remake(tx, scope, {
    id: row.id,
    made: { id, text, confidence: outright(confidence), sourceId: ids.next() },
    memoryId: null,
    nowMs,
  });
  return id;
}

/** What a person corrects is said outright. */
function outright(confidence: number): number {
  return Math.max(confidence, memoryLimits.saidConfidence);
}

function correctedReply(result: Corrected, context: ReplyContext): ReplyDraft {
  const { say } = context;
  switch (result.is) {
    case "corrected":
      return { text: say.memories.corrected(result.text), question: { kind: "memories" } };
    case "unclear":
      return {
        text: say.memories.sayWhole(result.number),
        question: { kind: "memories", number: result.number },
      };
    case "what":
      return {
        text: say.memories.whatInstead(result.text),
        question: { kind: "memories", number: result.number },
      };
    case "secret":
      return { text: say.memories.secret };
    case "which":
      return { text: say.memories.whichNumber, question: { kind: "memories" } };
    case "gone":
      return { text: say.memories.gone(result.number) };
    case "list": {
      const list = listReply(result.list, context);
      return result.list.rows.length === 0
        ? list
        : { ...list, text: `${say.memories.listFirst}\n${list.text}` };
    }
  }
}

function rememberedReply(result: Remembered | Refused, say: Messages): string {
  if ("refused" in result) return result.refused === "secret" ? say.memories.secret : say.memories.how;
  return result.known ? say.memories.known(result.text) : say.memories.remembered(result.text);
}

export const remember = defineTool<{ text: string }, Remembered | Refused>({
  name: "remember",
  mode: "memory",
  input: z.object({ text: z.string().min(1).max(limits.maxMessageCharacters) }),
  run: ({ tx, scope, settings, ids, inboxId, nowMs, meter }, { text }) =>
    keep(
      tx,
      {
        memories: memoryStore,
        insights: insightStore,
        quota: quotaStore,
        version: versionStore,
        meter,
        ids,
      },
      { scope, telling: { told: text, inboxId, saidAtMs: nowMs, zone: settings.zone } },
    ),
  reply: (results, { say }) => ({
    text: results.map((result) => rememberedReply(result, say)).join("\n"),
  }),
});

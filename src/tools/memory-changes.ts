/**
 * "That's wrong, it's in July", "remember that I'm vegetarian" (SPEC S10.8). Vectors are made after the turn: nothing but
 * SQL is awaited in it.
 */
import { z } from "zod";
import type { CorrectMemoryInput } from "../kernel/reading.ts";
import { absolute } from "../memory/absolute.ts";
import { memoryLimits } from "../memory/constants.ts";
import { corrected } from "../memory/correct-text.ts";
import { sameText } from "../memory/guard.ts";
import { correctable, type Listed, remadeInsight } from "../memory/hand.ts";
import { isMalay, thirdPerson } from "../memory/third-person.ts";
import { handStore } from "../store/memory-hand.ts";
import { allOf, listReply, type MemoryList, numberedRow, showList } from "./memories.ts";
import { defineTool, type ReplyContext, type ReplyDraft, type ToolContext } from "./tool.ts";

type Corrected =
  | { readonly is: "corrected"; readonly text: string }
  | { readonly is: "unclear"; readonly number: number }
  | { readonly is: "what"; readonly number: number; readonly text: string }
  | { readonly is: "which" }
  | { readonly is: "gone"; readonly number: number }
  | { readonly is: "list"; readonly list: MemoryList };

export const correctMemory = defineTool<CorrectMemoryInput, Corrected>({
  name: "correct_memory",
  mode: "memory",
  input: z.object({ number: z.number().int().min(1).max(999).optional(), text: z.string().max(600) }),
  run: async (context, { number, text }) => {
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

/** The corrected row takes the place of the one that was wrong, in every list, too. */
async function change(
  context: ToolContext,
  row: Listed,
  { text, number }: { text: string; number: number },
): Promise<Corrected> {
  const { settings, nowMs } = context;
  const made = corrected(row.text, text, { saidAtMs: nowMs, zone: settings.zone });
  if (made === null || made.length > memoryLimits.statementCharacters) return { is: "unclear", number };
  const id =
    row.of === "memory"
      ? await changeMemory(context, row, { text, made })
      : await changeInsight(context, row, made);
  await handStore.replaceShown(context.tx, context.scope, { from: row.id, to: id });
  return { is: "corrected", text: made };
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

interface Remembered {
  readonly text: string;
  readonly known: boolean;
}

export const remember = defineTool<{ text: string }, Remembered>({
  name: "remember",
  mode: "memory",
  input: z.object({ text: z.string().min(1).max(600) }),
  run: async ({ tx, scope, settings, ids, inboxId, nowMs }, { text: said }) => {
    const plain = absolute(said, { saidAtMs: nowMs, zone: settings.zone });
    const text = isMalay(plain) ? plain : thirdPerson(plain);
    const known = (await handStore.memories(tx, scope, nowMs)).some((memory) => sameText(memory.text, text));
    if (known) return { text, known };
    const memory = {
      id: ids.next(),
      type: "semantic" as const,
      text,
      importance: TOLD_IMPORTANCE,
      expiresAtMs: null,
      source: { type: "told", id: inboxId } as const,
      uses: 0,
      lastUsedAtMs: null,
      createdAtMs: nowMs,
    };
    await handStore.tell(tx, scope, memory, null);
    return { text, known };
  },
  reply: (results, { say }) => ({
    text: results
      .map(({ text, known }) => (known ? say.memories.known(text) : say.memories.remembered(text)))
      .join("\n"),
  }),
});

/** What somebody wants remembered matters to them. */
const TOLD_IMPORTANCE = 4;

/**
 * A turn that wants advice (SPEC S9): the plan first, then the coach, then the reply.
 *
 *   plan ─→ applied, committed ─→ coach ─→ reply, event done
 *                  └─ the process dies ─→ the next try finds the plan applied, and goes on behind it
 */
import { advise } from "../coach/coach.ts";
import { factsOfResult } from "../coach/facts.ts";
import { limits } from "../kernel/limits.ts";
import type { Entry } from "../kernel/types.ts";
import { isLate } from "../kernel/within.ts";
import { memoryBlock, statementsOf } from "../memory/block.ts";
import { type MemoryContext, NOTHING_KNOWN } from "../memory/recall.ts";
import { type ActionDraft, actionsOf } from "../store/actions.ts";
import { recentMessages, type Said } from "../store/conversation.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Person } from "../store/people.ts";
import { applyPlan } from "../store/settle-turn.ts";
import type { Tx } from "../store/sql.ts";
import { toldAgain } from "../tools/record.ts";
import { joinReplies, type ReplyDraft } from "../tools/tool.ts";
import { capLines } from "./cap-lines.ts";
import type { Decision } from "./decision.ts";
import { questionsIn } from "./from-classification.ts";
import { readAs } from "./route.ts";
import { isNews } from "./telling.ts";
import { apply, contextOf, settle, type Turn, toolContext } from "./turn-parts.ts";

/**
 * The plan first, so that the advice sees it; then the advice; then the reply. A turn that dies in between is resumed
 * behind its plan.
 */
export async function withAdvice(turn: Turn, decision: Decision): Promise<void> {
  const { deps, event, lease, person, asUser } = turn;
  const { plan } = decision;
  // The mode is known: from here on the budget of recall runs, beside the plan.
  const recalled = wantsMemory(turn, decision) ? turn.recalling.gather() : Promise.resolve(NOTHING_KNOWN);
  recalled.catch(() => undefined);
  const told = plan.items.length === 0 ? NOTHING_TOLD : await asUser((tx) => recordFirst(tx, turn, decision));
  const advice = await adviseOn(turn, decision, { told, known: await recalled });
  const asked = decision.beside?.(contextOf(event, person, decision));
  const texts = [told.reply.text, advice, asked?.text ?? ""].filter((text) => text !== "");
  const reply: ReplyDraft = { ...told.reply, ...asked, text: texts.join("\n\n") };
  await asUser(async (tx) => {
    await remember(tx, turn, { decision, told, reply: texts.join("\n\n") });
    await settle(tx, { deps, event, lease, person }, { decision, effects: [], reply });
  });
  deps.brain.buffer?.added(decision.plan.mode);
}

/** What was said and answered waits for extraction, in the turn's own transaction (SPEC S10.2). */
async function remember(
  tx: Tx,
  { deps, event, person }: Turn,
  { decision, told, reply }: { decision: Decision; told: Told; reply: string },
): Promise<void> {
  const { say, today } = contextOf(event, person, decision);
  await deps.brain.buffer?.add(tx, person.scope, {
    mode: decision.plan.mode,
    began: person.memoryVersion,
    exchange: {
      id: deps.ids.next(),
      inboxId: event.inboxId,
      said: decision.heard ?? event.text,
      reply,
      records: told.entries.map((entry) => say.entry(entry, today)),
      language: decision.language,
      zone: person.settings.zone,
      saidAtMs: event.receivedAtMs,
    },
  });
}

/** Talk without the model is answered with a sentence, which no memory could shape. */
function wantsMemory({ turnModel }: Turn, { plan }: Decision): boolean {
  return plan.mode !== "chat" || turnModel.model.available("main");
}

interface Told {
  readonly reply: ReplyDraft;
  readonly entries: readonly Entry[];
}

const NOTHING_TOLD: Told = { reply: { text: "" }, entries: [] };

/** Applies the plan, or finds what an earlier try applied; and words it. */
async function recordFirst(tx: Tx, { deps, event, lease, person }: Turn, decision: Decision): Promise<Told> {
  const context = contextOf(event, person, decision);
  if (event.applied) {
    const actions = await actionsOf(tx, person.scope, event.inboxId);
    const resumedTools = toolContext(tx, { event, person, deps, effects: [], originId: undefined });
    const lines = await capLines(resumedTools, context, { capped: person.capped, effects: actions });
    const entries = actions.reverse().flatMap(({ after }) => (after === null ? [] : [after as Entry]));
    return {
      entries,
      reply:
        entries.length === 0
          ? NOTHING_TOLD.reply
          : joinReplies([toldAgain(entries, event.inboxId, context), ...lines.map((text) => ({ text }))]),
    };
  }
  const effects: ActionDraft[] = [];
  const tools = toolContext(tx, { event, person, deps, effects, originId: decision.originId });
  const reply = await apply(tools, decision, context, { capped: person.capped, effects });
  const { plan, verdict } = decision;
  await applyPlan(tx, { scope: person.scope, event, lease, plan, verdict, effects });
  return { reply, entries: effects.flatMap(({ after }) => (after === null ? [] : [after as Entry])) };
}

async function adviseOn(
  { deps, event, person, turnModel, reading, readingLast }: Turn,
  decision: Decision,
  { told: { entries }, known }: { told: Told; known: MemoryContext },
): Promise<string> {
  const { brain, log } = deps;
  const { say, settings, today } = contextOf(event, person, decision);
  const history = turnModel.model.available("main")
    ? await reading((tx) =>
        recentMessages(tx, person.scope, { chat: event, most: limits.historyMessages }),
      ).catch(nothingWhenLate)
    : [];
  const block = memoryBlock(known, settings.zone);
  if (block !== "") brain.metrics.count("memory_block_tokens", {}, Math.ceil(block.length / 4));
  return advise(
    { model: turnModel.model, tools: brain.readTools, metrics: brain.metrics, log },
    {
      scope: person.scope,
      settings,
      today,
      language: decision.language,
      say,
      text: event.text,
      asked: decision.asked ?? [],
      talk: decision.plan.mode === "chat",
      news: isNews(event.text, { nowMs: event.saidAtMs, zone: settings.zone }),
      history,
      recorded: { lines: entries.map((entry) => say.entry(entry, today)), facts: factsOfResult(entries) },
      memory: { block, statements: statementsOf(known), insights: known.insights },
      asUser: reading,
      asUserLast: readingLast,
      signal: turnModel.signal,
      tokensLeft: turnModel.tokensLeft,
      onCall: turnModel.onCall,
    },
  );
}

/** The conversation is of no use when there is no time left to speak in it. */
function nothingWhenLate(error: unknown): readonly Said[] {
  if (!isLate(error)) throw error;
  return [];
}

/** A turn that died behind its plan: the plan stands, and the advice is still owed, in the language of its message. */
export function resumed(
  { text, receivedAtMs }: WaitingEvent,
  { plan, verdict }: NonNullable<WaitingEvent["applied"]>,
  person: Person,
): Decision {
  const reading = readAs(person, text, receivedAtMs);
  const asked = plan.mode === "question" ? questionsIn(reading) : [];
  return { plan, verdict, language: reading.language, advise: true, asked, say: () => ({ text: "" }) };
}

/**
 * One turn: one inbound event and all that answers it (SPEC S2).
 *
 *   event ─→ who wrote ─→ decide ─→ ┌ one transaction ───────────────────────────────┐ ─→ sender
 *                                   │ tools, pending question; then at once: effects, │
 *                                   │ history, reply to send, event done, lease ours? │
 *                                   └─────────────────────────────────────────────────┘
 *
 * Before the transaction commits nothing has happened; after it, everything has, the reply to be sent
 * included. So a crash anywhere loses nothing and doubles nothing, and a turn that was applied is never
 * planned again: its event is done.
 */
import { dayOf } from "../kernel/calendar.ts";
import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Language, Mode } from "../kernel/types.ts";
import { messagesIn } from "../messages/index.ts";
import type { ActionDraft } from "../store/actions.ts";
import { createPerson } from "../store/create-person.ts";
import type { Database } from "../store/database.ts";
import { setAside, type WaitingEvent } from "../store/inbox.ts";
import type { Lease } from "../store/leases.ts";
import { writeOutbox } from "../store/outbox.ts";
import { ask, dropQuestion } from "../store/pending-question.ts";
import { noteContact, type Person } from "../store/people.ts";
import { settleTurn } from "../store/settle-turn.ts";
import type { Tx } from "../store/sql.ts";
import { findTool, takerBack } from "../tools/registry.ts";
import {
  joinReplies,
  type ReplyContext,
  type ReplyDraft,
  replyContext,
  type Tool,
  type ToolContext,
} from "../tools/tool.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";

export interface TurnDeps {
  readonly database: Database;
  readonly ids: Ids;
}

/**
 * Handles one event to its end: afterwards its records, history and reply are committed.
 * @throws MamaError("lease_lost") when another process took the chat over: nothing was written
 */
export async function handleEvent(
  { database, ids }: TurnDeps,
  event: WaitingEvent,
  lease: Lease,
): Promise<void> {
  const person =
    event.person ?? (await createPerson(database, { event, userId: ids.next(), identityId: ids.next() }));
  const { scope, settings } = person;
  const decision = await decide(event, person, (work) => database.withUser(scope, work));
  const say = messagesIn(settings.language === "auto" ? decision.language : settings.language);
  await database.withUser(scope, async (tx) => {
    const effects: ActionDraft[] = [];
    const originId = decision.originId ?? event.inboxId;
    const context = toolContext(tx, { event, person, ids, effects, originId });
    const worded = await apply(context, decision, replyContext(say, settings, event.receivedAtMs));
    const reply = person.known ? worded : withWelcome(worded, say.welcome, decision.plan.mode);
    await settlePending(tx, event, person, reply);
    await settleContact(tx, person, decision.language);
    await settleTurn(tx, {
      scope,
      event,
      lease,
      heard: decision.heard ?? event.text,
      plan: decision.plan,
      verdict: decision.verdict,
      effects,
      reply: { text: reply.text, language: say.language, buttons: reply.buttons ?? [] },
      ids: { user: ids.next(), mama: ids.next(), outbox: ids.next() },
    });
  });
}

function toolContext(
  tx: Tx,
  {
    event,
    person,
    ids,
    effects,
    originId,
  }: { event: WaitingEvent; person: Person; ids: Ids; effects: ActionDraft[]; originId: string },
): ToolContext {
  const { scope, settings, ownCategories } = person;
  const nowMs = event.receivedAtMs;
  const context: ToolContext = {
    tx,
    scope,
    settings,
    ownCategories,
    chat: event,
    inboxId: event.inboxId,
    originId,
    nowMs,
    today: dayOf(nowMs, settings.zone),
    ids,
    effect: (draft) => void effects.push({ ...draft, id: ids.next() }),
    takeBack: async (action) => (await takerBack(action.kind)?.(context, action)) ?? null,
  };
  return context;
}

/** Runs the plan's items in order and words the results: those of one tool together. */
async function apply(context: ToolContext, decision: Decision, reply: ReplyContext): Promise<ReplyDraft> {
  const { items } = decision.plan;
  if (items.length === 0) return decision.say(reply);
  const results = new Map<Tool, unknown[]>();
  for (const item of items) {
    const tool = findTool(item.tool);
    if (!tool) throw new MamaError("tool_unknown", `a plan names the tool ${item.tool}, which is not there`);
    const result = await tool.run(context, item.input);
    results.set(tool, [...(results.get(tool) ?? []), result]);
  }
  const parts = [...results].map(([tool, done]) => tool.reply(done, reply));
  return joinReplies(parts);
}

/** First contact: what to text is said once, instead of small talk or under any other answer (SPEC S1). */
function withWelcome(reply: ReplyDraft, welcome: string, mode: Mode): ReplyDraft {
  if (mode === "small_talk") return { ...reply, text: welcome };
  return { ...reply, text: `${reply.text}\n\n${welcome}` };
}

/** What was asked before is settled or lapses; what the reply asks waits from now on. */
async function settlePending(tx: Tx, event: WaitingEvent, person: Person, reply: ReplyDraft): Promise<void> {
  if (reply.question) {
    const expiresAtMs = event.receivedAtMs + limits.pendingQuestionMs;
    const { scope } = person;
    await ask(tx, { chat: event, scope, inboxId: event.inboxId, question: reply.question, expiresAtMs });
  } else if (person.pending) {
    await dropQuestion(tx, person.scope, event);
  }
}

/** Who writes can be reached again; and pushes will be in the language they last wrote in. */
async function settleContact(tx: Tx, person: Person, language: Language): Promise<void> {
  if (!person.reachable || person.spoken !== language) await noteContact(tx, person.scope, language);
}

/**
 * Sets an event aside that failed too often, with an honest sentence to the user (SPEC S2).
 * @returns false when the event or its chat is no longer ours: then nothing was written
 */
export async function setEventAside(
  { database, ids }: TurnDeps,
  event: WaitingEvent,
  lease: Lease,
): Promise<boolean> {
  return database.withSystem(async (tx) => {
    const ours = await setAside(tx, event.inboxId, lease);
    if (ours) await tellOutside(tx, event, { id: ids.next(), sentence: "setAside" });
    return ours;
  });
}

/** Asks a person who writes faster than Mama works for a moment's patience. */
export async function askForPatience({ database, ids }: TurnDeps, event: WaitingEvent): Promise<void> {
  await database.withSystem((tx) => tellOutside(tx, event, { id: ids.next(), sentence: "slowDown" }));
}

/** Says one sentence outside of a turn. */
async function tellOutside(
  tx: Tx,
  event: WaitingEvent,
  { id, sentence }: { id: string; sentence: "setAside" | "slowDown" },
): Promise<void> {
  const { platform, account, chatKey, inboxId, person } = event;
  const language = person?.spoken ?? "en";
  const text = messagesIn(language)[sentence];
  const scope = person?.scope ?? null;
  await writeOutbox(tx, { id, scope, platform, account, chatKey, inboxId, kind: "reply", language, text });
}

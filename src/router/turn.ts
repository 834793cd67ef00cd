/**
 * One turn: one inbound event and all that answers it (SPEC S2).
 *
 *   event ─→ who wrote ─→ decide ─→ ┌ one transaction ─────────────────────────────┐ ─→ sender
 *                                   │ lease still ours? tools, effects, history,   │
 *                                   │ pending question, reply to send, event done  │
 *                                   └──────────────────────────────────────────────┘
 *
 * Before the transaction commits nothing has happened; after it, everything has, the reply to be sent
 * included. So a crash anywhere loses nothing and doubles nothing, and a turn that was applied is never
 * planned again: its event is done.
 */
import { dayOf } from "../kernel/calendar.ts";
import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { PlanItem } from "../kernel/types.ts";
import { messagesIn } from "../messages/index.ts";
import { writeAction } from "../store/actions.ts";
import type { Database } from "../store/database.ts";
import { writeHistory } from "../store/history.ts";
import { finish, setAside, type WaitingEvent } from "../store/inbox.ts";
import { holdLease, type Lease } from "../store/leases.ts";
import { writeOutbox } from "../store/outbox.ts";
import { ask, dropQuestion } from "../store/pending-question.ts";
import { createPerson, findPerson, noteContact, type Person } from "../store/people.ts";
import type { Tx } from "../store/sql.ts";
import { findTool, takerBack } from "../tools/registry.ts";
import {
  type ReplyContext,
  type ReplyDraft,
  replyContext,
  type Tool,
  type ToolContext,
} from "../tools/tool.ts";
import { type Decision, decide } from "./decide.ts";

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
  const person = await whoWrote({ database, ids }, event);
  const decision = await decide(event, person, database.system);
  const { settings } = person;
  const say = messagesIn(settings.language === "auto" ? decision.language : settings.language);
  await database.withUser(person.scope, async (tx) => {
    await holdLease(tx, lease);
    const context = toolContext(tx, { event, person, ids });
    const reply = await apply(context, decision, replyContext(say, settings, event.receivedAtMs));
    const draft = person.known ? reply : withWelcome(reply, say.welcome, decision.plan.items);
    await speak(tx, { event, person, decision, reply: draft, ids, language: say.language });
    await finish(tx, person.scope, event.inboxId, decision);
  });
}

async function whoWrote({ database, ids }: TurnDeps, event: WaitingEvent): Promise<Person> {
  const find = () =>
    findPerson(database.system, { chat: event, senderKey: event.senderKey, nowMs: event.receivedAtMs });
  const known = await find();
  if (known) return known;
  await createPerson(database, { event, userId: ids.next(), identityId: ids.next() });
  const made = await find();
  if (!made)
    throw new MamaError("scope_missing", "a user that was just made is not there", { retryable: true });
  return made;
}

function toolContext(
  tx: Tx,
  { event, person, ids }: { event: WaitingEvent; person: Person; ids: Ids },
): ToolContext {
  const { scope, settings, ownCategories } = person;
  const nowMs = event.receivedAtMs;
  let position = 0;
  const context: ToolContext = {
    tx,
    scope,
    settings,
    ownCategories,
    chat: event,
    inboxId: event.inboxId,
    nowMs,
    today: dayOf(nowMs, settings.zone),
    ids,
    effect: async (draft) => {
      const { platform, account, chatKey, inboxId } = event;
      const origin = { platform, account, chatKey, inboxId, scope, nowMs };
      await writeAction(tx, draft, { id: ids.next(), position: position++, origin });
    },
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
  return joined(parts);
}

/** One reply of several tools' parts. Only one can ask, and a message has one set of buttons. */
function joined(parts: readonly ReplyDraft[]): ReplyDraft {
  const asking = parts.find(({ question }) => question) ?? parts[0];
  return {
    text: parts.map(({ text }) => text).join("\n"),
    buttons: asking?.buttons,
    question: asking?.question,
  };
}

/** First contact: what to text is said once, under the first record or instead of small talk (SPEC S1). */
function withWelcome(reply: ReplyDraft, welcome: string, items: readonly PlanItem[]): ReplyDraft {
  if (reply.text === welcome) return reply;
  return items.length > 0 || reply.question
    ? { ...reply, text: `${reply.text}\n\n${welcome}` }
    : { ...reply, text: welcome };
}

/** Writes what both sides said, what is asked now, and the reply to be sent. */
async function speak(
  tx: Tx,
  {
    event,
    person,
    decision,
    reply,
    ids,
    language,
  }: {
    event: WaitingEvent;
    person: Person;
    decision: Decision;
    reply: ReplyDraft;
    ids: Ids;
    language: Decision["language"];
  },
): Promise<void> {
  const { scope } = person;
  const { inboxId } = event;
  if (person.pending) await dropQuestion(tx, event);
  if (reply.question) {
    const expiresAtMs = event.receivedAtMs + limits.pendingQuestionMs;
    await ask(tx, { chat: event, scope, inboxId, question: reply.question, expiresAtMs });
  }
  if (!person.reachable || person.spoken !== decision.language)
    await noteContact(tx, scope, decision.language);
  await writeHistory(
    tx,
    [
      { id: ids.next(), role: "user", text: event.text },
      { id: ids.next(), role: "mama", text: reply.text },
    ],
    { scope, chat: event, inboxId, mode: decision.plan.mode, nowMs: event.receivedAtMs },
  );
  const { platform, account, chatKey } = event;
  const { text, buttons } = reply;
  await writeOutbox(tx, {
    id: ids.next(),
    scope,
    platform,
    account,
    chatKey,
    inboxId,
    kind: "reply",
    language,
    text,
    buttons: buttons?.map(({ label, does }) => ({ label, does })),
  });
}

/** Sets an event aside that failed too often, with an honest sentence to the user (SPEC S2). */
export async function setEventAside({ database, ids }: TurnDeps, event: WaitingEvent): Promise<void> {
  const person = await findPerson(database.system, {
    chat: event,
    senderKey: event.senderKey,
    nowMs: event.receivedAtMs,
  });
  await database.withSystem(async (tx) => {
    await setAside(tx, event.inboxId);
    await tellOutside(tx, { event, person, id: ids.next(), sentence: "setAside" });
  });
}

/** Asks a person who writes faster than Mama works for a moment's patience. */
export async function askForPatience({ database, ids }: TurnDeps, event: WaitingEvent): Promise<void> {
  const { senderKey, receivedAtMs } = event;
  const person = await findPerson(database.system, { chat: event, senderKey, nowMs: receivedAtMs });
  await database.withSystem((tx) => tellOutside(tx, { event, person, id: ids.next(), sentence: "slowDown" }));
}

/** Says one sentence outside of a turn. */
async function tellOutside(
  tx: Tx,
  {
    event,
    person,
    id,
    sentence,
  }: { event: WaitingEvent; person: Person | null; id: string; sentence: "setAside" | "slowDown" },
): Promise<void> {
  const language = person?.spoken ?? "en";
  const { platform, account, chatKey, inboxId } = event;
  const text = messagesIn(language)[sentence];
  await writeOutbox(tx, {
    id,
    scope: person?.scope ?? null,
    platform,
    account,
    chatKey,
    inboxId,
    kind: "reply",
    language,
    text,
  });
}

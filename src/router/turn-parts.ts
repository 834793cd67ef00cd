/** The parts that every turn is made of: its context, its plan applied, and its end in one transaction (SPEC S2). */
import { dayOf } from "../kernel/calendar.ts";
import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { Model } from "../kernel/model.ts";
import type { Language, Mode } from "../kernel/types.ts";
import type { Buffer } from "../memory/buffer.ts";
import { messagesIn } from "../messages/index.ts";
import type { ReceiptReader } from "../receipts/reading.ts";
import type { ActionDraft } from "../store/actions.ts";
import type { Database } from "../store/database.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Lease } from "../store/leases.ts";
import { ask, dropQuestion } from "../store/pending-question.ts";
import { noteContact, type Person } from "../store/people.ts";
import { settleTurn } from "../store/settle-turn.ts";
import type { Tx } from "../store/sql.ts";
import type { ReadTool } from "../tools/read-tool.ts";
import { findTool, takerBack } from "../tools/registry.ts";
import {
  joinReplies,
  type ReplyContext,
  type ReplyDraft,
  replyContext,
  type Tool,
  type ToolContext,
} from "../tools/tool.ts";
import { capLines } from "./cap-lines.ts";
import type { AsUser, Decision } from "./decision.ts";
import type { ReadingItDeps } from "./reading-it.ts";
import type { Recalling, TurnMemory } from "./recalling.ts";
import type { TurnModel } from "./turn-model.ts";

/** What photos of receipts are read with (SPEC S8). */
export interface Receipts {
  readonly reader: ReceiptReader;
  /** Whether pictures may go to the model, too. */
  readonly vision: boolean;
  /** Whether pictures stay when they are read. */
  readonly keep: boolean;
}

/** What a turn can think with. */
export interface Brain {
  readonly model: Model;
  readonly readTools: readonly ReadTool[];
  readonly metrics: Metrics;
  /** Tokens that a user may spend a day. */
  readonly dailyTokens: number;
  /** Absent: nothing is remembered. */
  readonly memory?: TurnMemory | undefined;
  /** Where conversation waits to be learned from; absent: nothing is. */
  readonly buffer?: Buffer<Tx> | undefined;
  readonly receipts: Receipts;
}

export interface TurnDeps extends ReadingItDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly log: Log;
  readonly brain: Brain;
  /** How long a turn may take, ms; the product's deadline unless a test is in a hurry. */
  readonly turnMs?: number | undefined;
}

/** One try at one event, and all that it needs. */
export interface Turn {
  readonly deps: TurnDeps;
  readonly event: WaitingEvent;
  readonly lease: Lease;
  readonly person: Person;
  readonly turnModel: TurnModel;
  readonly recalling: Recalling;
  readonly asUser: AsUser;
  /** Only to read, and no longer than the model may think. */
  readonly reading: AsUser;
  /** Only to read, when that time is over: what is left but for the writing of the reply. */
  readonly readingLast: AsUser;
}

/** What a reply of this turn is made from. */
export function contextOf(
  { receivedAtMs }: WaitingEvent,
  { settings }: Person,
  { language }: Decision,
): ReplyContext {
  const say = messagesIn(settings.language === "auto" ? language : settings.language);
  return replyContext(say, settings, receivedAtMs);
}

/** What the tools of this turn may use. */
export function toolContext(
  tx: Tx,
  {
    event,
    person,
    deps: { ids, brain },
    effects,
    originId = event.inboxId,
  }: Pick<Turn, "event" | "person"> & {
    deps: Pick<TurnDeps, "ids" | "brain">;
    effects: ActionDraft[];
    originId: string | undefined;
  },
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
    saidOn: dayOf(event.saidAtMs, settings.zone),
    ids,
    meter: brain.metrics,
    effect: (draft) => void effects.push({ ...draft, id: ids.next() }),
    takeBack: async (action) => (await takerBack(action.kind)?.(context, action)) ?? null,
  };
  return context;
}

/** Runs the plan's items in order and words the results: those of one tool together, then the caps they touched. */
export async function apply(
  context: ToolContext,
  decision: Decision,
  reply: ReplyContext,
  done: { readonly capped: boolean; readonly effects: readonly ActionDraft[] },
): Promise<ReplyDraft> {
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
  const lines = await capLines(context, reply, done);
  return joinReplies([...parts, ...lines.map((text) => ({ text }))]);
}

/** The end of a turn: what it asks waits, and everything about it is committed together. */
export async function settle(
  tx: Tx,
  { deps: { ids }, event, lease, person }: Pick<Turn, "deps" | "event" | "lease" | "person">,
  { decision, effects, reply: worded }: { decision: Decision; effects: ActionDraft[]; reply: ReplyDraft },
): Promise<void> {
  const { say } = contextOf(event, person, decision);
  // Silence is not an answer that a welcome could hang under.
  const silent = worded.text === "";
  const reply = person.known || silent ? worded : withWelcome(worded, say.welcome, decision.plan.mode);
  await settlePending(tx, event, person, reply);
  await settleContact(tx, person, decision.language);
  await settleTurn(tx, {
    scope: person.scope,
    event,
    lease,
    began: decision.plan.items.some(({ tool }) => tool === "forget_everything") ? null : person.memoryVersion,
    heard: decision.heard ?? event.text,
    plan: decision.plan,
    verdict: decision.verdict,
    effects,
    reply: {
      text: reply.text,
      language: say.language,
      buttons: reply.buttons ?? [],
      replaces: replacedBy(event, effects),
    },
    ids: { user: ids.next(), mama: ids.next(), outbox: ids.next() },
  });
}

/** A press that changed a record shows it where the button was; any other answer is a message of its own. */
function replacedBy(event: WaitingEvent, effects: readonly ActionDraft[]): string | null {
  return event.kind === "button" && effects.length > 0 ? event.refersTo : null;
}

/** First contact: what to text is said once, instead of small talk or under any other answer (SPEC S1). */
function withWelcome(reply: ReplyDraft, welcome: string, mode: Mode): ReplyDraft {
  if (mode === "small_talk") return { ...reply, text: welcome };
  return { ...reply, text: `${reply.text}\n\n${welcome}` };
}

/** What was asked before is settled or lapses; what the reply asks waits from now on. */
async function settlePending(tx: Tx, event: WaitingEvent, person: Person, reply: ReplyDraft): Promise<void> {
  // A late picture of an album that adds nothing is no message of its own.
  if (reply.text === "" && event.kind === "photo") return;
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

/**
 * What a tool is: the one way to read or write records, called by the router with a plan that the reader, a
 * button or a model decided. A tool is one file with its schema, its run and its reply; registry.ts lists it.
 */
import type { z } from "zod";
import { dayOf } from "../kernel/calendar.ts";
import type { Ids } from "../kernel/ids.ts";
import type { ButtonDraft, ChatAddress } from "../kernel/ports.ts";
import type { IsoDate, Mode, PlanItem, Scope, Settings } from "../kernel/types.ts";
import type { Meter } from "../memory/ports/meter.ts";
import type { Messages } from "../messages/index.ts";
import type { ActionDraft, StoredAction } from "../store/actions.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import type { Tx } from "../store/sql.ts";

/** An effect without its id, which the turn gives it. */
export type Effect = Omit<ActionDraft, "id">;

/** What a tool may use while it runs: the open transaction, and who and when. Nothing but SQL is awaited. */
export interface ToolContext {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly settings: Settings;
  readonly ownCategories: readonly string[];
  readonly chat: ChatAddress;
  readonly inboxId: string;
  /** The message that the records are from: the one a question was about, when this turn answers it. */
  readonly originId: string;
  readonly nowMs: number;
  /** Today in the user's zone. */
  readonly today: IsoDate;
  /** The day in the user's zone on which the message was sent; after downtime not today. */
  readonly saidOn: IsoDate;
  readonly ids: Ids;
  /** Where what memory does is counted. */
  readonly meter: Meter;
  /** Writes down an effect, so that it can be undone and reported. Every write to a record has one. */
  effect(draft: Effect): void;
  /** Takes back one effect with the tool that knows its kind; null when the record is gone. */
  takeBack(action: StoredAction): Promise<TakenBack | null>;
}

/** One effect that was taken back: the effect of doing so, and a line that says it, if it is worth one. */
export interface TakenBack {
  readonly effect: Effect;
  readonly line: ((say: Messages, today: IsoDate) => string) | null;
}

/** What a reply is made from: words, and the person's day. */
export interface ReplyContext {
  readonly say: Messages;
  readonly settings: Settings;
  readonly today: IsoDate;
  readonly nowMs: number;
}

/** A reply as a tool words it. */
export interface ReplyDraft {
  readonly text: string;
  readonly buttons?: readonly ButtonDraft[] | undefined;
  /** A question that the next message may settle. */
  readonly question?: PendingQuestion | undefined;
}

/** The options of a question as its buttons: they work once, and only while it waits. */
export function answering(options: readonly Option[]): ButtonDraft[] {
  return options.map(({ label, does }) => ({ label, does, answers: true }));
}

/** A question whose yes does what is asked about, and whose no leaves all as it is. */
export function yesOrNo(text: string, { say }: ReplyContext, does: readonly PlanItem[]): ReplyDraft {
  const options: Option[] = [
    { label: say.buttons.yes, does, mode: "edit", answer: "yes" },
    { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
  ];
  return { text, buttons: answering(options), question: { kind: "choice", options, asks: text } };
}

/** The answers to what is shown before it is recorded: Yes writes it, Change asks what it should be, No drops it. */
export function draftOptions(items: readonly PlanItem[], mode: Mode, { say }: ReplyContext): Option[] {
  return [
    { label: say.buttons.yes, does: items, mode, answer: "yes" },
    changeOption(items, say),
    { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
  ];
}

/** Asks what items that are not recorded yet should be. */
export function changeOption(items: readonly PlanItem[], say: Messages): Option {
  return { label: say.buttons.change, does: [{ tool: "amend", input: { items } }], mode: "edit" };
}

/** A question with its options as buttons. */
export function choice(asks: string, options: readonly Option[]): ReplyDraft {
  return { text: asks, buttons: answering(options), question: { kind: "choice", options, asks } };
}

/** One reply of several parts. Only one of them can ask; the first that has buttons lends them. */
export function joinReplies(parts: readonly ReplyDraft[]): ReplyDraft {
  const asking = parts.find(({ question }) => question) ?? parts.find(({ buttons }) => buttons?.length);
  return {
    text: parts.map(({ text }) => text).join("\n"),
    buttons: asking?.buttons,
    question: asking?.question,
  };
}

export interface ToolDefinition<Input, Result> {
  readonly name: string;
  /** The mode of a turn that a press of a button with this tool makes. */
  readonly mode: Mode;
  readonly input: z.ZodType<Input>;
  run(context: ToolContext, input: Input): Promise<Result>;
  /** Words all results of one turn together, so that several items get one reply. */
  reply(results: readonly Result[], context: ReplyContext): ReplyDraft;
  /** How to take back the effects of the kinds that this tool writes. */
  readonly takesBack?: Readonly<
    Record<string, (context: ToolContext, action: StoredAction) => Promise<TakenBack | null>>
  >;
}

/** A tool whose input and result are its own business. */
export type Tool = ToolDefinition<unknown, unknown>;

/** Declares a tool. What a plan says is checked by the schema before `run` sees it, wherever the plan is from. */
export function defineTool<Input, Result>(definition: ToolDefinition<Input, Result>): Tool {
  return {
    ...definition,
    run: (context, input) => definition.run(context, definition.input.parse(input)),
    // Results come from this very tool's run, which the router cannot know.
    reply: (results, context) => definition.reply(results as readonly Result[], context),
  };
}

/** The reply's view of a moment. */
export function replyContext(say: Messages, settings: Settings, nowMs: number): ReplyContext {
  return { say, settings, nowMs, today: dayOf(nowMs, settings.zone) };
}

/**
 * A turn of the coach (SPEC S9): advice, from figures that are true.
 *
 *   prompt ─→ model ─┬─ tool calls ─→ read tools ─→ model … at most six rounds
 *                    └─ text ─→ checks ─┬─ right ─→ the reply
 *                                       └─ a fault ─→ written once more, the fault named ─→ right, or a plain reply
 *
 * The plain reply answers what the reader made of the question, or is made of the tools' results, or of the user's
 * figures when there are none: it is what people get without a model, too.
 */
import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { ChatAnswer, Model, ModelMessage } from "../kernel/model.ts";
import { isLate } from "../kernel/within.ts";
import type { ReadTool } from "../tools/read-tool.ts";
import { claims } from "./claims.ts";
import { unsupported } from "./comparisons.ts";
import { merge } from "./facts.ts";
import type { Fault } from "./fault.ts";
import { ungrounded } from "./grounding.ts";
import { factsOfUser } from "./grounds.ts";
import { plainAdvice, plainAnswer } from "./plain.ts";
import { promptOf } from "./prompt.ts";
import { recites } from "./recital.ts";
import type { CoachRequest } from "./request.ts";
import { createTurnTools, type TurnTools } from "./turn-tools.ts";
import { unfit } from "./unfit.ts";

export interface CoachDeps {
  readonly model: Model;
  readonly tools: readonly ReadTool[];
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Advice in the user's language. Never throws for the model's sake: without it, or without sense from it, it is plain. */
export async function advise(deps: CoachDeps, request: CoachRequest): Promise<string> {
  const { settings, today, scope, say, asUser, text } = request;
  const figures = { today, currency: settings.currency };
  const tools = createTurnTools({
    tools: deps.tools,
    context: { settings, today, scope, say },
    said: merge(factsOfUser(text, figures), request.recorded.facts),
    asUser,
    log: deps.log,
  });
  const plain = async (): Promise<string> => {
    try {
      if (request.asked.length > 0) return await plainAnswer(request);
      return tools.plain().length > 0 ? tools.plain().join("\n\n") : await withoutModel(request);
    } catch (error) {
      if (!isLate(error)) throw error;
      deps.log.warn({ err: error }, "the plain answer is late, too");
      return say.tooSlow;
    }
  };
  if (!deps.model.available("main")) return plain();
  try {
    return (await checked(deps, request, tools)) ?? (await plain());
  } catch (error) {
    if (!(error instanceof MamaError)) throw error;
    deps.log.warn({ err: error }, "the coach answers without the model");
    return plain();
  }
}

function withoutModel(request: CoachRequest): Promise<string> {
  const { talk, news, say } = request;
  if (talk) return Promise.resolve(news ? say.heard : say.unclear(undefined));
  return plainAdvice(request);
}

/** The model's reply once it passes the checks, written again once at most; null when it does not. */
async function checked(deps: CoachDeps, request: CoachRequest, tools: TurnTools): Promise<string | null> {
  const { metrics } = deps;
  const messages = promptOf({
    settings: request.settings,
    today: request.today,
    language: request.language,
    memory: request.memory.block,
    history: request.history,
    recorded: request.recorded.lines,
    text: request.text,
  });
  const first = await converse(deps, request, { messages, tools, rounds: limits.toolRounds });
  const faults = faultsOf(first, request, tools);
  if (first !== "" && faults.length === 0) {
    metrics.count("grounding", { outcome: "grounded" });
    return first;
  }
  messages.push({ role: "assistant", content: first }, { role: "user", content: objection(faults) });
  const second = await converse(deps, request, { messages, tools, rounds: 2 });
  const right = second !== "" && faultsOf(second, request, tools).length === 0;
  const outcome = right ? "rewritten" : "replaced";
  if (faults.some(isRecital)) metrics.count("recital", { outcome });
  if (faults.length === 0 || faults.some((fault) => !isRecital(fault)))
    metrics.count("grounding", { outcome });
  return right ? second : null;
}

function isRecital({ kind }: Fault): boolean {
  return kind === "announcement" || kind === "recital";
}

function faultsOf(reply: string, request: CoachRequest, tools: TurnTools): readonly Fault[] {
  const { today, settings, memory, text, recorded } = request;
  const recital = recites(reply, memory.statements, text);
  const claim = claims(reply, {
    recorded: recorded.lines.length > 0,
    readSettings: tools.called("caps") || tools.called("reminders"),
  });
  const figures = ungrounded(reply, tools.facts(), { today, currency: settings.currency });
  const comparison = unsupported(reply, tools.facts(), tools.plain().length > 0);
  return [unfit(reply, text), recital, claim, comparison].flatMap((fault) => fault ?? []).concat(figures);
}

/** What is wrong, by name, for the model to write it again. */
function objection(faults: readonly Fault[]): string {
  if (faults.length === 0) return "Your reply was empty. Answer the user.";
  const named = faults.slice(0, 8).map(({ kind, text }) => `- ${kind}: “${text.slice(0, 120)}”`);
  return [
    "A check found these in your reply, and it was not sent:",
    ...named,
    "Figures must be exactly what a tool returned in this turn (call it now if you need one), or be left out; so must what is the most, or more or less than before. What you know of the user must not be announced or recited, and you have recorded, changed, deleted and set nothing yourself. Write the whole reply again.",
  ].join("\n");
}

interface Conversation {
  /** Grows by what is said. */
  readonly messages: ModelMessage[];
  readonly tools: TurnTools;
  readonly rounds: number;
}

/** Lets the model call tools for so many rounds, and then answer. */
async function converse(
  deps: CoachDeps,
  request: CoachRequest,
  { messages, tools, rounds }: Conversation,
): Promise<string> {
  for (let round = 0; ; round += 1) {
    const answer = await ask(deps, request, messages, round < rounds);
    if (answer.toolCalls.length === 0 || round >= rounds) return sentencesOf(answer);
    messages.push({ role: "assistant", content: answer.text, toolCalls: answer.toolCalls });
    messages.push(...(await tools.answer(answer.toolCalls)));
  }
}

/** What can be sent of an answer: whole sentences, and no JSON. */
function sentencesOf({ text, cut }: ChatAnswer): string {
  const said = text
    .replace(/[^\S\n]+/g, " ")
    .slice(0, 4 * limits.coachCharacters)
    .replace(/<think>[\s\S]*?(<\/think>|$)/gi, "")
    .replace(/(?!\n)\p{C}/gu, "")
    .replace(/\s*\n\s*\n\s*/g, "\n\n")
    .trim();
  if (/^[{[]|```|<\/?tool_call/i.test(said)) return "";
  const long = said.length > limits.coachCharacters;
  return cut || long ? said.slice(0, lastSentenceEnd(said.slice(0, limits.coachCharacters))) : said;
}

function lastSentenceEnd(text: string): number {
  return Math.max(...[". ", "! ", "? ", ".\n", "!\n", "?\n"].map((end) => text.lastIndexOf(end))) + 1;
}

function ask(
  { model, tools }: CoachDeps,
  { signal, tokensLeft, onCall }: CoachRequest,
  messages: readonly ModelMessage[],
  mayCall: boolean,
): Promise<ChatAnswer> {
  return model.chat({
    purpose: "coach",
    size: "main",
    messages,
    tools: tools.map(({ spec }) => spec),
    toolChoice: mayCall ? "auto" : "none",
    maxTokens: limits.coachTokens,
    signal,
    tokensLeft: tokensLeft(),
    onCall,
  });
}

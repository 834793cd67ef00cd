/**
 * The read tools of one turn (SPEC S9): runs what the model asks for as the user, keeps every result, and knows by it
 * which figures a reply may state.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { ModelMessage, ToolCall } from "../kernel/model.ts";
import type { Money } from "../kernel/types.ts";
import { isLate } from "../kernel/within.ts";
import type { Tx } from "../store/sql.ts";
import type { ReadContext, ReadTool } from "../tools/read-tool.ts";
import { type Facts, factsOfResult, merge } from "./facts.ts";

/** Looks something up among this person's own rows. */
export type AsUser = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export interface TurnTools {
  /** Answers these calls, each with a message; a call that makes no sense is told so, and nothing is thrown for it. */
  answer(calls: readonly ToolCall[]): Promise<ModelMessage[]>;
  /** What is known to be true so far: what was said, and every result. */
  facts(): Facts;
  /** Whether the tool of this name has answered. */
  called(name: string): boolean;
  /** The results as plain sentences, for a reply without the model. */
  plain(): readonly string[];
}

export interface TurnToolsOptions {
  readonly tools: readonly ReadTool[];
  readonly context: Omit<ReadContext, "tx" | "known">;
  /** What the user said themselves, and what this turn recorded. */
  readonly said: Facts;
  readonly asUser: AsUser;
  readonly log: Log;
}

export function createTurnTools({ tools, context, said, asUser, log }: TurnToolsOptions): TurnTools {
  let facts = said;
  const plain: string[] = [];
  const answered = new Set<string>();
  const known = (money: Money): boolean =>
    facts.amounts.some(
      ({ amountMinor, currency }) => currency === money.currency && amountMinor === money.amountMinor,
    );

  /** What was reckoned and came out as something that was read stays what that is of. */
  const fresh = (found: Facts, reckoned: boolean): Facts =>
    reckoned ? { ...found, amounts: found.amounts.filter((amount) => !known(amount)) } : found;

  const run = async ({ name, arguments: args }: ToolCall): Promise<unknown> => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return { error: `there is no tool ${name.slice(0, 40)}` };
    const parsed = parse(args);
    if (parsed === undefined) return { error: "the arguments are not JSON" };
    try {
      const read = await asUser((tx) => tool.run({ ...context, tx, known }, parsed));
      answered.add(name);
      facts = merge(facts, fresh(factsOfResult(read.data), name === "calculate"));
      if (read.plain !== undefined && !plain.includes(read.plain)) plain.push(read.plain);
      return read.data;
    } catch (error) {
      if (error instanceof z.ZodError) return { error: z.prettifyError(error).slice(0, 500) };
      if (isLate(error)) throw error;
      log.warn({ err: error, tool: name }, "a read tool failed");
      return { error: "the tool failed; answer without it" };
    }
  };

  return {
    answer: async (calls) => {
      const messages: ModelMessage[] = [];
      // One after the other: each may reckon with what the one before it found.
      for (const call of calls.slice(0, limits.toolCallsPerRound)) {
        messages.push({
          role: "tool",
          toolCallId: call.id,
          content: shorten(JSON.stringify(await run(call))),
        });
      }
      for (const call of calls.slice(limits.toolCallsPerRound)) {
        messages.push({ role: "tool", toolCallId: call.id, content: '{"error":"too many calls at once"}' });
      }
      return messages;
    },
    facts: () => facts,
    called: (name) => answered.has(name),
    plain: () => plain,
  };
}

function parse(args: string): unknown {
  try {
    return JSON.parse(args.trim() === "" ? "{}" : args);
  } catch {
    return undefined;
  }
}

/** A result that does not fit is cut where the model can see it. */
function shorten(json: string): string {
  const most = limits.toolResultCharacters;
  return json.length <= most ? json : `${json.slice(0, most)} … cut; ask for fewer records`;
}

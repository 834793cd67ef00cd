/**
 * What the model may read (SPEC S7, S9): one definition each makes the function tool that it is told of and the
 * query that answers it. A read tool writes nothing, and no schema has a user in it: whose rows are read is
 * settled before it runs.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { ToolSpec } from "../kernel/model.ts";
import { formatMoney } from "../kernel/money.ts";
import type { Money } from "../kernel/types.ts";
import type { Messages } from "../messages/index.ts";
import type { ToolContext } from "./tool.ts";

/** What a read tool may use while it runs. */
export interface ReadContext extends Pick<ToolContext, "tx" | "scope" | "settings" | "today"> {
  readonly say: Messages;
  /** Whether this amount was read or said in this turn: only such amounts may be reckoned with. */
  known(money: Money): boolean;
}

/** An answer twice: as data for the model, and as the plain sentence that stands in when its reply is no good. */
export interface Read {
  /** JSON. Amounts are objects with `amountMinor` and `currency`; numbers are under `count` or `percent`. */
  readonly data: unknown;
  /** Absent when it is no answer by itself. */
  readonly plain?: string | undefined;
}

export interface ReadTool {
  readonly name: string;
  readonly spec: ToolSpec;
  /**
   * @param args the model's word, unchecked
   * @throws ZodError when they do not fit
   */
  run(context: ReadContext, args: unknown): Promise<Read>;
}

interface ReadToolDefinition<Input> {
  readonly name: string;
  /** For the model: what it answers, and when to call it. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  run(context: ReadContext, input: Input): Promise<Read>;
}

/** Declares a read tool. */
export function defineReadTool<Input>(definition: ReadToolDefinition<Input>): ReadTool {
  const { name, description, input } = definition;
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: "input" }) as Record<string, unknown>;
  return {
    name,
    spec: { name, description, parameters },
    run: async (context, args) => definition.run(context, input.parse(withoutNulls(args))),
  };
}

/** Models say null where they mean nothing. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** An amount as the model sees it: exact, and as it is written in a reply. */
export function shown(money: Money): Money & { readonly written: string } {
  const { amountMinor, currency } = money;
  return { amountMinor, currency, written: formatMoney(money) };
}

/** Words of the model are bounded like a person's. */
export const shortText = z.string().trim().min(1).max(limits.maxDescriptionCharacters);

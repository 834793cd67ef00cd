/**
 * The model as one turn may use it: until the turn's deadline, within the user's budget of the day, and with every
 * exchange written down (SPEC S2, S9).
 */
import { dayOf, startOfDay } from "../kernel/calendar.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { Model, ModelCall } from "../kernel/model.ts";
import { recordUsage, tokensSince } from "../store/model-usage.ts";
import type { Person } from "../store/people.ts";
import type { AsUser } from "./decision.ts";

export interface TurnModel {
  readonly model: Model;
  /** Ends whatever is asked. */
  readonly signal: AbortSignal;
  /** Tokens that the user may still spend today. */
  tokensLeft(): number;
  onCall(call: ModelCall): void;
  /** Writes down what was asked; afterwards there is nothing to write. */
  save(): Promise<void>;
}

export interface TurnModelOptions {
  readonly model: Model;
  /** The user's budget of a day. */
  readonly dailyTokens: number;
  readonly metrics: Metrics;
  readonly ids: Ids;
  readonly signal: AbortSignal;
  readonly person: Person;
  readonly inboxId: string;
  readonly nowMs: number;
  readonly asUser: AsUser;
}

/** Reads what was spent today, when there is a model to spend it on. */
export async function openTurnModel(options: TurnModelOptions): Promise<TurnModel> {
  const { model, dailyTokens, metrics, ids, signal, person, inboxId, nowMs, asUser } = options;
  const { scope, settings } = person;
  const since = startOfDay(dayOf(nowMs, settings.zone), settings.zone);
  const before =
    model.available("small") || model.available("main")
      ? await asUser((tx) => tokensSince(tx, scope, since))
      : 0;
  let calls: ModelCall[] = [];
  let spent = before;
  return {
    model,
    signal,
    tokensLeft: () => dailyTokens - spent,
    onCall: (call) => {
      calls.push(call);
      spent += call.inputTokens + call.outputTokens;
      const { purpose, outcome } = call;
      metrics.count("model_calls", { purpose, outcome });
      metrics.count("model_tokens", { purpose, direction: "in" }, call.inputTokens);
      metrics.count("model_tokens", { purpose, direction: "out" }, call.outputTokens);
    },
    save: async () => {
      const booked = calls;
      calls = [];
      if (booked.length === 0) return;
      const rows = booked.map((call) => ({ ...call, id: ids.next(), inboxId, atMs: nowMs }));
      await asUser((tx) => recordUsage(tx, scope, rows));
    },
  };
}

/** The small model as memory asks it, with what it cost booked for its user, within the user's day (SPEC S9, S10.3). */
import { dayOf, startOfDay } from "../kernel/calendar.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { Model, ModelCall } from "../kernel/model.ts";
import type { MemoryModel } from "../memory/ports/memory-model.ts";
import type { Database } from "../store/database.ts";
import { recordUsage, tokensSince } from "../store/model-usage.ts";
import { zoneOf } from "../store/people.ts";

export interface MemoryModelOptions {
  readonly database: Database;
  readonly model: Model;
  /** The user's budget of a day, shared with their turns. */
  readonly dailyTokens: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Tokens that an answer may take: ten statements, with room. */
const ANSWER_TOKENS = 1_500;

export function createMemoryModel(options: MemoryModelOptions): MemoryModel {
  const { database, model, dailyTokens, clock, ids, metrics, log } = options;
  return {
    available: () => model.available("small"),
    ask: async ({ scope, purpose, name, schema, system, data, signal }) => {
      const spent = await database.withUser(scope, async (tx) => {
        const zone = await zoneOf(tx, scope);
        return tokensSince(tx, scope, startOfDay(dayOf(clock.now(), zone), zone));
      });
      const calls: ModelCall[] = [];
      try {
        const answer = await model.structured({
          purpose,
          size: "small",
          name,
          schema,
          messages: [
            { role: "system", content: system },
            { role: "user", content: data },
          ],
          maxTokens: ANSWER_TOKENS,
          signal,
          tokensLeft: dailyTokens - spent,
          onCall: (call) => calls.push(call),
        });
        return answer.value;
      } finally {
        for (const { outcome, inputTokens, outputTokens } of calls) {
          metrics.count("model_calls", { purpose, outcome });
          metrics.count("model_tokens", { purpose, direction: "in" }, inputTokens);
          metrics.count("model_tokens", { purpose, direction: "out" }, outputTokens);
        }
        const rows = calls.map((call) => ({ ...call, id: ids.next(), inboxId: null, atMs: clock.now() }));
        await database
          .withUser(scope, (tx) => recordUsage(tx, scope, rows))
          .catch((error: unknown) => log.warn({ err: error }, "usage could not be booked"));
      }
    },
  };
}

/**
 * The daily pass for insights (SPEC S10.5): summaries that nobody has looked at are read for what flushes missed, by the
 * rules that new memories are read by. A summary is examined in the transaction that writes what was found, so that it is
 * done once, and what was forgotten meanwhile, and its summary with it, brings nothing back.
 */
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import type { Scoped } from "./ports/scoped.ts";
import type { SummaryStore } from "./ports/summary-store.ts";
import type { Summary } from "./ports/types.ts";

/**
 * Reads a summary for insights, outside of any transaction.
 * @returns what writes them, with the summary as their source, in the transaction that it is given
 */
export type InsightReader<Tx> = (
  scope: Scope,
  summary: Summary,
  signal: AbortSignal,
) => Promise<(tx: Tx) => Promise<void>>;

export interface ExamineDeps<Tx> {
  readonly database: Scoped<Tx>;
  readonly summaries: SummaryStore<Tx>;
  readonly readInsights: InsightReader<Tx>;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * Examines what summaries of a user wait for it, the oldest first, a few in one run.
 * @returns how many were examined
 * @throws MamaError("scope_missing"), or what reading throws: the summary waits for the next run then
 */
export async function examineSummaries<Tx>(deps: ExamineDeps<Tx>, scope: Scope): Promise<number> {
  const { database, summaries, readInsights, nowMs, signal } = deps;
  const waiting = await database.withUser(scope, (tx) =>
    summaries.unexamined(tx, scope, memoryLimits.examinedPerRun),
  );
  let examined = 0;
  for (const summary of waiting) {
    signal.throwIfAborted();
    const write = await readInsights(scope, summary, signal);
    const ours = await database.withUser(scope, async (tx) => {
      await summaries.hold(tx, scope);
      if (!(await summaries.markExamined(tx, scope, summary.id, nowMs))) return false;
      await write(tx);
      return true;
    });
    if (ours) examined += 1;
  }
  return examined;
}

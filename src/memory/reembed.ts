/**
 * Re-embedding in the background (SPEC S10.6): rows of another model, or that were stored while the embedder was away, get
 * a vector of the present one, the newest first. Each batch stands by itself, so that a run that ends anywhere is taken
 * up by the next; recall compares within one model all the while, and finds more with every batch.
 */
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { ReembedStore, StaleRow } from "./ports/reembed-store.ts";
import type { Scoped } from "./ports/scoped.ts";
import type { Vector } from "./ports/vector.ts";
import { isModelError, vectorOf } from "./while-away.ts";

export interface ReembedDeps<Tx> {
  readonly database: Scoped<Tx>;
  readonly vectors: ReembedStore<Tx>;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
}

/**
 * One bounded run.
 * @returns how many rows got a vector; rows that the embedder refuses are left for the next run
 * @throws MamaError with a model_* code when the embedder is away
 */
export async function reembed<Tx>(deps: ReembedDeps<Tx>): Promise<number> {
  const { vectors, embedder, signal } = deps;
  const refused: string[] = [];
  let done = 0;
  for (let batch = 0; batch < memoryLimits.reembedBatches && !signal.aborted; batch += 1) {
    const rows = await vectors.stale({
      model: embedder.model,
      except: refused,
      most: memoryLimits.reembedBatch,
    });
    if (rows.length === 0) break;
    const made = await vectorsOf(deps, rows);
    refused.push(...rows.filter(({ id }) => !made.has(id)).map(({ id }) => id));
    for (const [scope, own] of byUser(rows)) {
      const ready = own.flatMap((row) => {
        const vector = made.get(row.id);
        return vector ? [{ row, vector }] : [];
      });
      if (ready.length > 0)
        done += await deps.database.withUser(scope, (tx) => vectors.setVectors(tx, scope, ready));
    }
  }
  return done;
}

/** One request for all; when it is refused, one for each, so that a single text does not hold up the others. */
async function vectorsOf<Tx>(
  { embedder, signal }: ReembedDeps<Tx>,
  rows: readonly StaleRow[],
): Promise<Map<string, Vector>> {
  const made = new Map<string, Vector>();
  const keep = (row: StaleRow, values: Float32Array | undefined): void => {
    if (values) made.set(row.id, { model: embedder.model, values });
  };
  try {
    const values = await embedder.embed(
      rows.map(({ text }) => text),
      signal,
    );
    for (const [at, row] of rows.entries()) keep(row, values[at]);
    return made;
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelError(error)) throw error;
    for (const row of rows) keep(row, (await vectorOf(row.text, embedder, signal))?.values);
    // Not one of them: it is no text's fault, and the next run tries again.
    if (made.size === 0) throw error;
    return made;
  }
}

function byUser(rows: readonly StaleRow[]): [Scope, StaleRow[]][] {
  const users = new Map<string, [Scope, StaleRow[]]>();
  for (const row of rows) {
    const user = users.get(row.scope.userId) ?? [row.scope, []];
    user[1].push(row);
    users.set(row.scope.userId, user);
  }
  return [...users.values()];
}

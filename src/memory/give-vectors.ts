/** Vectors of what was just told or corrected (SPEC S10.8): made behind the turn, which awaits nothing but SQL. */
import type { Scope } from "../kernel/types.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { HandStore } from "./ports/hand-store.ts";
import type { Scoped } from "./ports/scoped.ts";

/** As many as a turn can leave behind; more are the business of the re-embedding job. */
const MOST = 20;

/** @throws what the embedder throws; the rows stay without vectors then, and the re-embedding job finds them */
export async function giveVectors<Tx>(
  {
    store,
    embedder,
  }: {
    store: Scoped<Tx> & Pick<HandStore<Tx>, "vectorless" | "giveVector">;
    embedder: Pick<Embedder, "model" | "embed">;
  },
  scope: Scope,
): Promise<void> {
  const rows = await store.withUser(scope, (tx) => store.vectorless(tx, scope, MOST));
  if (rows.length === 0) return;
  const vectors = await embedder.embed(rows.map(({ text }) => text));
  await store.withUser(scope, async (tx) => {
    for (const [at, row] of rows.entries()) {
      const values = vectors[at];
      if (values) await store.giveVector(tx, scope, { ...row, vector: { model: embedder.model, values } });
    }
  });
}

/**
 * Memory in one turn (SPEC S10.6): the message is embedded at most once, beside the classification where a model does
 * that, and only turns that the coach answers look anything up.
 *
 *   begin ─→ embedding ─┐
 *   mode is known ──────┴─→ gather ─→ coach ─→ reply ─→ use counts, afterwards
 *        └─ another mode ─→ drop
 */
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { EmbedOptions } from "../kernel/model.ts";
import { giveVectors } from "../memory/give-vectors.ts";
import type { InsightCache } from "../memory/insight-cache.ts";
import type { Embedder } from "../memory/ports/embedder.ts";
import type { HandStore } from "../memory/ports/hand-store.ts";
import type { RecallStore } from "../memory/ports/recall-store.ts";
import { type MemoryContext, NOTHING_KNOWN, recall } from "../memory/recall.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Person } from "../store/people.ts";
import type { Tx } from "../store/sql.ts";
import type { Afterwards } from "./afterwards.ts";
import type { TurnModel } from "./turn-model.ts";

/** What the turns of a process share of memory. */
export interface TurnMemory {
  /** The embedder with a turn's own account; null where there is none. */
  embedderFor(use: EmbedOptions): Embedder;
  readonly store: RecallStore<Tx>;
  readonly hand: Pick<HandStore<Tx>, "vectorless" | "giveVector">;
  readonly cache: InsightCache;
  readonly afterwards: Afterwards;
  /** For one recall, ms; the product's unless a test is patient. */
  readonly budgetMs?: number | undefined;
}

export interface Recalling {
  /** Starts to embed the message, once. */
  begin(): void;
  /** What is known that fits the message; the budget is counted from this call. Never throws for memory's sake. */
  gather(): Promise<MemoryContext>;
  /** The turn told or corrected something: it gets its vector, afterwards. */
  told(): void;
  /** The reply is on its way: what was used counts as used, and nobody waits for an embedding any more. */
  end(): void;
}

export interface RecallingOptions {
  readonly memory: TurnMemory | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly event: WaitingEvent;
  readonly person: Person;
  readonly turnModel: TurnModel;
}

const NO_RECALLING: Recalling = {
  begin: () => undefined,
  gather: async () => NOTHING_KNOWN,
  told: () => undefined,
  end: () => undefined,
};

export function openRecalling(options: RecallingOptions): Recalling {
  const { memory, metrics, log, event, person, turnModel } = options;
  const { scope, memoryVersion: version } = person;
  const { text, receivedAtMs: nowMs } = event;
  if (memory === undefined) return NO_RECALLING;
  const { store, hand, cache, afterwards, budgetMs } = memory;
  const embedder = memory.embedderFor({
    purpose: "recall",
    onCall: turnModel.onCall,
    tokensLeft: turnModel.tokensLeft(),
  });
  const ends = new AbortController();
  let embedding: Promise<Float32Array> | null = null;
  let usedIds: readonly string[] = [];
  const begin = (): void => {
    if (embedding !== null) return;
    embedding = embedOne(embedder, text, AbortSignal.any([turnModel.signal, ends.signal]));
    // Whoever waits for it hears of a failure; nobody may be waiting.
    embedding.catch(() => undefined);
  };
  return {
    begin,
    gather: async () => {
      begin();
      // What was told a moment ago gets its vector first.
      const vector =
        embedding && Promise.all([embedding, afterwards.done(scope.userId)]).then(([made]) => made);
      const known = await recall(
        { store, cache, meter: metrics, log },
        { scope, text, embedder, embedding: vector, version, nowMs, budgetMs },
      );
      usedIds = known.usedIds;
      return known;
    },
    told: () => {
      const maker = memory.embedderFor({ purpose: "memory" });
      afterwards.run(scope.userId, () =>
        giveVectors({ store: { ...hand, withUser: store.withUser }, embedder: maker }, scope),
      );
    },
    end: () => {
      ends.abort();
      const ids = usedIds;
      usedIds = [];
      if (ids.length > 0)
        afterwards.run(scope.userId, () =>
          store.withUser(scope, (tx) => store.used(tx, scope, { ids, nowMs })),
        );
    },
  };
}

async function embedOne(embedder: Embedder, text: string, signal: AbortSignal): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], signal);
  if (vector === undefined) throw new Error("an embedder gave no vector for a text");
  return vector;
}

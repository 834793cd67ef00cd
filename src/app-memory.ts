/** The wiring of memory: its background work, and what turns have of it (SPEC S10). app.ts is the only one to use it. */
import { type MemoryOptions, type MemoryWork, memoryWork } from "./jobs/memory.ts";
import type { Config } from "./kernel/config.ts";
import type { Model } from "./kernel/model.ts";
import { type Buffer, createBuffer } from "./memory/buffer.ts";
import { createInsightCache } from "./memory/insight-cache.ts";
import type { Embedder } from "./memory/ports/embedder.ts";
import { type Afterwards, createAfterwards } from "./router/afterwards.ts";
import type { TurnMemory } from "./router/recalling.ts";
import { handStore } from "./store/memory-hand.ts";
import { isAnythingKnown, recallStore } from "./store/memory-recall.ts";
import type { Tx } from "./store/sql.ts";

export interface MemoryWiring extends Omit<MemoryOptions, "embedder" | "dailyTokens"> {
  readonly config: Config;
  /** Who makes the vectors; without it the configured one. */
  readonly embedder?: Embedder | undefined;
  /** How long one recall may take, ms. */
  readonly recallMs?: number | undefined;
  /** Is told that an exchange was added: five may be there. */
  readonly flushSoon: () => void;
}

export interface WiredMemory {
  readonly work: MemoryWork;
  readonly turns: TurnMemory;
  readonly buffer: Buffer<Tx>;
  readonly afterwards: Afterwards;
  /** Has the embedder loaded where something is remembered, so that the first recall need not go without it. */
  readonly warmUp: () => Promise<void>;
  /** Ends what the embedder has running; one that was handed in is its owner's. */
  readonly close: () => Promise<void>;
}

export async function wireMemory(wiring: MemoryWiring): Promise<WiredMemory> {
  const { config, model, embedder, recallMs, flushSoon, ...shared } = wiring;
  const embedderFor = embedder ? () => embedder : await openEmbedder(config, model);
  const work = memoryWork({
    ...shared,
    model,
    embedder: embedderFor({ purpose: "memory" }),
    dailyTokens: config.model?.dailyTokens ?? 0,
  });
  const afterwards = createAfterwards(shared.log);
  return {
    work,
    turns: {
      embedderFor,
      store: recallStore(shared.database),
      hand: handStore,
      cache: createInsightCache(),
      afterwards,
      budgetMs: recallMs,
    },
    buffer: createBuffer(work.buffer, flushSoon),
    afterwards,
    warmUp: async () => {
      if (embedder === undefined && isLocal(config) && (await isAnythingKnown(shared.database.system)))
        await embedderFor({ purpose: "memory" }).embed(["hello"]);
    },
    close: async () => {
      if (embedder === undefined) await embedderFor({ purpose: "memory" }).close?.();
    },
  };
}

/** A local embedder is loaded with the first text; one behind a network has nothing to load. */
function isLocal({ embedder, model }: Config): boolean {
  return embedder === "local" || model?.embedding === undefined;
}

/** Who makes vectors, for each turn on its own account. */
async function openEmbedder(config: Config, model: Model): Promise<TurnMemory["embedderFor"]> {
  const name = config.model?.embedding;
  if (config.embedder === "local" || name === undefined) {
    const { localEmbedder } = await import("./embedding/local.ts");
    const local = localEmbedder();
    return () => local;
  }
  const { modelEmbedder } = await import("./model/embedder.ts");
  return (use) => modelEmbedder(model, name, use);
}

/** A world with a model: the whole application, asking a fake server over HTTP, with what it counted. */
import { createLog } from "../../src/kernel/log.ts";
import type { Counters, Metrics } from "../../src/kernel/metrics.ts";
import type { Patience } from "../../src/model/breaker.ts";
import { createModel } from "../../src/model/model.ts";
import { type ModelServer, startModelServer } from "../fakes/model-server.ts";
import { openWorld, type World, type WorldOptions } from "./journey.ts";
import { KEY } from "./model.ts";

export interface ThinkingWorld extends World {
  readonly server: ModelServer;
  /** How often this was counted with these labels. */
  counted<Name extends keyof Counters>(name: Name, labels: Partial<Counters[Name]>): number;
  close(): Promise<void>;
}

interface Counted {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly by: number;
}

/** @param patience with the server; retries do not pause unless a test says so */
export async function openThinkingWorld(
  patience: Partial<Patience> = {},
  {
    dailyTokens = 1_000_000,
    env = {},
    ...options
  }: { dailyTokens?: number; env?: Readonly<Record<string, string>> } & Omit<
    WorldOptions,
    "model" | "metrics"
  > = {},
): Promise<ThinkingWorld> {
  const server = await startModelServer();
  const counts: Counted[] = [];
  const metrics: Metrics = {
    count: (name, labels, by = 1) => void counts.push({ name, labels, by }),
    observe: () => undefined,
  };
  const config = {
    apiKey: KEY,
    baseUrl: server.url,
    main: "big",
    small: "tiny",
    embedding: "vectors",
    dailyTokens,
  };
  const model = createModel(config, {
    log: createLog("silent"),
    patience: { timeoutMs: 5_000, pauseMs: 0, random: () => 0, ...patience },
  });
  const world = await openWorld(
    { OPENAI_BASE_URL: server.url, MAMA_DAILY_TOKENS: String(dailyTokens), ...env },
    { model, metrics, ...options },
  );
  return {
    ...world,
    server,
    counted: (name, labels) =>
      counts
        .filter(
          (one) =>
            one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
        )
        .reduce((sum, { by }) => sum + by, 0),
    close: async () => {
      await world.close();
      await server.close();
    },
  };
}

/**
 * The only wiring: builds every part from the configuration. main.ts runs it, and so do the tests, with a
 * clock, adapters and an observer of their own.
 *
 *   adapters ─→ inbox ─→ lanes ─→ (turns) ─→ outbox ─→ sender ─→ adapters
 *                                   jobs ──────┘
 */
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { wireMemory } from "./app-memory.ts";
import { createPath, type Path } from "./app-path.ts";
import { createSender } from "./delivery/sender.ts";
import { createTyping, type TypingOptions } from "./delivery/typing.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { type Clock, clockStartingAt, systemClock } from "./kernel/clock.ts";
import type { Config } from "./kernel/config.ts";
import { type Ids, uuidV7 } from "./kernel/ids.ts";
import { limits } from "./kernel/limits.ts";
import type { Log } from "./kernel/log.ts";
import { type Metrics, noMetrics } from "./kernel/metrics.ts";
import { type Model, noModel } from "./kernel/model.ts";
import type { Adapter, InboundEvent, Inbox, Observer } from "./kernel/ports.ts";
import { createSteps } from "./kernel/steps.ts";
import type { Embedder } from "./memory/ports/embedder.ts";
import type { ReceiptReader } from "./receipts/reading.ts";
import { createReceiptReader } from "./receipts/receipt-reader.ts";
import type { Afterwards } from "./router/afterwards.ts";
import { createLanes } from "./router/lanes.ts";
import type { Brain } from "./router/turn-parts.ts";
import type { HttpServer } from "./server/server.ts";
import type { Database } from "./store/database.ts";
import { openEmbedded } from "./store/embedded.ts";
import { receive } from "./store/inbox.ts";
import { releaseAllLeases } from "./store/leases.ts";
import { endFlushClaims } from "./store/memory-buffer.ts";
import { migrate, requireMigrated } from "./store/migrations.ts";
import { ensureDefaultOrg } from "./store/people.ts";
import { openPostgres } from "./store/postgres.ts";
import { type Listener, listenForPushes } from "./store/wake.ts";
import { readTools } from "./tools/reads.ts";

export type Role = "all" | "web" | "worker";

export const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

export interface AppOptions {
  readonly config: Config;
  readonly role: Role;
  readonly log: Log;
  /** An open and migrated database; without it the configured one is opened. */
  readonly database?: Database | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
  readonly observe?: Observer | undefined;
  readonly adapters?: ((path: Path) => readonly Adapter[]) | undefined;
  /** The language model; without it the configured one, or none. */
  readonly model?: Model | undefined;
  readonly metrics?: Metrics | undefined;
  /** Who makes the vectors of memory; without it the configured one. */
  readonly embedder?: Embedder | undefined;
  /** How long one recall may take, ms. */
  readonly recallMs?: number | undefined;
  /** How long after the start the scheduler is loaded, ms. */
  readonly schedulerAfterMs?: number | undefined;
  /** How long a turn may take, ms. */
  readonly turnMs?: number | undefined;
  /** Who reads photos of receipts; by default the engines on this machine. */
  readonly receiptReader?: ReceiptReader | undefined;
  /** How long the next picture of an album is waited for, and a picture may take before a word about it, ms. */
  readonly albumQuietMs?: number | undefined;
  readonly readingItAfterMs?: number | undefined;
  /** When and how often it is shown that a turn is at work, ms. */
  readonly typing?: Pick<TypingOptions, "afterMs" | "everyMs"> | undefined;
}

export interface App {
  readonly database: Database;
  readonly inbox: Inbox;
  readonly path: Path;
  /** What turns left to be done once their replies were on their way. */
  readonly afterwards: Pick<Afterwards, "done">;
  /** Takes up what an earlier run left, then starts receiving. When that fails, everything is closed again. */
  start(): Promise<void>;
  /** Stops taking in, finishes what is under way, closes (SPEC S13). */
  stop(): Promise<void>;
}

/** Opens the configured database, up to date. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl) {
    const { databaseUrl: url, lanes, production } = config;
    await requireMigrated(url, MIGRATIONS);
    return openPostgres({ url, log, connections: lanes + 2, production });
  }
  const { database, session } = await openEmbedded(config.dataDir);
  try {
    await migrate(session, MIGRATIONS, false);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

export async function createApp(options: AppOptions): Promise<App> {
  const { config, role, log } = options;
  const ids = options.ids ?? uuidV7;
  const clock =
    options.clock ?? (config.startAtMs === undefined ? systemClock : clockStartingAt(config.startAtMs));
  const database = options.database ?? (await openDatabase(config, log));
  try {
    await ensureDefaultOrg(database.system, ids.next());
  } catch (error) {
    await database.close();
    throw error;
  }
  const steps = createSteps(log, options.observe);
  const owner = ids.next();
  const path = createPath(database, {
    nextStep: steps.next,
    work: {
      sweepNow: async () => {
        await Promise.all([jobs.sweepNow(), jobs.flushNow()]);
      },
      flushNow: () => jobs.flushNow(),
    },
    owner,
    leaseMs: config.leaseMs,
  });
  const adapters = role === "worker" ? [] : (options.adapters?.(path) ?? []);
  const sender = createSender({
    database,
    log,
    observe: steps.tell,
    adapters,
    sender: owner,
    // Longer than a lease: a process that lost its chats may still be finishing a message.
    sendingMs: 2 * config.leaseMs,
  });
  const served = await openServer(config, log, {
    database,
    adapters,
    scheduler: () => (role === "web" ? null : jobs.problem()),
  });
  const metrics = options.metrics ?? served?.metrics ?? noMetrics;
  const model = options.model ?? (await openModel(config, log));
  const dailyTokens = config.model?.dailyTokens ?? 0;
  const shared = { database, clock, ids, log };
  const memory = await wireMemory({
    ...shared,
    config,
    model,
    metrics,
    observe: steps.tell,
    embedder: options.embedder,
    recallMs: options.recallMs,
    // A process that runs no jobs leaves the flush to one that does.
    flushSoon: () => void (role !== "web" && jobs.flushNow()),
  });
  const jobs: Jobs = createJobs({
    ...shared,
    memory: memory.work,
    mongoUri: config.mongoUri,
    onPush: sender.wake,
    schedulerAfterMs: options.schedulerAfterMs,
  });
  const { receiptReader: reader = createReceiptReader(), albumQuietMs = limits.albumQuietMs } = options;
  const { vision, keepPictures: keep } = config;
  const brain: Brain = {
    receipts: { reader, vision, keep },
    model,
    memory: memory.turns,
    readTools,
    metrics,
    dailyTokens,
    buffer: memory.buffer,
  };
  const lanes = createLanes({
    database,
    brain,
    turnMs: options.turnMs,
    readingItAfterMs: options.readingItAfterMs,
    tellsProgress: ({ platform, account }) =>
      adapters.find((one) => one.platform === platform && one.account === account)?.capabilities.progress ??
      false,
    ids,
    log,
    observe: steps.tell,
    owner,
    leaseMs: config.leaseMs,
    lanes: config.lanes,
    atWork: createTyping({ adapters, ...options.typing }),
    onReply: sender.wake,
  });
  const inbox: Inbox = {
    receive: async (event: InboundEvent) => {
      const received = await receive(database, event, { id: ids.next(), nowMs: clock.now(), albumQuietMs });
      steps.tell({ step: "received", inboxId: received.inboxId });
      if (event.albumKey === undefined) lanes.wake();
      else lanes.wakeAfter(albumQuietMs);
      return received;
    },
  };
  let listener: Listener | undefined;
  let stopping = false;
  const start = async (): Promise<void> => {
    if (database.exclusive)
      await Promise.all([releaseAllLeases, endFlushClaims].map((end) => end(database.system)));
    if (role !== "web") jobs.start();
    if (role === "worker") return;
    if (config.databaseUrl && adapters.length > 0)
      listener = listenForPushes(config.databaseUrl, { log, wake: sender.wake });
    await sender.start();
    lanes.start();
    // What came due meanwhile is said before anything else; a great deal of it, beside it.
    if (role === "all")
      await Promise.race([path.sweepNow(), pause(limits.startSweepMs, undefined, { ref: false })]);
    await Promise.all(adapters.map((adapter) => adapter.start(inbox)));
    memory.warmUp().catch((error: unknown) => {
      if (!stopping) log.warn({ err: error }, "the embedder could not be loaded");
    });
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    await Promise.all(adapters.map((adapter) => adapter.stop()));
    await Promise.all([lanes.stop(), jobs.stop(), listener?.close()]);
    await Promise.all([sender.stop(), memory.afterwards.done(), reader.close()]);
    await memory.close();
    await served?.server.close();
    await database.close();
  };
  return {
    database,
    inbox,
    path,
    afterwards: memory.afterwards,
    start: async () => {
      try {
        await start();
      } catch (error) {
        await stop().catch((failed: unknown) => log.warn({ err: failed }, "could not stop cleanly"));
        throw error;
      }
    },
    stop,
  };
}

/** The configured model, loaded only where there is one: the SDK takes most of a second. */
async function openModel(config: Config, log: Log): Promise<Model> {
  if (config.model === undefined) return noModel;
  const { createModel } = await import("./model/model.ts");
  return createModel(config.model, { log });
}

/** Health and metrics on their port, when there is one; loaded only then. */
async function openServer(
  { port }: Config,
  log: Log,
  {
    database,
    adapters,
    scheduler,
  }: { database: Database; adapters: readonly Adapter[]; scheduler: () => string | null },
): Promise<{ server: HttpServer; metrics: Metrics } | undefined> {
  if (port === undefined) return undefined;
  const [{ createMetrics }, { startServer }] = await Promise.all([
    import("./server/metrics.ts"),
    import("./server/server.ts"),
  ]);
  const metrics = createMetrics();
  const answers = (): Promise<boolean> =>
    database.system.query("SELECT 1").then(
      () => true,
      () => false,
    );
  const server = await startServer({ port, metrics, health: { answers, scheduler, adapters }, log });
  log.info({ port: server.port }, "health and metrics are served");
  return { server, metrics };
}

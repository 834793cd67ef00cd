/**
 * The store that Agenda keeps its jobs in: MongoDB when there is an address of one, else the database. Agenda leaves
 * some of its calls unawaited, and a store that goes away would end the process by them; so what fails here is told to
 * the log, and answered as a store answers that has nothing to do.
 */
import { PostgresBackend } from "@agendajs/postgres-backend";
import type { AgendaBackend, JobRepository } from "agenda";
import type { Log } from "../kernel/log.ts";
import type { SchedulerPool } from "../store/scheduler-pool.ts";

export interface SchedulerStore {
  readonly backend: AgendaBackend;
  connected(): boolean;
  /** Which jobs it has. @throws when it does not answer */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly pool: SchedulerPool;
  readonly mongoUri?: string | undefined;
  readonly log: Log;
}

/** A backend that is there, and how to leave it. */
interface Opened {
  readonly backend: AgendaBackend;
  close(): Promise<void>;
}

const COLLECTION = "mama_jobs";

/** Pauses between the tries to connect, ms; the last one again and again. */
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000];

export function openStore(options: StoreOptions): SchedulerStore {
  const { log } = options;
  let opened: Opened | undefined;
  const closing = new AbortController();
  /** Calls that the store has not answered yet. */
  const underWay = new Set<Promise<unknown>>();
  const repository = (): JobRepository => {
    if (!opened || closing.signal.aborted) throw new Error("the scheduler's store is not connected");
    return opened.backend.repository;
  };
  // At the close Agenda still asks; nothing is wrong then.
  const failed = (error: unknown): void => {
    if (!closing.signal.aborted) log.warn({ err: error }, "the scheduler's store does not answer");
  };
  const backend: AgendaBackend = {
    name: "steady",
    repository: steady(repository, { failed, underWay }),
    ownsConnection: false,
    notificationChannel: undefined,
    logger: undefined,
    // Settles once connected, or at the close; it does not fail, because nobody would hear it.
    connect: async () => {
      for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
        try {
          const store = await (options.mongoUri ? openMongo(options.mongoUri) : openPostgres(options.pool));
          if (!closing.signal.aborted) {
            opened = store;
            return;
          }
          await store.close();
        } catch (error) {
          if (!closing.signal.aborted)
            log.warn({ err: error }, "the scheduler's store cannot be reached; jobs run by a plain timer");
        }
        await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0, closing.signal);
      }
      // A close in between: what waits for the connection waits for ever, and holds nothing.
      await new Promise(() => undefined);
    },
    disconnect: async () => undefined,
  };
  return {
    backend,
    connected: () => opened !== undefined,
    names: () => repository().getDistinctJobNames(),
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
      await opened?.close().catch(failed);
    },
  };
}

/** The table is a migration of ours; notifications would need a connection more, for jobs that wait seconds anyway. */
async function openPostgres(pool: SchedulerPool): Promise<Opened> {
  type Given = ConstructorParameters<typeof PostgresBackend>[0]["pool"];
  const backend = new PostgresBackend({
    // A look-alike on the embedded database; Agenda uses no more of it than this.
    pool: pool as unknown as NonNullable<Given>,
    ensureSchema: false,
    disableNotifications: true,
  });
  await backend.connect();
  return { backend, close: async () => undefined };
}

async function openMongo(uri: string): Promise<Opened> {
  const [{ MongoBackend }, { MongoClient }] = await Promise.all([
    import("@agendajs/mongo-backend"),
    import("mongodb"),
  ]);
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    maxPoolSize: 4,
  });
  try {
    await client.connect();
    const mongo = client.db();
    // Processes that put in the same job at once would make several of it: upserts exclude each other by this alone.
    await mongo.collection(COLLECTION).createIndex({ name: 1 }, { name: "one_of_each", unique: true });
    const backend = new MongoBackend({ mongo, collection: COLLECTION });
    await backend.connect();
    return { backend, close: () => client.close(true) };
  } catch (error) {
    await client.close(true);
    throw error;
  }
}

/** What each call answers when the store does not. Those that are not named here are ours, and fail. */
const NOTHING: Readonly<Partial<Record<keyof JobRepository, unknown>>> = {
  getNextJobToRun: undefined,
  lockJob: undefined,
  unlockJob: undefined,
  unlockJobs: undefined,
  saveJobState: undefined,
  getJobById: null,
  queryJobs: { jobs: [], total: 0 },
  getQueueSize: 0,
};

function steady(
  repository: () => JobRepository,
  { failed, underWay }: { failed: (error: unknown) => void; underWay: Set<Promise<unknown>> },
): JobRepository {
  // The proxy has the repository's own methods, each with the same arguments.
  return new Proxy({} as JobRepository, {
    get:
      (_, name: keyof JobRepository) =>
      async (...given: unknown[]): Promise<unknown> => {
        try {
          const store = repository();
          const asked = (store[name] as (...given: unknown[]) => Promise<unknown>).apply(store, given);
          return await settled(asked, underWay);
        } catch (error) {
          if (!(name in NOTHING)) throw error;
          failed(error);
          return NOTHING[name];
        }
      },
  });
}

/** The same promise, remembered until it settles. */
function settled<T>(asked: Promise<T>, underWay: Set<Promise<unknown>>): Promise<T> {
  const over = asked
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => underWay.delete(over));
  underWay.add(over);
  return asked;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}

/**
 * One worker thread, started when the first text comes and replaced when it crashes or hangs. It keeps the process
 * alive only while a text is in work.
 */
import { Worker } from "node:worker_threads";
import { MamaError } from "../kernel/errors.ts";

/** Nothing of the process's own; and a package below the model's uses a part of Node that newer versions warn of. */
const THREAD_ARGUMENTS = ["--no-deprecation"];

interface Done {
  readonly id: number;
  /** The vectors one behind the other; absent when the model failed. */
  readonly vectors?: Float32Array;
  /** The name of the error, then. */
  readonly fault?: string;
}

function gone(what: string, cause?: unknown): MamaError {
  return new MamaError("model_unavailable", `the local embedder ${what}`, { retryable: true, cause });
}

interface Waiting {
  readonly id: number;
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (reason: MamaError) => void;
  readonly timer: NodeJS.Timeout;
}

export class EmbeddingThread {
  private readonly file: URL;
  private readonly patienceMs: number;
  private worker: Worker | undefined;
  private waiting: Waiting | undefined;
  private nextId = 0;
  private closed = false;

  /**
   * @param file the module that runs in the thread
   * @param patienceMs how long one job may take, the start of the thread included
   */
  constructor(file: URL, patienceMs: number) {
    this.file = file;
    this.patienceMs = patienceMs;
  }

  /**
   * @param texts none of them empty; one call at a time
   * @returns the vectors one behind the other, as the model gives them
   * @throws MamaError("model_unavailable") when the thread crashes, hangs or is closed; after the first two the next call has a new one
   */
  run(texts: readonly string[]): Promise<Float32Array> {
    if (this.closed) return Promise.reject(gone("was closed"));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail("did not answer in time"), this.patienceMs);
      this.waiting = { id, resolve, reject, timer };
      this.worker ??= this.start();
      this.worker.ref();
      this.worker.postMessage({ id, texts });
    });
  }

  /** Ends the thread for good; whoever waits is told. */
  async close(): Promise<void> {
    this.closed = true;
    const { worker } = this;
    this.fail("was closed");
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.file, { execArgv: THREAD_ARGUMENTS });
    worker.unref();
    const lost = (what: string, cause?: unknown): void => {
      if (this.worker === worker) this.fail(what, cause);
    };
    worker.on("message", (done: Done) => this.settle(done));
    worker.on("error", (error) => lost("crashed", error));
    worker.on("exit", () => lost("stopped"));
    return worker;
  }

  private settle({ id, vectors, fault }: Done): void {
    const { waiting } = this;
    if (waiting?.id !== id) return;
    this.rest();
    if (vectors === undefined) waiting.reject(gone(`could not work on a text: ${fault}`));
    else waiting.resolve(vectors);
  }

  /** Lets the thread go: one that crashed or hangs is not asked again. */
  private fail(what: string, cause?: unknown): void {
    const { worker, waiting } = this;
    this.worker = undefined;
    this.rest();
    void worker?.terminate();
    waiting?.reject(gone(what, cause));
  }

  private rest(): void {
    clearTimeout(this.waiting?.timer);
    this.waiting = undefined;
    this.worker?.unref();
  }
}

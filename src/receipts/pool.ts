/**
 * A few processes for all pictures: started with the first one, used again, replaced before they grow old or large, and
 * ended when nobody sends pictures any more.
 */
import type { Answer, Job } from "./ocr/port.ts";
import { type Failure, PictureProcess, type ProcessOptions } from "./picture-process.ts";

export interface PoolOptions extends ProcessOptions {
  readonly workers: number;
  /** Pictures that may wait; the next one is "busy". */
  readonly longestQueue: number;
  /** A process is replaced after so many pictures, or when it has grown beyond so many bytes. */
  readonly picturesPerWorker: number;
  readonly largestWorkerBytes: number;
  /** Ended after so long without a picture; ms. */
  readonly idleMs: number;
}

type Request = Omit<Job, "id">;

/** A second look comes first, and always has a place: its picture was let in already. */
export type Urgency = "in_turn" | "first";
type Outcome = Answer | Failure | "busy";

interface Waiting {
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
}

export class PicturePool {
  private readonly options: PoolOptions;
  private readonly waiting: Waiting[] = [];
  private readonly idle: PictureProcess[] = [];
  private readonly busy = new Set<PictureProcess>();
  private lastId = 0;
  private closed = false;
  private rest: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /**
   * @param signal takes the picture out of the queue; one in work is finished or ended by its time, unheard
   * @throws the signal's reason, and nothing else
   */
  look(request: Request, signal: AbortSignal, urgency: Urgency = "in_turn"): Promise<Outcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.closed) return Promise.resolve("closed");
    if (urgency === "in_turn" && !this.hasRoom()) return Promise.resolve("busy");
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        const at = this.waiting.indexOf(waiting);
        if (at >= 0) this.waiting.splice(at, 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        request,
        resolve: (outcome) => {
          signal.removeEventListener("abort", abandon);
          resolve(outcome);
        },
      };
      signal.addEventListener("abort", abandon, { once: true });
      if (urgency === "first") this.waiting.unshift(waiting);
      else this.waiting.push(waiting);
      this.next();
    });
  }

  /** Whether one more may wait. */
  hasRoom(): boolean {
    return this.waiting.length < this.options.longestQueue;
  }

  /** Ends all processes; whoever waits is told. */
  close(): void {
    this.closed = true;
    clearTimeout(this.rest);
    for (const { resolve } of this.waiting.splice(0)) resolve("closed");
    for (const worker of [...this.busy, ...this.idle.splice(0)]) worker.end();
  }

  private next(): void {
    if (this.waiting.length === 0 || this.busy.size >= this.options.workers) return;
    const first = this.waiting.shift();
    if (first !== undefined) void this.serve(first);
  }

  private async serve({ request, resolve }: Waiting): Promise<void> {
    clearTimeout(this.rest);
    const worker = this.idle.pop() ?? new PictureProcess(this.options);
    this.busy.add(worker);
    this.lastId += 1;
    const outcome = await worker.look({ ...request, id: this.lastId });
    this.busy.delete(worker);
    this.keep(worker, outcome);
    resolve(outcome);
    this.next();
  }

  private keep(worker: PictureProcess, outcome: Answer | Failure): void {
    const { picturesPerWorker, largestWorkerBytes, idleMs } = this.options;
    const large = typeof outcome === "object" && outcome.residentBytes > largestWorkerBytes;
    if (worker.gone || large || worker.looked >= picturesPerWorker || this.closed) {
      worker.end();
      return;
    }
    this.idle.push(worker);
    this.rest = setTimeout(() => this.endIdle(), idleMs);
    this.rest.unref();
  }

  private endIdle(): void {
    for (const worker of this.idle.splice(0)) worker.end();
  }
}

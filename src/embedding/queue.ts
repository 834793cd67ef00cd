/**
 * Requests for vectors, in turns of a few texts each, so that one message does not wait behind a thousand memories
 * that are embedded anew.
 */
import { MamaError } from "../kernel/errors.ts";

/** Texts that go to the thread at once: more cost less each, and keep others waiting longer. */
const TURN = 4;

interface Request {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (reason: unknown) => void;
}

type Run = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export class EmbeddingQueue {
  private readonly run: Run;
  private readonly longest: number;
  private readonly waiting: Request[] = [];
  private running = false;

  /**
   * @param run makes the vectors of a few texts
   * @param longest requests that may wait; the next one is refused
   */
  constructor(run: Run, longest: number) {
    this.run = run;
    this.longest = longest;
  }

  /** @throws MamaError("model_unavailable") when the queue is full or the thread fails; the signal's reason when it is aborted */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    if (this.waiting.length >= this.longest)
      throw new MamaError("model_unavailable", "too many texts wait for the local embedder", {
        retryable: true,
      });
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.drop(request);
        reject(signal?.reason);
      };
      const ended = (): void => signal?.removeEventListener("abort", abandon);
      const request: Request = {
        texts,
        vectors: [],
        resolve: (vectors) => {
          ended();
          resolve(vectors);
        },
        reject: (reason) => {
          ended();
          reject(reason);
        },
      };
      signal?.addEventListener("abort", abandon, { once: true });
      this.waiting.push(request);
      void this.work();
    });
  }

  private drop(request: Request): void {
    const at = this.waiting.indexOf(request);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  private async work(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let request = this.waiting[0]; request !== undefined; request = this.waiting[0]) {
      await this.turn(request);
    }
    this.running = false;
  }

  /** A few texts of one request; what is left of it waits behind the others. One that was dropped meanwhile stays dropped. */
  private async turn(request: Request): Promise<void> {
    const from = request.vectors.length;
    try {
      request.vectors.push(...(await this.run(request.texts.slice(from, from + TURN))));
    } catch (error) {
      this.drop(request);
      request.reject(error);
      return;
    }
    if (!this.waiting.includes(request)) return;
    this.drop(request);
    if (request.vectors.length >= request.texts.length) request.resolve(request.vectors);
    else this.waiting.push(request);
  }
}

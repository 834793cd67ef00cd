/**
 * Pictures to readings (SPEC S8). Nothing is recorded here, and nothing a picture holds can stop this process.
 *
 *   bytes ─ size, first bytes ─ queue ─ worker process: decode, upright, OCR ─→ words
 *   words ─ rows ─ fields ─→ sure? ─ no ─ the other engine, once ─ compared ─→ reading
 */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { limits } from "../kernel/limits.ts";
import { extract } from "./extract.ts";
import { kindOfPicture } from "./kind-of-picture.ts";
import type { Answer, PictureKind, Seen } from "./ocr/port.ts";
import type { Failure } from "./picture-process.ts";
import { PicturePool, type PoolOptions } from "./pool.ts";
import type { ReceiptOutcome, ReceiptReader, ReceiptReading, Unreadable } from "./reading.ts";
import { rowsOf } from "./rows.ts";
import { compared, isDoubtful } from "./second-opinion.ts";

const WORKER = new URL("ocr/worker.mjs", import.meta.url);

/** Fewer characters than this are no text: a logo, the noise of a broken picture. */
const FEWEST_CHARACTERS = 12;
/** Half of the processor is left to whoever answers people; a process of its own computes with at most so many threads. */
const MOST_THREADS = 2;

/** What became of a picture that was not answered, as the person is told. */
const UNANSWERED: Readonly<Record<Failure | "busy", Unreadable>> = {
  crashed: "broken",
  hung: "too_slow",
  unavailable: "unavailable",
  closed: "unavailable",
  busy: "busy",
};

export interface ReceiptReaderOptions extends Partial<Omit<PoolOptions, "file">> {
  /** The module of the worker process; another one in tests. */
  readonly worker?: URL;
  /** Whether the other engine looks at what the first is not sure of. Default: yes. */
  readonly secondOpinion?: boolean;
}

function poolFor(options: ReceiptReaderOptions): PicturePool {
  return new PicturePool({
    file: fileURLToPath(options.worker ?? WORKER),
    workers: options.workers ?? limits.receiptWorkers,
    threads: options.threads ?? Math.min(MOST_THREADS, availableParallelism()),
    patienceMs: options.patienceMs ?? limits.receiptPatienceMs,
    startMs: options.startMs ?? limits.receiptStartMs,
    longestQueue: options.longestQueue ?? limits.receiptQueue,
    picturesPerWorker: options.picturesPerWorker ?? limits.receiptsPerWorker,
    largestWorkerBytes: options.largestWorkerBytes ?? limits.receiptWorkerBytes,
    idleMs: options.idleMs ?? limits.receiptIdleMs,
  });
}

/** What can be said of a file without decoding it. */
function checked(bytes: Uint8Array): PictureKind | Unreadable {
  if (bytes.byteLength === 0) return "empty";
  if (bytes.byteLength > limits.pictureBytes) return "too_large";
  return kindOfPicture(bytes) ?? "unknown_type";
}

function isKind(what: PictureKind | Unreadable): what is PictureKind {
  return what === "jpeg" || what === "png" || what === "webp" || what === "heic";
}

function hasText({ words }: Seen): boolean {
  return words.reduce((sum, { text }) => sum + text.length, 0) >= FEWEST_CHARACTERS;
}

/** A reading, or why there is none. */
function understood(seen: Seen): ReceiptReading | Unreadable {
  if (!hasText(seen)) return "no_text";
  return extract(rowsOf(seen.words)) ?? "not_a_receipt";
}

function seenOn(outcome: Answer | Failure | "busy"): Seen | Unreadable {
  if (typeof outcome === "string") return UNANSWERED[outcome];
  return "seen" in outcome ? outcome.seen : outcome.unreadable;
}

/** Starts nothing: the first process comes with the first picture, and none keeps our process alive. */
export function createReceiptReader(options: ReceiptReaderOptions = {}): ReceiptReader {
  const pool = poolFor(options);

  /** Null when it saw no receipt or took too long: what the first engine read is not lost by asking. */
  async function second(bytes: Uint8Array, kind: PictureKind, { turned }: Seen, signal: AbortSignal) {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(limits.receiptSecondMs)]);
    try {
      const seen = seenOn(
        await pool.look({ bytes, kind, engine: "tesseract", turn: turned }, patience, "first"),
      );
      const reading = typeof seen === "string" ? seen : understood(seen);
      return typeof reading === "string" ? null : reading;
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  async function read(bytes: Uint8Array, signal: AbortSignal): Promise<ReceiptOutcome> {
    signal.throwIfAborted();
    const kind = checked(bytes);
    if (!isKind(kind)) return { is: "unreadable", why: kind };
    const seen = seenOn(await pool.look({ bytes, kind, engine: "paddle" }, signal));
    if (typeof seen === "string") return { is: "unreadable", why: seen };
    const first = understood(seen);
    if (typeof first === "string") return { is: "unreadable", why: first };
    const marks = { fileHash: createHash("sha256").update(bytes).digest("hex"), imageHash: seen.imageHash };
    // The engine that stands in reads too much wrong for anything to be recorded unseen.
    if (seen.engine !== "paddle") return { is: "receipt", reading: { ...first, sure: false }, marks };
    const clear = options.secondOpinion === false || !isDoubtful(first);
    const reading = clear ? first : compared(first, await second(bytes, kind, seen, signal));
    return { is: "receipt", reading, marks };
  }

  return {
    read,
    hasRoom: () => pool.hasRoom(),
    close: async () => pool.close(),
  };
}

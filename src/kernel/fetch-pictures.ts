/**
 * Brings the bytes of pictures that were announced (SPEC S8): at once, and after a crash again, since their events are
 * in by then. How one is fetched is its adapter's business.
 */
import type { Log } from "./log.ts";
import type { Picture, PictureFailure, RemotePicture, RemotePictures } from "./ports.ts";
import { createPump, type Pump } from "./pump.ts";

/** Pictures of one account that are fetched at once, and how often one is tried. */
const AT_ONCE = 4;
const TRIES = 5;

export interface FetchOptions {
  readonly pictures: RemotePictures;
  readonly log: Log;
  /** The pause before what failed is tried again, ms; it doubles. */
  readonly pauseMs: number;
  /** @throws LostPicture when it will never come; anything else may pass */
  fetch(remoteKey: string, over: AbortSignal): Promise<Picture>;
  /** Whether anything can be fetched now; absent: always. */
  ready?(): boolean;
}

/** Why a picture will never come. */
export class LostPicture extends Error {
  readonly failure: PictureFailure;
  constructor(failure: PictureFailure) {
    super(failure);
    this.failure = failure;
  }
}

export interface Pictures {
  /** There may be pictures to fetch. */
  wake(): void;
  stop(): Promise<void>;
}

export function fetchPictures({ pictures, log, pauseMs, fetch, ready }: FetchOptions): Pictures {
  const tries = new Map<string, number>();
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const again = (most: number): void => {
    clearTimeout(timer);
    if (!over.signal.aborted) timer = setTimeout(pump.wake, pauseMs * 2 ** (most - 1));
  };

  /** @returns how often this one has failed by now; 0 when it is settled */
  const fetchOne = async (which: RemotePicture): Promise<number> => {
    const key = `${which.inboxId}:${which.position}`;
    try {
      await pictures.keep(which, await fetch(which.remoteKey, over.signal));
    } catch (error) {
      const count = (tries.get(key) ?? 0) + 1;
      const failure = error instanceof LostPicture ? error.failure : count < TRIES ? null : "gone";
      if (failure === null) {
        if (!over.signal.aborted) tries.set(key, count);
        return count;
      }
      log.warn({ inboxId: which.inboxId, failure }, "a picture could not be fetched");
      await pictures.giveUp(which, failure);
    }
    tries.delete(key);
    return 0;
  };

  const pump: Pump = createPump(
    async () => {
      if (ready?.() === false) return;
      const missing = await pictures.missing(AT_ONCE);
      const counts = await Promise.all(missing.map(fetchOne));
      const most = Math.max(0, ...counts);
      if (most > 0) again(most);
      else if (missing.length > 0) pump.wake();
    },
    (error) => {
      log.warn({ err: error }, "could not look for pictures to fetch; trying again");
      again(1);
    },
  );

  return {
    wake: pump.wake,
    stop: async () => {
      clearTimeout(timer);
      over.abort();
      await pump.stop();
      clearTimeout(timer);
    },
  };
}

/**
 * Reads a stream to its end; what was said about its size need not be true.
 * @param most in bytes
 * @throws LostPicture("too_large")
 */
export async function cappedBytes(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new LostPicture("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

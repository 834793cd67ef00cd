/**
 * Brings the bytes of pictures that were announced (SPEC S8): at once, and after a crash again, since their events are
 * in by then. The address of a file holds the token: it is made here, used here, and told to nobody.
 */
import { type Api, GrammyError } from "grammy";
import { limits as product } from "../../kernel/limits.ts";
import type { Log } from "../../kernel/log.ts";
import type { Picture, PictureFailure, RemotePicture, RemotePictures } from "../../kernel/ports.ts";
import { createPump, type Pump } from "../../kernel/pump.ts";
import { limits } from "./limits.ts";
import { telegramSignal } from "./signal.ts";

export interface FilesOptions {
  readonly api: Api;
  readonly apiRoot: string;
  readonly token: string;
  readonly pictures: RemotePictures;
  readonly log: Log;
  /** The pause before what failed is tried again, ms; it doubles. */
  readonly pauseMs: number;
}

/** Why a picture will never come. */
class Lost extends Error {
  readonly failure: PictureFailure;
  constructor(failure: PictureFailure) {
    super(failure);
    this.failure = failure;
  }
}

export interface Files {
  /** There may be pictures to fetch. */
  wake(): void;
  stop(): Promise<void>;
}

export function createFiles(options: FilesOptions): Files {
  const { pictures, log, pauseMs } = options;
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
      await pictures.keep(which, await download(options, which.remoteKey, over.signal));
    } catch (error) {
      const count = (tries.get(key) ?? 0) + 1;
      const failure = error instanceof Lost ? error.failure : count < limits.pictureTries ? null : "gone";
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
      const missing = await pictures.missing(limits.picturesAtOnce);
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

/** @throws Lost when it will never come; anything else may pass */
async function download(
  { api, apiRoot, token }: FilesOptions,
  fileId: string,
  over: AbortSignal,
): Promise<Picture> {
  const patience = new AbortController();
  const end = (): void => patience.abort();
  const timer = setTimeout(end, limits.pictureMs);
  over.addEventListener("abort", end, { once: true });
  try {
    const path = await pathOf(api, fileId, patience.signal);
    const response = await fetch(`${apiRoot}/file/bot${token}/${path}`, { signal: patience.signal });
    if (response.status === 404) throw new Lost("gone");
    if (!response.ok || !response.body) throw new Error("the file was not given");
    return { mime: "application/octet-stream", bytes: await capped(response.body) };
  } finally {
    clearTimeout(timer);
    over.removeEventListener("abort", end);
    patience.abort();
  }
}

async function pathOf(api: Api, fileId: string, signal: AbortSignal): Promise<string> {
  try {
    const { file_path: path, file_size: size = 0 } = await api.getFile(fileId, telegramSignal(signal));
    if (size > product.pictureBytes) throw new Lost("too_large");
    if (path === undefined) throw new Lost("gone");
    return path;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    throw new Lost(/too big/i.test(error.description) ? "too_large" : "gone");
  }
}

/** What was said about a file's size need not be true. */
async function capped(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > product.pictureBytes) throw new Lost("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
